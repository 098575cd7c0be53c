/**
 * Callers whose calls a service refuses for their rate, beside one whose calls it answers: anybody
 * can have an API project with a small quota, so the refusals of some concern no other one.
 */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../../src/services/api.ts';
import { errorReasonOf } from '../../../../src/engine/rest/operation/error-reason.ts';
import { reasonsOf } from '../../../../src/services/shared/error-reason.ts';
import { sampled } from '../../../support/report/sample.ts';
import { type Behaviour, respond } from '../../../support/upstream/faulty-server.ts';
import {
  callersNamed,
  healthy,
  refusal,
  RefusedProcesses,
} from '../../../support/upstream/refusing-service.ts';

const shortReasons = Object.keys(reasonsOf('video')).filter(
  (reason) => errorReasonOf(googleApis, { service: 'video', reason })?.limit === 'short',
);

const consumer = 'projects/1';

const refusals = Object.entries({
  ...Object.fromEntries(shortReasons.map((reason) => [`403 ${reason}`, refusal(403, reason)])),
  '429 rateLimitExceeded': refusal(429, 'rateLimitExceeded'),
  '429 without a reason': (retryAfter?: number) =>
    respond(
      429,
      JSON.stringify({ error: { code: 429 } }),
      retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
    ),
  '403 of a project': refusal(403, 'rateLimitExceeded', {
    consumer,
    quota_limit: 'defaultPerMinutePerProject',
  }),
  '429 of a user': refusal(429, 'rateLimitExceeded', {
    consumer,
    quota_unit: '1/min/{project}/{user}',
  }),
});

interface Attack {
  readonly answer: Behaviour;
  readonly attackers: readonly string[];
  /** The reads of each that begin at once, in each second. */
  readonly atOnce: number;
  /** Whether a service has accepted their tokens. If not, each process learns of them by itself. */
  readonly isAccepted: boolean;
}

const attacks: readonly (Attack & { readonly name: string })[] = refusals.flatMap(
  ([name, refuse]) =>
    [undefined, 1, 30, 600].flatMap((retryAfter) =>
      [3, 30].flatMap((count) =>
        ['accepted', 'invented'].map((kind) => ({
          name: `${count} ${kind} callers, ${name}, Retry-After ${retryAfter}`,
          answer: refuse(retryAfter),
          attackers: callersNamed(kind, count),
          atOnce: count < 10 ? 5 : 1,
          isAccepted: kind === 'accepted',
        })),
      ),
    ),
);

const victim = 'victim';

/** Seconds of an attack: enough to show that all are refused, if nobody succeeds. */
const seconds = 16;

/** The second in which a caller begins: some are refused for the first time after ten seconds. */
const beginningOf = (index: number): number => (index * 5) % 15;

/**
 * Expects that each read of the victim is sent in its second, and few of the others.
 * @param readsIn the reads of the victim that begin in a second, by one process
 */
async function expectHarmless(
  { attackers, atOnce, isAccepted }: Attack,
  processes: RefusedProcesses,
  readsIn: (second: number) => number,
): Promise<void> {
  const { clock } = processes;
  const reads: Promise<string>[] = [];
  const due: number[] = [];
  const refused: Promise<string>[] = [];
  for (let second = 0; second < seconds; second += 1) {
    for (const [index, attacker] of attackers.entries())
      for (let call = 0; call < atOnce && beginningOf(index) <= second; call += 1)
        refused.push(processes.read(index + (isAccepted ? second + call : 0), attacker));
    await clock.settle();
    for (let call = 0; call < readsIn(second); call += 1) {
      due.push(second);
      reads.push(processes.read(second, victim));
    }
    await clock.advance(1_000);
  }
  expect(new Set(await clock.through(Promise.all(reads)))).toEqual(new Set(['read']));
  expect(processes.arrivalsOf(victim)).toEqual(due);
  const errors = await clock.through(Promise.all(refused), 500);
  expect(new Set(errors)).toEqual(new Set(['RATE_LIMITED']));
  for (const [index, attacker] of attackers.entries()) {
    const requests = (seconds - beginningOf(index)) * atOnce;
    expect(processes.arrivalsOf(attacker).length).toBeLessThanOrEqual(1.2 * requests);
  }
}

/** With a step that is no multiple of any number of alternatives: the sample has each of them. */
const sample = sampled(attacks, 9);

const start = (count: number, { answer }: Attack): Promise<RefusedProcesses> =>
  RefusedProcesses.start(count, (caller) => (caller === victim ? healthy : answer));

describe('callers that are refused', () => {
  it.each(sample)(
    'do not delay one who reads all the time: $name',
    {
      tags: ['R40'],
    },
    async (attack) => {
      await using processes = await start(4, attack);
      await expectHarmless(attack, processes, () => 1);
      // Nobody else learns of a token that no service has accepted.
      expect(processes.announced.length > 0).toBe(attack.isAccepted);
    },
  );
});

describe.each([1, 4])('callers that are refused, at %d processes', (count) => {
  it.each(sample)('do not delay one who comes later: $name', { tags: ['R40'] }, async (attack) => {
    await using processes = await start(count, attack);
    await expectHarmless(attack, processes, (second) => (second === 15 ? 5 : 0));
    expect(processes.arrivalsOf(victim)).toHaveLength(5);
  });
});
