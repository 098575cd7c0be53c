/** A failing service causes errors at its own fields; all others have their data. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { ids, uploadsOf } from '../../../src/sandbox/seed/ids.ts';
import { openStudio, type Result } from '../../support/gateway/studio.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import type { GatewayOptions } from '../../support/gateway/gateway.ts';

const document = `{
  event(by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.launchMeeting}" } }) {
    summary
    attachments { title file { name permissions(first: 10) { nodes { role person { email } } } } }
    broadcast {
      title lifeCycleStatus
      boundStream { streamStatus }
      video { title channel { title } commentThreads(first: 5) { nodes { topLevelComment { text author { title } } } } }
    }
  }
  calendar(id: "${ids.calendar.release}") { events(first: 20) { nodes { summary attachments { title file { name } } calendar { summary } } } }
  playlist(id: "${ids.playlist.fifty}") { items(first: 10) { nodes { video { title channel { title } } } } }
}`;

let open: Awaited<ReturnType<typeof openStudio>> | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function answer(overrides: GatewayOptions, fault?: Fault): Promise<Result> {
  open = await openStudio({ ...overrides, env: { MAX_QUERY_CALLS: '2000', ...overrides.env } });
  if (fault) open.sandbox.fault(fault);
  const result = await open.query(document);
  await open.close();
  open = undefined;
  return result;
}

/** Returns the data with every `file` set to null, and the paths of those that were not null. */
function withoutFiles(
  value: unknown,
  path: readonly (string | number)[] = [],
  files: string[] = [],
): { data: unknown; files: string[] } {
  const strip = (each: any, at: readonly (string | number)[]): unknown => {
    if (Array.isArray(each)) return each.map((item, index) => strip(item, [...at, index]));
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([name, inner]) => {
        if (name !== 'file') return [name, strip(inner, [...at, name])];
        if (inner !== null) files.push([...at, name].join('.'));
        return [name, null];
      }),
    );
  };
  return { data: strip(value, path), files };
}

const storage = { match: { service: 'storage' } } as const;

const failures: readonly [
  how: string,
  code: string,
  overrides: () => Promise<GatewayOptions>,
  fault?: Fault,
][] = [
  [
    'refuses connections',
    'UPSTREAM_UNAVAILABLE',
    async () => ({ bases: { storage: `http://127.0.0.1:${await closedPort()}` } }),
  ],
  [
    'hangs',
    'UPSTREAM_TIMEOUT',
    async () => ({ env: { REQUEST_DEADLINE_MS: '2500' } }),
    { ...storage, hang: true },
  ],
  ['answers 502 with HTML', 'UPSTREAM_UNAVAILABLE', async () => ({}), { ...storage, page: 'html' }],
  ['sends half of its JSON', 'UPSTREAM_INVALID', async () => ({}), { ...storage, cut: true }],
];

describe('Google Drive', () => {
  it.each(failures)(
    'fails only its own fields if it %s: %s',
    { tags: ['R1', 'R4'] },
    async (_, code, overrides, fault) => {
      const healthy = await answer({});
      expect(healthy.errors).toBeUndefined();
      const { data, files } = withoutFiles(healthy.data);
      expect(files.length).toBeGreaterThan(5);
      const faulty = await answer(await overrides(), fault);
      expect(faulty.data).toEqual(data);
      expect(faulty.errors!.map(({ path }) => path!.join('.')).toSorted()).toEqual(
        files.toSorted(),
      );
      for (const { extensions } of faulty.errors!)
        expect(extensions).toMatchObject({
          code,
          service: 'storage',
          operation: 'storage:files.get',
        });
    },
  );
});

describe('a service that never answers', () => {
  it('does not affect other links of the same entities', async () => {
    open = await openStudio({ env: { REQUEST_DEADLINE_MS: '1000' } });
    const uploads = uploadsOf(ids.channel.studio);
    const ask = (first: string): Promise<Result> =>
      open!.query(`{
        ${first}
        other: playlist(id: "${uploads}") { items(first: 3) { nodes { video { title commentThreads(first: 2) { nodes { threadId } } } } } }
      }`);
    const alone = await ask('');
    open.sandbox.fault({ match: { operation: 'live:liveBroadcasts.list' }, hang: true });
    const { data, errors } = await ask(
      `first: playlist(id: "${uploads}") { items { nodes { video { title broadcast { title } } } } }`,
    );
    expect(data.other).toEqual(alone.data.other);
    expect(
      new Set(
        errors?.map(({ path, extensions }) => `${path?.[0]} ${path?.at(-1)} ${extensions['code']}`),
      ),
    ).toEqual(new Set(['first broadcast UPSTREAM_TIMEOUT']));
  });
});
