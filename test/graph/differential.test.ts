/** Whatever is asked: the graph answers what direct REST calls, put together by hand, say; and asks for no more than that takes. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/sandbox/fault.ts';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';
import { resourceNamed } from '../../src/graph/field/field-factory.ts';
import { serviceOf } from '../../src/upstream/operation.ts';
import { startGateway } from '../support/gateway.ts';
import { codeOf, comparable, unneeded } from '../support/difference.ts';
import { type Trouble, Whole } from '../support/direct.ts';
import { askNaively } from '../support/naive.ts';
import { lists } from '../support/naive-list.ts';
import { fieldNamed, nodeTypes, type RandomQuery, randomQuery } from '../support/random-query.ts';
import { start } from '../support/sandbox.ts';

/** Limits of a document are tested elsewhere; calls that fail fail at once. */
const env = {
  MAX_ALIASES: '10000',
  MAX_DEPTH: '100',
  MAX_TOKENS: '20000',
  MAX_DIRECTIVES: '10000',
  MAX_QUERY_CALLS: '100000000',
  MAX_QUERY_UNITS: '100000000',
  LOG_LEVEL: 'silent',
  RETRY_ATTEMPTS: '1',
};

let gateway: Awaited<ReturnType<typeof startGateway>>;
let whole: Whole;

beforeAll(async () => {
  gateway = await startGateway({ env, sandbox: { now: start } });
  whole = new Whole(gateway.sandbox);
  // What the words of aliases stand for is asked once a caller: the naive way knows it.
  const aliases: RandomQuery = {
    document: '{ file(id: "root") { id } calendar(id: "primary") { id } }',
    variables: {},
    after: new Map(),
  };
  for (const token of ['studio-owner', 'studio-guest']) await ask(aliases, token);
});

afterAll(() => gateway.close());

/** Its own seed each time shows more in the long run; this one is the same for everybody. */
const seed = 20_260_310;

/** Without a liking for small numbers: the last fields and the largest documents count, too. */
const evenly = (below: number): fc.Arbitrary<number> => fc.noBias(fc.nat(below - 1));
const anyQuery = fc.gen().map((gen): RandomQuery => randomQuery((below) => gen(evenly, below)));
const anyToken = fc.constantFrom('studio-owner', 'studio-owner', 'studio-guest');

const forEvery = (
  numRuns: number,
  check: (query: RandomQuery, token: string, gen: fc.GeneratorValue) => Promise<void>,
): Promise<void> =>
  fc.assert(fc.asyncProperty(anyQuery, anyToken, fc.gen(), check), {
    seed,
    numRuns,
    endOnFailure: true,
  });

async function ask({ document, variables }: RandomQuery, token: string) {
  gateway.sandbox.clearCalls();
  const { body } = await gateway.query(document, variables, { authorization: `Bearer ${token}` });
  const { data, errors = [] } = body as {
    data: unknown;
    errors?: { path?: unknown[]; extensions: { code: string } }[];
  };
  const said = errors.map(({ path, extensions }) => `${path?.join('.')}: ${extensions.code}`);
  return {
    answer: { data: comparable(data), errors: said.toSorted() },
    data,
    calls: gateway.sandbox.calls(),
  };
}

async function askOracle({ document, variables }: RandomQuery, token: string, trouble?: Trouble) {
  const { data, errors, calls } = await askNaively(whole, document, variables, {
    token,
    ...(trouble ? { trouble } : {}),
  });
  return {
    answer: {
      data: comparable(data),
      errors: errors.map(([path, status]) => `${path}: ${codeOf(status)}`).toSorted(),
    },
    calls,
  };
}

describe('any query', () => {
  it('is answered as direct calls would answer it, from as few and as narrow calls as that takes', async () => {
    const reached = new Set<string | undefined>();
    await forEvery(600, async (query, token) => {
      const expected = await askOracle(query, token);
      const { answer, calls } = await ask(query, token);
      expect({ query, ...answer }).toEqual({ query, ...expected.answer });
      expect({ query, unneeded: unneeded(query.document, calls, expected.calls) }).toEqual({
        query,
        unneeded: [],
      });
      const answered = calls.filter(({ status }) => status < 400);
      expect({ query, fewer: answered.length <= expected.calls.length }).toEqual({
        query,
        fewer: true,
      });
      for (const { operation } of calls) reached.add(operation);
    });
    // Random as they are, together they go everywhere.
    expect([...reached]).toEqual(
      expect.arrayContaining(Object.values(lists).map(({ operation }) => operation)),
    );
    expect([...reached]).toEqual(
      expect.arrayContaining(nodeTypes.map((name) => resourceNamed(name)!.read.operation.key)),
    );
  });
  it('goes on behind any cursor of its answer', async () => {
    let continued = 0;
    await forEvery(150, async (query, token, gen) => {
      const { data } = await ask(query, token);
      const places = [...query.after].flatMap(([name, variable]) => {
        const lists = valuesNamed(name, data);
        return lists.length === 1
          ? cursorsIn(lists[0]).map((cursor) => ({ [variable]: cursor }))
          : [];
      });
      if (places.length === 0) return;
      const next = {
        ...query,
        variables: { ...query.variables, ...gen(fc.constantFrom, ...places) },
      };
      const expected = await askOracle(next, token);
      const { answer, calls } = await ask(next, token);
      expect({ next, ...answer }).toEqual({ next, ...expected.answer });
      expect({ next, unneeded: unneeded(next.document, calls, expected.calls) }).toEqual({
        next,
        unneeded: [],
      });
      continued += 1;
    });
    expect(continued).toBeGreaterThan(20);
  });
  it('loses to a refused id, or to a service that is down, no more than what leads there', async () => {
    await forEvery(250, async (query, token, gen) => {
      const undisturbed = await ask(query, token);
      const fault = gen(fc.constantFrom, ...faultsFor(undisturbed.calls));
      gateway.sandbox.fault(fault);
      const { answer } = await ask(query, token).finally(() => gateway.sandbox.clearFaults());
      const expected = await askOracle(query, token, troubleOf(fault));
      expect({ query, fault, ...answer }).toEqual({ query, fault, ...expected.answer });
    });
  });
});

/** Everything of one name, however deep. */
function valuesNamed(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(key === name ? [each] : []),
    ...valuesNamed(name, each),
  ]);
}

/** The cursors of a list, not those of lists below its items. */
function cursorsIn(list: unknown): string[] {
  if (typeof list !== 'object' || list === null) return [];
  return Object.entries(list).flatMap(([key, value]: [string, unknown]) => {
    const name = fieldNamed(key);
    if (typeof value === 'string' && (name === 'cursor' || name === 'endCursor')) return [value];
    return name === 'edges' || name === 'pageInfo' || /^\d+$/.test(key) ? cursorsIn(value) : [];
  });
}

/** Parameters that name one thing. */
const named = ['id', 'playlistId', 'channelId', 'videoId', 'parentId'];

/** Services that are down, and refusals of things that a query has met. */
function faultsFor(calls: readonly RecordedCall[]): Fault[] {
  const down = ['video', 'live', 'storage', 'calendar'].map(
    (service): Fault => ({ match: { service }, status: 503 }),
  );
  const refused = calls.flatMap(({ operation, path, query }) => {
    const met = [
      ...named.flatMap((name) => query[name]?.flatMap((list) => list.split(',')) ?? []),
      ...path.split(/\/(?:files|events)\//).slice(1),
    ];
    return met.flatMap((id) =>
      [403, 404].map(
        (status): Fault => ({ match: { operation: operation!, pathIncludes: id }, status }),
      ),
    );
  });
  return [...down, ...refused];
}

const troubleOf =
  ({ match: { operation, service, pathIncludes = '' } = {}, status }: Fault): Trouble =>
  (called, address) =>
    (operation ?? called.key) === called.key &&
    (service ?? serviceOf(called)) === serviceOf(called) &&
    address.includes(pathIncludes)
      ? status
      : undefined;
