import { describe, expect, it } from 'vitest';
import { FrameError, JsonFrames } from '../../../../src/engine/rest/call/json-frames.ts';
import { randomNumbers } from '../../../support/random/random-number.ts';

const maxBytes = 4_000;

const pick = (random: () => number, count: number): number => Math.floor(random() * count);

/** All that a framing could take for its own, and characters of several bytes. */
const snippets = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  'data: ',
  'é',
  '字',
  '👋🏽',
  ' ',
];

function randomValue(random: () => number, depth = 0): unknown {
  const kind = pick(random, depth > 3 ? 3 : 5);
  if (kind === 0) return pick(random, 1e9) / 7;
  if (kind === 1) return [null, true, false][pick(random, 3)];
  if (kind === 2)
    return Array.from(
      { length: pick(random, 12) },
      () => snippets[pick(random, snippets.length)],
    ).join('');
  const parts = Array.from({ length: pick(random, 4) }, () => randomValue(random, depth + 1));
  return kind === 3 ? parts : Object.fromEntries(parts.map((part, index) => [`"k${index}{`, part]));
}

const randomObject = (random: () => number, id: number): object => ({
  id,
  value: randomValue(random),
});

type Form = (objects: readonly object[], random: () => number) => string;

/** Signs of life between two objects. */
const blanks = (random: () => number): string => ['', '', '\n', ' \r\n\t'][pick(random, 4)]!;

const pretty = (random: () => number, object: object): string =>
  JSON.stringify(object, null, pick(random, 3));

const forms: Readonly<Record<string, Form>> = {
  'an array': (objects, random) =>
    `${blanks(random)}[${objects
      .map((each) => blanks(random) + pretty(random, each) + blanks(random))
      .join(',')}]${blanks(random)}`,
  'an array of which elements and commas come apart': (objects, random) =>
    `[${objects.map((each) => `${pretty(random, each)}\n,${blanks(random)}`).join('')}`,
  'an object a line': (objects, random) =>
    objects.map((each) => `${JSON.stringify(each)}\n${blanks(random)}`).join(''),
  'objects without anything between them': (objects, random) =>
    objects.map((each) => pretty(random, each)).join(''),
  'server-sent events': (objects, random) => {
    const end = ['\n', '\r\n', '\r'][pick(random, 3)]!;
    const comment = [`: hi 👋${end}${end}`, '', end][pick(random, 3)]!;
    return objects
      .map((each) => {
        const lines = pretty(random, each)
          .split('\n')
          .map((line) => `data:${line}${end}`);
        const head = [`event: message${end}`, `id: 1${end}`, ''][pick(random, 3)]!;
        return comment + head + lines.join('') + end;
      })
      .join('');
  },
};

function* chunksOf(bytes: Buffer, random: () => number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + pick(random, [1, 8, 200][pick(random, 3)]!);
    yield bytes.subarray(at, end);
    at = end;
  }
}

const read = (frames: JsonFrames, chunks: Iterable<Buffer>): unknown[] =>
  [...chunks].flatMap((chunk) => frames.add(chunk)).map((each) => JSON.parse(each.toString()));

describe.each(Object.entries(forms))('%s', (_, form) => {
  it('gives each object once, wherever the bytes are cut', () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 200; round += 1) {
      const objects = Array.from({ length: pick(random, 8) }, (__, id) => randomObject(random, id));
      const mark = round % 5 === 0 ? '\uFEFF' : '';
      const bytes = Buffer.from(mark + form(objects, random));
      expect(read(new JsonFrames(1e6), chunksOf(bytes, random))).toEqual(objects);
    }
  });
  it('gives an object with its last byte, and no part of one that is cut', () => {
    const random = randomNumbers(8);
    const objects = [{ id: 1 }, { id: 2, text: '👋' }];
    const bytes = Buffer.from(form(objects, random));
    const frames = new JsonFrames(maxBytes);
    const counts = Array.from(bytes, (__, at) => frames.add(bytes.subarray(at, at + 1)).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    const cut = new JsonFrames(maxBytes);
    expect(cut.add(bytes.subarray(0, bytes.indexOf('"text"') + 8))).toHaveLength(1);
  });
  it('keeps no more than one object of the allowed size', () => {
    const random = randomNumbers(9);
    const bytes = Buffer.from(form([{ text: 'x'.repeat(maxBytes) }], random));
    expect(() => read(new JsonFrames(maxBytes), chunksOf(bytes, random))).toThrow(FrameError);
    const many = Array.from({ length: 50 }, (__, id) => ({ id, text: 'x'.repeat(maxBytes / 2) }));
    const all = Buffer.from(form(many, random));
    expect(read(new JsonFrames(maxBytes), chunksOf(all, random))).toHaveLength(50);
  });
});

it.each(['<!DOCTYPE html>\n<html>\n', '[1, 2]', '[{}, "a"', '{} x', 'Not found\n', '["a"]'])(
  'refuses what is not framed: %j',
  (text) => {
    expect(() => read(new JsonFrames(maxBytes), [Buffer.from(text)])).toThrow(FrameError);
  },
);

it('refuses a line without an end that is too long', () => {
  const frames = new JsonFrames(maxBytes);
  expect(() =>
    read(
      frames,
      Array.from({ length: 50 }, () => Buffer.from(`:${'x'.repeat(99)}`)),
    ),
  ).toThrow(FrameError);
});
