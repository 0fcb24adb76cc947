"""The synthesised sounds, rendered by a real Chromium and measured.

None may be silent or clipped, and no two of the eight noises may be alike: their mean
logarithmic spectra, in bands about as wide as the ear's, have to lie apart.
"""

import asyncio
import itertools
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser

from tests.e2e.conftest import NewPerson, fixture
from tests.e2e.playing import alone
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WEB: Final = Path(__file__).parents[2] / "web"
NOISES: Final = ("horn", "fanfare", "bell", "cock", "cuckoo", "phone", "elephant", "drum")
SMALL: Final = ("tick", "tock", "flip", "place", "nope", "stop")

LEAST_APART: Final = 6.0
"""Decibels between two noises, on the average of all bands."""

MEASURE: Final = """async (id) => {
  const samples = await sounds.rendered(id);
  const rate = 44100, size = 2048, part = 0.05 * rate;
  const energy = (from, to) => samples.subarray(from, to).reduce((sum, x) => sum + x * x, 0);
  let loudest = 0;
  for (let at = 0; at + part <= samples.length; at += part / 5)
    loudest = Math.max(loudest, Math.sqrt(energy(at, at + part) / part));

  const fft = (re, im) => {
    const half = re.length / 2;
    if (half < 1) return [re, im];
    const take = (list, odd) => Float64Array.from({ length: half }, (_, i) => list[2 * i + odd]);
    const [ea, eb] = fft(take(re, 0), take(im, 0)), [oa, ob] = fft(take(re, 1), take(im, 1));
    const a = new Float64Array(2 * half), b = new Float64Array(2 * half);
    for (let k = 0; k < half; k += 1) {
      const c = Math.cos(Math.PI * k / half), s = -Math.sin(Math.PI * k / half);
      const x = c * oa[k] - s * ob[k], y = c * ob[k] + s * oa[k];
      [a[k], b[k], a[k + half], b[k + half]] = [ea[k] + x, eb[k] + y, ea[k] - x, eb[k] - y];
    }
    return [a, b];
  };
  // Bands of a third of an octave, the loudest at 0 dB, and nothing below the floor.
  const edges = Array.from({ length: 23 }, (_, i) => 70 * 2 ** (i / 3));
  const bands = edges.slice(1).map(() => 0);
  for (let at = 0; at + size <= samples.length; at += size / 2) {
    const frame = Float64Array.from({ length: size }, (_, n) => samples[at + n] * (0.5 - 0.5 * Math.cos(2 * Math.PI * n / size)));
    const [re, im] = fft(frame, new Float64Array(size));
    for (let k = 1; k < size / 2; k += 1) {
      const band = edges.findLastIndex((edge) => edge <= k * rate / size);
      if (band in bands) bands[band] += re[k] ** 2 + im[k] ** 2;
    }
  }
  const most = Math.max(...bands);
  return {
    peak: samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
    rms: Math.sqrt(energy(0, samples.length) / samples.length),
    loudest,
    lasts: samples.length / rate - 0.1,
    spectrum: bands.map((power) => Math.max(-45, 10 * Math.log10(power / most + 1e-9))),
  };
}"""


@fixture(scope="module")
async def measured(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What each sound measures, by its name."""
    bundle = tmp_path_factory.mktemp("sound") / "sounds.js"
    process = await asyncio.create_subprocess_exec(
        WEB / "node_modules/.bin/rolldown",
        WEB / "src/sound/rendered.ts",
        *("--format", "iife", "--name", "sounds", "--file", bundle),
        stdout=PIPE,
        stderr=STDOUT,
    )
    told, _ = await process.communicate()
    assert process.returncode == 0, told.decode()
    page = await browser.new_page()
    await page.add_script_tag(content=bundle.read_text())
    sounds = {id: await page.evaluate(MEASURE, id) for id in (*NOISES, *SMALL)}
    await page.close()
    return sounds


def _apart(one: dict[str, Any], other: dict[str, Any]) -> float:
    pairs: list[tuple[float, float]] = list(zip(one["spectrum"], other["spectrum"], strict=True))
    return sum(abs(a - b) for a, b in pairs) / len(pairs)


async def test_no_sound_is_silent_or_clipped(measured: dict[str, Any]) -> None:
    print("\nsound      peak   rms    loudest  seconds")
    for id, told in measured.items():
        print(
            f"{id:9} {told['peak']:6.3f} {told['rms']:6.3f} {told['loudest']:6.3f} {told['lasts']:8.2f}"
        )
    assert {id for id, told in measured.items() if told["peak"] >= 1.0} == set()
    assert {id for id in NOISES if measured[id]["rms"] < 0.05} == set()
    assert {id for id in SMALL if measured[id]["loudest"] < 0.02} == set()


async def test_noises_last_long_enough_to_be_known_and_end_before_the_next(
    measured: dict[str, Any],
) -> None:
    assert {id for id in NOISES if not 0.9 <= measured[id]["lasts"] <= 2.6} == set()
    assert {id for id in ("tick", "tock", "flip", "place") if measured[id]["lasts"] > 0.15} == set()


async def test_noises_are_about_as_loud_as_one_another(measured: dict[str, Any]) -> None:
    loud = [measured[id]["loudest"] for id in NOISES]
    assert max(loud) / min(loud) < 2.0


async def test_no_two_noises_are_alike(measured: dict[str, Any]) -> None:
    print("\n          " + " ".join(f"{id:>8}" for id in NOISES))
    for one in NOISES:
        print(
            f"{one:9} "
            + " ".join(f"{_apart(measured[one], measured[other]):8.2f}" for other in NOISES)
        )
    alike = {
        (one, other): round(apart, 2)
        for one, other in itertools.combinations(NOISES, 2)
        if (apart := _apart(measured[one], measured[other])) < LEAST_APART
    }
    assert alike == {}


FEEL = """
globalThis.felt = [];
navigator.vibrate = (pattern) => globalThis.felt.push([].concat(pattern).length) > 0;
"""


async def test_a_refusal_is_felt_once_and_not_again_with_every_round(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await ann.page.add_init_script(FEEL)
    await alone(server, ann, "standard,match=rounds,target=3", queue=0)
    seen = await ann.look()
    misfit = next(source for source, card in seen.own.items() if card and not seen.fits(card))
    await ann.tap(misfit)
    await ann.page.wait_for_function("felt.some((touches) => touches === 3)")
    assert await ann.end_round() == "result"
    await ann.act("next")
    await ann.running()
    await ann.tap("hand")
    await ann.until(lambda now: now.own["w"])
    assert (await ann.page.evaluate("felt.filter((touches) => touches === 3)")) == [3]
