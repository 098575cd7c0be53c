/** Which operations run, wait or are rejected while the event loop is delayed. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OperationLimit } from '../../../src/server/limits/operation-limit.ts';

/** Keeps the event loop busy, in turns of 40 ms. */
async function delayEventLoop(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const end = performance.now() + 40;
    while (performance.now() < end);
    await wait(1);
  }
}

/** Starts operations. @returns those that have started, in their order */
function startAll(limit: OperationLimit, count: number): number[] {
  const started: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const waiting = limit.start();
    if (waiting === undefined) started.push(index);
    else void waiting.started.then(() => started.push(index));
  }
  return started;
}

describe('operations', { tags: ['R26'] }, () => {
  it('all run while the event loop has no delay', () => {
    const limit = new OperationLimit(1_000);
    expect(startAll(limit, 1_000)).toHaveLength(1_000);
    expect(limit.waiting).toBe(0);
  });

  it('wait while the event loop is delayed, and start in their order', async () => {
    const limit = new OperationLimit(1_000);
    startAll(limit, 100);
    await delayEventLoop(20);
    const later = startAll(limit, 50);
    expect(later).toEqual([]);
    expect(limit.waiting).toBe(50);
    // At least eight run whatever the delay is.
    for (let ended = 0; ended < 92; ended += 1) limit.end();
    expect(limit.waiting).toBe(50);
    for (let ended = 0; ended < 5; ended += 1) limit.end();
    await Promise.resolve();
    expect(later).toEqual([0, 1, 2, 3, 4]);
    await expect.poll(() => limit.waiting).toBe(0);
    expect(later).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('are rejected while too many wait', async () => {
    const limit = new OperationLimit(1_000);
    startAll(limit, 100);
    await delayEventLoop(20);
    startAll(limit, 40 * 8);
    await delayEventLoop(10);
    expect(limit.rejects()).toBe(false);
    expect(limit.take()).toBeTypeOf('function');
    startAll(limit, 1);
    expect(limit.rejects()).toBe(true);
    expect(limit.take()).toBeUndefined();
    await expect.poll(() => limit.rejects()).toBe(false);
  });

  it('are not rejected when many come at once, if they can start soon', async () => {
    const limit = new OperationLimit(1_000);
    startAll(limit, 100);
    await delayEventLoop(20);
    startAll(limit, 600);
    expect(limit.rejects()).toBe(false);
    // None of those that run ends: they wait for a service that hangs.
    await expect.poll(() => limit.waiting).toBe(0);
    expect(limit.rejects()).toBe(false);
  });

  it('make room for others when they leave before their start', async () => {
    const limit = new OperationLimit(1_000);
    startAll(limit, 100);
    await delayEventLoop(20);
    const waiting = Array.from({ length: 40 * 8 + 1 }, () => limit.start()!);
    await delayEventLoop(10);
    expect(limit.rejects()).toBe(true);
    waiting[1]!.leave();
    expect(await waiting[1]!.started).toBe(false);
    expect(limit.rejects()).toBe(false);
    for (let ended = 0; ended < 94; ended += 1) limit.end();
    // The third one takes the start of the one that has left, once.
    waiting[0]!.leave();
    expect(await Promise.all([0, 1, 2].map((index) => waiting[index]!.started))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('are rejected while all slots are taken', () => {
    const limit = new OperationLimit(2);
    const release = limit.take()!;
    limit.take();
    expect(limit.take()).toBeUndefined();
    release();
    release();
    expect(limit.active).toBe(1);
    expect(limit.take()).toBeTypeOf('function');
  });
});
