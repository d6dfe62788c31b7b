"""Write the front end's types from the structs that the server sends and receives; ``script/types`` runs it."""

from __future__ import annotations

from ludotheque.games import shelf
from ludotheque.protocol.typescript import FOLDER, generated_files


def main() -> None:
    """Write the files and print their names."""
    for name, text in generated_files(shelf().values()).items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(text, "utf-8")
        print(f"web/src/{name}")


if __name__ == "__main__":
    main()
