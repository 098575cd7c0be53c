/** Bulk forms of mutations: each entry is written as the mutation of one entry writes it. */
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writes } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { canBeIgnored } from '../../../src/sandbox/call/stored-entity.ts';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { changedPaths, type State, stateOf } from '../../support/gateway/state.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { configOf } from '../../support/gateway/server.ts';
import { openStudio, type Studio, useStudio } from '../../support/gateway/studio.ts';
import { estimateOfDocument, mostUnits } from '../../support/report/estimate.ts';
import { startTokenProxy } from '../../support/proxy/token-proxy.ts';

type Input = Readonly<Record<string, unknown>>;

/** A bulk mutation to test. */
interface Case {
  /** The fields of each result beside `index` and `errors`. */
  readonly selection: string;
  /** Makes entries that can be written, as many as asked for. */
  readonly entries: (studio: Studio, count: number) => Promise<readonly Input[]>;
  /** An entry whose entity, or parent, does not exist, and the argument that names it. */
  readonly missing: readonly [entry: Input, argument: string];
  /** An entry that is rejected before any call, and the argument. */
  readonly invalid: readonly [entry: Input, argument: string];
  /** The operation that each entry calls. */
  readonly operation: string;
  /** Operations that the first write of an entry calls before. */
  readonly reads?: readonly string[];
}

const inputType = (mutation: string): string => `${mutation[0]!.toUpperCase()}${mutation.slice(1)}`;

const documentOf = (mutation: string, selection: string): string =>
  `mutation ($input: ${inputType(mutation)}Input!) { ${mutation}(input: $input) {
    results { index ${selection} errors { code message path reason } } failedCount errors { code message path } } }`;

/** Runs a mutation that makes something for a test. @returns its payload */
async function make(studio: Studio, mutation: string, selection: string, input: Input) {
  const document = `mutation ($input: ${inputType(mutation)}Input!) { ${mutation}(input: $input) { ${selection} errors { message } } }`;
  const { data, errors } = await studio.query(document, { input });
  expect([errors, data[mutation].errors]).toEqual([undefined, []]);
  return data[mutation];
}

const times = <T>(count: number, makeOne: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => makeOne(index)));

const files = (studio: Studio, count: number): Promise<string[]> =>
  times(
    count,
    async (index) =>
      (await make(studio, 'createFile', 'file { fileId }', { name: `File ${index}` })).file
        .fileId as string,
  );

const { ben, chloe, dana, emeka } = ids.person;

/** Addresses of accounts that do not own the files. */
const email = (index: number): string => [ben, chloe, dana, emeka][index % 4]!;

const cases: Readonly<Record<string, Case>> = {
  createFilePermissions: {
    selection: 'filePermission { role fileId person { email } }',
    entries: async (studio, count) =>
      (await files(studio, count)).map((fileId, index) => ({
        fileId,
        type: 'USER',
        role: 'READER',
        email: email(index),
      })),
    missing: [
      { fileId: ids.file.missing, type: 'USER', role: 'READER', email: email(0) },
      'fileId',
    ],
    invalid: [{ fileId: ids.file.script, type: 'USER', role: 'READER' }, 'email'],
    operation: 'storage:permissions.create',
  },
  deleteFilePermissions: {
    selection: 'deletedId',
    entries: async (studio, count) =>
      Promise.all(
        (await files(studio, count)).map(async (fileId) => {
          const input = { fileId, type: 'USER', role: 'READER', email: email(0) };
          const made = await make(studio, 'createFilePermission', 'filePermission { id }', input);
          return { by: { id: made.filePermission.id as string } };
        }),
      ),
    missing: [{ by: { key: { fileId: ids.file.script, permissionId: '12345' } } }, 'by'],
    invalid: [{ by: { key: { fileId: 'a/b', permissionId: '12345' } } }, 'by.key.fileId'],
    operation: 'storage:permissions.delete',
  },
  updateFiles: {
    selection: 'file { fileId trashed }',
    entries: async (studio, count) =>
      (await files(studio, count)).map((id) => ({ id, trashed: true })),
    missing: [{ id: ids.file.missing, trashed: true }, 'id'],
    invalid: [{ id: ids.file.script, addParentIds: [ids.file.script] }, 'addParentIds.0'],
    operation: 'storage:files.update',
  },
  deleteVideos: {
    selection: 'deletedId',
    entries: async (_, count) =>
      [ids.video.trailer, ids.video.makingOf, ids.video.privateCut, ids.video.unlistedCut]
        .slice(0, count)
        .map((id) => ({ id })),
    missing: [{ id: ids.video.missing }, 'id'],
    invalid: [{ id: 'no id' }, 'id'],
    operation: 'video:videos.delete',
  },
  deletePlaylists: {
    selection: 'deletedId',
    entries: (studio, count) =>
      times(count, async () => ({
        id: (await make(studio, 'createPlaylist', 'playlist { id }', { title: 'New' })).playlist
          .id as string,
      })),
    missing: [{ id: ids.playlist.missing }, 'id'],
    invalid: [{ id: 'no id' }, 'id'],
    operation: 'video:playlists.delete',
  },
  deletePlaylistItems: {
    selection: 'deletedId playlist { playlistId }',
    entries: async (studio, count) => {
      const document = `{ playlist(id: "${ids.playlist.fifty}") { items(first: ${count}) { nodes { id } } } }`;
      const { data } = await studio.query(document);
      return data.playlist.items.nodes;
    },
    missing: [{ id: 'UExmb3VyLm1pc3NpbmcwMDA' }, 'id'],
    invalid: [{ id: 'no id' }, 'id'],
    operation: 'video:playlistItems.delete',
    reads: ['video:playlistItems.list'],
  },
  deleteEvents: {
    selection: 'deletedId',
    entries: (studio, count) =>
      times(count, async (index) => {
        const at = { dateTime: `2027-05-0${index + 1}T10:00:00Z` };
        const newEventId = `bulk${index}`;
        const input = {
          calendarId: ids.calendar.release,
          newEventId,
          summary: 'New',
          start: at,
          end: at,
        };
        const made = await make(studio, 'createEvent', 'event { eventId }', input);
        const key = { calendarId: ids.calendar.release, eventId: made.event.eventId as string };
        return { by: { key } };
      }),
    missing: [
      { by: { key: { calendarId: ids.calendar.release, eventId: ids.event.missing } } },
      'by',
    ],
    invalid: [
      { by: { key: { calendarId: ids.calendar.release, eventId: 'a/b' } } },
      'by.key.eventId',
    ],
    operation: 'calendar:events.delete',
  },
};

const studio = useStudio();

const run = async (
  mutation: string,
  entries: readonly Input[],
  token?: string | null,
  from: Studio = studio,
) => {
  const document = documentOf(mutation, cases[mutation]!.selection);
  const { data, errors } = await from.query(document, { input: { entries } }, token);
  return { payload: data?.[mutation], errors };
};

const callsOf = (operation: string, from: Studio = studio) =>
  from.calls().filter((call) => call.operation === operation);

/** The writes of entries, without those that a test has made before. */
async function counted(operation: string, work: () => Promise<void>): Promise<number> {
  const before = callsOf(operation).length;
  await work();
  return callsOf(operation).length - before;
}

/** Paths of two states that differ, without times and versions. */
const differences = (one: State, other: State): string[] =>
  changedPaths(one, other).filter((path) => !/\/(at|since|version)$/.test(path));

/** The same studio, whose requests wait for those before. */
function oneByOne(from: Studio): Studio {
  let last: Promise<unknown> = Promise.resolve();
  const query: Studio['query'] = async (...args) => {
    const result = last.then(() => from.query(...args));
    last = result;
    return result;
  };
  return Object.create(from, { query: { value: query } }) as Studio;
}

/** The mutation of one entry. */
const singleOf = (mutation: string): string =>
  writes.find(({ spec }) => spec.bulk?.name === mutation)!.name;

/** What `docs/frontend.md` says about mutations of many objects. */
const [, stated] = /^- \*\*Many objects\.\*\*(.*)$/m.exec(
  readFileSync(new URL('../../../docs/frontend.md', import.meta.url), 'utf8'),
)!;

/** @returns whether a mutation of so many entries is admitted by default, and of one more */
function admitted(
  mutation: string,
  entry: Input,
  others: Input = {},
): readonly [number, boolean[]] {
  const most = Number(new RegExp(`\`${mutation}\`[^\\d]*(\\d+)`).exec(stated!)![1]);
  const { MAX_QUERY_UNITS, MAX_QUERY_CALLS } = configOf({});
  const isAdmitted = (count: number): boolean => {
    const input = { ...others, entries: Array.from({ length: count }, () => entry) };
    const estimate = estimateOfDocument(documentOf(mutation, ''), { input });
    const isCheap = mostUnits(estimate) <= MAX_QUERY_UNITS && estimate.calls <= MAX_QUERY_CALLS;
    return count <= 50 && isCheap;
  };
  return [most, [isAdmitted(most), isAdmitted(most + 1)]];
}

it('addPlaylistItems takes as many entries as the page for frontends says', () => {
  const playlist = { playlistId: ids.playlist.fifty };
  expect(admitted('addPlaylistItems', { videoId: ids.video.trailer }, playlist)).toEqual([
    39,
    [true, false],
  ]);
});

it('every bulk form has a case', () => {
  const names = writes.flatMap(({ spec }) => spec.bulk?.name ?? []);
  expect(names.toSorted()).toEqual(Object.keys(cases).toSorted());
});

describe.each(Object.entries(cases))('%s', (mutation, { entries, missing, invalid, operation }) => {
  it('takes as many entries as the page for frontends says', () => {
    expect(admitted(mutation, missing[0])[1]).toEqual([true, false]);
  });
  it('writes each entry by one call', async () => {
    const given = await entries(studio, 3);
    const calls = await counted(operation, async () => {
      const { payload, errors } = await run(mutation, given);
      expect(errors).toBeUndefined();
      expect(payload).toMatchObject({ failedCount: 0, errors: [] });
      expect(payload.results.map((each: any) => [each.index, each.errors])).toEqual(
        given.map((_, index) => [index, []]),
      );
      for (const { index: _, errors: __, ...shown } of payload.results)
        for (const value of Object.values(shown)) expect(value).toBeTruthy();
    });
    expect(calls).toBe(3);
  });
  it('leaves the other entries if one fails', async () => {
    const [first, last] = await entries(studio, 2);
    const { payload, errors } = await run(mutation, [first!, missing[0], last!]);
    expect(errors).toBeUndefined();
    expect(payload).toMatchObject({ failedCount: 1, errors: [] });
    expect(payload.results.map((each: any) => each.errors.length)).toEqual([0, 1, 0]);
    expect(payload.results[1]).toMatchObject({
      index: 1,
      errors: [
        {
          code: 'NOT_FOUND',
          path: ['entries', '1', ...missing[1].split('.')],
          message: expect.stringMatching(/^entries\.1\./),
        },
      ],
    });
  });
  it('makes no call if an entry is invalid, or two are the same', async () => {
    const [first, second] = await entries(studio, 2);
    studio.sandbox.clearCalls();
    const [entry, argument] = invalid;
    const one = await run(mutation, [first!, second!, entry]);
    expect(one.payload).toMatchObject({
      results: null,
      failedCount: 3,
      errors: [{ code: 'INVALID_INPUT', path: ['entries', '2', ...argument.split('.')] }],
    });
    const two = await run(mutation, [first!, second!, first!]);
    expect(two.payload).toEqual({
      results: null,
      failedCount: 3,
      errors: [
        {
          code: 'INVALID_INPUT',
          path: ['entries', '2'],
          message: 'entries.2: the same object as in entries.0; expected each object once',
        },
      ],
    });
    expect(studio.calls()).toEqual([]);
  });
  it('rejects no entry, and too many', async () => {
    const [entry] = await entries(studio, 1);
    studio.sandbox.clearCalls();
    const none = await run(mutation, []);
    expect(none.payload.errors).toMatchObject([
      { code: 'INVALID_INPUT', message: 'entries: expected 1 to 50 entries, got 0' },
    ]);
    const { payload, errors } = await run(
      mutation,
      Array.from({ length: 51 }, () => entry!),
    );
    const codes = errors?.map(({ extensions }) => extensions['code']);
    // The estimate of so many entries can be above the limit.
    expect(codes ?? payload.errors[0].code).toEqual(
      codes ? ['QUERY_TOO_EXPENSIVE'] : 'INVALID_INPUT',
    );
    expect(studio.calls()).toEqual([]);
  });
  it('treats a lost answer as the mutation of one entry does', async () => {
    const given = await entries(studio, 3);
    // The last attempt, too, has no answer.
    studio.sandbox.fault({ match: { operation }, drop: 'after', times: 8 });
    const { payload, errors = [] } = await run(mutation, given.slice(0, 1));
    studio.sandbox.clearFaults();
    studio.sandbox.reset(start);
    const again = await entries(studio, 1);
    studio.sandbox.fault({ match: { operation }, drop: 'after', times: 8 });
    const document = `mutation ($input: ${inputType(singleOf(mutation))}Input!) { ${singleOf(mutation)}(input: $input) { errors { code } } }`;
    const one = await studio.query(document, { input: again[0] });
    const endOf = (failure: any, own: any) => ({
      codes: own?.errors.map(({ code }: { code: string }) => code),
      code: failure?.extensions.code,
      outcome: failure?.extensions.outcome,
    });
    const single = one.errors?.[0];
    expect(endOf(errors[0], payload.results[0])).toEqual(
      endOf(single, one.data?.[singleOf(mutation)]),
    );
    expect(errors.map(({ path }) => path)).toEqual(single ? [[mutation, 'results', 0]] : []);
  });
  it.each<[string, Fault, 'failed' | 'none' | 'all']>([
    ['is refused with 403', { status: 403, reason: 'forbidden' }, 'failed'],
    ['is refused with 400', { status: 400, reason: 'invalid' }, 'failed'],
    ['is ignored', { ignore: true }, 'none'],
    ['loses its answer', { drop: 'after' }, 'all'],
  ])(
    'leaves each entry as it was or as it was to be, if each call but the first %s',
    async (_, fault, written) => {
      if (fault.ignore && !canBeIgnored(catalogue.get(operation)!)) return;
      // Made one after the other, the entries are the same each time.
      const given = async (): Promise<Input[]> => {
        studio.sandbox.reset(start);
        return [...(await entries(oneByOne(studio), 3))];
      };
      const all = await given();
      studio.sandbox.fault({ match: { operation }, times: 1, delayMs: 0 });
      studio.sandbox.fault({ match: { operation }, ...fault });
      const { payload } = await run(mutation, all);
      const state = stateOf(studio.sandbox);
      studio.sandbox.clearFaults();
      await run(mutation, all);
      const repeated = stateOf(studio.sandbox);
      const isWritten = ({ index, errors }: any): boolean =>
        written === 'failed' ? errors.length === 0 : written === 'all' || index === 0;
      const expected = async (some: readonly Input[]) => {
        const again = await given();
        expect(again).toEqual(all);
        await run(mutation, some);
        return stateOf(studio.sandbox);
      };
      const done = all.filter((_entry, index) =>
        isWritten({ index, errors: payload.results[index]?.errors ?? [] }),
      );
      expect(differences(await expected(done), state)).toEqual([]);
      expect(differences(await expected(all), repeated)).toEqual([]);
    },
  );
  it('ends for a caller without the scope', async () => {
    const own = await openStudio();
    const given = await entries(own, 3);
    const { payload, errors } = await run(mutation, given, 'studio-reader', own);
    const called = callsOf(operation, own).filter(({ call }) => call.user!.includes('read-only'));
    expect(errors).toBeUndefined();
    expect(called.length).toBeLessThanOrEqual(3);
    expect(payload).toMatchObject({
      results: null,
      failedCount: 3,
      errors: [{ code: 'MISSING_SCOPE' }],
    });
    await own.close();
  });
  it('ends for a caller whose token is rejected, after one call', async () => {
    const given = await entries(studio, 3);
    studio.sandbox.clearCalls();
    const { payload, errors } = await run(mutation, given, 'studio-expired');
    expect(payload).toBeNull();
    expect(errors).toMatchObject([{ path: [mutation], extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(studio.calls().filter(({ call }) => call.status === 401)).toHaveLength(1);
  });
});

describe('a bulk mutation', () => {
  it('is estimated as the sum of its entries', async () => {
    const document = documentOf('deleteVideos', 'deletedId');
    const entriesOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `video${index + 100_000}` }));
    const dryRun = async (count: number) => {
      const { data } = await studio.query(
        'query ($document: String!, $variables: JSON) { quota(dryRun: { document: $document, variables: $variables }) { dryRun { requests units { units } } } }',
        { document, variables: { input: { entries: entriesOf(count) } } },
      );
      return data.quota.dryRun;
    };
    expect(await dryRun(40)).toEqual({ requests: 40, units: [{ units: 2_000 }] });
    const { errors } = await run('deleteVideos', entriesOf(41));
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }]);
    expect(studio.calls()).toEqual([]);
  });

  it('shows the changed objects without further calls', async () => {
    const given = await cases['updateFiles']!.entries(studio, 12);
    studio.sandbox.clearCalls();
    const { payload } = await run('updateFiles', given);
    expect(payload.results.map(({ file }: any) => file)).toEqual(
      given.map(({ id }) => ({ fileId: id, trashed: true })),
    );
    expect(studio.operations()).toEqual(given.map(() => 'storage:files.update'));
  });

  it('can do another thing with each entry', async () => {
    const [one, two, three] = await files(studio, 3);
    const { payload } = await run('updateFiles', [
      { id: one, trashed: true },
      { id: two, addParentIds: [ids.file.scripts], removeParentIds: ['root'] },
      { id: three, name: 'Renamed', starred: true },
    ]);
    expect(payload).toMatchObject({ failedCount: 0, errors: [] });
    const { data } = await studio.query(
      '{ files(filter: { trash: ONLY }, first: 100) { nodes { fileId } } }',
    );
    expect(data.files.nodes.map(({ fileId }: any) => fileId)).toContain(one);
    const moved = await studio.query(
      `{ file(id: "${two}") { parents { fileId } } renamed: file(id: "${three}") { name starred } }`,
    );
    expect(moved.data).toEqual({
      file: { parents: [{ fileId: ids.file.scripts }] },
      renamed: { name: 'Renamed', starred: true },
    });
  });

  it('gives one file several permissions, and rejects the same grantee twice', async () => {
    const [fileId] = await files(studio, 1);
    const entryFor = (address: string) => ({
      fileId,
      type: 'USER',
      role: 'READER',
      email: address,
    });
    const { payload } = await run(
      'createFilePermissions',
      [1, 2, 3].map((each) => entryFor(email(each))),
    );
    expect(payload).toMatchObject({ failedCount: 0, errors: [] });
    const { data } = await studio.query(
      `{ file(id: "${fileId}") { permissions(first: 10) { nodes { person { email } } } } }`,
    );
    expect(data.file.permissions.nodes).toHaveLength(4);
    const same = await run('createFilePermissions', [
      entryFor('a@studio.example'),
      entryFor('A@studio.example'),
    ]);
    expect(same.payload.errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['entries', '1'] }]);
  });

  it('goes on after a failure of the service, which fails one entry', async () => {
    const given = await cases['updateFiles']!.entries(studio, 12);
    const failing = { operation: 'storage:files.update', pathIncludes: String(given[3]!['id']) };
    studio.sandbox.fault({ match: failing, status: 500 });
    const { payload, errors } = await run('updateFiles', given);
    expect(errors).toMatchObject([
      {
        path: ['updateFiles', 'results', 3],
        extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' },
      },
    ]);
    expect(payload).toMatchObject({ failedCount: 1, errors: [] });
    expect(payload.results.map((result: unknown) => result !== null)).toEqual(
      given.map((_, index) => index !== 3),
    );
  });

  it('sends no further entry after a failure that concerns the caller', async () => {
    const given = await cases['updateFiles']!.entries(studio, 20);
    const failing = { operation: 'storage:files.update', pathIncludes: String(given[0]!['id']) };
    studio.sandbox.fault({ match: failing, status: 403, reason: 'insufficientPermissions' });
    studio.sandbox.fault({ match: { operation: 'storage:files.update' }, delayMs: 200 });
    studio.sandbox.clearCalls();
    const { payload, errors } = await run('updateFiles', given);
    expect(errors).toBeUndefined();
    expect(studio.operations()).toHaveLength(10);
    expect(payload).toMatchObject({ failedCount: 11, errors: [{ code: 'MISSING_SCOPE' }] });
    expect(
      payload.results.map((each: any) => each.errors.map(({ code }: { code: string }) => code)),
    ).toEqual(given.map((_, index) => (index === 0 || index > 9 ? ['MISSING_SCOPE'] : [])));
  });

  it('ends without quota', async () => {
    const given = await cases['deletePlaylists']!.entries(studio, 4);
    studio.refuse('video:playlists.delete', 403, 'quotaExceeded');
    const { payload, errors } = await run('deletePlaylists', given);
    expect(payload).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'QUOTA_EXCEEDED' } }]);
  });
});

describe('the entries of a bulk mutation', () => {
  let proxy: Awaited<ReturnType<typeof startTokenProxy>>;
  let own: Awaited<ReturnType<typeof openStudio>>;
  beforeAll(async () => {
    const { sandbox } = await openStudio();
    proxy = await startTokenProxy(sandbox.url);
    const { video, storage, calendar } = sandbox.bases;
    own = await openStudio({
      sandbox,
      bases: {
        video: video.replace(sandbox.url, proxy.url),
        storage: storage.replace(sandbox.url, proxy.url),
        calendar: calendar.replace(sandbox.url, proxy.url),
      },
    });
    return async () => {
      await own.close();
      await proxy.close();
    };
  });
  beforeEach(() => {
    proxy.calls.length = 0;
  });

  /** Lets the gateway do what it has to do at once: a further write would have arrived by then. */
  async function passSomeRequests({ gateway }: Pick<Studio, 'gateway'>): Promise<void> {
    for (let index = 0; index < 20; index += 1) await gateway.query('{ __typename }');
  }

  /** Runs a mutation whose writes are held. @returns how many have arrived together */
  async function heldCalls(
    mutation: string,
    given: readonly Input[],
    isWrite: (path: string, method: string) => boolean,
    expected: number,
  ): Promise<number> {
    const release = proxy.hold(({ path, method }) => isWrite(path, method));
    const running = run(mutation, given, 'studio-owner', own);
    const arrived = () => proxy.calls.filter(({ path, method }) => isWrite(path, method)).length;
    await expect.poll(arrived).toBe(expected);
    await passSomeRequests(own);
    const count = arrived();
    release();
    const { payload } = await running;
    expect(payload).toMatchObject({ failedCount: 0, errors: [] });
    expect(arrived()).toBe(given.length);
    return count;
  }

  it('are written at most ten at a time', async () => {
    const given = await cases['updateFiles']!.entries(own, 25);
    expect(await heldCalls('updateFiles', given, (_, method) => method === 'PATCH', 10)).toBe(10);
  });
  it('are written one after another if they concern the permissions of one file', async () => {
    const [one, two] = await files(own, 2);
    const given = [one, one, two, one, two].map((fileId, index) => ({
      fileId,
      type: 'USER',
      role: 'READER',
      email: email(index),
    }));
    const isWrite = (path: string, method: string): boolean =>
      method === 'POST' && path.endsWith('/permissions');
    expect(await heldCalls('createFilePermissions', given, isWrite, 2)).toBe(2);
  });
  it('are removed one after another from one playlist', async () => {
    const given = await cases['deletePlaylistItems']!.entries(own, 4);
    const isWrite = (_: string, method: string): boolean => method === 'DELETE';
    expect(await heldCalls('deletePlaylistItems', given, isWrite, 1)).toBe(1);
  });
  it('are deleted one after another if they are occurrences of one series', async () => {
    const series = `by: { key: { calendarId: "${ids.calendar.private}", eventId: "${ids.event.planning}" } }`;
    const { data } = await own.query(
      `{ event(${series}) { instances(from: "2027-03-01T00:00:00Z", to: "2027-05-01T00:00:00Z", first: 4) { nodes { id } } } }`,
    );
    const given = data.event.instances.nodes.map(({ id }: { id: string }) => ({ by: { id } }));
    expect(given).toHaveLength(4);
    const isWrite = (_: string, method: string): boolean => method === 'DELETE';
    expect(await heldCalls('deleteEvents', given, isWrite, 1)).toBe(1);
  });
  it('are written one after another until the token is accepted', async () => {
    const given = await cases['updateFiles']!.entries(own, 5);
    proxy.calls.length = 0;
    const fresh = await openStudio({
      sandbox: own.sandbox,
      bases: { storage: own.sandbox.bases.storage.replace(own.sandbox.url, proxy.url) },
    });
    const release = proxy.hold(({ method }) => method === 'PATCH');
    const running = run('updateFiles', given, 'studio-owner', fresh);
    const methods = (): string[] => proxy.calls.map(({ method }) => method);
    await expect.poll(methods).toEqual(['GET', 'PATCH']);
    await passSomeRequests(fresh);
    expect(methods()).toEqual(['GET', 'PATCH']);
    release();
    expect((await running).payload).toMatchObject({ failedCount: 0 });
    await fresh.close();
  });
});
