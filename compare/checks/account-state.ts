/** What a full storage, a spent day and read-only scopes reject: each with a token of its own. */
import type { AnyOperation } from '../../src/engine/api/operation.ts';
import type { Bucket } from '../../src/engine/api/register.ts';
import {
  acl,
  calendarList,
  calendars,
  events,
  freebusy,
  settings,
} from '../../src/services/calendar/operations.ts';
import { liveBroadcasts } from '../../src/services/live/operations.ts';
import {
  about,
  accessproposals,
  apps,
  changes,
  comments as fileComments,
  drives,
  files,
  revisions,
} from '../../src/services/storage/operations.ts';
import {
  captions,
  channels,
  comments,
  commentThreads,
  members,
  playlists,
  search,
  subscriptions,
  videos,
} from '../../src/services/video/operations.ts';
import { type Answer, Unchecked } from '../client.ts';
import type { OtherCredential } from '../other-token.ts';
import { folderType, ownName } from '../own-entity.ts';
import type { Arguments } from '../rest-request.ts';
import type { Check, Lookup, Session } from '../session.ts';
import { unknown } from './lookup.ts';

const full = { credential: 'fullStorage' } as const;

/** Bytes of the file that a full storage has no room for. */
const fileSize = 1024 ** 2;

const fullStorage: Lookup<true> = {
  name: 'full storage: it has room for a megabyte',
  calls: [about.get],
  find: async (session) => {
    const { storageQuota } = await session.need(about.get, { fields: 'storageQuota' }, full);
    const { limit, usage } = storageQuota ?? {};
    return Number(limit) - Number(usage) < fileSize || undefined;
  },
};

/** Id of a file with content in the full storage. */
const storedFile: Lookup<string> = {
  name: 'file of its own in the full storage',
  calls: [files.list],
  find: async (session) => {
    const q =
      "'me' in owners and trashed = false and not mimeType contains 'application/vnd.google-apps'";
    const args = { q, fields: 'files(id)', pageSize: 1 };
    const { files: found = [] } = await session.need(files.list, args, full);
    return found[0]?.id ?? undefined;
  },
};

/** New files without content of their own, by what they are. */
const bare = {
  folder: { mimeType: folderType },
  document: { mimeType: 'application/vnd.google-apps.document' },
  'file without content': { mimeType: 'text/plain' },
} as const;

export const fullStorageCheck: Check = {
  name: 'full storage',
  needs: 'fullStorage',
  writes: true,
  lookups: [fullStorage, storedFile],
  calls: [
    ...Object.keys(bare).map(() => files.create),
    files.create,
    files.copy,
    // The removals, of what could be made.
    ...Array.from({ length: Object.keys(bare).length + 2 }, () => files.delete),
  ],
  run: async (session) => {
    await session.find(fullStorage);
    const make = (operation: AnyOperation, args: Arguments, step: string, text?: string) =>
      session.attempt(async () => {
        const file = text === undefined ? {} : { file: { type: 'text/plain', text } };
        await session.tryToMake('file in a full storage', operation, args, {
          ...full,
          ...file,
          step,
        });
      });
    for (const [step, body] of Object.entries(bare))
      await make(files.create, { body: { ...body, name: ownName() } }, step);
    const text = 'x'.repeat(fileSize);
    await make(files.create, { body: { name: ownName() } }, 'file with content', text);
    await session.attempt(async () => {
      const fileId = await session.find(storedFile);
      await make(files.copy, { fileId, body: { name: ownName() } }, 'copy of a file');
    });
  },
};

type Call = readonly [AnyOperation, Arguments];

/** Cheap reads of each bucket, which any account may make. */
const bucketReads: Readonly<Partial<Record<Bucket, readonly Call[]>>> = {
  VIDEO: [
    [channels.list, { part: ['id'], mine: true }],
    [playlists.list, { part: ['id'], mine: true }],
    // The two APIs of YouTube share the units of a day.
    [liveBroadcasts.list, { part: ['id'], mine: true }],
  ],
  SEARCH: [[search.list, { part: ['id'], q: unknown.word, type: 'video' }]],
  VIDEO_STATISTICS: [[videos.batchGetStats, { part: ['id'], id: [unknown.video] }]],
  CALENDAR: [
    [settings.list, {}],
    [calendarList.list, {}],
  ],
  STORAGE: [
    [about.get, { fields: 'kind' }],
    [files.list, { fields: 'kind' }],
  ],
};

/** Sends calls with another token, the first of which must show the state of its account. */
async function observeState(
  session: Session,
  credential: OtherCredential,
  [first, ...rest]: readonly Call[],
  problemOf: (answer: Answer) => string | undefined,
): Promise<void> {
  const send = ([operation, args]: Call): Promise<Answer> =>
    session.send(operation, args, { credential, isUnobserved: true }) as Promise<Answer>;
  const answer = await send(first!);
  const problem = problemOf(answer);
  if (problem !== undefined) throw new Unchecked(problem);
  observeAnswer(session, first![0], answer);
  for (const call of rest)
    await session.attempt(async () => observeAnswer(session, call[0], await send(call)));
}

/** Observes also whether the details name a missing scope: only that proves it. */
function observeAnswer(session: Session, operation: AnyOperation, answer: Answer): void {
  session.observations.addAnswer(operation, undefined, answer);
  if (answer.reason !== 'insufficientPermissions') return;
  session.observeWord(operation, 'missing scope in the details', {
    present: answer.detail === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    absent: answer.detail === undefined,
  });
}

export const spentDayChecks: readonly Check[] = Object.entries(bucketReads).map(
  ([bucket, calls]) => ({
    name: `spent day of ${bucket}`,
    needs: 'spentDay',
    calls: calls.map(([operation]) => operation),
    run: (session) =>
      observeState(session, 'spentDay', calls, ({ status }) =>
        status < 400 ? `The day of ${bucket} is not spent.` : undefined,
      ),
  }),
);

const part = ['id'];
const noFile = { fileId: unknown.file };

/**
 * By service: a deletion of what does not exist, and reads that need more than `youtube.readonly`,
 * `drive.readonly` and `calendar.readonly`, or just these.
 */
const readOnlyCalls: Readonly<Record<string, readonly Call[]>> = {
  YouTube: [
    [playlists.delete, { id: unknown.playlist }],
    [commentThreads.list, { part, videoId: unknown.video }],
    [comments.list, { part, id: unknown.word }],
    [captions.list, { part, videoId: unknown.video }],
    [members.list, { part: ['snippet'] }],
    [videos.getRating, { id: unknown.video }],
    [subscriptions.list, { part, mine: true }],
    [liveBroadcasts.list, { part, mine: true }],
  ],
  'Google Drive': [
    [files.delete, noFile],
    [files.generateIds, { count: 1 }],
    [apps.list, {}],
    [fileComments.list, { ...noFile, fields: 'kind' }],
    [files.listLabels, noFile],
    [revisions.list, noFile],
    [accessproposals.list, noFile],
    [changes.getStartPageToken, {}],
    [drives.list, {}],
  ],
  'Google Calendar': [
    [calendars.delete, { calendarId: unknown.calendar }],
    [acl.list, { calendarId: 'primary' }],
    [events.list, { calendarId: 'primary', maxResults: 1 }],
    [settings.list, {}],
    [
      freebusy.query,
      { body: { timeMin: '2026-01-01T00:00:00Z', timeMax: '2026-01-02T00:00:00Z', items: [] } },
    ],
  ],
};

export const readOnlyChecks: readonly Check[] = Object.entries(readOnlyCalls).map(
  ([service, each]) => ({
    name: `read-only scopes of ${service}`,
    needs: 'readOnly',
    // Were the deletion not rejected, there would be nothing to delete.
    writes: true,
    calls: each.map(([operation]) => operation),
    run: (session) =>
      observeState(session, 'readOnly', each, ({ status }) =>
        status === 403 ? undefined : 'The token has more than read-only scopes.',
      ),
  }),
);
