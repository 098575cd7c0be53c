/**
 * Bad arguments of fields below others: rejected before any call that is made for them, at the
 * place of their field, and without an effect on other fields. The fields and arguments are those
 * of the schema.
 */
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../src/services/schema.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { type Result, useStudio } from '../../support/gateway/studio.ts';
import { fieldWith, type Place, placesOf, titleOf } from './place.ts';

const studio = useStudio();

type Field = GraphQLField<unknown, unknown>;

/** A selection around fields of a type. */
interface Way {
  readonly around: (fields: string) => string;
  /** Response names of the objects on the way that are in no list. */
  readonly path: readonly string[];
  readonly lists: number;
}

/** Root fields that take a call to find out what they select. */
const roots: Readonly<Record<string, string>> = {
  calendar: 'calendar(id: "primary")',
  file: 'file(id: "root")',
  channel: 'channel(by: { handle: "@studio" })',
  broadcast: `broadcast(id: "${ids.broadcast.launch}")`,
  longRunningOperation: 'longRunningOperation(id: "x", wait: "PT1S")',
  viewer: 'viewer',
};

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** Fields that lead from a type to others and need no arguments. */
const leading = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(
    (field) => isObjectType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
  );

/** The ways with the fewest lists to all types, from the roots. */
function waysFromRoots(): ReadonlyMap<string, Way> {
  const ways = new Map<string, Way>();
  let next: (readonly [GraphQLObjectType, Way])[] = Object.entries(roots).map(([name, text]) => [
    getNamedType(schema.getQueryType()!.getFields()[name]!.type) as GraphQLObjectType,
    { around: (fields) => `${text} { ${fields} }`, path: [name], lists: 0 },
  ]);
  while (next.length > 0) {
    const later: typeof next = [];
    for (let at = next.shift(); at; at = next.shift()) {
      const [type, way] = at;
      if (ways.has(type.name)) continue;
      ways.set(type.name, way);
      for (const field of leading(type)) {
        const isInList = way.lists > 0 || isList(field.type);
        const step = [
          getNamedType(field.type) as GraphQLObjectType,
          {
            around: (fields: string) => way.around(`${field.name} { ${fields} }`),
            path: isInList ? way.path : [...way.path, field.name],
            lists: way.lists + Number(isList(field.type)),
          },
        ] as const;
        (isList(field.type) ? later : next).push(step);
      }
    }
    next = later;
  }
  return ways;
}

const ways = waysFromRoots();

/** Bad values by name, or by type. GraphQL itself rejects those of all other types. */
const badValues: Readonly<Record<string, unknown>> = {
  after: 'garbage',
  timeZone: 'Mars',
  regionCode: 'Sweden',
  originalStart: 'soon',
  ID: ' ',
  Int: -1,
  // No Unicode text.
  String: '\uD800',
};

const badValueOf = ({ path, valueType }: Place): unknown =>
  badValues[path.at(-1)!] ?? badValues[String(getNamedType(valueType))];

/** Places at which each value of the type can be right, by the reason. */
const anyValue: Readonly<Record<string, string>> = {
  'File.export mimeType': 'The file names its formats.',
  'LongRunningOperation.download fileName': 'Any text is a name.',
};

const places = [...ways.keys()].flatMap((name) =>
  placesOf(schema.getType(name) as GraphQLObjectType),
);

const rejected = places.filter(
  (place) => badValueOf(place) !== undefined && !(titleOf(place) in anyValue),
);

/** Selects the field with the bad argument, and before it other fields of the same object. */
function send(place: Place, others = '', token?: string): Promise<Result> {
  const { declared, variables, text } = fieldWith(place, badValueOf(place));
  const below = isLeafType(getNamedType(place.field.type)) ? '' : '{ __typename }';
  studio.sandbox.clearCalls();
  return studio.query(
    `query (${declared}) { ${ways.get(place.type.name)!.around(`${others} ${text} ${below}`)} }`,
    variables,
    token,
  );
}

/** A field that only an answer has, and that takes no further call. */
const answeredField = (type: GraphQLObjectType): string | undefined =>
  Object.values(type.getFields()).find(
    ({ args, extensions, type: of }) =>
      args.length === 0 && isLeafType(getNamedType(of)) && extensions.needs?.kind === 'paths',
  )?.name;

/** Errors name positions in lists, which the places here do not have. */
const withoutPositions = (argument: string): string => argument.replaceAll(/\.\d+/g, '');

describe('a bad argument below another field', () => {
  // The ids behind `primary` and `root` are requested once.
  beforeAll(() => studio.query('{ calendar(id: "primary") { id } file(id: "root") { id } }'));

  const titled = rejected.map((place) => [titleOf(place), place] as const);
  it('is tried for arguments of all kinds', () => {
    const titles = titled.map(([title]) => title);
    expect(titles).toEqual(
      expect.arrayContaining([
        'Calendar.events first',
        'Calendar.events after',
        'Calendar.events maxAttendees',
        'Calendar.events filter.privateProperties.key',
        'Calendar.busy timeZone',
        'Event.attachments first',
        'File.children filter.parentId',
        'File.labelInfo labelIds',
        'File.path maxDepth',
        'LiveChat.messages profileImageSize',
        'Video.events calendarId',
        'Video.player maxWidth',
        'Viewer.calendarSetting id',
      ]),
    );
    expect(Object.keys(anyValue).filter((title) => !places.map(titleOf).includes(title))).toEqual(
      [],
    );
  });
  it.each(titled)('is rejected without a call: %s', async (_, place) => {
    const { path, lists } = ways.get(place.type.name)!;
    // Nothing is known of another caller, such as the ids behind `primary` and `root`.
    const caller = titleOf(place).replaceAll(' ', '-');
    const { data, errors = [] } = await send(place, '', caller);
    expect(studio.calls()).toEqual([]);
    const [error, ...others] = errors;
    expect([error?.extensions['code'], others]).toEqual(['INVALID_INPUT', []]);
    const { argument } = error!.extensions;
    expect(place.path.join('.')).toContain(withoutPositions(argument));
    expect(error!.message.startsWith(`${argument}`)).toBe(true);
    expect(error!.path!.slice(0, path.length)).toEqual(path);
    // The items of a list are not known without a call.
    const isInList = lists > 0;
    expect(isInList || error!.path!.length === path.length + 1).toBe(true);
    expect(data).not.toBeNull();
  });
  it.each(titled.filter(([, { type }]) => answeredField(type)))(
    'makes no call beside those of a sibling: %s',
    async (_, place) => {
      const sibling = answeredField(place.type)!;
      studio.sandbox.clearCalls();
      const alone = await studio.query(`{ ${ways.get(place.type.name)!.around(sibling)} }`);
      const operations = studio.operations();
      const { data, errors = [] } = await send(place, sibling);
      expect(studio.operations()).toEqual(operations);
      const own = errors.filter(({ extensions }) => extensions['code'] === 'INVALID_INPUT');
      for (const { path } of own) expect(path!.at(-1)).toBe(place.field.name);
      expect(withoutField(data, place.field.name)).toEqual(alone.data);
    },
  );
});

/** The data of a response without a field. */
function withoutField(data: unknown, name: string): unknown {
  if (Array.isArray(data)) return data.map((each) => withoutField(each, name));
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).filter(([key]) => key !== name);
  return Object.fromEntries(fields.map(([key, value]) => [key, withoutField(value, name)]));
}

describe('arguments that are bad together, or for one field', () => {
  const { trailer } = ids.video;
  const { archive } = ids.drive;
  const times = (count: number): string =>
    Array.from({ length: count }, (_, index) => `"${fanId(index)}"`).join();
  const event = (args: string, field: string): string =>
    `event(by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.standup}" } }${args}) { ${field} }`;
  const instances = (args: string): string => event('', `instances(${args}) { nodes { id } }`);

  it.each([
    ['events(from: "2026-03-02T00:00:00Z", to: "2026-03-01T00:00:00Z")', 'to'],
    ['events(orderBy: START, expandSeries: false)', 'orderBy'],
    ['busy(from: "2026-03-02T00:00:00Z", to: "2026-03-01T00:00:00Z")', 'to'],
  ])('are rejected without a call: %s', async (field, argument) => {
    const { errors } = await studio.query(
      `{ calendar(id: "primary") { ${field} { __typename } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    expect(studio.calls()).toEqual([]);
  });
  it.each([
    ['file(id: "root") { permissions(view: METADATA) { __typename } }', 'view'],
    [
      'file(id: "root") { children(filter: { search: "a" }, orderBy: [{ field: NAME }]) { __typename } }',
      'orderBy',
    ],
    [
      'channel(by: { handle: "@studio" }) { subscriptions(channelIds: []) { __typename } }',
      'channelIds',
    ],
    [
      'channel(by: { handle: "@studio" }) { commentThreads(moderationStatuses: []) { __typename } }',
      'moderationStatuses',
    ],
    ['viewer { channel { videos(first: 501) { __typename } } }', 'first'],
    ['viewer { ratedVideos(rating: NONE) { __typename } }', 'rating'],
    ['viewer { subscriptions(channelIds: []) { __typename } }', 'channelIds'],
    [`viewer { subscriptions(channelIds: [${times(51)}]) { __typename } }`, 'channelIds'],
    ['viewer { members(channelIds: []) { __typename } }', 'channelIds'],
    [`viewer { members(channelIds: [${times(101)}]) { __typename } }`, 'channelIds'],
    [`video(id: "${trailer}") { player(maxWidth: 71) { embedHtml } }`, 'maxWidth'],
    [`video(id: "${trailer}") { player(maxHeight: 8193) { embedHtml } }`, 'maxHeight'],
    ['search(first: 51) { nodes { title } }', 'first'],
    ...['SWE', 'S', '1A', 'Ö1', 'ß', 'XX', 'qq', 'ZZ', 'EU', ''].map((code) => [
      `videoCategories(regionCode: "${code}") { title }`,
      'regionCode',
    ]),
    [instances('from: "2026-03-02T00:00:00Z", to: "2026-03-02T00:00:00Z"'), 'to'],
    ...['yesterday', '2026-13-01', '2026-02-30', '2026-03-01T10:00:00'].map((start) => [
      instances(`originalStart: "${start}"`),
      'originalStart',
    ]),
    ...['not a zone', 'Mars/Olympus'].map((zone) => [instances(`timeZone: "${zone}"`), 'timeZone']),
    [event(', timeZone: ""', 'summary'), 'timeZone'],
    [event(', timeZone: "Mars/Olympus"', 'summary'), 'timeZone'],
    [
      `person(email: "${ids.person.ben}") { events(calendarId: "primary", from: "2026-04-01T00:00:00Z", to: "2026-04-01T00:00:00Z") { nodes { id } } }`,
      'to',
    ],
    ['generateFileIds(count: 1001)', 'count'],
    ['generateFileIds(space: PHOTOS)', 'space'],
    ['generateFileIds(space: APP_DATA_FOLDER, type: SHORTCUTS)', 'type'],
    ...['[]', '["a,b"]', '[""]'].map((labelIds) => [
      `file(id: "${ids.file.script}") { labelInfo(labelIds: ${labelIds}) { labelId } }`,
      'labelIds',
    ]),
    [`file(id: "${ids.file.script}") { text(maxCharacters: 200001) { content } }`, 'maxCharacters'],
    ['viewer { driveApps(extensions: ["a,b"]) { appId } }', 'extensions'],
    ['viewer { driveApps(mimeTypes: ["a,b"]) { appId } }', 'mimeTypes'],
    ...['corpus: DRIVE', `driveId: "${archive}", corpus: USER`, 'driveId: "a,b"'].map((given) => [
      `files(${given}) { nodes { id } }`,
      'driveId',
    ]),
    ['files(filter: { parentId: "trash" }) { nodes { id } }', 'filter.parentId'],
    ...['*', '*/*', 'image/', 'image/p*', 'im*/png'].map((type) => [
      `files(filter: { mimeTypes: ["image/png", "${type}"] }) { nodes { id } }`,
      'filter.mimeTypes.1',
    ]),
    ['viewer { fileChanges(after: "") { cursor } }', 'after'],
    [`viewer { fileChanges(driveId: "${archive}", myDriveOnly: true) { cursor } }`, 'myDriveOnly'],
  ])('are rejected without a call: %s', async (field, argument) => {
    const { errors } = await studio.query(`{ ${field} }`);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    expect(errors![0]!.message.startsWith(`${argument}: `)).toBe(true);
    expect(studio.calls()).toEqual([]);
  });
});

describe('an operation with a bad argument', () => {
  const bad = 'events(first: -1) { nodes { summary } }';
  const message = 'first: -1 is out of range; expected a whole number from 1 to 500';

  it.each([
    ['with __typename', `{ calendar(id: "primary") { __typename ${bad} } }`],
    ['in a fragment', `{ calendar(id: "primary") { ...F } } fragment F on Calendar { ${bad} }`],
    [
      'in an inline fragment',
      `{ calendar(id: "primary") { ... on Node { ... on Calendar { ${bad} } } } }`,
    ],
    [
      'with a condition',
      `query ($is: Boolean = true) { calendar(id: "primary") { ${bad} summary @skip(if: $is) } }`,
    ],
    ['twice', `{ calendar(id: "primary") { ${bad} } calendar(id: "primary") { ${bad} } }`],
  ])('shows the error at the place of the field: %s', async (_, document) => {
    const { errors, data } = await studio.query(document);
    expect(errors).toMatchObject([{ message, path: ['calendar', 'events'] }]);
    expect(data.calendar.events).toBeNull();
    expect(studio.calls()).toEqual([]);
  });
  it('delivers all other fields', async () => {
    const own = `{ calendar(id: "${ids.calendar.release}") { summary other: events(first: 1) { nodes { summary } } } }`;
    const expected = await studio.query(own);
    const { data, errors } = await studio.query(
      `{ bad: calendar(id: "primary") { ${bad} } ${own.slice(1, -3)} ${bad} } }`,
    );
    expect(data).toEqual({
      bad: { events: null },
      calendar: { ...expected.data.calendar, events: null },
    });
    expect(errors!.map(({ path }) => path)).toEqual([
      ['bad', 'events'],
      ['calendar', 'events'],
    ]);
  });
  it('shows the error in each item of a list that is read for other fields', async () => {
    const list = (fields: string): string => `{ viewer { calendars { nodes { ${fields} } } } }`;
    const { data: expected } = await studio.query(list('calendarId'));
    const { errors, data } = await studio.query(list(`calendarId calendar { ${bad} }`));
    const { nodes } = expected.viewer.calendars;
    expect(data.viewer.calendars.nodes).toEqual(
      nodes.map((each: object) => ({ ...each, calendar: { events: null } })),
    );
    expect(errors!.map(({ path }) => path)).toEqual(
      nodes.map((_: object, at: number) => [
        'viewer',
        'calendars',
        'nodes',
        at,
        'calendar',
        'events',
      ]),
    );
  });
  it('shows the error in the objects that the arguments name', async () => {
    const id = globalId('Calendar', [ids.calendar.release]);
    const { data, errors } = await studio.query(
      `{ node(id: "${id}") { ... on Calendar { ${bad} } } nodes(ids: ["${id}"]) { ... on Calendar { ${bad} } } }`,
    );
    expect(data).toEqual({ node: { events: null }, nodes: [{ events: null }] });
    expect(errors!.map(({ path }) => path)).toEqual([
      ['node', 'events'],
      ['nodes', 0, 'events'],
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('makes the call of a list if only that shows that its cursor is of another one', async () => {
    const page = (id: string, args: string): string =>
      `{ calendar(id: "${id}") { events(first: 1${args}) { pageInfo { endCursor } } } }`;
    const { data } = await studio.query(page(ids.calendar.release, ''));
    const { endCursor } = data.calendar.events.pageInfo;
    studio.sandbox.clearCalls();
    const { errors } = await studio.query(
      page('primary', `, after: "${endCursor}"`),
      {},
      'studio-guest',
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
    expect(studio.operations()).toEqual(['calendar:calendars.get']);
  });
  it('writes nothing if it is a mutation', async () => {
    const write = `updateCalendar(input: { id: "${ids.calendar.release}", summary: "new" })`;
    const { data, errors } = await studio.query(
      `mutation { ${write} { calendar { summary ${bad} } errors { message } } }`,
    );
    expect(data).toEqual({ updateCalendar: null });
    expect(errors).toMatchObject([
      {
        message,
        path: ['updateCalendar'],
        extensions: { code: 'INVALID_INPUT', argument: 'first' },
      },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('writes what other fields of a mutation name', async () => {
    const write = (alias: string, fields: string): string =>
      `${alias}: updateCalendar(input: { id: "${ids.calendar.release}", summary: "${alias}" }) { ${fields} }`;
    const { data } = await studio.query(
      `mutation { ${write('first', 'calendar { summary }')} ${write('second', `calendar { ${bad} }`)} }`,
    );
    expect(data).toEqual({ first: { calendar: { summary: 'first' } }, second: null });
  });
  it('does not start if it is a subscription', async () => {
    const { errors } = await studio.query(
      'subscription { fileChanges { changes { ... on FileChanged { file { permissions(first: -1) { __typename } } } } } }',
    );
    expect(errors).toMatchObject([
      { message, extensions: { code: 'INVALID_INPUT', argument: 'first' } },
    ]);
    expect(studio.calls()).toEqual([]);
  });
});
