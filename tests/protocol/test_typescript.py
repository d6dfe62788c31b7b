"""The generated TypeScript files are current."""

from ludotheque.games import shelf
from ludotheque.protocol.typescript import FOLDER, generated_files


def test_generated_types_agree_with_the_structs() -> None:
    paths = [*FOLDER.glob("protocol/*.ts"), *FOLDER.glob("games/*/protocol.ts")]
    files = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in paths}
    assert files == generated_files(shelf().values()), "the structs have changed: run `script/types`"
