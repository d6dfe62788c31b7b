/** The sounds of the table, synthesised: each is a few notes or a breath of filtered noise. */

/** Where and when a sound is played. */
export interface Stage {
  audio: BaseAudioContext;
  out: AudioNode;
  /** In seconds of the context's time. */
  at: number;
}

interface Note {
  pitch: number;
  /** The pitch it glides to. */
  to?: number;
  after?: number;
  length: number;
  loud: number;
  wave?: OscillatorType;
}

function note({ audio, out, at }: Stage, { pitch, to, after = 0, length, loud, wave = "triangle" }: Note): void {
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  const start = at + after;
  tone.type = wave;
  tone.frequency.setValueAtTime(pitch, start);
  if (to) tone.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(gain).connect(out);
  tone.start(start);
  tone.stop(start + length + 0.05);
}

interface Breath {
  after?: number;
  length: number;
  /** A filter leaves little of the noise: the sharper it is, the more may be given. */
  loud: number;
  /** The middle of the noise that is heard, in hertz, and where it glides to. */
  pitch: number;
  to?: number;
  sharp?: number;
}

function breath({ audio, out, at }: Stage, { after = 0, length, loud, pitch, to, sharp = 1 }: Breath): void {
  const start = at + after;
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const channel = samples.getChannelData(0);
  for (let i = 0; i < channel.length; i++) channel[i] = Math.random() * 2 - 1;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = samples;
  filter.type = "bandpass";
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(pitch, start);
  if (to) filter.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(filter).connect(gain).connect(out);
  source.start(start);
}

/** A piece is put down on wood. */
function move(stage: Stage): void {
  breath(stage, { length: 0.06, loud: 0.5, pitch: 900, sharp: 2 });
  note(stage, { pitch: 190, to: 110, length: 0.11, loud: 0.28, wave: "sine" });
}

/** A card slides over the table. */
function card(stage: Stage): void {
  breath(stage, { length: 0.14, loud: 0.6, pitch: 1800, to: 4200, sharp: 0.8 });
  breath(stage, { after: 0.12, length: 0.04, loud: 0.6, pitch: 1400, sharp: 3 });
}

/** Steel on steel, over a drum. */
function fight(stage: Stage): void {
  note(stage, { pitch: 130, to: 55, length: 0.35, loud: 0.4, wave: "sine" });
  for (const [pitch, after] of [
    [2100, 0],
    [3150, 0.01],
    [2640, 0.13],
  ] as const)
    note(stage, { pitch, after, length: 0.28, loud: 0.05, wave: "square" });
  breath(stage, { length: 0.18, loud: 0.25, pitch: 5200, sharp: 1.5 });
}

/** Dice roll and come to rest. */
function dice(stage: Stage): void {
  for (const after of [0, 0.07, 0.13, 0.22, 0.34, 0.43])
    breath(stage, { after, length: 0.045, loud: 1.6 - after * 1.8, pitch: 2300 - after * 1800, sharp: 4 });
}

/** Two notes that meet. */
function handshake(stage: Stage): void {
  note(stage, { pitch: 392, length: 0.5, loud: 0.12 });
  note(stage, { pitch: 523.3, after: 0.09, length: 0.55, loud: 0.12 });
}

/** A short fanfare. */
function victory(stage: Stage): void {
  for (const [pitch, after, length] of [
    [392, 0, 0.2],
    [523.3, 0.15, 0.2],
    [659.3, 0.3, 0.2],
    [784, 0.45, 0.9],
    [523.3, 0.45, 0.9],
  ] as const)
    note(stage, { pitch, after, length, loud: 0.12 });
}

/** Two rising notes, as the bell of turn alerts. */
function turn(stage: Stage): void {
  note(stage, { pitch: 659.3, length: 0.7, loud: 0.16 });
  note(stage, { pitch: 987.8, after: 0.16, length: 0.7, loud: 0.16 });
}

export const SOUNDS = { move, card, dice, fight, handshake, victory, turn } as const;
export type SoundName = keyof typeof SOUNDS;
