/**
 * The tasks of a studio: one document each, admitted at its default sizes, and each call of it is
 * needed. The oracle, a second implementation of the schema, says which calls a query needs.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../src/settings.ts';
import { estimateOfDocument, mostUnits } from '../support/report/estimate.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { DirectCalls } from '../support/oracle/direct-call.ts';
import { needlessCalls } from '../support/oracle/needless-call.ts';
import { expectedAnswer } from '../support/oracle/oracle.ts';
import { OutgoingRequests } from '../support/upstream/outgoing-request.ts';
import { start } from '../support/gateway/sandbox.ts';

/** Tasks whose fields and arguments the oracle knows. */
const queries = {
  dashboard: '60-dashboard',
  'control room': '06-control-room',
  'team calendar with files': '61-team-week',
  'moderation queue': '16-moderation-queue',
  'who can see this file': '40-sharing-dialog',
  'comments to answer': '67-comments-to-answer',
};

/** Tasks with one call for each list. */
const lists = {
  'audit by file': ['63-audit-files', ['storage:files.list']],
  'audit by person': [
    '13-person',
    [
      'calendar:calendarList.list',
      'calendar:calendars.get',
      'calendar:events.list',
      'storage:files.list',
    ],
  ],
  'what changed since yesterday': [
    '66-changed-since',
    ['calendar:events.list', 'storage:files.list', 'video:activities.list'],
  ],
  'slot for five people': ['53-find-free-slot', ['calendar:freebusy.query']],
} as const;

/** Files with their folders, which Google Drive returns one by one, and their videos. */
const mediaLibrary = '62-media-library';

const mutations = {
  'broadcast from an event': '64-broadcast-from-event',
  'file as video': '39-publish-file',
  'playlist cleanup': '68-clean-playlist',
};

const documentOf = (name: string): string =>
  readFileSync(new URL(`../../schema/operations/${name}.graphql`, import.meta.url), 'utf8');

const authorization = 'Bearer studio-owner';

let gateway: Awaited<ReturnType<typeof startGateway>>;
let requests: OutgoingRequests;

beforeAll(async () => {
  requests = new OutgoingRequests();
  // A batch waits for all of its keys, however slow the machine is.
  const env = { BATCH_MAX_WAIT_MS: '10000', LOG_LEVEL: 'silent' };
  gateway = await startGateway({ env, sandbox: { now: start } });
  // Well-known ids are requested once per caller; the oracle counts no call for them.
  const wellKnownIds = '{ file(id: "root") { id } calendar(id: "primary") { id } }';
  await gateway.query(wellKnownIds, {}, { authorization });
});

afterAll(async () => {
  requests.close();
  await gateway.close();
});

describe('the document of a task', () => {
  it('is that of one of 14 tasks', () => {
    expect(Object.keys({ ...queries, ...lists, ...mutations, mediaLibrary })).toHaveLength(14);
  });
  it.each([
    ...Object.entries({ ...queries, ...mutations, 'media library': mediaLibrary }),
    ...Object.entries(lists).map(([task, [name]]) => [task, name] as const),
  ])('is admitted: %s', (_, name) => {
    const estimate = estimateOfDocument(documentOf(name));
    expect(estimate.calls).toBeLessThanOrEqual(Number(settings.MAX_ESTIMATED_CALLS.byDefault));
    expect(mostUnits(estimate)).toBeLessThanOrEqual(Number(settings.MAX_QUERY_UNITS.byDefault));
  });
  it.each(Object.entries(lists))('makes one call for each list: %s', async (_, [name, wanted]) => {
    gateway.sandbox.clearCalls();
    const { body } = await gateway.query(documentOf(name), {}, { authorization });
    expect(body.errors).toBeUndefined();
    const made = gateway.sandbox.calls().map(({ operation }) => operation!);
    expect(made.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(wanted);
  });
  it('reads each folder once, and all videos together: media library', async () => {
    gateway.sandbox.clearCalls();
    const { body } = await gateway.query(documentOf(mediaLibrary), {}, { authorization });
    const files: any[] = body.data.files.nodes;
    const folders = new Set(files.flatMap(({ parents }) => parents.map(({ name }: any) => name)));
    expect(files.length).toBeGreaterThan(folders.size);
    expect(files.filter(({ video }) => video !== null).length).toBeGreaterThan(0);
    const made = gateway.sandbox.calls().map(({ operation }) => operation!);
    expect(made.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      ...Array.from(folders, () => 'storage:files.get'),
      'storage:files.list',
      'video:videos.list',
    ]);
  });
  it.each(Object.entries(queries))('makes no needless call: %s', async (_, name) => {
    const document = documentOf(name);
    const caller = new DirectCalls(gateway.sandbox.url).as('studio-owner');
    const { addresses } = await expectedAnswer(caller, document, {});
    gateway.sandbox.clearCalls();
    const { body } = await gateway.query(document, {}, { authorization });
    await requests.settle();
    const calls = gateway.sandbox.calls();
    expect(body.errors).toBeUndefined();
    expect(body.extensions?.warnings ?? []).toEqual([]);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.length).toBeLessThanOrEqual(addresses.length);
    expect(needlessCalls(document, calls, addresses)).toEqual([]);
  });
});
