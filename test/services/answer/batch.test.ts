/** Reads of Drive and Calendar in batches (`DRIVE_BATCH`), through the whole gateway. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { calendarState } from '../../../src/sandbox/calendar/state.ts';
import type { Fault } from '../../../src/sandbox/fault.ts';
import type { RecordedCall } from '../../../src/sandbox/call/recorder.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { anyCost } from '../../support/gateway/document-limit.ts';
import { type RunningServer, startGateway } from '../../support/gateway/gateway.ts';
import { OutgoingRequests } from '../../support/upstream/outgoing-request.ts';
import { promised } from '../../support/report/promised-size.ts';
import { anyQuery, type RandomQuery } from '../../support/random/random-query.ts';
import { seedOf } from '../../support/random/repeatable-seed.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio({
  env: { DRIVE_BATCH: '1', MAX_LIST: '250', MAX_QUERY_CALLS: '300', MAX_ESTIMATED_CALLS: '300' },
});

const isBatch = ({ path }: RecordedCall): boolean => path.startsWith('/batch/');

/** The HTTP requests of a kind: batches, and the calls that arrived in them or by themselves. */
const recorded = (batches: boolean): RecordedCall[] =>
  studio.sandbox.calls().filter((call) => isBatch(call) === batches);

const batchPaths = (): string[] => recorded(true).map(({ path }) => path);

/** Copies a seeded file under so many ids, and returns them. */
function addFiles(count: number): string[] {
  const { files } = storageState(studio.sandbox.simulation());
  const original = files.get(ids.file.logo)!;
  return Array.from({ length: count }, (_, index) => {
    const id = `file${String(index).padStart(3, '0')}`;
    files.set(id, { ...original, id, fields: { ...original.fields, name: `Name ${index}` } });
    return id;
  });
}

const nodes =
  'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on File { name } ... on Event { summary } } }';

describe('250 files by id', () => {
  const fileNodes = (fileIds: readonly string[]) => ({
    ids: fileIds.map((id) => globalId('File', [id])),
  });

  it('are 3 batch calls', async () => {
    const fileIds = addFiles(250);
    const { data, errors, extensions } = await studio.query(nodes, fileNodes(fileIds));
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual(fileIds.map((_, index) => ({ name: `Name ${index}` })));
    expect(batchPaths()).toEqual(Array.from({ length: 3 }, () => '/batch/drive/v3'));
    expect(
      recorded(false)
        .map(({ path }) => path.split('/').at(-1)!)
        .toSorted(),
    ).toEqual(fileIds);
    expect(extensions['cost']).toMatchObject({
      requests: 250,
      operations: { 'storage:files.get': 250 },
    });
  });
  it('of which one is missing and one is forbidden lack only these two', {
    tags: ['R15'],
  }, async () => {
    const fileIds = addFiles(250).with(7, 'nothing');
    studio.sandbox.fault({
      match: { operation: 'storage:files.get', pathIncludes: fileIds[120]! },
      status: 403,
      reason: 'insufficientFilePermissions',
    });
    const { data, errors } = await studio.query(nodes, fileNodes(fileIds));
    expect(errors).toMatchObject([{ path: ['nodes', 120], extensions: { code: 'FORBIDDEN' } }]);
    const names = fileIds.map((_, index) => ({ name: `Name ${index}` }));
    expect(data.nodes).toEqual(names.with(7, null!).with(120, null!));
    expect(batchPaths()).toHaveLength(3);
  });
  it('of which one fails once repeat it by itself', async () => {
    const fileIds = addFiles(250);
    const match = { operation: 'storage:files.get', pathIncludes: fileIds[3]! };
    studio.sandbox.fault({ match, status: 503, times: 1 });
    const { data, errors, extensions } = await studio.query(nodes, fileNodes(fileIds));
    expect(errors).toBeUndefined();
    expect(data.nodes[3]).toEqual({ name: 'Name 3' });
    expect(batchPaths()).toHaveLength(3);
    expect(recorded(false)).toHaveLength(251);
    expect(extensions['cost'].requests).toBe(251);
  });
  it('beyond the limit of calls are rejected before any call', async () => {
    const document =
      'query ($ids: [ID!]!, $more: [ID!]!) { a: nodes(ids: $ids) { ... on File { name } } b: nodes(ids: $more) { ... on File { name } } }';
    const { errors } = await studio.query(document, {
      ...fileNodes(Array.from({ length: 250 }, (_, index) => `a${index}`)),
      more: fileNodes(Array.from({ length: 60 }, (_, index) => `b${index}`)).ids,
    });
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }]);
    expect(studio.calls()).toEqual([]);
  });
});

it('lookups of one moment share a batch, and one 404 is one null with its error', async () => {
  const [first] = addFiles(1);
  const { data, errors } = await studio.query(
    `{ a: file(id: "${first}") { name } b: file(id: "nothing") { name } c: file(id: "${ids.file.logo}") { name } }`,
  );
  expect(data).toEqual({
    a: { name: 'Name 0' },
    b: null,
    c: { name: expect.any(String) as string },
  });
  expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'NOT_FOUND', id: 'nothing' } }]);
  expect(batchPaths()).toEqual(['/batch/drive/v3']);
});

it('60 events by id are 2 batch calls of at most 50', async () => {
  const calendar = calendarState(studio.sandbox.simulation()).calendars.get(ids.calendar.release)!;
  const known = [...calendar.events.keys()].slice(0, 50);
  const missing = Array.from({ length: 60 - known.length }, (_, index) => `missing${index}`);
  const { data } = await studio.query(nodes, {
    ids: [...known, ...missing].map((id) => globalId('Event', [ids.calendar.release, id])),
  });
  expect(data.nodes).toHaveLength(60);
  expect(data.nodes.filter((node: unknown) => node !== null).length).toBeGreaterThan(0);
  expect(batchPaths()).toEqual(['/batch/calendar/v3', '/batch/calendar/v3']);
  expect(recorded(false)).toHaveLength(60);
});

it('the files of ten events are one batch call', async () => {
  const { data, errors } = await studio.query(
    `{ calendar(id: "${ids.calendar.release}") { events(first: 10) {
      nodes { summary attachments { title file { name mimeType } } } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.calendar.events.nodes).toHaveLength(10);
  const own = recorded(false).map(({ operation }) => operation);
  const fileCalls = own.filter((operation) => operation === 'storage:files.get');
  expect(fileCalls.length).toBeGreaterThan(5);
  expect(own.length - fileCalls.length).toBe(1);
  expect(batchPaths()).toEqual(['/batch/drive/v3']);
});

it('callers never share a batch', { tags: ['S24'] }, async () => {
  // Equal reads of one caller would be one call: each caller asks for other files the second time.
  const query = (token: string, [a, b]: readonly [string, string]) =>
    studio.gateway.query(
      `{ a: file(id: "${a}") { name } b: file(id: "${b}") { name } }`,
      {},
      { authorization: `Bearer ${token}` },
    );
  const { logo, budget, deck, script } = ids.file;
  await Promise.all(
    [[logo, budget] as const, [deck, script] as const].flatMap((files) =>
      ['studio-owner', 'studio-guest'].map((token) => query(token, files)),
    ),
  );
  const users = (batches: boolean): (string | undefined)[] =>
    recorded(batches).map(({ user }) => user);
  expect(new Set(users(true))).toEqual(new Set(['studio-owner', 'studio-guest']));
  expect(users(false).filter((user) => user === 'studio-guest')).toHaveLength(4);
});

describe('every query', () => {
  /** As in the test of random queries: nothing depends on the speed of the machine. */
  const env = {
    ...Object.fromEntries(
      ['REQUEST_DEADLINE_MS', 'CONNECT_TIMEOUT_MS', 'FIRST_BYTE_TIMEOUT_MS', 'CALL_TIMEOUT_MS'].map(
        (name) => [name, '3600000'],
      ),
    ),
    BATCH_MAX_WAIT_MS: '10000',
    ...anyCost,
    RETRY_ATTEMPTS: '1',
  };
  let plain: RunningServer;
  let batching: RunningServer;
  let requests: OutgoingRequests;
  beforeAll(async () => {
    requests = new OutgoingRequests();
    const { sandbox } = studio;
    plain = await startGateway({ env, sandbox });
    batching = await startGateway({ env: { ...env, DRIVE_BATCH: '1' }, sandbox });
  });
  afterAll(async () => {
    requests.close();
    await plain.close();
    await batching.close();
  });

  interface Outcome {
    readonly result: unknown;
    readonly batches: number;
  }

  async function ask(
    gateway: RunningServer,
    { document, variables }: Omit<RandomQuery, 'after'>,
    fault?: Fault,
  ): Promise<Outcome> {
    studio.sandbox.clearCalls();
    if (fault) studio.sandbox.fault(fault);
    const headers = { authorization: 'Bearer studio-owner' };
    const { body } = await gateway.query(document, variables, headers);
    await requests.settle();
    studio.sandbox.clearFaults();
    const { data, errors = [], extensions } = body;
    const codes = errors.map((error: { path?: unknown[]; extensions: { code: string } }) =>
      [...(error.path ?? []), error.extensions.code].join('.'),
    );
    // How many ids share a call of YouTube depends on the order in which answers arrive.
    expect(extensions.cost.requests).toBeLessThanOrEqual(recorded(false).length);
    return {
      result: { data: withoutCursors(data), errors: codes.toSorted() },
      batches: recorded(true).length,
    };
  }

  const folder = new URL('../../../schema/operations/', import.meta.url);
  const examples = readdirSync(folder)
    .map((name): readonly [string, string] => [name, readFileSync(new URL(name, folder), 'utf8')])
    .filter(([, source]) => /^query\b/m.test(source));
  it.each(examples)(
    'has the same result in batches, and counts each call: %s',
    async (_, document) => {
      const expected = await ask(plain, { document, variables: {} });
      const found = await ask(batching, { document, variables: {} });
      expect({ ...found, batches: 0 }).toEqual(expected);
    },
  );

  const anyFault = fc.constantFrom<Fault | undefined>(
    undefined,
    undefined,
    { match: { service: 'storage' }, status: 503 },
    { match: { service: 'calendar' }, status: 404 },
    { match: { operation: 'storage:files.get' }, status: 403 },
  );
  it('has the same result in batches, and counts each call, if it is random', {
    tags: ['fullSize'],
    timeout: 600_000,
  }, async () => {
    let batches = 0;
    const check = async (query: RandomQuery, fault: Fault | undefined): Promise<void> => {
      const expected = await ask(plain, query, fault);
      const found = await ask(batching, query, fault);
      batches += found.batches;
      expect({ query, fault, ...found, batches: 0 }).toEqual({ query, fault, ...expected });
    };
    const property = fc.asyncProperty(anyQuery, anyFault, check);
    await fc.assert(property, {
      seed: seedOf(process.env),
      numRuns: promised(250, 40),
      endOnFailure: true,
    });
    expect(batches).toBeGreaterThan(0);
  });
});

/** Cursors of feeds are new in every page. */
const withoutCursors = (data: unknown): unknown =>
  JSON.parse(JSON.stringify({ data }, (key, value: unknown) => (key === 'cursor' ? null : value)));
