/** The pause of all callers: what shows that all are refused, the probes, and its end. */
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../../support/upstream/faulty-server.ts';
import {
  callersNamed,
  healthy,
  refusal,
  RefusedProcesses,
} from '../../../support/upstream/refusing-service.ts';

const refuse = refusal(403, 'rateLimitExceeded')();

/** Steps in which callers come, in milliseconds. */
const stepMs = 100;

/**
 * Lets callers read in turn, one in each step, each at another process than the one before.
 * @param callerIn the caller of a step
 */
async function readFor(
  processes: RefusedProcesses,
  seconds: number,
  callerIn: (step: number) => string,
): Promise<void> {
  for (let step = 0; step < (seconds * 1_000) / stepMs; step += 1) {
    void processes.read(step, callerIn(step));
    await processes.clock.advance(stepMs);
  }
}

/** The number of requests that have arrived in each second from the first one given on. */
const countsFrom = ({ arrivals, seconds }: RefusedProcesses, first: number): number[] =>
  Array.from(
    { length: Math.round(seconds - first) },
    (_, index) => arrivals.filter((at) => Math.floor(at + 1e-6 - first) === index).length,
  );

describe.each([1, 4])('while the service refuses all callers, at %d processes', (count) => {
  it('one call a second is sent, and the first success ends it everywhere', {
    tags: ['R40'],
  }, async () => {
    let behaviour: Behaviour = refuse;
    await using processes = await RefusedProcesses.start(count, () => behaviour);
    // Each caller is refused once: nobody is paused by a refusal of its own.
    await readFor(processes, 12, (step) => `early${step}`);
    const first = processes.seconds;
    await readFor(processes, 10, (step) => `late${step}`);
    expect(countsFrom(processes, first)).toEqual(Array.from({ length: 10 }, () => 1));
    behaviour = healthy;
    await processes.clock.through(processes.read(0, 'last'));
    const end = processes.seconds;
    const callers = callersNamed('free', 20);
    const reads = callers.map((caller, index) => processes.read(index, caller));
    expect(new Set(await Promise.all(reads))).toEqual(new Set(['read']));
    for (const caller of callers) expect(processes.arrivalsOf(caller)).toEqual([end]);
  });
  it('at most one call a second is sent of callers that were refused before', {
    tags: ['R40'],
  }, async () => {
    await using processes = await RefusedProcesses.start(count, () => refuse);
    const callers = callersNamed('caller', 20);
    const callerIn = (step: number): string => callers[step % callers.length]!;
    await readFor(processes, 30, callerIn);
    const first = processes.seconds;
    await readFor(processes, 10, callerIn);
    const counts = countsFrom(processes, first);
    expect(Math.max(...counts)).toBe(1);
    expect(counts.filter((each) => each === 1).length).toBeGreaterThanOrEqual(8);
  });
});

describe('all callers are paused', () => {
  /** @returns how many of ten callers that come at once after some seconds are not sent */
  async function heldAfter(
    refused: readonly string[],
    answerTo: (caller: string, seconds: number) => Behaviour,
    { also = [], seconds = 20 }: { also?: readonly string[]; seconds?: number } = {},
  ): Promise<number> {
    await using processes: RefusedProcesses = await RefusedProcesses.start(1, (caller) =>
      answerTo(caller, processes.seconds),
    );
    const callers = [...refused, ...also];
    await readFor(processes, seconds, (step) => callers[step % callers.length]!);
    const newcomers = callersNamed('newcomer', 10);
    for (const caller of newcomers) void processes.read(0, caller);
    await processes.clock.settle();
    return newcomers.filter((caller) => processes.arrivalsOf(caller).length === 0).length;
  }

  // Three callers are refused a fifth time after half a minute.
  it.each([
    [3, 40],
    [30, 20],
  ])('if %d are refused', { tags: ['R40'] }, async (count, seconds) => {
    expect(await heldAfter(callersNamed('caller', count), () => refuse, { seconds })).toBe(9);
  });
  it.each<[string, readonly string[], Behaviour, readonly string[]]>([
    ['two', callersNamed('caller', 2), refuse, []],
    ['invented tokens', callersNamed('invented', 30), refuse, []],
    [
      'users with a limit of their own',
      callersNamed('caller', 30),
      refusal(403, 'userRateLimitExceeded')(),
      [],
    ],
    [
      'callers of one project',
      callersNamed('caller', 30),
      refusal(429, 'rateLimitExceeded', {
        consumer: 'projects/7',
        quota_unit: '1/min/{project}',
      })(),
      [],
    ],
    ['many beside one who succeeds', callersNamed('caller', 9), refuse, ['lucky']],
  ])('not by refusals of %s', { tags: ['R40'] }, async (_, callers, answer, others) => {
    const answerTo = (caller: string): Behaviour => (caller === 'lucky' ? healthy : answer);
    expect(await heldAfter(callers, answerTo, { also: others, seconds: 40 })).toBe(0);
  });
  it('not by refusals within seconds', { tags: ['R40'] }, async () => {
    const answerTo = (_: string, at: number): Behaviour => (at < 11 ? healthy : refuse);
    expect(await heldAfter(callersNamed('caller', 30), answerTo)).toBe(0);
  });
});

it('the pause of all callers keeps those who were not refused from no probe', {
  tags: ['R40'],
}, async () => {
  const victim = 'victim';
  await using processes = await RefusedProcesses.start(1, (caller) =>
    caller === victim ? healthy : refuse,
  );
  const attackers = callersNamed('caller', 30);
  await readFor(processes, 20, (step) => attackers[step % attackers.length]!);
  const at = processes.seconds;
  const reads = Array.from({ length: 20 }, () => processes.read(0, victim));
  expect(new Set(await Promise.all(reads))).toEqual(new Set(['read']));
  expect(processes.arrivalsOf(victim)).toEqual(Array.from({ length: 20 }, () => at));
});
