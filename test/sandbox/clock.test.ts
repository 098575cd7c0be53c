/** The simulated clock: advancing, running, timers. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { liveState } from '../../src/sandbox/live/state.ts';
import { SimulatedClock } from '../../src/sandbox/simulated-clock.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { start, useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();

const control = (path: string, method: string, body?: unknown) =>
  box.ask(`/_sandbox/${path}`, { token: null, method, body });

const second = 1000;
const elapsed = (clock: SimulatedClock): number => clock.now().getTime() - start.getTime();

describe('a clock', () => {
  it('runs timers in the order of their times, each at its own time', () => {
    const clock = new SimulatedClock(start);
    const seen: [string, number][] = [];
    const add = (name: string, ms: number) =>
      clock.after(ms, () => void seen.push([name, elapsed(clock)]));
    add('last', 30 * second);
    add('first', 10 * second);
    add('second', 10 * second);
    add('never', 41 * second);
    clock.advance(40 * second);
    expect(seen).toEqual([
      ['first', 10 * second],
      ['second', 10 * second],
      ['last', 30 * second],
    ]);
    expect(elapsed(clock)).toBe(40 * second);
  });
  it('runs timers that other timers add', () => {
    const clock = new SimulatedClock(start);
    const seen: number[] = [];
    const repeat = (): void => {
      seen.push(elapsed(clock));
      clock.after(2 * second, repeat);
    };
    clock.after(second, repeat);
    clock.advance(6 * second);
    expect(seen).toEqual([second, 3 * second, 5 * second]);
  });
  it.each([-1, Number.NaN, Infinity])('rejects durations and speeds of %d', (value) => {
    const clock = new SimulatedClock(start);
    expect(() => clock.advance(value)).toThrow('ms:');
    expect(() => clock.after(value, () => undefined)).toThrow('ms:');
    expect(() => clock.run(value)).toThrow('speed:');
  });
});

describe('a running clock', () => {
  afterEach(() => void vi.restoreAllMocks());
  const { backup } = ids.stream;
  /** When the health of the stream was updated last, in seconds after the start. */
  const updatedAfter = (): number => {
    const { healthStatus } = liveState(box.sandbox.simulation()).streams.get(backup)!.status;
    return Number(healthStatus.lastUpdateTimeSeconds) - start.getTime() / second;
  };
  it('is advanced to the present before a control changes something', async () => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(0);
    box.sandbox.runClock();
    time.mockReturnValue(10 * second);
    box.sandbox.setStreamStatus(backup, 'active');
    expect(updatedAfter()).toBe(10);
    time.mockReturnValue(25 * second);
    await control(`streams/${backup}`, 'POST', { streamStatus: 'inactive' });
    expect(updatedAfter()).toBe(25);
  });
});

describe('the clock of the sandbox', () => {
  it('is stopped, but for one second per write', async () => {
    const path = `/youtube/v3/playlists?id=${ids.playlist.empty}`;
    await box.ask(`${path}&part=id`);
    expect(box.sandbox.now()).toEqual(start);
    await box.ask(path, { method: 'DELETE' });
    expect(box.sandbox.now()).toEqual(new Date(start.getTime() + second));
  });
  it('can be advanced, and recorded calls have its time', async () => {
    box.sandbox.advance(90 * second);
    await box.ask('/youtube/v3/videos?part=id&id=x');
    expect(box.sandbox.calls().map(({ time }) => time)).toEqual(['2026-03-10T09:01:30.000Z']);
    box.sandbox.reset(start);
    expect(box.sandbox.now()).toEqual(start);
  });
  it('runs until it is stopped', async () => {
    box.sandbox.runClock(1_000_000);
    await expect.poll(() => box.sandbox.now().getTime()).toBeGreaterThan(start.getTime());
    box.sandbox.stopClock();
    const stopped = box.sandbox.now();
    await box.ask('/youtube/v3/videos?part=id&id=x');
    expect(box.sandbox.now()).toEqual(stopped);
  });
  it('is controlled by routes, too', async () => {
    expect((await control('clock', 'GET')).body).toEqual({ now: start.toISOString(), speed: 0 });
    expect((await control('clock', 'POST', { advanceMs: 10 * second })).body).toEqual({
      now: '2026-03-10T09:00:10.000Z',
      speed: 0,
    });
    expect((await control('clock', 'POST', { speed: 2 })).body.speed).toBe(2);
    expect((await control('clock', 'POST', { speed: 0 })).body.speed).toBe(0);
  });
  it('needs a setting of broadcasts', async () => {
    const response = await control('broadcasts', 'POST', {});
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.stringContaining('expected one of them'),
    ]);
  });
  it.each([
    ['clock', { advanceMs: -1 }],
    ['clock', { speed: 'fast' }],
    ['broadcasts', { startingMs: '5 s' }],
    ['broadcasts', { videoDelayMs: -1 }],
    [`streams/${ids.stream.backup}`, { streamStatus: 'active', afterMs: null }],
  ])('rejects other values: %s %j', async (path, body) => {
    const response = await control(path, 'POST', body);
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.stringContaining('is not a number of at least 0'),
    ]);
  });
});
