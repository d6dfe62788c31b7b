"""The browser's types say what the server says."""

from ludotheque.games import shelf
from ludotheque.protocol.typescript import FOLDER, written


def test_browser_types_are_generated_from_the_structs() -> None:
    paths = [*FOLDER.glob("protocol/*.ts"), *FOLDER.glob("games/*/protocol.ts")]
    files = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in paths}
    assert files == written(shelf().values()), "the structs have changed: run `script/types`"
