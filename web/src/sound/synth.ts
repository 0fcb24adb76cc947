/** From a recipe to nodes of the Web Audio graph; nothing here is random, so every device sounds alike. */

import type { Curve, Recipe, Swing, Voice } from "./recipes";

const HISS_SECONDS = 2;

/** One hiss for each context: the same row of numbers everywhere. */
const hisses = new WeakMap<BaseAudioContext, AudioBuffer>();

function hissOf(context: BaseAudioContext): AudioBuffer {
  const made = hisses.get(context);
  if (made !== undefined) return made;
  const buffer = context.createBuffer(1, HISS_SECONDS * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 20_011;
  for (let i = 0; i < samples.length; i += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    samples[i] = seed / 2_147_483_648;
  }
  hisses.set(context, buffer);
  return buffer;
}

function follow(param: AudioParam, curve: Curve, start: number): void {
  if (typeof curve === "number") return void param.setValueAtTime(curve, start);
  curve.forEach(([seconds, value], i) => {
    if (i === 0) param.setValueAtTime(value, start + seconds);
    else param.linearRampToValueAtTime(value, start + seconds);
  });
}

function swing(context: BaseAudioContext, { rate, wave = "sine" }: Swing, depth: number, into: AudioParam, start: number, end: number): void {
  const oscillator = context.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.value = rate;
  const gain = context.createGain();
  gain.gain.value = depth;
  oscillator.connect(gain).connect(into);
  oscillator.start(start);
  oscillator.stop(end);
}

function source(context: BaseAudioContext, voice: Voice, start: number, end: number): AudioScheduledSourceNode {
  if (voice.source === "hiss") {
    const hiss = context.createBufferSource();
    hiss.buffer = hissOf(context);
    hiss.loop = true;
    return hiss;
  }
  const oscillator = context.createOscillator();
  oscillator.type = voice.source;
  follow(oscillator.frequency, voice.pitch ?? 440, start);
  oscillator.detune.value = voice.detune ?? 0;
  if (voice.vibrato) swing(context, voice.vibrato, voice.vibrato.depth, oscillator.detune, start, end);
  return oscillator;
}

function sieved(context: BaseAudioContext, voice: Voice, from: AudioNode, start: number): AudioNode {
  return (voice.sieves ?? []).reduce<AudioNode>((node, { type, frequency, q, gain }) => {
    const filter = context.createBiquadFilter();
    filter.type = type;
    follow(filter.frequency, frequency, start);
    filter.Q.value = q ?? 0.7;
    filter.gain.value = gain ?? 0;
    return node.connect(filter);
  }, from);
}

function sing(context: BaseAudioContext, voice: Voice, into: AudioNode, at: number): void {
  const start = at + voice.at;
  const end = start + voice.lasts;
  const node = source(context, voice, start, end);
  const level = context.createGain();
  level.gain.value = 0;
  follow(level.gain, voice.level, start);
  let last = sieved(context, voice, node, start).connect(level);
  if (voice.tremolo) {
    const { depth } = voice.tremolo;
    const shaken = context.createGain();
    shaken.gain.value = 1 - depth / 2;
    swing(context, voice.tremolo, depth / 2, shaken.gain, start, end);
    last = last.connect(shaken);
  }
  last.connect(into);
  node.start(start);
  node.stop(end);
}

/** Let a recipe sound from `at` on, in the seconds of the context; the gain it goes through is the answer. */
export function sound(context: BaseAudioContext, recipe: Recipe, into: AudioNode, at: number): GainNode {
  const gain = context.createGain();
  gain.gain.value = recipe.gain;
  gain.connect(into);
  for (const voice of recipe.voices) sing(context, voice, gain, at);
  return gain;
}

/** Nothing leaves it louder than 0.96: straight up to 0.7, bent from there on. */
function limit(): Float32Array<ArrayBuffer> {
  const curve = new Float32Array(1025);
  for (let i = 0; i < curve.length; i += 1) {
    const x = (i / 512 - 1) * 2;
    const size = Math.abs(x);
    const bent = size <= 0.7 ? size : 0.7 + 0.26 * Math.tanh((size - 0.7) / 0.26);
    curve[i] = Math.sign(x) * bent;
  }
  return curve;
}

/** The end of every way: many sounds at once are pressed together, and none is clipped. */
export function mouth(context: BaseAudioContext): AudioNode {
  const compressor = context.createDynamicsCompressor();
  compressor.threshold.value = -9;
  compressor.knee.value = 6;
  compressor.ratio.value = 5;
  compressor.attack.value = 0.002;
  compressor.release.value = 0.15;
  // The bending curve reaches from -2 to 2, and a shaper from -1 to 1.
  const half = context.createGain();
  half.gain.value = 0.5;
  const shaper = context.createWaveShaper();
  shaper.curve = limit();
  compressor.connect(half).connect(shaper).connect(context.destination);
  return compressor;
}
