/** How much of long bodies is received in a turn of the event loop. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BodyReads } from '../../../src/server/limits/body-reads.ts';

const pieceBytes = 128 * 1_024;
const pieces = 6;

/** A body that has arrived already. */
const body = (): Readable => {
  const stream = new Readable({ read: () => {}, highWaterMark: 2 * pieces * pieceBytes });
  for (let piece = 0; piece < pieces; piece += 1) stream.push(Buffer.alloc(pieceBytes));
  stream.push(null);
  return stream;
};

it('eight bodies go on in a turn, and all are received in the order of their pieces', async () => {
  const reads = new BodyReads();
  const turns: number[] = [];
  let inTurn = 0;
  const ends: number[] = [];
  for (let number = 0; number < 20; number += 1) {
    let received = 0;
    const stream = body();
    stream.on('data', (piece: Buffer) => {
      inTurn += 1;
      received += 1;
      if (received < pieces) reads.add(stream, piece.length);
      else ends.push(number);
    });
  }
  for (let turn = 0; ends.length < 20 && turn < 100; turn += 1) {
    await nextTurn();
    turns.push(inTurn);
    inTurn = 0;
  }
  expect(ends.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, at) => at),
  );
  // Each is paused after a piece that has arrived; the last piece of a body is not counted.
  const [first, ...later] = turns;
  expect(first).toBeLessThanOrEqual(20 + 4);
  for (const count of later) expect(count).toBeLessThanOrEqual(8 + 4);
});

it('of a body that was rejected meanwhile, nothing is read any more', async () => {
  const reads = new BodyReads();
  const stream = body();
  let received = 0;
  stream.on('data', (piece: Buffer) => {
    received += 1;
    reads.add(stream, 5 * piece.length);
    stream.removeAllListeners('data');
  });
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(received).toBe(1);
  expect(stream.isPaused()).toBe(true);
});
