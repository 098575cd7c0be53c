/**
 * Random queries return the same data as direct REST calls, with the minimum number of calls. The
 * expected responses come from the oracle, a second implementation of the schema in
 * `test/support/oracle/`, which reads each entity by a REST call of its own. Plans execute one
 * half of the queries, and graphql-js the other: the answers and calls of both are right. With
 * `TEST_OPERATION` (`npm test -- --for`) the queries are those that may call one operation.
 */
import fc from 'fast-check';
import { executeRootSelectionSet, isObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/services/catalogue.ts';
import { schema } from '../../../src/services/schema.ts';
import type { Fault } from '../../../src/sandbox/fault.ts';
import type { RecordedCall } from '../../../src/sandbox/call/recorder.ts';
import { executeByPlan } from '../../../src/server/execution/executor.ts';
import { LawWatch } from '../../contract/schema/execution-law.ts';
import { anyCost } from '../../support/gateway/document-limit.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { OutgoingRequests } from '../../support/upstream/outgoing-request.ts';
import {
  codeOf,
  comparable,
  expectedErrors,
  type ListedError,
  listedErrors,
} from '../../support/oracle/comparable.ts';
import { DirectCalls, type Disturbance } from '../../support/oracle/direct-call.ts';
import { entityTypeOf } from '../../support/oracle/entity-type.ts';
import { notCompared } from '../../support/oracle/rule/field-rule.ts';
import { listSourceOf } from '../../support/oracle/list.ts';
import { needlessCalls } from '../../support/oracle/needless-call.ts';
import { operationNamed, serviceOf } from '../../support/oracle/operation.ts';
import { expectedAnswer } from '../../support/oracle/oracle.ts';
import { type OrderedCall, readAgain } from '../../support/oracle/shown.ts';
import { fieldNamed } from '../../support/oracle/response-key.ts';
import { anyKnownQuery } from '../../support/random/known-entity.ts';
import { anyQuery, nodeTypes, type RandomQuery } from '../../support/random/random-query.ts';
import { howToRepeat, seedOf } from '../../support/random/repeatable-seed.ts';
import { promised } from '../../support/report/promised-size.ts';
import { partSeed, runs, runsRest } from '../../support/report/sample.ts';
import { start } from '../../support/gateway/sandbox.ts';

/** Longer than any wait on a busy machine. Milliseconds; vitest stops a test that hangs. */
const noLimit = '3600000';

/**
 * No document limits (other tests cover them) and no retries of failed calls. No result may depend
 * on the speed of the machine: nothing times out, and a batch always waits for all of its keys.
 */
const env = {
  REQUEST_DEADLINE_MS: noLimit,
  RECEIVE_TIMEOUT_MS: noLimit,
  CONNECT_TIMEOUT_MS: noLimit,
  FIRST_BYTE_TIMEOUT_MS: noLimit,
  CALL_TIMEOUT_MS: noLimit,
  BATCH_MAX_WAIT_MS: '10000',
  ...anyCost,
  RETRY_ATTEMPTS: '1',
};

/** Milliseconds; only a test that hangs takes longer. */
const timeout = 1_200_000;

let gateway: Awaited<ReturnType<typeof startGateway>>;
let directCalls: DirectCalls;
let requests: OutgoingRequests;

/** Watches the resolvers of the queries that graphql-js executes. */
const watch = new LawWatch(schema);

beforeAll(async () => {
  requests = new OutgoingRequests();
  gateway = await startGateway({
    env,
    sandbox: { now: start },
    executePrepared: (prepared) =>
      prepared.document.loc!.end % 2 === 0
        ? executeByPlan(prepared)
        : executeRootSelectionSet({ ...prepared, schema: watch.schema }),
  });
  directCalls = new DirectCalls(gateway.sandbox.url);
  // The gateway requests well-known ids once per caller; the oracle counts no call for them.
  const wellKnownIds: RandomQuery = {
    document: '{ file(id: "root") { id } calendar(id: "primary") { id } }',
    variables: {},
    after: new Map(),
  };
  for (const token of ['studio-owner', 'studio-guest']) await ask(wellKnownIds, token);
}, timeout);

afterAll(async () => {
  requests.close();
  await gateway.close();
}, timeout);

/** With it, a run without `TEST_PART` repeats this one. */
const seed = partSeed(seedOf(process.env));

const anyToken = fc.constantFrom('studio-owner', 'studio-owner', 'studio-guest');

type Check = (query: RandomQuery, token: string, gen: fc.GeneratorValue) => Promise<void>;

const forEvery = (numRuns: number, check: Check, from = seed, any = anyQuery): Promise<void> =>
  fc.assert(fc.asyncProperty(any, anyToken, fc.gen(), check), {
    seed: from,
    numRuns,
    endOnFailure: true,
  });

/** Returns the response of the gateway and all REST calls that it made. */
async function ask({ document, variables }: RandomQuery, token: string) {
  gateway.sandbox.clearCalls();
  requests.take();
  const { body } = await gateway.query(document, variables, { authorization: `Bearer ${token}` });
  // Calls that the response did not wait for belong to this query, not to the next one.
  await requests.settle();
  const { data, errors = [] } = body as { data: unknown; errors?: ListedError[] };
  return {
    answer: { data: comparable(data), errors: listedErrors(errors) },
    data,
    calls: gateway.sandbox.calls(),
    requests: requests.take(),
  };
}

/** One sentence for each entity that was read although a list had shown it. */
function shownBefore(
  { calls, requests: sent }: Awaited<ReturnType<typeof ask>>,
  token: string,
): Promise<string[]> {
  const ordered = calls.flatMap((call): OrderedCall[] => {
    const { operation, path, search, status, method } = call;
    const request = sent.find(({ address }) => address === `${path}?${search}`);
    return operation && request && status < 400 && method === 'GET'
      ? [{ ...call, operation, ...request }]
      : [];
  });
  return readAgain(ordered, (address) => directCalls.answer(address, token));
}

/**
 * Returns the response of the oracle and the URLs of its direct calls.
 * @param listed the errors that the gateway lists
 */
async function expected(
  { document, variables }: RandomQuery,
  token: string,
  listed: readonly string[],
  disturbance?: Disturbance,
) {
  const caller = directCalls.as(token, disturbance);
  const { data, errors, addresses } = await expectedAnswer(caller, document, variables);
  const codes = errors.map(([path, cause]) => `${path}: ${codeOf(cause)}`);
  const answer = { data: comparable(data), errors: expectedErrors(codes, listed) };
  return { answer, addresses };
}

/** Checks the data, and that there are no needless calls and paths. @returns the calls */
async function checkFewest(query: RandomQuery, token: string): Promise<readonly RecordedCall[]> {
  const asked = await ask(query, token);
  const { answer, calls } = asked;
  const { answer: right, addresses } = await expected(query, token, answer.errors);
  expect({ query, ...answer }).toEqual({ query, ...right });
  expect({ query, breaks: [...watch.breaks] }).toEqual({ query, breaks: [] });
  const needless = needlessCalls(query.document, calls, addresses);
  expect({ query, needless }).toEqual({ query, needless: [] });
  const again = await shownBefore(asked, token);
  expect({ query, again }).toEqual({ query, again: [] });
  const answered = calls.filter(({ status }) => status < 400);
  expect({ query, fewer: answered.length <= addresses.length }).toEqual({ query, fewer: true });
  return calls;
}

/** Operations of all lists that queries can reach. */
const listOperations = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ name }) => !(`${type.name}.${name}` in notCompared))
      .flatMap((field) => listSourceOf(`${type.name}.${field.name}`, field) ?? []),
  )
  .map(({ operation }) => operation);

/** The names of the fields that call an operation, by the key of the operation. */
const fieldsByOperation = Map.groupBy(
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .flatMap(({ name, extensions: { operations = [] } }) =>
      operations.map(({ key }) => ({ key, name })),
    ),
  ({ key }): string => key,
);

/** Whether a query selects a field that calls an operation; entities are read by any field. */
const mayCall = ({ document }: RandomQuery, operation: string): boolean =>
  fieldsByOperation.get(operation)?.some(({ name }) => document.includes(name)) ?? true;

/** The key of the only operation that counts, for `npm test -- --for`. */
const only = process.env['TEST_OPERATION'];

/** Number of random queries of which some call any operation that a field names. */
const searched = 4000;

/** Number of queries that show whether an operation is right. */
const enough = 30;

// A test that is skipped counts as a failure where all must run: without a row there is none, and
// no query calls a write.
it.each(catalogue.get(only ?? '')?.method === 'GET' ? [only!] : [])(
  'a random query that calls %s returns the same data as direct calls',
  {
    timeout,
  },
  async (key) => {
    let calling = 0;
    await forEvery(searched, async (query, token) => {
      if (calling >= enough || !mayCall(query, key)) return;
      const calls = await checkFewest(query, token);
      if (calls.some(({ operation }) => operation === key)) calling += 1;
    });
    expect(calling).toBeGreaterThan(0);
  },
);

describe.skipIf(only)('a random query', { timeout }, () => {
  beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(howToRepeat(seed))));

  it('returns the same data as direct calls, with the minimum number of calls and paths', {
    tags: ['R36', 'fullSize'],
  }, async () => {
    const reached = new Set<string | undefined>();
    const required = [...listOperations, ...nodeTypes.map((name) => entityTypeOf(name).operation)];
    const check: Check = async (query, token) => {
      for (const { operation } of await checkFewest(query, token)) reached.add(operation);
    };
    await forEvery(runs(promised(600, 300)), check);
    const missing = (): string[] => required.filter((operation) => !reached.has(operation));
    // All random queries together reach every read operation; a rare one may take more of them.
    // These are the same in each run: some seed would not reach it.
    const checkRare: Check = async (query, ...rest) => {
      if (missing().some((operation) => mayCall(query, operation))) await check(query, ...rest);
    };
    // A sample has too few of them to reach each.
    const searches = runsRest ? 50 : 0;
    for (let more = 1; more <= searches && missing().length > 0; more += 1)
      await forEvery(100, checkRare, seedOf({}) + more);
    expect(runsRest ? missing() : []).toEqual([]);
  });
  it('reads no entity that a list has shown', async () => {
    let calls = 0;
    const check: Check = async (query, token) => {
      calls += (await checkFewest(query, token)).length;
    };
    await forEvery(runs(promised(600, 150)), check, seed, anyKnownQuery);
    expect(calls).toBeGreaterThan(runs(promised(600, 150)));
  });
  it('continues after any cursor of its response', { tags: ['fullSize'] }, async () => {
    let continued = 0;
    await forEvery(runs(promised(150, 60)), async (query, token, gen) => {
      const { data } = await ask(query, token);
      const cursors = [...query.after].flatMap(([name, variable]) => {
        const lists = valuesNamed(name, data);
        return lists.length === 1
          ? cursorsIn(lists[0]).map((cursor) => ({ [variable]: cursor }))
          : [];
      });
      if (cursors.length === 0) return;
      const after = gen(fc.constantFrom, ...cursors);
      const next = { ...query, variables: { ...query.variables, ...after } };
      const { answer, calls } = await ask(next, token);
      const { answer: right, addresses } = await expected(next, token, answer.errors);
      expect({ next, ...answer }).toEqual({ next, ...right });
      const needless = needlessCalls(next.document, calls, addresses, true);
      expect({ next, needless }).toEqual({ next, needless: [] });
      continued += 1;
    });
    expect(continued).toBeGreaterThan(runs(promised(20, 8)));
  });
  it('loses only the fields that need a failing id or an unavailable service', {
    tags: ['R1', 'fullSize'],
  }, async () => {
    await forEvery(runs(promised(250, 100)), async (query, token, gen) => {
      const undisturbed = await ask(query, token);
      const fault = gen(fc.constantFrom, ...faultsFor(undisturbed.calls));
      gateway.sandbox.fault(fault);
      const { answer } = await ask(query, token).finally(() => gateway.sandbox.clearFaults());
      const disturbance = disturbanceOf(fault);
      const { answer: right } = await expected(query, token, answer.errors, disturbance);
      expect({ query, fault, ...answer }).toEqual({ query, fault, ...right });
    });
  });
});

/** All values of one response key, at any depth. */
function valuesNamed(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(key === name ? [each] : []),
    ...valuesNamed(name, each),
  ]);
}

/** The cursors of a list, without those of lists nested in its items. */
function cursorsIn(list: unknown): string[] {
  if (typeof list !== 'object' || list === null) return [];
  return Object.entries(list).flatMap(([key, value]: [string, unknown]) => {
    const name = fieldNamed(key);
    if (typeof value === 'string' && (name === 'cursor' || name === 'endCursor')) return [value];
    return name === 'edges' || name === 'pageInfo' || /^\d+$/.test(key) ? cursorsIn(value) : [];
  });
}

/** Parameters that name one entity. */
const idParameters = ['id', 'playlistId', 'channelId', 'videoId', 'parentId'];

/** The ids in the path of a call, by the `{keys}` of the operation's path. */
function idsInPath(template: string, path: string): string[] {
  const steps = path.split('/').slice(-template.split('/').length);
  return template
    .split('/')
    .flatMap((step, index) => (step.startsWith('{') ? [steps[index]!] : []));
}

/** Faults: an unavailable service, or an error for an entity that the query has read. */
function faultsFor(calls: readonly RecordedCall[]): Fault[] {
  // The oracle reads each HTML text of a comment by a call of its own.
  const hasHtml = calls.some(({ query }) => query['textFormat']?.includes('html'));
  const down = ['video', 'live', 'storage', 'calendar'].map(
    (service): Fault => ({ match: { service }, status: 503 }),
  );
  // The answer of a list of events has the name of its calendar, which the oracle reads apart.
  const hasEvents = calls.some(({ operation }) => operation === 'calendar:events.list');
  // Such a list can have the entity, too: the gateway takes it from there if the call by its id
  // fails, and the oracle reads each entity by its id.
  const listed = new Set(calls.flatMap((each) => (each.query['id'] ? [] : each.operation)));
  const failing = calls.flatMap(({ operation, path, query }) => {
    const isById = query['id'] !== undefined || operation!.endsWith('.get');
    if (isById && listed.has(operation!.replace(/\.get$/, '.list'))) return [];
    if (hasEvents && operation === 'calendar:calendars.get') return [];
    if (hasHtml && operation === 'video:comments.list') return [];
    const requested = [
      ...idParameters.flatMap((name) => query[name]?.flatMap((list) => list.split(',')) ?? []),
      ...idsInPath(operationNamed(operation!).path, path),
    ];
    return requested.flatMap((id) =>
      [403, 404].map(
        (status): Fault => ({ match: { operation: operation!, pathIncludes: id }, status }),
      ),
    );
  });
  return [...down, ...failing];
}

const disturbanceOf =
  ({ match: { operation, service, pathIncludes = '' } = {}, status }: Fault): Disturbance =>
  (called, address) =>
    (operation ?? called) === called &&
    (service ?? serviceOf(called)) === serviceOf(called) &&
    address.includes(pathIncludes)
      ? status
      : undefined;
