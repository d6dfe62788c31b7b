"""``python -m ludotheque``: the command, wherever the package is."""

import sys

from ludotheque.cli.main import main

sys.exit(main())
