/** Which operations run, wait or are rejected while the event loop is delayed. */
import { describe, expect, it } from 'vitest';
import { OperationLimit, OperationPlace } from '../../../src/server/document/operation-limit.ts';
import { Shares } from '../../../src/engine/rest/share/shares.ts';
import type { WaitObserver } from '../../../src/engine/rest/share/wait-observer.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';

const policy = {
  callerShare: 0.25,
  anonymousShare: 0.1,
  isAccepted: (caller: string) => caller !== 'stranger',
};

/** Operations with their limit. */
class Operations {
  readonly clock = new DrivenClock();
  readonly limit: OperationLimit;
  /** The numbers of those that have started, in their order. */
  readonly started: number[] = [];
  /** Those that were rejected while they waited, or when they should begin. */
  readonly rejected: number[] = [];
  readonly places: OperationPlace[] = [];
  /** What was told about waits. */
  readonly told: { readonly observer: string; readonly kind: string; readonly ms: number }[] = [];
  readonly subscriptions: Shares;

  constructor(max = 1_000) {
    this.limit = new OperationLimit(max, policy, this.clock);
    this.subscriptions = new Shares({ ...policy, total: 10 });
  }

  /** Starts operations that have a slot. */
  start(count: number, caller = 'ava'): void {
    for (let index = 0; index < count; index += 1) {
      const place = this.place(caller);
      const number = this.places.push(place) - 1;
      if (place.take() !== undefined) throw new Error('there is no slot');
      const note = (refusal: string | undefined): void =>
        void (refusal ? this.rejected : this.started).push(number);
      const begun = place.begin({
        record: this.#observer('request'),
        details: { trace: this.#observer('trace') },
      });
      if (begun instanceof Promise) void begun.then(note);
      else note(begun);
    }
  }

  place(caller: string): OperationPlace {
    const limits = {
      operations: this.limit,
      subscriptions: this.subscriptions,
      waits: this.#observer('process'),
    };
    return new OperationPlace(limits, caller);
  }

  #observer(observer: string): WaitObserver {
    return { onWait: (kind, ms) => void this.told.push({ observer, kind, ms }) };
  }

  /** Ends operations that run. */
  end(count: number): void {
    for (const number of this.started.splice(0, count)) this.places[number]!.end();
  }

  /** So that only eight operations run, and those that come now wait. */
  async overload(): Promise<void> {
    this.start(100);
    await this.delayEventLoop(20);
  }

  /** Keeps the event loop busy, in turns of 40 ms. */
  async delayEventLoop(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await this.clock.block(40);
  }

  /** So that more operations run again. */
  async calmDown(): Promise<void> {
    await this.clock.advance(1_000);
  }

  /** As many as may wait for longer, and one more. */
  async fillQueue(): Promise<void> {
    await this.overload();
    this.start(40 * 8 + 1);
    await this.delayEventLoop(10);
  }
}

describe('operations', { tags: ['R26'] }, () => {
  it('all run while the event loop has no delay', () => {
    const operations = new Operations(2_000);
    operations.start(1_000);
    expect(operations.started).toHaveLength(1_000);
    expect(operations.limit.waiting.used).toBe(0);
  });

  it('wait while the event loop is delayed, and start in their order', async () => {
    const operations = new Operations();
    const { limit, started } = operations;
    await operations.overload();
    operations.start(50);
    expect(started).toHaveLength(100);
    expect(limit.waiting.used).toBe(50);
    // At least eight run whatever the delay is.
    operations.end(92);
    expect(limit.waiting.used).toBe(50);
    operations.end(5);
    await Promise.resolve();
    expect(started.slice(3)).toEqual([100, 101, 102, 103, 104]);
    await operations.calmDown();
    expect(limit.waiting.used).toBe(0);
    expect(started.slice(3)).toEqual(Array.from({ length: 50 }, (_, index) => 100 + index));
  });

  it('are rejected while too many wait', async () => {
    const operations = new Operations();
    const { limit } = operations;
    await operations.fillQueue();
    expect(limit.isCrowded).toBe(true);
    expect(limit.refusalOf('ava')).toBe('share');
    expect(operations.place('ava').take()).toBe('share');
    await operations.calmDown();
    expect(limit.isCrowded).toBe(false);
    expect(limit.refusalOf('ava')).toBeUndefined();
  });

  it('are not rejected when many come at once, if they can start soon', async () => {
    const operations = new Operations();
    const { limit } = operations;
    await operations.overload();
    operations.start(600);
    // None of those that run ends: they wait for a service that hangs.
    for (let interval = 0; interval < 50; interval += 1) {
      expect(limit.isCrowded).toBe(false);
      await operations.clock.advance(10);
    }
    expect(limit.waiting.used).toBe(0);
    expect(limit.isCrowded).toBe(false);
  });

  it('end their turns with their results, and keep their slots until these are sent', async () => {
    const operations = new Operations();
    const { limit, places, started } = operations;
    await operations.overload();
    operations.start(3);
    for (const place of places.slice(0, 95)) place.endTurn(0);
    await Promise.resolve();
    expect(started.slice(100)).toEqual([100, 101, 102]);
    expect(limit.slots.used).toBe(103);
    for (const place of places) place.end();
    expect(limit.slots.used).toBe(0);
    // Each turn has ended once.
    operations.start(8);
    expect(started.slice(103)).toHaveLength(8);
  });

  it('with large results leave turns to other callers', async () => {
    const operations = new Operations();
    const { places, started } = operations;
    await operations.overload();
    operations.start(5);
    operations.start(5, 'ben');
    places[0]!.endTurn(4 * 32 * 1024);
    for (const place of places.slice(1, 99)) place.endTurn(0);
    await Promise.resolve();
    expect(started.slice(100, 107)).toEqual([105, 106, 107, 108, 100, 109, 101]);
  });

  it('take nothing after their clients have left', () => {
    const operations = new Operations();
    const place = operations.place('ava');
    place.end();
    expect(place.take()).toBeUndefined();
    const observer = { onWait: () => {} };
    expect(place.begin({ record: observer, details: {} })).toBeUndefined();
    expect(place.subscribe(() => {})).toBeUndefined();
    expect(operations.limit.slots.used).toBe(0);
    expect(operations.subscriptions.used).toBe(0);
  });

  it('make room for others when they leave before their start', async () => {
    const operations = new Operations();
    const { limit, places, started } = operations;
    await operations.fillQueue();
    expect(limit.isCrowded).toBe(true);
    places[101]!.end();
    expect(limit.isCrowded).toBe(false);
    operations.end(94);
    // The third one takes the start of the one that has left, once.
    await Promise.resolve();
    places[100]!.end();
    await Promise.resolve();
    expect(started.slice(-3)).toEqual([100, 102, 103]);
  });

  it('are rejected while all slots are taken', () => {
    const operations = new Operations(2);
    operations.start(2);
    const another = operations.place('ben');
    expect(another.take()).toBe('total');
    operations.end(1);
    operations.places[0]!.end();
    expect(operations.limit.slots.used).toBe(1);
    expect(another.take()).toBeUndefined();
  });
});

describe('the share of a caller', { tags: ['R37'] }, () => {
  it('leaves slots to others, whatever it has', () => {
    const operations = new Operations();
    operations.start(750, 'ava');
    expect(operations.place('ava').take()).toBe('share');
    operations.start(250, 'ben');
    expect(operations.started).toHaveLength(1_000);
  });

  it('gives way for each operation of another one, when too many wait', async () => {
    const operations = new Operations();
    await operations.fillQueue();
    const last = operations.places.length - 1;
    operations.start(3, 'ben');
    await Promise.resolve();
    expect(operations.rejected).toEqual([last, last - 1, last - 2]);
    expect(operations.limit.slots.used).toBe(100 + 40 * 8 + 1);
  });

  it('does not delay the turn of another one', async () => {
    const operations = new Operations();
    await operations.overload();
    operations.start(50, 'ava');
    operations.start(2, 'ben');
    operations.end(92 + 4);
    await Promise.resolve();
    expect(operations.started.slice(4)).toEqual([100, 150, 101, 151]);
  });

  it('is taken before that of accepted callers, if no service has accepted it', async () => {
    const operations = new Operations();
    await operations.overload();
    operations.start(20, 'stranger');
    operations.start(40 * 8 - 19, 'ava');
    await operations.delayEventLoop(10);
    operations.start(1, 'ben');
    await Promise.resolve();
    // A caller far beyond its share comes first all the same.
    expect(operations.rejected).toEqual([operations.places.length - 2]);
  });
});

it('tells the request and the process how long an operation has waited', async () => {
  const operations = new Operations();
  await operations.overload();
  expect(operations.told).toEqual([]);
  operations.start(1, 'ben');
  await operations.delayEventLoop(1);
  operations.end(93);
  await Promise.resolve();
  const told = operations.told.map(({ observer, kind }) => `${observer} ${kind}`);
  expect(told.slice(-3)).toEqual(['process queue', 'request queue', 'trace queue']);
  expect(operations.told.at(-1)!.ms).toBeGreaterThan(0);
});
