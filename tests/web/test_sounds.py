"""The sounds, rendered by a real browser: none is silent, none is clipped, and all are short."""

from __future__ import annotations

from typing import Any

from hatch_build import BUILT
from tests.server.running import Running
from tests.web.conftest import OpenBrowser

NAMES = ("card", "dice", "fight", "handshake", "move", "turn", "victory")
SECONDS = 3
_PLAYED = "sound({ audio, out: audio.destination, at: 0 });"

# The chunk that players fetch with the first sound. What it exports has a short name there.
_RENDER = """async ([chunk, seconds]) => {
  const sounds = Object.values(await import(chunk)).find((exported) => exported?.victory);
  const measured = {};
  for (const [name, sound] of Object.entries(sounds)) {
    const audio = new OfflineAudioContext(1, 44100 * seconds, 44100);
    sound({ audio, out: audio.destination, at: 0 });
    const samples = (await audio.startRendering()).getChannelData(0);
    const heard = samples.findLastIndex((sample) => Math.abs(sample) > 0.003) + 1;
    const power = samples.subarray(0, heard).reduce((sum, sample) => sum + sample * sample, 0);
    measured[name] = {
      peak: samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
      rms: Math.sqrt(power / Math.max(1, heard)),
      first: samples.findIndex((sample) => Math.abs(sample) > 0.003) / 44100,
      length: heard / 44100,
    };
  }
  return measured;
}"""


async def measure(open_browser: OpenBrowser, script: str) -> dict[str, Any]:
    """Render every sound in a browser: its peak and its mean, when it is heard first and last, in seconds."""
    guest = await open_browser()
    await guest.goto()
    (chunk,) = BUILT.glob("assets/synth-*.js")
    measured: dict[str, Any] = await guest.page.evaluate(script, [f"/assets/{chunk.name}", SECONDS])
    return measured


async def test_every_sound_is_heard_unclipped_and_short(server: Running, open_browser: OpenBrowser) -> None:
    measured = await measure(open_browser, _RENDER)
    assert sorted(measured) == list(NAMES)
    for name, sound in measured.items():
        assert 0.05 < sound["peak"] < 0.9, (name, sound)
        assert sound["rms"] > 0.01, (name, sound)
        assert 0 <= sound["first"] < 0.05, (name, sound)
        assert 0.08 < sound["length"] < 1.8, (name, sound)


async def test_bell_after_a_sound_clips_neither(server: Running, open_browser: OpenBrowser) -> None:
    """What is heard at full volume when a move makes it one's turn."""
    both = _RENDER.replace(_PLAYED, f"{_PLAYED} sounds.turn({{ audio, out: audio.destination, at: 0.45 }});")
    measured = await measure(open_browser, both)
    assert sorted(measured) == list(NAMES)
    assert all(sound["peak"] < 0.9 for sound in measured.values()), measured
