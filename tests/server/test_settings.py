"""Settings: from a file, the environment, the command line; what cannot be is refused."""

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


def test_each_source_overrules_the_one_before(file: Path) -> None:
    environ = {"LUDOTHEQUE_CONFIG": str(file), "LUDOTHEQUE_PORT": "8200", "LUDOTHEQUE_AWAY": "50"}
    settings, sources = configure({"port": "8300"}, environ)
    assert (settings.host, settings.away, settings.port) == ("0.0.0.0", 50.0, 8300)
    assert sources["host"] == f"host in {file}"
    assert (sources["away"], sources["port"], sources["keep"]) == ("LUDOTHEQUE_AWAY", "--port", BUILT_IN)


def test_a_file_named_on_the_command_line_replaces_that_of_the_environment(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("port = 9000")
    settings, _ = configure({"config": str(other)}, {"LUDOTHEQUE_CONFIG": str(file)})
    assert (settings.port, settings.host) == (9000, "127.0.0.1")


def test_without_anything_what_is_built_in_counts() -> None:
    settings, sources = configure({}, {"LUDOTHEQUE_PORT": ""})
    assert settings == Settings()
    assert set(sources.values()) == {BUILT_IN}


def test_several_values_are_written_as_each_place_does(file: Path) -> None:
    wanted = ("https://a.example.org", "https://b.example.org")
    by_file = configure({"config": str(file)}, {}).settings.origins
    by_environment = configure({}, {"LUDOTHEQUE_ORIGINS": " ".join(wanted)}).settings.origins
    with_commas = configure({}, {"LUDOTHEQUE_ORIGINS": ", ".join(wanted)}).settings.origins
    by_option = configure({"origins": list(wanted)}, {}).settings.origins
    assert by_file == wanted[:1]
    assert by_environment == with_commas == by_option == wanted


def test_the_old_names_of_the_file_still_count() -> None:
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
def test_a_database_is_a_file_or_a_url(written: str, meant: Path | str) -> None:
    assert read_database(written) == meant


def test_no_password_is_ever_shown() -> None:
    assert shown_database(URL) == "postgresql://ludo:***@db.example.org:5433/ludotheque"
    assert shown_database("postgresql://db/ludo?user=a&password=hush") == "postgresql://db/ludo?user=a&password=***"
    with pytest.raises(BadSettings) as refused:
        configure({"database": "mysql://ludo:hush@db/ludo"}, {})
    assert "hush" not in str(refused.value)


ABSURD = [
    ("LUDOTHEQUE_PORT", "99999", "LUDOTHEQUE_PORT: “99999” cannot be: it is a whole number from 0 to 65535"),
    ("LUDOTHEQUE_PORT", "http", "a whole number from 0 to 65535"),
    ("LUDOTHEQUE_AWAY", "-1", "LUDOTHEQUE_AWAY: “-1” cannot be: it is a number from 0 to 86400"),
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
def test_an_absurd_variable_is_refused_in_a_sentence(variable: str, value: str, sentence: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(sentence)):
        configure({}, {variable: value})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = '8000'", "“8000” cannot be: it is a whole number"),
        ("port = true", "“true” cannot be"),
        ("away = nan", "a number from 0"),
        ("origins = 'https://a.example.org'", "addresses such as https://games.example.org"),
        ("database = 5", "“5” cannot be: it is a path"),
        ("boxes = ''", "it is a folder"),
        ("[server]\nport = 1", "there is no setting “server”"),
        ("log_fromat = 'json'", "there is no setting “log_fromat”: do you mean log_format?"),
        ("port = ", "is not TOML"),
    ],
)
def test_an_absurd_file_is_refused_in_a_sentence_that_names_it(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(BadSettings, match=re.escape(sentence)) as refused:
        configure({"config": str(path)}, {})
    assert str(path) in str(refused.value)


def test_a_file_that_is_not_there_is_missed() -> None:
    with pytest.raises(BadSettings, match=r"nowhere\.toml cannot be read: No such file"):
        configure({"config": "nowhere.toml"}, {})


def test_the_command_refuses_with_2_and_touches_nothing(tmp_path: Path, capsys: Output) -> None:
    data = tmp_path / "house.db"
    assert main(["serve", "--data", str(data), "--away", "-1"]) == 2
    assert capsys.readouterr().err == "ludotheque: --away: “-1” cannot be: it is a number from 0 to 86400\n"
    assert not data.exists()


def test_the_effective_configuration_is_printed_and_could_be_given_again(
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


def test_a_printed_configuration_holds_no_password() -> None:
    printed = as_toml(configure({"database": URL}, {}))
    assert "sesame" not in printed
    assert tomllib.loads(printed)["database"] == "postgresql://ludo:***@db.example.org:5433/ludotheque"


def test_push_services_are_given_an_address_that_guests_know() -> None:
    assert Settings(origins=("http://a", "https://b.example.org")).contact == "https://b.example.org"
    assert Settings(origins=("https://b.example.org",), push_contact="mailto:c@example.org").contact.startswith(
        "mailto"
    )


def test_the_page_for_hosts_shows_every_setting_as_it_is() -> None:
    """``python -m ludotheque.server.settings.reference`` writes it anew."""
    assert PAGE.read_text("utf-8") == page(PAGE.read_text("utf-8"))


def test_every_setting_has_an_option(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    shown = capsys.readouterr().out
    for field in FIELDS.values():
        assert all(option in shown for option in field.options), field.name


def test_a_switch_can_be_turned_off_again() -> None:
    environ = {"LUDOTHEQUE_PUSH_NEARBY": "true"}
    assert configure({}, environ).settings.push_nearby is True
    assert configure({"push_nearby": False}, environ).settings.push_nearby is False


def test_a_secret_has_no_option_and_is_never_shown(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_MAIL_PASSWORD", "open sesame")
    assert configure({}).settings.mail_password == "open sesame"
    assert main(["config"]) == 0
    assert 'mail_password = "***"' in (shown := capsys.readouterr().out)
    assert "sesame" not in shown
    with pytest.raises(SystemExit):
        main(["serve", "--mail-password", "open sesame"])


def test_links_in_messages_lead_to_where_guests_reach_the_house() -> None:
    assert Settings(origins=("https://b.example.org",)).reached_at == "https://b.example.org"
    assert Settings(origins=("https://b.example.org",), call_address="https://c.example.org/").reached_at == (
        "https://c.example.org"
    )
    assert Settings().reached_at == ""
