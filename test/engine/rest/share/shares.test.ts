/** Shares of what is scarce: who gives way to whom. */
import { describe, expect, it } from 'vitest';
import { anonymousCaller } from '../../../../src/engine/caller/identity.ts';
import { type Holding, Shares } from '../../../../src/engine/rest/share/shares.ts';

const accepted: ReadonlySet<string> = new Set(['ava', 'ben', 'cleo']);

/** 20 of something; a caller's share is 5, that of all requests without a token 2. */
class Sample {
  readonly shares: Shares;
  /** In the order in which they have given way. */
  readonly gaveWay: string[] = [];

  constructor(reserve?: number) {
    this.shares = new Shares({
      total: 20,
      isAccepted: (caller) => accepted.has(caller),
      ...(reserve !== undefined && { reserve }),
    });
  }

  holding(name: string, slowness?: number): Holding {
    const giveWay = (): void => void this.gaveWay.push(name);
    return slowness === undefined ? { giveWay } : { slowness, giveWay };
  }

  /** @returns how many were taken */
  hold(caller: string, count: number): number {
    let taken = 0;
    for (let index = 1; index <= count; index += 1)
      if (this.shares.hold(caller, this.holding(`${caller} ${index}`)) === undefined) taken += 1;
    return taken;
  }

  /** How many gave way, by caller. */
  get losses(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const name of this.gaveWay) {
      const [caller] = name.split(' ');
      counts[caller!] = (counts[caller!] ?? 0) + 1;
    }
    return counts;
  }
}

describe('holdings that can give way', () => {
  it('are all for one caller while nobody else needs them', () => {
    const sample = new Sample();
    expect(sample.hold('ava', 25)).toBe(20);
    expect(sample.shares.hold('ava', sample.holding('more'))).toBe('share');
    expect(sample.gaveWay).toEqual([]);
    expect(sample.shares.use).toMatchObject({
      used: 20,
      total: 20,
      largest: 20,
      refused: 6,
      gaveWay: 0,
    });
  });

  it('are taken from the caller with most, the newest first', () => {
    const sample = new Sample();
    sample.hold('ava', 16);
    sample.hold('ben', 4);
    expect(sample.hold('cleo', 2)).toBe(2);
    expect(sample.gaveWay).toEqual(['ava 16', 'ava 15']);
  });

  it('are taken until nobody has more than the newcomer would have', () => {
    const sample = new Sample();
    sample.hold('ava', 20);
    expect(sample.hold('ben', 20)).toBe(10);
    expect(sample.losses).toEqual({ ava: 10 });
  });

  it('are taken from requests without a token first, beyond their smaller share', () => {
    const sample = new Sample();
    sample.hold(anonymousCaller, 15);
    sample.hold('ava', 5);
    expect(sample.hold('ben', 5)).toBe(5);
    expect(sample.losses).toEqual({ anonymous: 5 });
  });

  it('are taken from a caller over its share before unknown callers', () => {
    const sample = new Sample();
    sample.hold('ava', 18);
    sample.hold('stranger', 1);
    sample.hold(anonymousCaller, 1);
    expect(sample.hold('ben', 3)).toBe(3);
    expect(sample.losses).toEqual({ ava: 3 });
  });

  it('are taken from unknown callers before those that a service has accepted', () => {
    const sample = new Sample();
    for (let index = 0; index < 16; index += 1) sample.hold(`stranger${index}`, 1);
    sample.hold('ava', 4);
    expect(sample.hold('ben', 2)).toBe(2);
    expect(sample.losses).toEqual({ stranger0: 1, stranger1: 1 });
  });

  it('are not taken by an unknown caller from others that have as little', () => {
    const sample = new Sample();
    for (let index = 0; index < 20; index += 1) sample.hold(`stranger${index}`, 1);
    expect(sample.shares.hold('another', sample.holding('another'))).toBe('total');
    expect(sample.gaveWay).toEqual([]);
  });

  it('are taken from the slowest of a caller', () => {
    const sample = new Sample();
    for (const slowness of [1, 9, 5])
      sample.shares.hold('ava', sample.holding(`ava ${slowness}`, slowness));
    sample.hold('ava', 17);
    sample.hold('ben', 2);
    expect(sample.gaveWay).toEqual(['ava 9', 'ava 5']);
  });

  it('are free again when they are dropped, once', () => {
    const sample = new Sample();
    const holding = sample.holding('one');
    sample.shares.hold('ava', holding);
    sample.shares.drop('ava', holding);
    sample.shares.drop('ava', holding);
    expect(sample.shares.use).toMatchObject({ used: 0, total: 20, largest: 0 });
  });

  it('stay if the total becomes smaller: one gives way for each new one', () => {
    const sample = new Sample();
    sample.hold('ava', 20);
    sample.shares.total = 8;
    expect(sample.hold('ben', 1)).toBe(1);
    expect(sample.shares.used).toBe(20);
  });
});

describe('sizes that change', () => {
  it('give way until the total is reached: the caller with most, and its slowest one', () => {
    const sample = new Sample();
    const slow = sample.holding('slow', 2);
    const fast = sample.holding('fast', 1);
    const other = sample.holding('other', 9);
    sample.shares.resize('ava', fast, 9);
    sample.shares.resize('ava', slow, 8);
    sample.shares.resize('ben', other, 5);
    sample.shares.makeRoom();
    expect(sample.gaveWay).toEqual(['slow']);
    sample.shares.resize('ava', fast, 0);
    sample.shares.resize('ben', other, 3);
    expect(sample.shares.use).toMatchObject({ used: 3, total: 20, largest: 3 });
  });
});

describe('what cannot give way', () => {
  it('has a reserve for callers that have less than their share', () => {
    const { shares } = new Sample(0.2);
    const takeAll = (caller: string): number => {
      let taken = 0;
      while (shares.take(caller) === undefined) taken += 1;
      return taken;
    };
    expect(takeAll('ava')).toBe(16);
    expect(shares.refusalOf('ava')).toBe('share');
    expect(shares.isCrowded).toBe(true);
    expect(takeAll(anonymousCaller)).toBe(2);
    expect(takeAll('ben')).toBe(2);
    expect(shares.refusalOf('cleo')).toBe('total');
    shares.release('ava');
    expect(shares.take('ava')).toBe('share');
    expect(shares.take('cleo')).toBeUndefined();
  });
});
