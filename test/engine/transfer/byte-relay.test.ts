/** Bytes between a download and an upload session that fail in every way. */
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { relayBytes } from '../../../src/engine/transfer/byte-relay.ts';
import { upstreamError } from '../../../src/engine/api/error.ts';
import type { MediaResponse, UploadProgress } from '../../../src/engine/rest/upstream.ts';
import { videos } from '../../../src/services/video/operations.ts';

const MiB = 1024 * 1024;

type Parts = Parameters<typeof relayBytes>[0];

/** Bytes that depend on their place, and repeat after 65,536. */
const period = Uint8Array.from(
  { length: 65_536 },
  (_, place) => (place * 31 + (place >> 8)) & 0xff,
);

const bytesOf = (start: number, end: number): Buffer => {
  const from = start % period.length;
  const rotated = Buffer.concat([period.subarray(from), period.subarray(0, from)]);
  return Buffer.alloc(end - start, rotated);
};

/** A file that never ends early: the chunks do not end where the parts end. */
function* chunksFrom(start: number, end: number, size: number): Generator<Buffer> {
  for (let at = start; at < end; at += size) yield bytesOf(at, Math.min(end, at + size));
}

interface Scene {
  readonly total: number;
  /** Bytes that the upload has at first. Default: none. */
  readonly there?: number;
  readonly chunk?: number;
  /** Default: 206 with the range. */
  readonly respond?: (range: { start: number; end: number }) => Partial<MediaResponse>;
  /** Called for each part; may throw what the upload throws, after it has taken some bytes. */
  readonly onPart?: (index: number) => { readonly takes: number; readonly error: unknown } | void;
  readonly check?: () => Promise<void>;
  readonly more?: Partial<Parts>;
}

/** Both sides of a relay, and what the upload has received. */
function sceneOf({ total, there = 0, chunk = 1_000, respond, onPart, check, more }: Scene) {
  const received: Buffer[] = [];
  const parts: [start: number, end: number][] = [];
  const opened: number[] = [];
  let checks = 0;
  let queries = 0;
  let count = there;
  const progress = (): UploadProgress =>
    count === total ? { result: { id: 'made' } } : { received: count };
  const all: Parts = {
    total,
    received: 0,
    signal: new AbortController().signal,
    retryMs: 0,
    clock: new DrivenClock(),
    onBytes: () => {},
    onReceived: () => Promise.resolve(),
    source: {
      open: ({ start, end }) => {
        opened.push(start);
        return Promise.resolve({
          status: 206,
          headers: { 'content-range': `bytes ${start}-${end - 1}/${total}` },
          body: Readable.from(chunksFrom(start, end, chunk)),
          ...respond?.({ start, end }),
        });
      },
      check: () => {
        checks += 1;
        return check?.() ?? Promise.resolve();
      },
    },
    target: {
      operation: videos.insert,
      send: async ({ start, end }, body) => {
        const failure = onPart?.(parts.length);
        parts.push([start, end]);
        expect(start).toBe(count);
        for await (const bytes of body) {
          received.push(Buffer.from(bytes));
          count += bytes.length;
          if (failure && count - start >= failure.takes) throw failure.error;
        }
        return progress();
      },
      query: () => {
        queries += 1;
        return Promise.resolve(progress());
      },
    },
    ...more,
  };
  return {
    run: () => relayBytes(all),
    parts,
    opened,
    get checks() {
      return checks;
    },
    get queries() {
      return queries;
    },
    get isWhole() {
      return Buffer.concat(received).equals(bytesOf(0, total));
    },
  };
}

const unavailable = upstreamError(videos.insert, 'UPSTREAM_UNAVAILABLE');

describe('a relay of bytes', () => {
  it('sends parts of which each but the last one is a multiple of 256 KiB', async () => {
    const total = 33 * MiB + 5;
    const scene = sceneOf({ total, chunk: 100_003 });
    expect(await scene.run()).toEqual({ id: 'made' });
    expect(scene.parts).toEqual([
      [0, 32 * MiB],
      [32 * MiB, total],
    ]);
    expect([scene.isWhole, scene.queries]).toEqual([true, 0]);
  });
  it('takes all parts from one download, and checks the file at its begin and its end', async () => {
    const scene = sceneOf({ total: 90_001, chunk: 777, more: { partBytes: 8_000 } });
    await scene.run();
    expect([scene.parts.length, scene.isWhole]).toEqual([12, true]);
    expect([scene.opened, scene.checks]).toEqual([[0], 2]);
  });
  it('opens another download after a failure', async () => {
    const scene = sceneOf({
      total: 30_000,
      more: { partBytes: 8_000 },
      onPart: (index) => (index === 1 ? { takes: 3_000, error: unavailable } : undefined),
    });
    await scene.run();
    expect([scene.opened, scene.checks, scene.isWhole]).toEqual([[0, 11_000], 3, true]);
  });
  it('asks where to continue if it does not know', async () => {
    const scene = sceneOf({ total: 2_500, more: { received: undefined } });
    await scene.run();
    expect([scene.isWhole, scene.queries]).toEqual([true, 1]);
  });
  it('only asks what was made of a file that is there', async () => {
    const scene = sceneOf({ total: 2_500, there: 2_500, more: { received: 2_500 } });
    expect(await scene.run()).toEqual({ id: 'made' });
    expect([scene.parts, scene.queries]).toEqual([[], 1]);
  });
  it('sends again what the upload has lost', async () => {
    const scene = sceneOf({ total: 2_500, more: { received: 2_500 } });
    expect(await scene.run()).toEqual({ id: 'made' });
    expect([scene.parts, scene.isWhole]).toEqual([[[0, 2_500]], true]);
  });
  it('continues where the upload says after each failure', async () => {
    const scene = sceneOf({
      total: 9_999,
      onPart: (index) => (index < 7 ? { takes: 1_000, error: unavailable } : undefined),
    });
    await scene.run();
    expect(scene.parts.map(([start]) => start)).toEqual([
      0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000,
    ]);
    expect([scene.isWhole, scene.queries]).toEqual([true, 7]);
  });
  it('reports bytes that are on their way, and what has been received', async () => {
    const sent: number[] = [];
    const stored: number[] = [];
    const scene = sceneOf({
      total: 3_500,
      onPart: (index) => (index === 0 ? { takes: 2_000, error: unavailable } : undefined),
      more: {
        onBytes: (count) => sent.push(count),
        onReceived: (count) => Promise.resolve(void stored.push(count)),
      },
    });
    await scene.run();
    expect(sent).toEqual([1_000, 3_000, 3_500]);
    expect(stored).toEqual([2_000]);
  });
  it('skips what a response without a range has before', async () => {
    const total = 5_000;
    const scene = sceneOf({
      total,
      more: { received: undefined },
      respond: () => ({
        status: 200,
        headers: {},
        body: Readable.from(chunksFrom(0, total, 700)),
      }),
      onPart: (index) => (index === 0 ? { takes: 1_234, error: unavailable } : undefined),
    });
    await scene.run();
    expect(scene.isWhole).toBe(true);
  });
  it.each([
    ['another range', { headers: { 'content-range': 'bytes 7-4999/5000' } }],
    ['no range', { headers: {} }],
    ['too few bytes', { body: Readable.from([Buffer.alloc(10)]) }],
  ])('sends nothing of a response with %s', async (_, response) => {
    const scene = sceneOf({ total: 5_000, respond: () => response });
    await expect(scene.run()).rejects.toThrow(/has another range|shorter/);
    expect(scene.isWhole).toBe(false);
  });
});

describe('a relay of bytes ends', () => {
  it('after twenty failures in a row', async () => {
    const scene = sceneOf({ total: 5_000, onPart: () => ({ takes: 0, error: unavailable }) });
    const failing = sceneOf({
      total: 5_000,
      more: {
        source: { open: () => Promise.reject(unavailable), check: () => Promise.resolve() },
      },
    });
    await expect(failing.run()).rejects.toBe(unavailable);
    expect(failing.queries).toBe(19);
    // A chunk of each part arrives: the failures do not follow each other.
    await scene.run();
    expect(scene.isWhole).toBe(true);
  });
  it('at once for an error that does not pass', async () => {
    const error = upstreamError(videos.insert, 'FORBIDDEN');
    const scene = sceneOf({ total: 5_000, onPart: () => ({ takes: 0, error }) });
    await expect(scene.run()).rejects.toBe(error);
    expect([scene.parts.length, scene.queries]).toEqual([1, 0]);
  });
  it('before it sends the last bytes of a file that has changed meanwhile', async () => {
    const changed = new Error('changed');
    let checks = 0;
    const scene = sceneOf({
      total: 30_000,
      more: { partBytes: 8_000 },
      check: () => (checks++ === 0 ? Promise.resolve() : Promise.reject(changed)),
    });
    await expect(scene.run()).rejects.toBe(changed);
    expect(scene.parts).toHaveLength(3);
  });
  it('before it sends bytes of a file that has changed', async () => {
    const changed = new Error('changed');
    const scene = sceneOf({ total: 5_000, check: () => Promise.reject(changed) });
    await expect(scene.run()).rejects.toBe(changed);
    expect(scene.parts).toEqual([]);
  });
  it('when its signal fires', async () => {
    const stop = new AbortController();
    const scene = sceneOf({
      total: 40_000,
      chunk: 1_003,
      more: {
        partBytes: 32_000,
        signal: stop.signal,
        onReceived: () => Promise.resolve(stop.abort()),
      },
    });
    await expect(scene.run()).rejects.toMatchObject({ name: 'AbortError' });
    expect(scene.parts).toHaveLength(1);
  });
});
