"""Print the modules whose tests leave more than 15 % of their lines and branches out; ``script/test`` runs it.

With ``--strict`` it fails if one of them is not in ``REASONS``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LEAST = 85.0
ROOT = Path(__file__).resolve().parents[1]
IN_A_PROCESS = "runs in processes that are killed or replaced before they can report"
REASONS = {
    "__main__.py": IN_A_PROCESS,
    "cli/seat.py": "tests/cli plays whole games through it, but the tracer is lost in the event loop that it runs",
    "cli/serve.py": IN_A_PROCESS,
    "bots/overlook.py": "tested with the games, whose tests are not measured",
    "engine/bargain_spelling.py": "tested with the games, whose tests are not measured",
    "engine/boxes.py": "reads the boxes of the games, whose tests are not measured",
    "engine/figures.py": "tested with the games, whose tests are not measured",
    "engine/lesson_time.py": "tested with the games, whose tests are not measured",
    "engine/lessons.py": "tested with the games, whose tests are not measured",
    "lab/balance.py": "tested with the games, whose tests are not measured",
    "lab/bench": "a benchmark",
    "lab/lengths.py": "a measurement of whole games, for script/lengths",
    "lab/short_games.py": "a measurement of whole games, for script/lengths",
    "lab/load/": "a benchmark",
    "lab/postgres.py": "depends on what the machine has",
    "server/bots/worker.py": IN_A_PROCESS,
    "server/printing/worker.py": IN_A_PROCESS,
    "server/run.py": IN_A_PROCESS,
    "server/runtime/child_process.py": IN_A_PROCESS,
    "server/supervisor.py": IN_A_PROCESS,
    "server/tables/archive_worker.py": IN_A_PROCESS,
}
"""Why a module, or all of a folder, may stay under that."""


def main() -> int:
    """Print the table; with ``--strict``, 1 if a module is in it without a reason."""
    written = subprocess.run(
        [sys.executable, "-m", "coverage", "json", "-q", "-o", "-"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    found = json.loads(written.stdout)
    unexplained = 0
    for path, module in sorted(found["files"].items()):
        share, name = module["summary"]["percent_covered"], path.partition("ludotheque/")[2]
        if share < LEAST:
            reason = next((why for known, why in REASONS.items() if name.startswith(known)), "")
            unexplained += not reason
            print(f"{share:5.1f} %  {name}: {reason or 'no reason is given in script/coverage.py'}")
    total = found["totals"]["percent_covered"]
    print(f"{total:5.1f} % of lines and branches in all; {unexplained} modules under {LEAST:g} % without a reason.")
    return 1 if unexplained and "--strict" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
