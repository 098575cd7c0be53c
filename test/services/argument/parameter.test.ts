/** REST parameters that follow from arguments, and lookups by ids of list items. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

describe('node ids of list items', () => {
  it('are read with one call per type', async () => {
    const [item] = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.fifty)!;
    const reply = [...videoState(studio.sandbox.simulation()).comments.values()].find(
      ({ id, threadId }) => id !== threadId,
    )!;
    const nodes = [
      globalId('PlaylistItem', [item!.id]),
      globalId('CommentThread', [ids.commentThread.busy]),
      globalId('Comment', [reply.id]),
    ];
    const data = await studio.data(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on PlaylistItem { position } ... on CommentThread { replyCount } ... on Comment { text } } }',
      { ids: nodes },
    );
    expect(data.nodes).toEqual([
      { __typename: 'PlaylistItem', position: 0 },
      { __typename: 'CommentThread', replyCount: 12 },
      { __typename: 'Comment', text: reply.text },
    ]);
    expect(studio.operations()).toEqual([
      'video:commentThreads.list',
      'video:comments.list',
      'video:playlistItems.list',
    ]);
  });
});

it('lists the items of a playlist that show one video', async () => {
  const [, second] = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.fifty)!;
  const { data } = await studio.query(
    `{ playlist(id: "${ids.playlist.fifty}") { items(videoId: "${second!.videoId}") { nodes { position } } } }`,
  );
  expect(data.playlist.items.nodes).toEqual([{ position: 1 }]);
});

it('returns NOT_FOUND for a username without a channel', async () => {
  const { data, errors } = await studio.query('{ channel(by: { username: "nobody" }) { title } }');
  expect(data).toEqual({ channel: null });
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect(studio.calls().map(({ query }) => query['forUsername'])).toEqual([['nobody']]);
});

const swedish = { hl: ['sv'] };
const inSweden = { ...swedish, regionCode: ['SE'] };
const standup = `by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.standup}" } }`;
const [from, to] = ['2026-03-09T00:00:00Z', '2026-03-23T00:00:00Z'];

/** Arguments that random queries rarely have. */
const rare: readonly (readonly [operation: string, query: string, parameters: object])[] = [
  ['video:i18nRegions.list', 'regions(language: "sv") { name }', swedish],
  [
    'video:videoCategories.list',
    'videoCategories(regionCode: "se", language: "sv") { title }',
    inSweden,
  ],
  [
    'video:guideCategories.list',
    'guideCategories(by: { regionCode: "se" }, language: "sv") { title }',
    inSweden,
  ],
  [
    'video:guideCategories.list',
    'guideCategories(by: { ids: ["GCTXVzaWM"] }) { title }',
    { id: ['GCTXVzaWM'] },
  ],
  [
    'video:videoAbuseReportReasons.list',
    'videoAbuseReportReasons(language: "sv") { label }',
    swedish,
  ],
  [
    'video:channels.list',
    'guideCategoryChannels(id: "GCTXVzaWM") { nodes { title } }',
    { categoryId: ['GCTXVzaWM'] },
  ],
  [
    'video:videos.list',
    `videoChart(regionCode: "se", categoryId: "${globalId('VideoCategory', ['27'])}") { nodes { title } }`,
    { chart: ['mostPopular'], regionCode: ['SE'], videoCategoryId: ['27'] },
  ],
  [
    'calendar:events.instances',
    `event(${standup}) { instances(from: "${from}", to: "${to}", timeZone: "Asia/Tokyo", maxAttendees: 2, includeDeleted: true) { nodes { id } } }`,
    {
      timeMin: [from],
      timeMax: [to],
      timeZone: ['Asia/Tokyo'],
      maxAttendees: ['2'],
      showDeleted: ['true'],
    },
  ],
  ['video:i18nLanguages.list', 'languages(language: "sv") { name }', swedish],
  [
    'video:activities.list',
    `viewer { activities(first: 1, to: "${to}", regionCode: "se") { nodes { title } } }`,
    { publishedBefore: [to], regionCode: ['SE'] },
  ],
  [
    'video:commentThreads.list',
    `channel(by: { id: "${ids.channel.studio}" }) { commentThreads(first: 1, scope: ABOUT_CHANNEL) { nodes { replyCount } } }`,
    { channelId: [ids.channel.studio] },
  ],
  [
    'calendar:events.get',
    `event(${standup}, timeZone: "Asia/Tokyo") { summary }`,
    { timeZone: ['Asia/Tokyo'] },
  ],
  ['storage:apps.get', `driveApp(id: "${ids.driveApp.sheets}") { name }`, {}],
];

it.each(rare)('sends %s for %s', async (operation, query, parameters) => {
  const data = await studio.data(`{ ${query} }`);
  expect(Object.values(data)).not.toContain(null);
  expect(studio.calls()).toMatchObject([{ operation, query: parameters }]);
});

const cue = globalId('FileComment', [ids.file.runSheet, ids.fileComment.cue]);

/** Lists and feeds whose second page no random query reads. */
const continued: readonly (readonly [operation: string, field: string, parameters: object])[] = [
  [
    'calendar:acl.list',
    `calendar(id: "${ids.calendar.release}") { page: accessRuleChanges(after: $after) { cursor } }`,
    { syncToken: [expect.any(String)] },
  ],
  [
    'calendar:calendarList.list',
    'viewer { page: calendarListChanges(after: $after) { cursor } }',
    { syncToken: [expect.any(String)] },
  ],
  [
    'storage:replies.list',
    `node(id: "${cue}") { ... on FileComment { page: replies(includeDeleted: true, first: 1, after: $after) { nodes { content } pageInfo { cursor: endCursor } } } }`,
    { includeDeleted: ['true'], pageSize: ['1'], pageToken: [expect.any(String)] },
  ],
];

it.each(continued)('continues %s after a cursor: %s', async (operation, field, parameters) => {
  const read = async (after: string | null): Promise<string> => {
    const data = await studio.data(`query ($after: String) { ${field} }`, { after });
    const [{ page }] = Object.values(data) as [{ page: any }];
    return page.cursor ?? page.pageInfo.cursor;
  };
  await read(await read(null));
  expect(studio.calls().at(-1)).toMatchObject({ operation, query: parameters });
});
