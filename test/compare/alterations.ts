/** How a service may differ from the sandbox, and what the comparison has to say about each. */
import { unknown } from '../../compare/checks/lookup.ts';
import type { Difference } from '../../compare/difference.ts';
import type { AlteredAnswer, AlteredCall, Alteration } from './altering-proxy.ts';

/** A deliberate difference. */
interface Deliberate {
  readonly about: string;
  readonly alteration: Alteration;
  readonly expected: readonly Difference[];
}

const setStatus =
  (status: number) =>
  (answer: AlteredAnswer): void => {
    answer.status = status;
  };

const setReason =
  (reason: string) =>
  ({ body }: AlteredAnswer): void => {
    body.error.errors[0].reason = reason;
  };

const succeed =
  (body: object) =>
  (answer: AlteredAnswer): void => {
    answer.status = 200;
    answer.body = body;
  };

const has =
  (name: string, value: string) =>
  ({ query }: AlteredCall): boolean =>
    query.get(name) === value;

const isStale = (body: string) => (call: AlteredCall) =>
  call.headers['if-match'] !== undefined && call.body.includes(body);

/** A difference of the status of a check with one call. */
const status = (check: string, sandbox: number, service: number): Difference => ({
  check,
  operation: check.split(': ')[0]!,
  aspect: 'status',
  sandbox,
  service,
});

export const deliberate: readonly Deliberate[] = [
  {
    about: 'the status of a missing id',
    alteration: {
      operation: 'video:playlistItems.list',
      when: has('playlistId', unknown.playlist),
      answer: setStatus(403),
    },
    expected: [status('video:playlistItems.list: unknown playlist', 404, 403)],
  },
  {
    about: 'the reason of a bad page token',
    alteration: {
      operation: 'video:playlists.list',
      when: has('pageToken', unknown.word),
      answer: setReason('badPageToken'),
    },
    expected: [
      {
        check: 'video:playlists.list: invalid page token',
        operation: 'video:playlists.list',
        aspect: 'reason',
        sandbox: 'invalidPageToken',
        service: 'badPageToken',
      },
    ],
  },
  {
    about: 'the reason of a bad part',
    alteration: {
      operation: 'live:liveStreams.list',
      when: has('part', unknown.word),
      answer: setReason('invalidPart'),
    },
    expected: [
      {
        check: 'live:liveStreams.list: unknown part',
        operation: 'live:liveStreams.list',
        aspect: 'reason',
        sandbox: 'unknownPart',
        service: 'invalidPart',
      },
    ],
  },
  {
    about: 'a parameter that is not required',
    alteration: {
      operation: 'storage:about.get',
      when: ({ query, headers }) => !query.has('fields') && headers.authorization !== undefined,
      answer: succeed({ kind: 'drive#about' }),
    },
    expected: [status('storage:about.get: no fields', 400, 200)],
  },
  {
    about: 'a call without a token',
    alteration: {
      operation: 'calendar:events.list',
      when: ({ headers }) => headers.authorization === undefined,
      answer: setStatus(403),
    },
    expected: [status('calendar:events.list: no token', 401, 403)],
  },
  {
    about: 'a wrong sync token',
    alteration: {
      operation: 'calendar:calendarList.list',
      when: ({ query }) => query.get('syncToken') === unknown.word && !query.has('minAccessRole'),
      answer: setStatus(400),
    },
    expected: [status('calendar:calendarList.list: invalid sync token', 410, 400)],
  },
  {
    about: 'the parameter of an error',
    alteration: {
      operation: 'calendar:events.list',
      when: has('timeMin', '2026-01-01'),
      answer: ({ body }) => {
        body.error.errors[0].location = 'timeMax';
      },
    },
    expected: [
      {
        check: 'calendar:events.list: date as a time',
        operation: 'calendar:events.list',
        aspect: 'location',
        sandbox: 'timeMin',
        service: 'timeMax',
      },
    ],
  },
  {
    about: 'an unknown parameter that is ignored',
    alteration: {
      operation: 'storage:files.get',
      when: ({ query }) => query.has(unknown.word),
      answer: succeed({ kind: 'drive#file' }),
    },
    expected: [status('storage:files.get: unknown parameter', 400, 200)],
  },
  {
    about: 'a field that the service does not have',
    alteration: {
      operation: 'video:i18nRegions.list',
      answer: ({ body }) => {
        for (const { snippet } of body.items) delete snippet.name;
      },
    },
    expected: [
      {
        check: 'video:i18nRegions.list: fields',
        operation: 'video:i18nRegions.list',
        aspect: 'field',
        path: 'items[].snippet.name',
        sandbox: 'string',
        service: 'absent',
      },
    ],
  },
  {
    about: 'a field in a map that the service does not have',
    alteration: {
      operation: 'calendar:colors.get',
      answer: ({ body }) => {
        for (const color of Object.values<any>(body.event)) delete color.background;
      },
    },
    expected: [
      {
        check: 'calendar:colors.get: fields',
        operation: 'calendar:colors.get',
        aspect: 'field',
        path: 'event.(key).background',
        sandbox: 'string',
        service: 'absent',
      },
    ],
  },
  {
    about: 'a field that the sandbox does not know, in one item',
    alteration: {
      operation: 'video:subscriptions.list',
      when: has('part', 'contentDetails,id,snippet'),
      answer: ({ body }) => {
        body.items[0].snippet.isNotified = true;
      },
    },
    expected: [
      {
        check: 'video:subscriptions.list: fields',
        operation: 'video:subscriptions.list',
        aspect: 'field',
        path: 'items[].snippet.isNotified',
        sandbox: 'absent',
        service: 'boolean',
      },
    ],
  },
  {
    about: 'the type of a field',
    alteration: {
      operation: 'calendar:settings.list',
      answer: ({ body }) => {
        for (const item of body.items ?? []) item.value = 1;
      },
    },
    expected: [
      {
        check: 'calendar:settings.list: fields',
        operation: 'calendar:settings.list',
        aspect: 'type',
        path: 'items[].value',
        sandbox: 'string',
        service: 'number',
      },
    ],
  },
  {
    about: 'the default page size',
    alteration: {
      operation: 'video:playlists.list',
      when: ({ query }) => !query.has('maxResults'),
      answer: ({ body }) => {
        if (body.pageInfo) body.pageInfo.resultsPerPage = 10;
      },
    },
    expected: [
      {
        check: 'video:playlists.list: pages',
        operation: 'video:playlists.list',
        aspect: 'pageSize',
        step: 'default size',
        sandbox: 5,
        service: 10,
      },
    ],
  },
  {
    about: 'the maximum page size',
    alteration: {
      operation: 'video:activities.list',
      when: has('maxResults', '50'),
      answer: ({ body }) => {
        body.pageInfo.resultsPerPage = 25;
      },
    },
    expected: [
      {
        check: 'video:activities.list: pages',
        operation: 'video:activities.list',
        aspect: 'pageSize',
        step: 'maximum size',
        sandbox: 50,
        service: 25,
      },
    ],
  },
  {
    about: 'a page size above the maximum',
    alteration: {
      operation: 'storage:files.list',
      when: has('pageSize', '1001'),
      answer: succeed({ kind: 'drive#fileList', files: [] }),
    },
    expected: [
      {
        check: 'storage:files.list: pages',
        operation: 'storage:files.list',
        aspect: 'status',
        step: 'above the maximum',
        sandbox: 400,
        service: 200,
      },
    ],
  },
  {
    about: 'the token of the last page',
    alteration: {
      operation: 'calendar:acl.list',
      answer: ({ body }) => {
        delete body.nextSyncToken;
      },
    },
    expected: [
      {
        check: 'calendar:acl.list: pages',
        operation: 'calendar:acl.list',
        aspect: 'pageToken',
        step: 'last page',
        sandbox: 'nextSyncToken',
        service: 'no other token',
      },
    ],
  },
  {
    about: 'unknown ids that fail the call',
    alteration: {
      operation: 'video:videos.list',
      when: ({ query }) => (query.get('id') ?? '').includes(`,${unknown.video},`),
      answer: setStatus(404),
    },
    expected: [
      {
        check: 'unknown and repeated ids among those of a call',
        operation: 'video:videos.list',
        aspect: 'status',
        sandbox: 200,
        service: 404,
      },
    ],
  },
  {
    about: 'a page token that the mask does not name',
    alteration: {
      operation: 'video:playlists.list',
      when: has('fields', 'items(id)'),
      answer: ({ body }) => {
        body.nextPageToken = 'x';
      },
    },
    expected: [
      {
        check: 'page token that the mask does not name',
        operation: 'video:playlists.list',
        aspect: 'behaviour',
        step: 'page token',
        sandbox: 'absent',
        service: 'present',
      },
    ],
  },
  {
    about: 'If-Match of YouTube that is ignored',
    alteration: {
      operation: 'video:playlists.update',
      when: isStale('"description":"z"'),
      ignores: 'if-match',
    },
    expected: [
      {
        check: 'new playlist',
        operation: 'video:playlists.update',
        aspect: 'status',
        step: 'stale etag',
        sandbox: 412,
        service: 200,
      },
    ],
  },
  {
    about: 'an update that keeps what the body lacks',
    alteration: {
      operation: 'video:playlists.update',
      when: ({ body, headers }) => !body.includes('description') && !headers['if-match'],
      answer: ({ status: answered, body }) => {
        if (answered === 200) body.snippet.description = 'z';
      },
    },
    expected: [
      {
        check: 'new playlist',
        operation: 'video:playlists.update',
        aspect: 'behaviour',
        step: 'description that the body lacks',
        sandbox: 'erased',
        service: 'kept',
      },
    ],
  },
  {
    about: 'If-Match of a Calendar update that is ignored',
    alteration: {
      operation: 'calendar:events.patch',
      when: isStale('stale etag'),
      ignores: 'if-match',
    },
    expected: [
      {
        check: 'new calendar',
        operation: 'calendar:events.patch',
        aspect: 'status',
        step: 'stale etag',
        sandbox: 412,
        service: 200,
      },
    ],
  },
  {
    about: 'If-Match of a Calendar deletion that has another status',
    alteration: {
      operation: 'calendar:events.delete',
      when: ({ headers }) => headers['if-match'] !== undefined,
      answer: setStatus(409),
    },
    expected: [
      {
        check: 'new calendar',
        operation: 'calendar:events.delete',
        aspect: 'status',
        step: 'stale etag',
        sandbox: 412,
        service: 409,
      },
    ],
  },
  {
    about: 'a changed series that changes its exceptions',
    alteration: {
      operation: 'calendar:events.instances',
      answer: ({ body }) => {
        const isRenamed = body.items?.some(({ summary }: any) => summary === 'renamed');
        for (const item of body.items ?? [])
          if (isRenamed && item.summary === 'changed') item.summary = 'renamed';
      },
    },
    expected: [
      {
        check: 'new calendar',
        operation: 'calendar:events.patch',
        aspect: 'behaviour',
        step: 'changed occurrence of a renamed series',
        sandbox: 'on its own day',
        service: 'takes the fields of the series',
      },
    ],
  },
  {
    about: 'a moved series that moves its exceptions',
    alteration: {
      operation: 'calendar:events.instances',
      answer: ({ body }) => {
        // Only the moved series has all its occurrences again, with the new summary.
        const isMoved = body.items?.every(
          ({ summary, status: state }: any) => summary === 'renamed' && state === 'confirmed',
        );
        if (isMoved) body.items[1].summary = 'changed';
      },
    },
    expected: [
      {
        check: 'new calendar',
        operation: 'calendar:events.patch',
        aspect: 'behaviour',
        step: 'changed occurrence of a moved series',
        sandbox: 'takes the fields of the series',
        service: 'on the day of the series',
      },
    ],
  },
  {
    about: 'a rename that changes originalFilename',
    alteration: {
      operation: 'storage:files.update',
      answer: ({ body }) => {
        if (body?.originalFilename) body.originalFilename = body.name;
      },
    },
    expected: [
      {
        check: 'new files',
        operation: 'storage:files.update',
        aspect: 'behaviour',
        step: 'originalFilename of a renamed file',
        sandbox: 'kept',
        service: 'the new name',
      },
    ],
  },
  {
    about: 'an earlier revision that can be downloaded',
    alteration: {
      operation: 'storage:revisions.get',
      when: has('alt', 'media'),
      answer: setStatus(200),
    },
    expected: [
      {
        check: 'new files',
        operation: 'storage:revisions.get',
        aspect: 'status',
        step: 'content of an earlier revision',
        sandbox: 403,
        service: 200,
      },
    ],
  },
];
