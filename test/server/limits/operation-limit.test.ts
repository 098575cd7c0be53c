/** Which operations run, wait or are rejected while the event loop is delayed. */
import { describe, expect, it } from 'vitest';
import { OperationLimit } from '../../../src/server/limits/operation-limit.ts';
import { OperationPlace } from '../../../src/server/limits/operation-place.ts';
import { Shares } from '../../../src/engine/rest/share/shares.ts';
import type { WaitObserver } from '../../../src/engine/rest/share/wait-observer.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';

const isAccepted = (caller: string): boolean => caller !== 'stranger';

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
    this.limit = new OperationLimit(max, isAccepted, this.clock);
    this.subscriptions = new Shares({ isAccepted, total: 10 });
  }

  /** What the next pieces of work take, in ms, and whether the operations end in them. */
  pieceMs = 0;
  endsAtOnce = false;

  /** Starts operations that have a slot. Resolves when those run that can. */
  async start(count: number, caller = 'ava'): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const place = this.place(caller);
      const number = this.places.push(place) - 1;
      if (place.take() !== undefined) throw new Error('there is no slot');
      const note = (refusal: string | undefined): void => {
        (refusal ? this.rejected : this.started).push(number);
        if (refusal) return;
        this.clock.skip(this.pieceMs);
        if (this.endsAtOnce) place.endTurn();
      };
      const begun = place.begin({
        record: { ...this.#observer('request'), rejection: undefined },
        details: { trace: this.#observer('trace') },
      });
      if (begun instanceof Promise) void begun.then(note);
      else note(begun);
    }
    await this.clock.settle();
  }

  place(caller: string): OperationPlace {
    const limits = {
      operations: this.limit,
      shares: { subscriptions: this.subscriptions },
      waits: this.#observer('process'),
    };
    return new OperationPlace(limits, caller);
  }

  #observer(observer: string): WaitObserver {
    return { onWait: (kind, ms) => void this.told.push({ observer, kind, ms }) };
  }

  /** Ends operations that run. */
  async end(count: number): Promise<void> {
    for (const number of this.started.splice(0, count)) this.places[number]!.end();
    await this.clock.settle();
  }

  /** So that only eight operations run, and those that come now wait. */
  async overload(): Promise<void> {
    await this.start(100);
    await this.delayEventLoop(12);
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
    await this.start(40 * 8 + 1);
    await this.delayEventLoop(10);
  }
}

describe('operations', { tags: ['R26'] }, () => {
  it('all run while the event loop has no delay', async () => {
    const operations = new Operations(2_000);
    await operations.start(1_000);
    expect(operations.started).toHaveLength(1_000);
    expect(operations.limit.waiting.used).toBe(0);
  });

  it('wait while the event loop is delayed, and start in their order', async () => {
    const operations = new Operations();
    const { limit, started } = operations;
    await operations.overload();
    await operations.start(50);
    expect(started).toHaveLength(100);
    expect(limit.waiting.used).toBe(50);
    // At least eight run whatever the delay is.
    await operations.end(92);
    expect(limit.waiting.used).toBe(50);
    await operations.end(5);
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
    await operations.start(600);
    // None of those that run ends: they wait for a service that hangs.
    for (let interval = 0; interval < 50; interval += 1) {
      expect(limit.isCrowded).toBe(false);
      await operations.clock.advance(10);
    }
    expect(limit.waiting.used).toBe(0);
    expect(limit.isCrowded).toBe(false);
  });

  it('do not count as running when they have waited for a service for a second', async () => {
    const operations = new Operations();
    await operations.start(100);
    await operations.clock.advance(1_000);
    await operations.delayEventLoop(12);
    await operations.start(8);
    expect(operations.started).toHaveLength(108);
    await operations.start(1);
    expect(operations.started).toHaveLength(108);
    await operations.end(100);
    expect(operations.started).toHaveLength(8);
    await operations.end(1);
    expect(operations.started).toHaveLength(8);
  });

  it('end their turns with their results, and keep their slots until these are sent', async () => {
    const operations = new Operations();
    const { limit, places, started } = operations;
    await operations.overload();
    await operations.start(3);
    for (const place of places.slice(0, 95)) place.endTurn();
    await operations.clock.settle();
    expect(started.slice(100)).toEqual([100, 101, 102]);
    expect(limit.slots.used).toBe(103);
    for (const place of places) place.end();
    expect(limit.slots.used).toBe(0);
    // Each turn has ended once.
    await operations.start(8);
    expect(started.slice(103)).toHaveLength(8);
  });

  it('take nothing after their clients have left', () => {
    const operations = new Operations();
    const place = operations.place('ava');
    place.end();
    expect(place.take()).toBeUndefined();
    const observer = { onWait: () => {} };
    const record = { ...observer, rejection: undefined };
    expect(place.begin({ record, details: {} })).toBeUndefined();
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
    await operations.end(94);
    // The third one takes the start of the one that has left, once.
    await Promise.resolve();
    places[100]!.end();
    await Promise.resolve();
    expect(started.slice(-3)).toEqual([100, 102, 103]);
  });

  it('are rejected while all slots are taken', async () => {
    const operations = new Operations(2);
    await operations.start(2);
    const another = operations.place('ben');
    expect(another.take()).toBe('total');
    await operations.end(1);
    operations.places[0]!.end();
    expect(operations.limit.slots.used).toBe(1);
    expect(another.take()).toBeUndefined();
  });
});

describe('the share of a caller', { tags: ['R37'] }, () => {
  it('leaves slots to others, whatever it has', async () => {
    const operations = new Operations();
    await operations.start(750, 'ava');
    expect(operations.place('ava').take()).toBe('share');
    await operations.start(250, 'ben');
    expect(operations.started).toHaveLength(1_000);
  });

  it('gives way for each operation of another one, when too many wait', async () => {
    const operations = new Operations();
    await operations.fillQueue();
    const last = operations.places.length - 1;
    await operations.start(3, 'ben');
    await Promise.resolve();
    expect(operations.rejected).toEqual([last, last - 1, last - 2]);
    expect(operations.limit.slots.used).toBe(100 + 40 * 8 + 1);
  });

  it('does not delay the turn of another one', async () => {
    const operations = new Operations();
    await operations.overload();
    await operations.start(50, 'ava');
    await operations.start(2, 'ben');
    await operations.end(92 + 4);
    await Promise.resolve();
    expect(operations.started.slice(4)).toEqual([100, 150, 101, 151]);
  });

  it('is taken before that of accepted callers, if no service has accepted it', async () => {
    const operations = new Operations();
    await operations.overload();
    await operations.start(20, 'stranger');
    await operations.start(40 * 8 - 19, 'ava');
    await operations.delayEventLoop(10);
    await operations.start(1, 'ben');
    await Promise.resolve();
    // A caller far beyond its share comes first all the same.
    expect(operations.rejected).toEqual([operations.places.length - 2]);
  });
});

it('tells the request and the process how long an operation has waited', async () => {
  const operations = new Operations();
  await operations.start(1);
  expect(operations.told).toEqual([]);
  await operations.overload();
  await operations.start(1, 'ben');
  await operations.delayEventLoop(1);
  await operations.end(94);
  const told = operations.told.map(({ observer, kind }) => `${observer} ${kind}`);
  expect(told.slice(-3)).toEqual(['process queue', 'request queue', 'trace queue']);
  expect(operations.told.at(-1)!.ms).toBeGreaterThan(0);
});

describe('pieces of work', { tags: ['S46'] }, () => {
  it('begin one after the other, and give the event loop back after 5 ms', async () => {
    const operations = new Operations();
    operations.pieceMs = 2;
    const turns: number[][] = [];
    let before = 0;
    let isOver = false;
    const note = (): void => {
      turns.push(operations.started.slice(before));
      before = operations.started.length;
      if (!isOver) setImmediate(note);
    };
    setImmediate(note);
    await operations.start(7);
    await operations.clock.settle();
    isOver = true;
    // The first one began at once, in the turn of its request.
    expect(turns.filter(({ length }) => length > 0)).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  });

  it('let the caller go first who has used least of the CPU', async () => {
    const operations = new Operations();
    operations.pieceMs = 80;
    const all = [
      operations.start(4, 'ava'),
      operations.start(4, 'stranger'),
      operations.start(1, 'ben'),
    ];
    await Promise.all(all);
    await operations.clock.settle();
    await operations.clock.settle();
    // Strangers come last among equal callers.
    expect(operations.started).toEqual([0, 8, 4, 1, 5, 2, 6, 3, 7]);
  });

  it('of strangers pause after a long turn, while operations of accepted callers run', async () => {
    const operations = new Operations();
    const { clock, started } = operations;
    await operations.start(1, 'ava');
    operations.pieceMs = 30;
    operations.endsAtOnce = true;
    await operations.start(3, 'stranger');
    expect(started).toEqual([0, 1]);
    await clock.advance(20);
    expect(started).toEqual([0, 1]);
    await clock.advance(20);
    expect(started).toEqual([0, 1, 2]);
    operations.pieceMs = 0;
    await clock.settle();
    await operations.start(1, 'ben');
    expect(started).toEqual([0, 1, 2, 4]);
    // Nobody is left to wait for.
    await operations.end(1);
    await clock.settle();
    expect(started).toEqual([1, 2, 4, 3]);
  });

  it('are divided when an operation lets others run', async () => {
    const operations = new Operations();
    await operations.start(1, 'ava');
    const [place] = operations.places;
    const order: string[] = [];
    const long = (async () => {
      for (let part = 0; part < 3; part += 1) {
        // The parts of several fields wait for the same turn.
        await Promise.all([place!.yieldTurn(), place!.yieldTurn()]);
        order.push(`part ${part}`);
        operations.clock.skip(60);
      }
    })();
    await operations.start(2, 'ben');
    await long;
    expect(order).toEqual(['part 0', 'part 1', 'part 2']);
    expect(operations.started).toEqual([0, 1, 2]);
    place!.end();
    await expect(place!.yieldTurn()).rejects.toThrow('the client has left');
    expect(operations.limit.slots.used).toBe(2);
  });

  it('of work that goes on are charged, too', async () => {
    const operations = new Operations();
    const { clock, limit } = operations;
    limit.goOn('ava');
    clock.skip(75);
    await clock.settle();
    operations.pieceMs = 10;
    await Promise.all([operations.start(3, 'ben'), operations.start(2, 'ava')]);
    await clock.settle();
    expect(operations.started).toEqual([0, 1, 2, 3, 4]);
  });

  it('do not make fewer operations run: they have their turns already', async () => {
    const operations = new Operations();
    await operations.start(1, 'ben');
    operations.pieceMs = 40;
    operations.endsAtOnce = true;
    await operations.start(100, 'stranger');
    for (let turn = 0; turn < 30; turn += 1) await operations.clock.advance(10);
    operations.pieceMs = 0;
    operations.endsAtOnce = false;
    await operations.start(100, 'ava');
    await operations.clock.settle();
    // Those of strangers wait, because an operation of another caller runs.
    expect(operations.started.filter((number) => number > 100)).toHaveLength(100);
  });
});
