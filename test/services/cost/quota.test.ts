import { readdirSync, readFileSync } from 'node:fs';
import { execute, type GraphQLError, parse } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { documentReader } from '../../../src/server/document/documents.ts';
import { Freshness } from '../../../src/engine/read/freshness.ts';
import { InvalidInput } from '../../../src/engine/api/error.ts';
import { FixedClock } from '../../support/clock/fixed-clock.ts';
import { costAndEstimate } from '../../support/report/estimate.ts';
import { configOf, type Env } from '../../support/gateway/server.ts';
import { useStudio } from '../../support/gateway/studio.ts';

/** The day of the quota in these tests: winter time, 8 hours behind UTC. */
const morning = '2027-03-10T18:00:00Z';
const midnight = '2027-03-11T08:00:00.000Z';
const nextMinute = '2027-03-10T18:01:00.000Z';

/** Pages beyond the full ones that an estimate counts once for a service, if pages are short. */
const extraPages = 3;

/**
 * The maximum cost of each example. One of them by hand, `03-playlist`:
 * the playlist, a page of 50 items and the extra pages, their videos, and the channels of the
 * playlist and of the videos: 1 + 1 + 3 + 1 + 1 + 1 calls of one unit.
 */
const maxCosts: Readonly<Record<string, { readonly requests: number; readonly units: object }>> = {
  '01-across-services.graphql': { requests: 19, units: { CALENDAR: 1, STORAGE: 825, VIDEO: 8 } },
  '02-video-page.graphql': { requests: 17, units: { VIDEO: 17 } },
  '03-playlist.graphql': { requests: 8, units: { VIDEO: 8 } },
  '04-many-videos.graphql': { requests: 1, units: { VIDEO: 1 } },
  '05-my-studio.graphql': { requests: 8, units: { VIDEO: 7, CALENDAR: 4 } },
  '06-control-room.graphql': { requests: 8, units: { VIDEO: 7, CALENDAR: 4 } },
  '07-folder.graphql': { requests: 13, units: { STORAGE: 445 } },
  '08-find-files.graphql': { requests: 44, units: { STORAGE: 1550 } },
  '09-agenda.graphql': { requests: 55, units: { CALENDAR: 5, STORAGE: 250 } },
  '10-what-it-costs.graphql': { requests: 0, units: {} },
  '11-channel-page.graphql': { requests: 21, units: { VIDEO: 21 } },
  '12-web-addresses.graphql': { requests: 4, units: { VIDEO: 2, STORAGE: 5, CALENDAR: 1 } },
  // Pages of three lists, three more of any, and a calendar.
  '13-person.graphql': { requests: 7, units: { STORAGE: 400, CALENDAR: 6 } },
  '14-search.graphql': { requests: 6, units: { SEARCH: 1, VIDEO: 5 } },
  '15-subscriptions.graphql': { requests: 8, units: { VIDEO: 8 } },
  '16-moderation-queue.graphql': { requests: 8, units: { VIDEO: 8 } },
  '17-live-chat.graphql': { requests: 5, units: { VIDEO: 9 } },
  '18-chat-reader.graphql': { requests: 1, units: { VIDEO: 5 } },
  '19-broadcast-progress.graphql': { requests: 2, units: { VIDEO: 2 } },
  '20-update-video.graphql': { requests: 3, units: { VIDEO: 52 } },
  '21-go-on-air.graphql': { requests: 4, units: { VIDEO: 53 } },
  '22-create-file.graphql': { requests: 5, units: { STORAGE: 70 } },
  '23-update-event.graphql': { requests: 6, units: { CALENDAR: 6 } },
  '24-delete-playlist.graphql': { requests: 1, units: { VIDEO: 50 } },
  '25-edit-playlist.graphql': { requests: 17, units: { VIDEO: 213 } },
  '26-create-playlist.graphql': { requests: 5, units: { VIDEO: 103 } },
  '27-upload-video.graphql': { requests: 2, units: { VIDEO_UPLOAD: 1, VIDEO: 1 } },
  '28-decide-on-comments.graphql': { requests: 4, units: { VIDEO: 102 } },
  '29-comment-on-video.graphql': { requests: 2, units: { VIDEO: 51 } },
  '30-edit-channel.graphql': { requests: 4, units: { VIDEO: 102 } },
  '31-rate-video.graphql': { requests: 3, units: { VIDEO: 52 } },
  '32-prepare-broadcast.graphql': { requests: 4, units: { VIDEO: 102 } },
  '33-bind-stream.graphql': { requests: 3, units: { VIDEO: 52 } },
  '34-go-live.graphql': { requests: 47, units: { VIDEO: 341 } },
  '35-moderate-chat.graphql': { requests: 2, units: { VIDEO: 100 } },
  '36-write-in-chat.graphql': { requests: 1, units: { VIDEO: 50 } },
  '37-end-broadcast.graphql': { requests: 32, units: { VIDEO: 130 } },
  // The event, the calls that may make and undo it, the broadcast and the stream, and the payload.
  '38-announce-broadcast.graphql': { requests: 42, units: { CALENDAR: 20, VIDEO: 218 } },
  // The file, a byte of it, its video, the channel, the upload, the link, and the payload.
  '39-publish-file.graphql': { requests: 14, units: { STORAGE: 480, VIDEO: 4, VIDEO_UPLOAD: 1 } },
  // The file, a page of its permissions and one of its access proposals, and three further pages.
  '40-sharing-dialog.graphql': { requests: 6, units: { STORAGE: 505 } },
  // Each mutation: the id of `root`, the new permission, what its answer does not show, and the
  // permissions if the answer may be wrong.
  '41-share-file.graphql': { requests: 10, units: { STORAGE: 330 } },
  // The id of `root`, the decision, the file, and four calls for its permissions.
  '42-answer-access-request.graphql': { requests: 8, units: { STORAGE: 465 } },
  '43-revision-history.graphql': { requests: 5, units: { STORAGE: 405 } },
  // The file, and four calls for its comments, which contain their replies.
  '44-comment-thread.graphql': { requests: 5, units: { STORAGE: 405 } },
  '45-resolve-comment.graphql': { requests: 4, units: { STORAGE: 65 } },
  // A generated id, the id of `root`, and the upload.
  '46-upload-file.graphql': { requests: 3, units: { STORAGE: 60 } },
  // The id of `root`, and the download.
  '47-prepare-download.graphql': { requests: 2, units: { STORAGE: 205 } },
  // The first token, a page, and the opening and the end of a watch channel.
  '48-follow-changes.graphql': { requests: 4, units: { STORAGE: 115 } },
  // The channel, the file, and what an event shows of both.
  '49-publication-progress.graphql': { requests: 4, units: { STORAGE: 10, VIDEO: 2 } },
  // One page of the events of three calendars, and three more if pages are short.
  '50-week-view.graphql': { requests: 6, units: { CALENDAR: 6 } },
  // The id of `primary`, the new event and what its answer does not show, and at most 25 files.
  '51-create-meeting.graphql': { requests: 9, units: { CALENDAR: 4, STORAGE: 25 } },
  // A division of a series copies at most 40 changed occurrences.
  '52-reschedule-series.graphql': { requests: 230, units: { CALENDAR: 230 } },
  '53-find-free-slot.graphql': { requests: 1, units: { CALENDAR: 1 } },
  // The id of `primary`, the rule and what its answer does not show, the calendar, and four calls
  // for its rules.
  '54-share-calendar.graphql': { requests: 8, units: { CALENDAR: 8 } },
  // The id of `primary`, a page, and the opening and the end of a watch channel.
  '55-follow-calendar.graphql': { requests: 4, units: { CALENDAR: 4 } },
  // The id of `primary`, the entry of the guest, the response, and what its answer does not show.
  '56-answer-invitation.graphql': { requests: 4, units: { CALENDAR: 4 } },
  // The event, the id of `primary`, a replace or a patch, and what its answer does not show.
  '57-edit-meeting.graphql': { requests: 6, units: { CALENDAR: 6 } },
  // As above, a video, the id of `primary` and four calls for its events. The id of `root`, the
  // file and what its answer does not show, a video, and four calls for its source.
  '58-link-video.graphql': { requests: 17, units: { CALENDAR: 10, VIDEO: 2, STORAGE: 465 } },
  // The event, the broadcast that it names, and what an event of the subscription shows of both.
  '59-preparation-progress.graphql': { requests: 4, units: { CALENDAR: 2, VIDEO: 2 } },
  // Of ten events at most 50 files, and a list of permissions for each.
  '60-dashboard.graphql': { requests: 122, units: { VIDEO: 12, CALENDAR: 13, STORAGE: 5550 } },
  // The calendars, a list of events for each, and at most 20 * 20 * 5 files.
  '61-team-week.graphql': { requests: 2024, units: { CALENDAR: 24, STORAGE: 10000 } },
  // The files, the folder of each, and all videos.
  '62-media-library.graphql': { requests: 25, units: { STORAGE: 500, VIDEO: 1 } },
  // The files, and a list of permissions for each.
  '63-audit-files.graphql': { requests: 54, units: { STORAGE: 5400 } },
  // As 38, with a new stream that may have to be deleted.
  '64-broadcast-from-event.graphql': { requests: 45, units: { CALENDAR: 19, VIDEO: 320 } },
  // The check that the token works, and one read of the broadcast.
  '65-follow-broadcast.graphql': { requests: 2, units: { VIDEO: 2 } },
  '66-changed-since.graphql': { requests: 6, units: { STORAGE: 400, CALENDAR: 4, VIDEO: 4 } },
  // The channel, the threads with three short pages, the videos, the authors.
  '67-comments-to-answer.graphql': { requests: 7, units: { VIDEO: 7 } },
  // Each item is read and deleted; then the playlist is read.
  '68-clean-playlist.graphql': { requests: 5, units: { VIDEO: 103 } },
  // A page, and the opening and the end of a watch channel.
  '69-follow-calendar-list.graphql': { requests: 3, units: { CALENDAR: 3 } },
  // The file, and four calls for its approvals.
  '70-approvals.graphql': { requests: 5, units: { STORAGE: 405 } },
  // The id of `root`, the write, and two reads for what its answer does not show.
  '71-approve-file.graphql': { requests: 4, units: { STORAGE: 65 } },
  '72-start-approval.graphql': { requests: 4, units: { STORAGE: 65 } },
};

const dryRun =
  'query ($dryRun: DryRunInput!) { quota(dryRun: $dryRun) { dryRun { requests units { bucket units } } } }';

describe('a dry run', () => {
  const studio = useStudio();
  const run = async (input: object) => {
    const { data, errors } = await studio.query(dryRun, { dryRun: input });
    expect(studio.calls()).toEqual([]);
    return { cost: data?.quota.dryRun, error: errors?.[0] };
  };
  const folder = new URL('../../../schema/operations/', import.meta.url);

  it.each(readdirSync(folder))('returns the maximum cost of %s without a call', async (name) => {
    const document = readFileSync(new URL(name, folder), 'utf8');
    const { cost, error } = await run({ document });
    const estimates = Object.fromEntries(
      (cost.units as { bucket: string; units: number }[]).map(({ bucket, units }) => [
        bucket,
        units,
      ]),
    );
    expect([{ requests: cost.requests, units: estimates }, error]).toEqual([
      maxCosts[name],
      undefined,
    ]);
    const { extensions } = await studio.query(document);
    for (const [spent, most] of Object.values(
      costAndEstimate(extensions['cost'], { calls: cost.requests, units: estimates }),
    ))
      expect(spent).toBeLessThanOrEqual(most);
  });
  it('estimates the named operation with the given variables', async () => {
    const document = 'query A { __typename } query B($ids: [ID!]!) { videos(ids: $ids) { title } }';
    const many = Array.from({ length: 101 }, (_, index) => `v${index}`);
    expect((await run({ document, operationName: 'B', variables: { ids: many } })).cost).toEqual({
      requests: 3,
      units: [{ bucket: 'VIDEO', units: 3 }],
    });
    expect((await run({ document, operationName: 'A' })).cost).toEqual({ requests: 0, units: [] });
  });
  it('does not execute the operation', async () => {
    const document = `mutation { deletePlaylist(input: {id: "${ids.playlist.fifty}"}) { deletedId } }`;
    expect((await run({ document })).cost).toEqual({
      requests: 1,
      units: [{ bucket: 'VIDEO', units: 50 }],
    });
    expect(
      (await studio.query(`{ playlist(id: "${ids.playlist.fifty}") { title } }`)).errors,
    ).toBeUndefined();
  });
  it('returns a valid Int however lists multiply', async () => {
    const deep =
      'items(first: 500) { nodes { video { channel { playlists(first: 500) { nodes { '.repeat(3);
    const { cost } = await run({
      document: `{ playlist(id: "p") { ${deep} title ${'} '.repeat(18)} } }`,
    });
    expect(cost).toEqual({
      requests: 2 ** 31 - 1,
      units: [{ bucket: 'VIDEO', units: 2 ** 31 - 1 }],
    });
  });
  it('is null unless it is requested', async () => {
    expect((await studio.query('{ quota { dryRun { requests } } }')).data).toEqual({
      quota: { dryRun: null },
    });
  });
  it.each([
    ['is not GraphQL', { document: '{ video(' }, 'dryRun.document'],
    ['is not valid for the schema', { document: '{ nothing }' }, 'dryRun.document'],
    [
      'is too deep',
      {
        document: `{ video(id: "v") { ${'channel { uploads { '.repeat(10)} title ${'} }'.repeat(10)} } }`,
      },
      'dryRun.document',
    ],
    ['is nested too deeply for the parser', { document: '{'.repeat(1_500) }, 'dryRun.document'],
    ['has too many tokens', { document: `{ ${'__typename '.repeat(2_500)} }` }, 'dryRun.document'],
    ['is too long', { document: `{ __typename } #${'x'.repeat(110_000)}` }, 'dryRun.document'],
    [
      'has a list that is too long',
      { document: `{ videos(ids: [${'"v" '.repeat(201)}]) { title } }` },
      'dryRun.document',
    ],
    [
      'has no operation with the given name',
      { document: 'query A { __typename }', operationName: 'B' },
      'dryRun.operationName',
    ],
    [
      'has several operations and no name is given',
      { document: 'query A { __typename } query B { __typename }' },
      'dryRun.operationName',
    ],
    [
      'lacks a variable',
      { document: 'query ($id: ID!) { video(id: $id) { title } }' },
      'dryRun.variables',
    ],
    [
      'has a variable of another type',
      {
        document:
          'query ($first: Int!) { viewer { playlists(first: $first) { nodes { title } } } }',
        variables: { first: 'x' },
      },
      'dryRun.variables',
    ],
    [
      'has variables that are not an object',
      { document: '{ __typename }', variables: [1] },
      'dryRun.variables',
    ],
  ])('is rejected and the argument is named if the document %s', async (_, input, argument) => {
    const { cost, error } = await run(input);
    expect([cost, error?.path, error?.extensions]).toEqual([
      null,
      ['quota', 'dryRun'],
      expect.objectContaining({ code: 'INVALID_INPUT', argument }),
    ]);
    expect(JSON.stringify(error).length).toBeLessThan(700);
  });
  const explained =
    'query ($dryRun: DryRunInput!) { quota(dryRun: $dryRun) { dryRun { admitted requests operations { operation requests units { bucket units } } fields { path requests } limits { kind bucket limit value exceeded usedBy } perHour { requests units { bucket units } } advice } } }';
  const explain = async (input: object, token?: string | null) => {
    const { data, errors } = await studio.query(explained, { dryRun: input }, token);
    expect([errors, studio.calls()]).toEqual([undefined, []]);
    return data.quota.dryRun;
  };
  it('explains which operations and fields cost what', async () => {
    const document =
      '{ playlist(id: "p") { title items(first: 60) { nodes { video { title } } } } file(id: "f") { name } }';
    expect(await explain({ document })).toEqual({
      admitted: true,
      requests: 9,
      operations: [
        { operation: 'video:playlists.list', requests: 1, units: [{ bucket: 'VIDEO', units: 1 }] },
        {
          operation: 'video:playlistItems.list',
          requests: 5,
          units: [{ bucket: 'VIDEO', units: 5 }],
        },
        { operation: 'video:videos.list', requests: 2, units: [{ bucket: 'VIDEO', units: 2 }] },
        { operation: 'storage:files.get', requests: 1, units: [{ bucket: 'STORAGE', units: 5 }] },
      ],
      fields: [
        { path: 'playlist', requests: 1 },
        { path: 'playlist.items', requests: 5 },
        { path: 'playlist.items.nodes.video', requests: 2 },
        { path: 'file', requests: 1 },
      ],
      limits: [
        {
          kind: 'REQUESTS',
          bucket: null,
          limit: 50_000,
          value: 9,
          exceeded: false,
          usedBy: ['playlist.items', 'playlist.items.nodes.video', 'playlist'],
        },
        {
          kind: 'UNITS',
          bucket: 'VIDEO',
          limit: 2_000,
          value: 8,
          exceeded: false,
          usedBy: ['playlist.items', 'playlist.items.nodes.video', 'playlist'],
        },
      ],
      perHour: null,
      advice: null,
    });
  });
  it('says why an operation is refused, and what helps', async () => {
    const document =
      '{ viewer { videos: ratedVideos(rating: LIKE, first: 50) { nodes { captions { text } } } } }';
    const { admitted, limits, advice } = await explain({ document });
    expect(admitted).toBe(false);
    expect(limits.filter(({ exceeded }: { exceeded: boolean }) => exceeded)).toMatchObject([
      {
        kind: 'UNITS',
        bucket: 'VIDEO',
        limit: 2_000,
        usedBy: [
          'viewer.videos.nodes.captions.text',
          'viewer.videos.nodes.captions',
          'viewer.videos',
        ],
      },
    ]);
    expect(advice).toBe('Lower first of videos, captions, or split the operation.');
    const { errors } = await studio.query(document);
    expect(errors![0]!.extensions).toMatchObject({ code: 'QUERY_TOO_EXPENSIVE', advice });
  });
  it('applies the limits of requests without a token', async () => {
    const document =
      '{ playlist(id: "p") { items(first: 500) { nodes { video { channel { playlists(first: 500) { nodes { title } } } } } } } }';
    expect(await explain({ document }, null)).toMatchObject({
      admitted: false,
      limits: [{ kind: 'REQUESTS', limit: 100, exceeded: true }, {}],
    });
    expect((await explain({ document })).limits[0]).toMatchObject({ limit: 50_000 });
  });
  it('says what the poller of a subscription costs in an hour', async () => {
    const changes = 'subscription { fileChanges { cursor } }';
    expect((await explain({ document: changes })).perHour).toEqual({
      requests: 360,
      units: [{ bucket: 'STORAGE', units: 36_000 }],
    });
    const chat = 'subscription { chatMessages(liveChatId: "c") { cursor } }';
    expect((await explain({ document: chat })).perHour).toEqual({
      requests: 3_600,
      units: [{ bucket: 'VIDEO', units: 18_000 }],
    });
    const progress = 'subscription { broadcastProgress(id: "b") { step } }';
    expect((await explain({ document: progress })).perHour).toEqual({ requests: 0, units: [] });
  });
  it.each([null, 'cover.png', {}])('takes %j in the place of a file', async (file) => {
    const document =
      'mutation ($input: SetVideoThumbnailInput!) { setVideoThumbnail(input: $input) { errors { message } } }';
    const variables = { input: { id: ids.video.trailer, file } };
    expect(await explain({ document, variables })).toMatchObject({
      admitted: true,
      operations: [{ operation: 'video:thumbnails.set', requests: 1 }],
    });
  });
  it('names limits of scarce units only, and says which units are assumed', async () => {
    const document =
      '{ files(first: 30) { nodes { name permissions(first: 5) { nodes { role } } } } liveChat(id: "c") { id } }';
    const { admitted, limits } = await explain({ document });
    expect([admitted, limits.map(({ bucket }: { bucket: string | null }) => bucket)]).toEqual([
      true,
      [null, 'VIDEO'],
    ]);
    const { data } = await studio.query(
      'query ($dryRun: DryRunInput!) { quota(dryRun: $dryRun) { dryRun { operations { operation unitsAssumed } } } }',
      { dryRun: { document: 'subscription { fileChanges { cursor } }' } },
    );
    expect(data.quota.dryRun.operations).toEqual([
      { operation: 'storage:changes.getStartPageToken', unitsAssumed: false },
      { operation: 'storage:changes.list', unitsAssumed: false },
      { operation: 'storage:changes.watch', unitsAssumed: true },
      { operation: 'storage:channels.stop', unitsAssumed: true },
    ]);
  });
  it('is allowed once per request', async () => {
    const { data, errors } = await studio.query(
      `{ a: quota(dryRun: {document: "{ __typename }"}) { dryRun { requests } } b: quota(dryRun: {document: "{ __typename }"}) { dryRun { requests } } }`,
    );
    expect([data.a.dryRun, data.b.dryRun]).toEqual([{ requests: 0 }, null]);
    expect(errors!.map(({ extensions }) => [extensions['code'], extensions['argument']])).toEqual([
      ['INVALID_INPUT', 'dryRun'],
    ]);
  });
  it('accepts names of JavaScript built-ins as plain names', async () => {
    const document =
      'query ($constructor: Int! = 3) { playlist(id: "p") { title items(first: $constructor) { nodes { title } } } }';
    const variables = JSON.parse(
      '{"__proto__": {"polluted": 1, "constructor": 7}, "constructor": 400}',
    ) as object;
    expect((await run({ document, variables })).cost.requests).toBe(1 + 8 + extraPages);
    expect(
      (
        await run({
          document,
          variables: JSON.parse('{"__proto__": {"constructor": 400}}') as object,
        })
      ).cost.requests,
    ).toBe(1 + 1 + extraPages);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('an error of a dry run', () => {
  /** The message of the resolver, before the server formats it. */
  async function messageOf(env: Env, input: object): Promise<string> {
    const documents = documentReader(configOf(env), schema);
    const { errors = [] } = await execute({
      schema,
      document: parse(dryRun),
      variableValues: { dryRun: input },
      contextValue: { documents, execution: { freshness: new Freshness() } },
    });
    expect(errors).toHaveLength(1);
    const [{ message, originalError }] = errors as [GraphQLError];
    expect(originalError).toBeInstanceOf(InvalidInput);
    return message;
  }
  const query = (selection: string): object => ({ document: `{ ${selection} }` });
  const change = 'mutation ($by: UpdateVideoInput!) { updateVideo(input: $by) { video { id } } }';
  it.each<readonly [string, object]>([
    ['a field', query('vide(id: "v") { title }')],
    ['a field of a type', query('video(id: "v") { titel }')],
    ['an argument', query('video(idd: "v") { title }')],
    ['an object without a selection', query('video(id: "v")')],
    ['a directive argument', query('__typename @skip(iff: true)')],
    ['a field of an interface', query('node(id: "v") { title }')],
    ['a type', { document: 'query ($x: Strin) { node(id: $x) { id } }' }],
    ['a fragment on a type', query('... on Quer { __typename }')],
    ['an input field', query('quota(dryRun: {document: "{a}", operationNam: "a"}) { __typename }')],
    ['an enum value', query('viewer { broadcasts(type: AL) { nodes { id } } }')],
    ['a variable', { document: change, variables: { by: { id: 'v', titel: 'x' } } }],
    [
      'an enum value of a variable',
      { document: change, variables: { by: { id: 'v', license: 'YOUTUB' } } },
    ],
  ])('suggests names in development only: of %s', async (_, input) => {
    const open = await messageOf({ NODE_ENV: 'development' }, input);
    expect(open).toMatch(/ Did you mean /);
    const hidden = await messageOf({ NODE_ENV: 'production', SANDBOX: '1' }, input);
    expect(hidden).not.toMatch(/did you mean/i);
    expect(hidden.slice(0, 35)).toBe(open.slice(0, 35));
  });
});

describe('the cost of a response', () => {
  const studio = useStudio();

  it('counts each call of an operation, repeats after failures included', async () => {
    const match = { operation: 'video:playlistItems.list' };
    studio.sandbox.fault({ match, times: 2, status: 503 });
    const { data, extensions } = await studio.query(
      `{ playlist(id: "${ids.playlist.long}") { title items(first: 120) { nodes { title } } } calendar(id: "${ids.calendar.release}") { summary } }`,
    );
    expect(data.playlist.items.nodes).toHaveLength(120);
    // Three pages, the first of them requested three times.
    expect(extensions['cost']).toEqual({
      requests: 7,
      avoided: 0,
      units: { VIDEO: 6, CALENDAR: 1 },
      operations: {
        'video:playlists.list': 1,
        'video:playlistItems.list': 5,
        'calendar:calendars.get': 1,
      },
    });
    expect(studio.calls()).toHaveLength(7);
  });
});

describe('a quota that a service reports as exhausted', () => {
  const clock = new FixedClock(morning);
  const studio = useStudio({ clock });
  beforeEach(() => clock.set(morning));
  const spend = (operation: string, reason: string): void =>
    studio.sandbox.fault({ match: { operation }, times: 1, status: 403, reason });
  const video = `{ video(id: "${ids.video.trailer}") { title } }`;
  const error = {
    code: 'QUOTA_EXCEEDED',
    service: 'video',
    bucket: 'VIDEO',
    remaining: 0,
    requestId: expect.any(String),
  };

  it.each(['quotaExceeded', 'dailyLimitExceeded'])(
    'is not used again until it is reset: %s',
    async (reason) => {
      spend('video:videos.list', reason);
      const first = await studio.query(video);
      expect(first.errors!.map(({ extensions }) => extensions)).toEqual([
        { ...error, operation: 'video:videos.list', reason, resetAt: midnight },
      ]);
      expect(studio.operations()).toEqual(['video:videos.list']);
      const next = await studio.query(
        `{ playlist(id: "${ids.playlist.fifty}") { title } file(id: "${ids.file.benDiary}") { name } calendar(id: "${ids.calendar.release}") { summary } }`,
        {},
        'studio-owner',
      );
      expect(
        next
          .errors!.filter(({ path }) => path![0] === 'playlist')
          .map(({ extensions }) => extensions),
      ).toEqual([{ ...error, operation: 'video:playlists.list', resetAt: midnight }]);
      expect(next.data.calendar.summary).toEqual(expect.any(String));
      expect(studio.operations().filter((each) => each.startsWith('video:'))).toEqual([
        'video:videos.list',
      ]);
      expect(next.extensions['cost'].operations).not.toHaveProperty('video:playlists.list');
    },
  );
  it('is used again from midnight, Pacific time', async () => {
    spend('video:videos.list', 'quotaExceeded');
    await studio.query(video);
    clock.set('2027-03-11T07:59:59.999Z');
    expect((await studio.query(video)).errors).toHaveLength(1);
    clock.set(midnight);
    expect((await studio.query(video)).errors).toBeUndefined();
    expect(studio.operations()).toEqual(['video:videos.list', 'video:videos.list']);
  });
  it('stops the later calls of the same query', async () => {
    spend('video:videos.list', 'quotaExceeded');
    const { errors } = await studio.query(
      `mutation { a: updateVideo(input: {id: "${ids.video.trailer}", title: "x"}) { video { id } } b: updateVideo(input: {id: "${ids.video.trailer}", title: "y"}) { video { id } } }`,
    );
    expect(errors!.map(({ extensions }) => extensions['code'])).toEqual([
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
    ]);
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
  it('is exhausted for that caller only', async () => {
    spend('video:videos.list', 'quotaExceeded');
    await studio.query(video);
    for (const token of ['studio-guest', null])
      expect((await studio.query(video, {}, token)).errors).toBeUndefined();
  });
  it('is exhausted for all callers that use the API key of the gateway', async () => {
    spend('video:videos.list', 'quotaExceeded');
    await studio.query(video, {}, null);
    studio.sandbox.clearCalls();
    const { errors } = await studio.query(video, {}, null, { 'x-content-owner': 'somebody' });
    expect([errors![0]!.extensions['resetAt'], studio.calls()]).toEqual([midnight, []]);
    expect((await studio.query(video)).errors).toBeUndefined();
  });
  it('is not affected by the rate limit of Google Calendar', async () => {
    spend('calendar:calendars.get', 'quotaExceeded');
    const document = `{ calendar(id: "${ids.calendar.release}") { summary } }`;
    const { extensions } = (await studio.query(document)).errors![0]!;
    expect(extensions).toEqual({
      code: 'QUOTA_EXCEEDED',
      service: 'calendar',
      operation: 'calendar:calendars.get',
      reason: 'quotaExceeded',
      bucket: 'CALENDAR',
      requestId: expect.any(String),
    });
    expect((await studio.query(document)).errors).toBeUndefined();
  });
  it('is shown as exhausted', async () => {
    spend('video:videos.list', 'quotaExceeded');
    await studio.query(video);
    const { data } = await studio.query(
      '{ quota { buckets { bucket limit spent remaining exhausted window resetAt } } }',
    );
    const plain = {
      limit: null,
      spent: null,
      remaining: null,
      exhausted: false,
      window: 'DAY',
      resetAt: midnight,
    };
    const ofMinute = { ...plain, window: 'MINUTE', resetAt: nextMinute };
    expect(data.quota.buckets).toEqual([
      { ...plain, bucket: 'VIDEO', remaining: 0, exhausted: true },
      { ...plain, bucket: 'SEARCH' },
      { ...plain, bucket: 'VIDEO_UPLOAD' },
      { ...plain, bucket: 'VIDEO_STATISTICS' },
      { ...ofMinute, bucket: 'CALENDAR' },
      { ...ofMinute, bucket: 'STORAGE' },
    ]);
  });
});
