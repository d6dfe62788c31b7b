"""Settings from a file, the environment and the command line; invalid ones are refused."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ludotheque.cli.main import main
from ludotheque.server.settings.definitions import FIELDS, Settings, read_database, shown_database
from ludotheque.server.settings.reference import PAGE, page
from ludotheque.server.settings.sources import BUILT_IN, BadSettings, as_toml, configure

Output = pytest.CaptureFixture[str]
URL = "postgresql://ludo:open%20sesame@db.example.org:5433/ludotheque"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text('host = "0.0.0.0"\nport = 8100\naway = 45\norigins = ["https://a.example.org"]\n')
    return path


def test_each_source_overrides_the_one_before(file: Path) -> None:
    environ = {"LUDOTHEQUE_CONFIG": str(file), "LUDOTHEQUE_PORT": "8200", "LUDOTHEQUE_AWAY": "50"}
    settings, sources = configure({"port": "8300"}, environ)
    assert (settings.host, settings.away, settings.port) == ("0.0.0.0", 50.0, 8300)
    assert sources["host"] == f"host in {file}"
    assert (sources["away"], sources["port"], sources["keep"]) == ("LUDOTHEQUE_AWAY", "--port", BUILT_IN)


def test_file_of_the_command_line_replaces_that_of_the_environment(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("port = 9000")
    settings, _ = configure({"config": str(other)}, {"LUDOTHEQUE_CONFIG": str(file)})
    assert (settings.port, settings.host) == (9000, "127.0.0.1")


def test_defaults_apply_without_any_source() -> None:
    settings, sources = configure({}, {"LUDOTHEQUE_PORT": ""})
    assert settings == Settings()
    assert set(sources.values()) == {BUILT_IN}


def test_lists_are_read_from_every_source(file: Path) -> None:
    wanted = ("https://a.example.org", "https://b.example.org")
    by_file = configure({"config": str(file)}, {}).settings.origins
    by_environment = configure({}, {"LUDOTHEQUE_ORIGINS": " ".join(wanted)}).settings.origins
    with_commas = configure({}, {"LUDOTHEQUE_ORIGINS": ", ".join(wanted)}).settings.origins
    by_option = configure({"origins": list(wanted)}, {}).settings.origins
    assert by_file == wanted[:1]
    assert by_environment == with_commas == by_option == wanted


def test_old_names_of_the_database_setting_still_work() -> None:
    assert configure({}, {"LUDOTHEQUE_DATA": "/old.db"}).settings.database == Path("/old.db")
    both = configure({}, {"LUDOTHEQUE_DATA": "/old.db", "LUDOTHEQUE_DATABASE": "/new.db"})
    assert (both.settings.database, both.sources["database"]) == (Path("/new.db"), "LUDOTHEQUE_DATABASE")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("games.db", Path("games.db")),
        ("sqlite:///var/lib/games.db", Path("/var/lib/games.db")),
        (URL, URL),
        ("postgres:///ludo?host=/run/postgresql", "postgres:///ludo?host=/run/postgresql"),
    ],
)
def test_database_is_a_path_or_a_url(written: str, meant: Path | str) -> None:
    assert read_database(written) == meant


def test_passwords_are_masked() -> None:
    assert shown_database(URL) == "postgresql://ludo:***@db.example.org:5433/ludotheque"
    assert shown_database("postgresql://db/ludo?user=a&password=hush") == "postgresql://db/ludo?user=a&password=***"
    with pytest.raises(BadSettings) as refused:
        configure({"database": "mysql://ludo:hush@db/ludo"}, {})
    assert "hush" not in str(refused.value)


ABSURD = [
    ("LUDOTHEQUE_PORT", "99999", "LUDOTHEQUE_PORT: “99999” is not valid: allowed is a whole number from 0 to 65535"),
    ("LUDOTHEQUE_PORT", "http", "a whole number from 0 to 65535"),
    ("LUDOTHEQUE_AWAY", "-1", "LUDOTHEQUE_AWAY: “-1” is not valid: allowed is a number from 0 to 86400"),
    ("LUDOTHEQUE_AWAY", "nan", "a number from 0 to 86400"),
    ("LUDOTHEQUE_AWAY", "inf", "a number from 0 to 86400"),
    ("LUDOTHEQUE_WORKERS", "0", "a whole number from 1 to 64"),
    ("LUDOTHEQUE_WORKERS", "2", "2 workers need a PostgreSQL database"),
    ("LUDOTHEQUE_LOG_FORMAT", "xml", "text or json"),
    ("LUDOTHEQUE_PUSH_NEARBY", "perhaps", "true or false"),
    ("LUDOTHEQUE_ORIGINS", "https://a.example.org/shelf", "without a path"),
    ("LUDOTHEQUE_PROXIES", "my proxy!", "addresses or networks"),
    ("LUDOTHEQUE_PUSH_CONTACT", "me", "mailto:you@example.org"),
    ("LUDOTHEQUE_DATABASE", "mysql://db/ludo", "postgresql://user:password@machine/name"),
    ("LUDOTHEQUE_DATABASE", "postgresql://db:port/ludo", "postgresql://user:password@machine/name"),
    ("LUDOTHEQUE_PROT", "8000", "no setting LUDOTHEQUE_PROT (in the environment): do you mean LUDOTHEQUE_PORT?"),
]


@pytest.mark.parametrize(("variable", "value", "sentence"), ABSURD)
def test_invalid_variable_is_refused_with_a_message(variable: str, value: str, sentence: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(sentence)):
        configure({}, {variable: value})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = '8000'", "“8000” is not valid: allowed is a whole number"),
        ("port = true", "“true” is not valid"),
        ("away = nan", "a number from 0"),
        ("origins = 'https://a.example.org'", "addresses such as https://games.example.org"),
        ("database = 5", "“5” is not valid: allowed is a path"),
        ("boxes = ''", "allowed is a folder"),
        ("[server]\nport = 1", "there is no setting “server”"),
        ("log_fromat = 'json'", "there is no setting “log_fromat”: do you mean log_format?"),
        ("port = ", "is not TOML"),
    ],
)
def test_invalid_file_is_refused_with_a_message_that_names_it(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(BadSettings, match=re.escape(sentence)) as refused:
        configure({"config": str(path)}, {})
    assert str(path) in str(refused.value)


def test_missing_file_is_reported() -> None:
    with pytest.raises(BadSettings, match=r"nowhere\.toml cannot be read: No such file"):
        configure({"config": "nowhere.toml"}, {})


def test_command_exits_with_2_and_changes_nothing(tmp_path: Path, capsys: Output) -> None:
    data = tmp_path / "house.db"
    assert main(["serve", "--data", str(data), "--away", "-1"]) == 2
    assert capsys.readouterr().err == "ludotheque: --away: “-1” is not valid: allowed is a number from 0 to 86400\n"
    assert not data.exists()


def test_printed_configuration_can_be_read_again(
    file: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_LINES_PER_MINUTE", "12")
    assert main(["config", "--config", str(file), "--log-format", "json"]) == 0
    printed = capsys.readouterr().out
    for name in FIELDS:
        assert re.search(rf"^(# )?{name} (= |is not set)", printed, re.MULTILINE), name
    assert re.search(r"^lines_per_minute = 12 +# LUDOTHEQUE_LINES_PER_MINUTE$", printed, re.MULTILINE)
    again = tmp_path / "again.toml"
    again.write_text(printed)
    monkeypatch.delenv("LUDOTHEQUE_LINES_PER_MINUTE")
    assert (
        configure({"config": str(again)}, {}).settings
        == configure({"config": str(file), "log_format": "json", "lines_per_minute": "12"}, {}).settings
    )


def test_printed_configuration_contains_no_password() -> None:
    printed = as_toml(configure({"database": URL}, {}))
    assert "sesame" not in printed
    assert tomllib.loads(printed)["database"] == "postgresql://ludo:***@db.example.org:5433/ludotheque"


def test_push_contact_defaults_to_the_origin() -> None:
    assert Settings(origins=("http://a", "https://b.example.org")).contact == "https://b.example.org"
    assert Settings(origins=("https://b.example.org",), push_contact="mailto:c@example.org").contact.startswith(
        "mailto"
    )


def test_page_for_hosts_is_up_to_date() -> None:
    """``python -m ludotheque.server.settings.reference`` writes it anew."""
    assert PAGE.read_text("utf-8") == page(PAGE.read_text("utf-8"))


def test_every_setting_has_an_option(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    shown = capsys.readouterr().out
    for field in FIELDS.values():
        assert all(option in shown for option in field.options), field.name


def test_boolean_option_can_be_negated() -> None:
    environ = {"LUDOTHEQUE_PUSH_NEARBY": "true"}
    assert configure({}, environ).settings.push_nearby is True
    assert configure({"push_nearby": False}, environ).settings.push_nearby is False


def test_secret_has_no_option_and_is_masked(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_MAIL_PASSWORD", "open sesame")
    assert configure({}).settings.mail_password == "open sesame"
    assert main(["config"]) == 0
    assert 'mail_password = "***"' in (shown := capsys.readouterr().out)
    assert "sesame" not in shown
    with pytest.raises(SystemExit):
        main(["serve", "--mail-password", "open sesame"])


def test_links_in_messages_use_the_address_of_the_site() -> None:
    assert Settings(origins=("https://b.example.org",)).reached_at == "https://b.example.org"
    assert Settings(origins=("https://b.example.org",), call_address="https://c.example.org/").reached_at == (
        "https://c.example.org"
    )
    assert Settings().reached_at == ""
