/**
 * Arguments of lists: empty search boxes, rejected values, and the names of arguments in errors.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const noon = '2026-03-01T12:00:00Z';
const evening = '2026-03-01T18:00:00Z';

/** A query with the variable `$text`, if it is used: GraphQL rejects variables without use. */
const document = (selection: string): string =>
  selection.includes('$text') ? `query ($text: String) ${selection}` : selection;

const events = (args: string): string =>
  document(`{ calendar(id: "${ids.calendar.release}") { events(${args}) { nodes { eventId } } } }`);

const files = (args: string): string => document(`{ files(${args}) { nodes { fileId } } }`);

const children = (args: string): string =>
  document(`{ file(id: "root") { children(${args}) { nodes { fileId } } } }`);

const search = document('{ search(search: $text) { nodes { title } } }');

const threadsOf = (parent: string): string =>
  document(`{ ${parent} { commentThreads(search: $text) { nodes { threadId } } } }`);

const postThreads = document(
  `{ postCommentThreads(postId: "${ids.post.harbourDay}", search: $text) { nodes { threadId } } }`,
);

/** The parameters of the list calls that the query makes. */
async function sentFor(query: string, text: string | null): Promise<unknown[]> {
  const before = studio.calls().length;
  const { errors } = await studio.query(query, { text });
  expect(errors).toBeUndefined();
  return studio
    .calls()
    .slice(before)
    .filter(({ operation }) => operation.endsWith('.list'))
    .map(({ operation, query: parameters }) => [operation, parameters]);
}

describe('an empty or blank search box', () => {
  it.each([
    ['comment threads of a video', threadsOf(`video(id: "${ids.video.trailer}")`)],
    ['comment threads of a channel', threadsOf(`channel(by: { id: "${ids.channel.studio}" })`)],
    ['comment threads of a post', postThreads],
    ['events', events('filter: { search: $text }')],
    ['search', search],
    ['files by query', files('query: $text')],
    ['files by query and filter', files('query: $text, filter: { starred: true }')],
    ['files by a word of the name', files('filter: { nameContains: $text }')],
    ['children by a word of the name', children('filter: { nameContains: $text }')],
  ])('is treated as absent: %s', async (_, query) => {
    const withoutText = await sentFor(query, null);
    expect(withoutText.length).toBeGreaterThan(0);
    for (const text of ['', ' ', ' \n\t']) expect(await sentFor(query, text)).toEqual(withoutText);
  });
});

describe('a value that the API would reject', () => {
  it.each([
    [
      'a window that ends before it starts',
      events(`from: "${evening}", to: "${noon}"`),
      'to',
      `to: "${noon}" is not after "${evening}"; expected a time after \`from\``,
    ],
    [
      'an empty window',
      events(`from: "${noon}", to: "2026-03-01T14:00:00+02:00"`),
      'to',
      `to: "2026-03-01T14:00:00+02:00" is not after "${noon}"; expected a time after \`from\``,
    ],
    [
      'an empty window of activities',
      `{ viewer { activities(from: "${noon}", to: "${noon}") { nodes { title } } } }`,
      'to',
      `to: "${noon}" is not after "${noon}"; expected a time after \`from\``,
    ],
    ...(
      [
        ['publishedAt', (filter: string) => `{ search(filter: ${filter}) { nodes { title } } }`],
        ['createdAt', (filter: string) => files(`filter: ${filter}`)],
        ['modifiedAt', (filter: string) => files(`filter: ${filter}`)],
        ['viewedByMeAt', (filter: string) => children(`filter: ${filter}`)],
      ] as const
    ).flatMap(([name, query]) => {
      return [
        [
          `an empty range of ${name}`,
          query(`{ ${name}: { from: "${evening}", to: "${noon}" } }`),
          `filter.${name}.to`,
          `filter.${name}.to: "${noon}" is not after "${evening}"; expected a time after \`filter.${name}.from\``,
        ],
        [
          `a range of ${name} without start and end`,
          query(`{ ${name}: { from: null } }`),
          `filter.${name}`,
          `filter.${name}: has neither \`from\` nor \`to\`; expected at least one of them`,
        ],
      ];
    }),
    [
      'an empty time zone',
      events('timeZone: ""'),
      'timeZone',
      'timeZone: "" is not a time zone; expected an IANA name, for example Asia/Tokyo',
    ],
    [
      'a time zone with a blank',
      events('timeZone: "Asia Tokyo"'),
      'timeZone',
      'timeZone: "Asia Tokyo" is not a time zone; expected an IANA name, for example Asia/Tokyo',
    ],
    [
      'an unknown time zone of events',
      events('timeZone: "Mars"'),
      'timeZone',
      'timeZone: "Mars" is not a time zone; expected an IANA name, for example Asia/Tokyo',
    ],
    ...(['privateProperties', 'sharedProperties'] as const).map((name) => [
      `an empty key of ${name}`,
      events(`filter: { ${name}: [{ key: "a", value: "b" }, { key: "", value: "" }] }`),
      `filter.${name}.1.key`,
      `filter.${name}.1.key: "" is blank; expected at least one character`,
    ]),
    [
      'an unknown time zone of changes',
      '{ calendar(id: "primary") { eventChanges(timeZone: "Mars") { cursor } } }',
      'timeZone',
      'timeZone: "Mars" is not a time zone; expected an IANA name, for example Asia/Tokyo',
    ],
    [
      'an empty list of types of changed events',
      '{ calendar(id: "primary") { eventChanges(types: []) { cursor } } }',
      'types',
      'types: the list is empty; expected at least one value',
    ],
    [
      'an unknown time zone of busy times',
      '{ freeBusy(ids: ["primary"], from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z", timeZone: "Mars") { error } }',
      'timeZone',
      'timeZone: "Mars" is not a time zone; expected an IANA name, for example Asia/Tokyo',
    ],
    [
      'a handle with a blank',
      '{ channel(by: { handle: "@two words" }) { title } }',
      'by.handle',
      'by.handle: "@two words" is not a name; expected a name without white space',
    ],
    [
      'a blank handle',
      '{ channel(by: { handle: " " }) { title } }',
      'by.handle',
      'by.handle: " " is not a name; expected a name without white space',
    ],
    [
      'a username with a blank',
      '{ channel(by: { username: "two words" }) { title } }',
      'by.username',
      'by.username: "two words" is not a name; expected a name without white space',
    ],
  ])('is rejected before any call: %s', async (_, query, argument, message) => {
    const { errors } = await studio.query(query);
    expect(errors).toMatchObject([{ message, extensions: { code: 'INVALID_INPUT', argument } }]);
    expect(studio.calls()).toEqual([]);
  });
  it.each([
    ["name contains 'it", `has a quote that is not closed; expected values like 'it\\'s'`],
    ["name = 'it's'", `has a quote that is not closed; expected values like 'it\\'s'`],
    [String.raw`name = 'it\'`, `has a quote that is not closed; expected values like 'it\\'s'`],
    ['name = "it', `has a quote that is not closed; expected values like 'it\\'s'`],
    ['(starred = true', 'has unbalanced parentheses; expected one ")" for each "("'],
    [
      'starred = true) or (trashed = true',
      'has unbalanced parentheses; expected one ")" for each "("',
    ],
  ])('is rejected before any call: the file query %s', async (text, problem) => {
    for (const args of ['query: $text', 'query: $text, filter: {}']) {
      const { errors } = await studio.query(files(args), { text });
      expect(errors).toMatchObject([
        {
          message: `query: ${JSON.stringify(text)} ${problem}`,
          extensions: { code: 'INVALID_INPUT', argument: 'query' },
        },
      ]);
    }
    expect(studio.calls()).toEqual([]);
  });
  it.each([
    String.raw`name contains 'it\'s' and name contains '(' and starred = true`,
    String.raw`name = 'a\\'`,
    `fullText contains '"two words"'`,
    `(name = 'a' or (name = 'b')) and trashed = false`,
  ])('is not seen in the file query %s', async (text) => {
    const { errors } = await studio.query(files('query: $text'), { text });
    expect(errors).toBeUndefined();
    expect(studio.calls().map(({ query }) => query['q'])).toEqual([[text]]);
  });
});

describe('an error about a REST parameter', () => {
  const rejected = (operation: string, location: string) =>
    studio.sandbox.fault({ match: { operation }, status: 400, reason: 'invalid', location });
  const window = `from: "${noon}", to: "${evening}"`;
  const eventFilter = `${window}, timeZone: "Asia/Tokyo", maxAttendees: 3, orderBy: UPDATED_AT, filter: { search: "launch", types: [DEFAULT], iCalUid: "x", privateProperties: [{ key: "a", value: "b" }], sharedProperties: [{ key: "a", value: "b" }], updatedFrom: "${noon}", includeDeleted: true, includeHiddenInvitations: true }`;
  const list = 'calendar:events.list';
  const filesOperation = 'storage:files.list';
  const searchOperation = 'video:search.list';
  const activities = 'video:activities.list';
  const searchIn = (range: string): string =>
    `{ search(filter: { publishedAt: { ${range} } }) { nodes { title } } }`;
  const activitiesIn = (range: string): string => `activities(${range}) { nodes { title } }`;
  const standup = `by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.standup}" } }`;
  const kiteChannel = `channel(by: { id: "${ids.channel.kite}" })`;

  it.each([
    [list, 'timeMin', 'from', events(eventFilter)],
    [list, 'timeMax', 'to', events(eventFilter)],
    [list, 'singleEvents', 'expandSeries', events(eventFilter)],
    [list, 'orderBy', 'orderBy', events(eventFilter)],
    [list, 'timeZone', 'timeZone', events(eventFilter)],
    [list, 'maxAttendees', 'maxAttendees', events(eventFilter)],
    [list, 'q', 'filter.search', events(eventFilter)],
    [list, 'eventTypes', 'filter.types', events(eventFilter)],
    [list, 'iCalUID', 'filter.iCalUid', events(eventFilter)],
    [list, 'privateExtendedProperty', 'filter.privateProperties', events(eventFilter)],
    [list, 'sharedExtendedProperty', 'filter.sharedProperties', events(eventFilter)],
    [list, 'updatedMin', 'filter.updatedFrom', events(eventFilter)],
    [list, 'showDeleted', 'filter.includeDeleted', events(eventFilter)],
    [list, 'showHiddenInvitations', 'filter.includeHiddenInvitations', events(eventFilter)],
    [filesOperation, 'q', 'query', files('query: "color = 1"')],
    [filesOperation, 'q', 'query', files('query: "color = 1", filter: { starred: true }')],
    [filesOperation, 'q', 'filter', files('filter: { mimeTypes: ["x"] }')],
    [filesOperation, 'q', 'filter', children('filter: { mimeTypes: ["x"] }')],
    [filesOperation, 'corpora', 'corpus', files('corpus: DOMAIN')],
    [searchOperation, 'publishedAfter', 'filter.publishedAt.from', searchIn(window)],
    [activities, 'publishedAfter', 'from', `{ viewer { ${activitiesIn(window)} } }`],
    [activities, 'publishedAfter', 'from', `{ ${kiteChannel} { ${activitiesIn(window)} } }`],
    [searchOperation, 'publishedBefore', 'filter.publishedAt.to', searchIn(window)],
    [activities, 'publishedBefore', 'to', `{ viewer { ${activitiesIn(window)} } }`],
    [activities, 'publishedBefore', 'to', `{ ${kiteChannel} { ${activitiesIn(window)} } }`],
    [
      'storage:comments.list',
      'startModifiedTime',
      'modifiedFrom',
      `{ file(id: "${ids.file.runSheet}") { comments(modifiedFrom: "${noon}") { nodes { id } } } }`,
    ],
    [
      'calendar:calendarList.list',
      'minAccessRole',
      'minAccessRole',
      '{ viewer { calendars(minAccessRole: OWNER) { nodes { id } } } }',
    ],
    [
      'live:liveBroadcasts.list',
      'broadcastStatus',
      'status',
      '{ viewer { broadcasts(status: ACTIVE) { nodes { id } } } }',
    ],
    [
      'live:liveBroadcasts.list',
      'broadcastType',
      'type',
      '{ viewer { broadcasts(type: EVENT) { nodes { id } } } }',
    ],
    [
      'video:videos.list',
      'myRating',
      'rating',
      '{ viewer { ratedVideos(rating: LIKE) { nodes { id } } } }',
    ],
    [
      'video:commentThreads.list',
      'order',
      'orderBy',
      `{ video(id: "${ids.video.trailer}") { commentThreads(orderBy: RELEVANCE) { nodes { id } } } }`,
    ],
    [
      'video:commentThreads.list',
      'moderationStatus',
      'moderationStatuses',
      `{ video(id: "${ids.video.trailer}") { commentThreads(moderationStatuses: [PUBLISHED]) { nodes { id } } } }`,
    ],
    [
      'video:subscriptions.list',
      'order',
      'orderBy',
      '{ viewer { subscriptions(orderBy: UNREAD) { nodes { id } } } }',
    ],
    [
      'video:subscriptions.list',
      'order',
      'orderBy',
      '{ viewer { subscribers(orderBy: UNREAD) { nodes { id } } } }',
    ],
  ])('names the argument: %s %s is %s', async (operation, parameter, argument, query) => {
    rejected(operation, parameter);
    const { errors } = await studio.query(query);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    const { message } = errors![0]!;
    expect(message.slice(0, argument.length + 2)).toBe(`${argument}: `);
    expect(message).toMatch(/: (YouTube|YouTube Live|Google Drive|Google Calendar) rejected /);
  });
  it.each([
    ['languages(language: "tlh") { code }', 'language'],
    [`${kiteChannel} { localized(language: "tlh") { title } }`, 'language'],
    [`video(id: "${ids.video.localized}") { category(language: "tlh") { title } }`, 'language'],
    [`video(id: "${ids.video.localized}") { localized(language: "tlh") { title } }`, 'language'],
    ['videoCategories(regionCode: "AQ") { title }', 'regionCode'],
    ['guideCategories(by: { regionCode: "AQ" }) { title }', 'by.regionCode'],
    ['videoChart(categoryId: "999") { nodes { videoId } }', 'categoryId'],
    ['search(filter: { regionCode: "AQ" }) { nodes { title } }', 'filter.regionCode'],
    ['viewer { activities(regionCode: "AQ") { nodes { title } } }', 'regionCode'],
    [`viewer { members(levelId: "${ids.membershipLevel.missing}") { nodes { id } } }`, 'levelId'],
    [`event(${standup}, timeZone: "GMT+99") { summary }`, 'timeZone'],
    [`event(${standup}) { instances(timeZone: "GMT+99") { nodes { id } } }`, 'timeZone'],
  ])('names the argument whose value only the service can reject: %s', async (field, argument) => {
    const { errors } = await studio.query(`{ ${field} }`);
    const reason: unknown = expect.any(String);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument, reason } }]);
    expect(errors![0]!.message.startsWith(`${argument}: `)).toBe(true);
  });
  it('names no argument if the parameter comes from none', async () => {
    rejected(filesOperation, 'constructor');
    const { errors } = await studio.query(files('first: 1'));
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    expect(errors![0]!.extensions).not.toHaveProperty('argument');
  });
  it('is INVALID_INPUT, not GONE, for changes since an instant too long ago', async () => {
    const { errors } = await studio.query(
      events('filter: { updatedFrom: "2025-01-01T00:00:00Z" }'),
    );
    expect(errors).toMatchObject([
      {
        message:
          'filter.updatedFrom: Google Calendar rejected "2025-01-01T00:00:00Z"; expected a more recent time, or none to read all events: Google Calendar does not document how recent.',
        extensions: {
          code: 'INVALID_INPUT',
          argument: 'filter.updatedFrom',
          reason: 'updatedMinTooLongAgo',
        },
      },
    ]);
    expect(studio.operations()).toEqual([list]);
  });
});
