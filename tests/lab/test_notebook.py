"""The notebook goes from an export to its plots: its cells run in order, as a reader runs them.

They run in a plain Python: a Jupyter kernel and what it needs would be thirty more packages for the same statements.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from ludotheque.lab import simulate

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "examples" / "from_export_to_plot.ipynb"
RUN = """
import json, sys
from pathlib import Path
for number, cell in enumerate(json.loads(Path(sys.argv[1]).read_text("utf-8"))["cells"]):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"))
for number in plt.get_fignums():
    plt.figure(number).savefig(f"{number}.png")
print(len(steps))
"""


def test_notebook_is_kept_without_its_output() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert notebook["nbformat"] == 4
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all((cell["outputs"], cell["execution_count"]) == ([], None) for cell in cells)
    assert len(cells) >= 5


def test_notebook_runs_from_an_export_to_its_plots(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    plan = simulate.plan("stratego", 4, 2, ["random"], 1, {})
    report = simulate.simulate(plan, folder=games)
    ended = subprocess.run(
        [sys.executable, "-c", RUN, str(NOTEBOOK)],
        cwd=tmp_path,
        env={**os.environ, "GAMES": str(games), "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) == report.decisions - 4 * 80, "every decision but the deployments"
    plots = [path.stat().st_size for path in sorted(tmp_path.glob("*.png"))]
    assert len(plots) == 2
    assert min(plots) > 5000, "more than empty axes"
