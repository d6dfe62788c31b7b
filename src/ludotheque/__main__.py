"""``python -m ludotheque``: the command, wherever the package is."""

import sys

from ludotheque.cli import main

sys.exit(main())
