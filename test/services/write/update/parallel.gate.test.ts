/**
 * Many writers of different fields of one entity at once: every acknowledged change stands.
 * `PARALLEL_ROUNDS` sets the number of rounds.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { type RunningGateway, startGateway } from '../../../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../../../support/gateway/redis.ts';
import { openStudio, type Studio } from '../../../support/gateway/studio.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { promised } from '../../../support/report/promised-size.ts';
import { type Case, type CaseField, caseOf } from '../case/case.ts';
import { changedFields, placeOf, readStored, storedValue } from '../case/field-value.ts';
import type { Input } from '../fixture/fixture.ts';
import { run } from '../case/run.ts';
import { isWithin, stateOf } from '../../../support/gateway/state.ts';

/** The mutations, each with the fields that it takes together with others alone. */
const dependentFields: Readonly<Record<string, readonly string[]>> = {
  updateVideo: ['publishAt'],
  updatePlaylist: [],
  updateChannel: [],
  updatePlaylistItem: [],
  updateChannelSection: [],
  updateEvent: ['start', 'end'],
  updateCalendar: [],
  updateCalendarListEntry: [],
  updateBroadcast: [],
  updateStream: [],
  updateFile: ['modifiedAt'],
  updateSharedDrive: [],
};

const targets = Object.keys(dependentFields);

/** Makes the entities such that they take all other fields. */
const preparations: Readonly<Record<string, Input>> = {
  updateChannelSection: {
    type: 'MULTIPLE_PLAYLISTS',
    title: 'Before',
    playlistIds: [ids.playlist.long],
  },
};

const rounds = Number(process.env['PARALLEL_ROUNDS'] ?? 1);
const writersOfEach = promised(20, 6);

/** Times in ms that a service takes for an answer: the calls of the writers overlap. */
const latencies = promised([0, 50], [5]);

/** A write waits for all others of its entity, and again for those of the other gateway. */
const env = { REQUEST_DEADLINE_MS: '60000' };

let studio: Awaited<ReturnType<typeof openStudio>>;
let redis: TestRedis;
let others: readonly RunningGateway[] = [];

/** Gateways in one process share nothing but the store that their settings name. */
type Gateways = 'one gateway' | 'two gateways' | 'two gateways with Redis';

/** The addresses of each. */
let addresses: Readonly<Record<Gateways, readonly string[]>>;

beforeAll(async () => {
  studio = await openStudio({ env });
  redis = await startRedis();
  const { sandbox } = studio;
  const shared = { ...env, REDIS_URL: redis.url };
  others = await Promise.all(
    [env, shared, shared].map((settings) => startGateway({ sandbox, env: settings })),
  );
  const [own, other, ...withRedis] = [studio.gateway, ...others].map(({ url }) => `${url}/graphql`);
  addresses = {
    'one gateway': [own!],
    'two gateways': [own!, other!],
    'two gateways with Redis': withRedis,
  };
});

beforeEach(() => studio.sandbox.reset(start));

afterAll(async () => {
  await Promise.all(others.map((each) => each.close()));
  await studio.close();
  await redis.close();
});

/** A studio without the checks of single requests: calls of others arrive meanwhile. */
const studioAt = (address: string): Studio => ({
  ...studio,
  query: async (query, variables) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer studio-owner' };
    const body = JSON.stringify({ query, variables });
    const response = await fetch(address, { method: 'POST', headers, body });
    return (await response.json()) as Awaited<ReturnType<Studio['query']>>;
  },
});

/** Fields that can be changed alone, and change no other field. */
function fieldsOf(each: Case): CaseField[] {
  const fields = changedFields(each).filter(
    ({ name, with: more }) => !more && !dependentFields[each.name]!.includes(name),
  );
  const changesOther = ({ name, alsoChanges = [] }: CaseField): boolean =>
    fields.some(
      (other) =>
        other.name !== name && alsoChanges.some((path) => isWithin(path, placeOf(each, other))),
    );
  return fields.filter((field) => !changesOther(field));
}

/** One change of one field. */
interface Attempt {
  readonly field: CaseField;
  readonly value: 0 | 1;
}

/** The attempts of all writers: each field in turn, with its first value and then its second. */
function attemptsOn(each: Case): Attempt[] {
  const fields = fieldsOf(each);
  return Array.from({ length: writersOfEach }, (_, index) => ({
    field: fields[index % fields.length]!,
    value: Math.floor(index / fields.length) % 2 === 0 ? 0 : 1,
  }));
}

/** Whether a stored value is the written one. Maps keep the names that a write does not mention. */
function contains(stored: unknown, written: unknown): boolean {
  if (typeof written !== 'object' || written === null) return isDeepStrictEqual(stored, written);
  return Array.isArray(written)
    ? expect.arrayContaining(written).asymmetricMatch(stored)
    : expect.objectContaining(written).asymmetricMatch(stored);
}

/** @returns sentences about rejected and about lost changes */
async function writeAtOnce(name: string, gateways: Gateways): Promise<string[]> {
  const each = caseOf(name);
  const attempts = attemptsOn(each);
  const urls = addresses[gateways];
  const prepared = { ...each.fixture.target, ...preparations[name] };
  if (name in preparations) await run(studio, each, prepared);
  const outcomes = await Promise.all(
    attempts.map(({ field, value }, index) =>
      run(studioAt(urls[index % urls.length]!), each, {
        ...each.fixture.target,
        [field.name]: field.values[value],
      }),
    ),
  );
  const rejected = outcomes.flatMap(({ errors, failures }, index) =>
    [...errors, ...failures].map(
      (error) => `${name} ${attempts[index]!.field.name}: ${JSON.stringify(error)}`,
    ),
  );
  const state = stateOf(studio.sandbox);
  const lost = fieldsOf(each)
    .filter((field) => attempts.some((attempt) => attempt.field === field))
    .flatMap((field) => {
      const stored = readStored(each, field, state);
      const isWritten = attempts
        .filter((attempt) => attempt.field === field)
        .some(({ value }) => contains(stored, storedValue(field, value)));
      return isWritten ? [] : [`${name} ${field.name} is ${JSON.stringify(stored)}`];
    });
  return [...rejected, ...lost];
}

const writeAll = async (gateways: Gateways): Promise<string[]> =>
  (await Promise.all(targets.map((name) => writeAtOnce(name, gateways)))).flat();

const roundNumbers = Array.from({ length: rounds }, (_, index) => index + 1);

describe('writers of different fields of one entity', { timeout: 180_000 }, () => {
  it('write at least two different fields of each', () => {
    for (const name of targets)
      expect([name, fieldsOf(caseOf(name)).length > 1]).toEqual([name, true]);
  });
  describe.each<Gateways>(['one gateway', 'two gateways'])('through %s', (gateways) => {
    describe.each(latencies)('at %i ms of latency', (delayMs) => {
      it.each(roundNumbers)(
        'lose no acknowledged change: round %i',
        { tags: ['R12', 'fullSize'] },
        async () => {
          if (delayMs > 0) studio.sandbox.fault({ delayMs });
          expect(await writeAll(gateways)).toEqual([]);
        },
      );
    });
  });
  describe('of a service that rejects every condition', () => {
    // Nothing protects the writes of two gateways without a shared store.
    describe.each<Gateways>(['one gateway', 'two gateways with Redis'])(
      'through %s',
      (gateways) => {
        it.each(latencies)(
          'lose no acknowledged change: %i ms of latency',
          { tags: ['R12', 'fullSize'] },
          async (delayMs) => {
            const { sandbox } = studio;
            const slow = delayMs > 0 && { delayMs };
            sandbox.fault({ match: { conditional: true }, status: 412, ...slow });
            if (slow) sandbox.fault(slow);
            expect(await writeAll(gateways)).toEqual([]);
          },
        );
      },
    );
    it('are told of in the log, once for each operation', () => {
      const lines = studio.gateway.lines.filter(({ msg }) => /If-Match/.test(String(msg)));
      const operations = lines.map(({ operation }) => operation as string);
      expect(operations.length).toBeGreaterThan(0);
      expect(new Set(operations).size).toBe(operations.length);
    });
  });
});
