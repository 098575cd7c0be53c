/** Random valid documents over the whole schema, with everything that a projection may stumble over. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { globalId } from '../../src/graph/global-id.ts';
import { schema } from '../../src/graph/schema.ts';
import { ids, subscriptionId } from '../../src/sandbox/seed/ids.ts';
import { fieldNeed } from './field-need.ts';
import { isTold } from './naive.ts';

/** A whole number from 0, below the limit. */
export type Chance = (below: number) => number;

export interface RandomQuery {
  readonly document: string;
  readonly variables: Record<string, unknown>;
  /** Variables that take a cursor, null so far, by the name that their list has in the answer. */
  readonly after: ReadonlyMap<string, string>;
}

const of = <T>(table: Readonly<Record<string, T>>): T[] => Object.values(table);

/** Keys of everything that can be looked up, missing things among them. */
const keys: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Video: of(ids.video).map((id) => [id]),
  Caption: [ids.video.trailer, ids.video.makingOf, ids.video.benPreview].flatMap((video) =>
    of(ids.caption).map((id) => [video, id]),
  ),
  Channel: of(ids.channel).map((id) => [id]),
  Playlist: of(ids.playlist).map((id) => [id]),
  ChannelSubscription: [
    [subscriptionId(ids.channel.studio, ids.channel.kite)],
    [subscriptionId(ids.channel.harbor, ids.channel.kite)],
    [subscriptionId(ids.channel.ben, ids.channel.lumen)],
    ['nothing'],
  ],
  MembershipLevel: of(ids.membershipLevel).map((id) => [id]),
  CommentThread: of(ids.commentThread).map((id) => [id]),
  Comment: of(ids.commentThread).map((id) => [id]),
  ChannelSection: of(ids.channelSection).map((id) => [id]),
  Broadcast: of(ids.broadcast).map((id) => [id]),
  Stream: of(ids.stream).map((id) => [id]),
  File: of(ids.file).map((id) => [id]),
  Calendar: of(ids.calendar).map((id) => [id]),
  CalendarListEntry: of(ids.calendar).map((id) => [id]),
  Event: [ids.calendar.release, ids.calendar.ava, ids.calendar.missing].flatMap((id) =>
    of(ids.event).map((event) => [id, event]),
  ),
};

export const nodeTypes = Object.keys(keys);

/** How deep objects lie within one another, and how many lists a document holds: each multiplies what lies below it. */
const deepest = 7;
const mostLists = 7;

export function randomQuery(chance: Chance): RandomQuery {
  const pick = <T>(all: readonly T[]): T => all[chance(all.length)]!;
  const often = (percent: number): boolean => chance(100) < percent;
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const fragments: { readonly name: string; readonly on: string; readonly text: string }[] = [];
  const argumentLists = new Map<string, number>();
  const after = new Map<string, string>();
  let lists = 0;

  const variable = (type: string, value: unknown): string => {
    const name = `v${declared.length}`;
    variables[name] = value;
    declared.push(`$${name}: ${type}`);
    return `$${name}`;
  };
  const given = (type: string, value: unknown): string =>
    often(25) ? variable(type, value) : JSON.stringify(value);
  const anyKey = (type: string): readonly string[] => pick(keys[type]!);
  const anyId = (type: string): string => {
    const key = anyKey(type);
    return key.length === 1 && often(60) ? key[0]! : globalId(type, key);
  };
  const nodeId = (): string => {
    const type = pick(nodeTypes);
    return globalId(type, anyKey(type));
  };
  const some = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: chance(most + 1) }, make);
  const condition = (name: string): string => {
    const value = often(60);
    return ` @${name}(if: ${often(50) ? variable('Boolean!', value) : value})`;
  };
  const conditions = (): string =>
    ['skip', 'include'].map((name) => (often(5) ? condition(name) : '')).join('');

  /** The arguments of a field, in writing. */
  function argumentsOf(
    type: string,
    { name, args }: GraphQLField<unknown, unknown>,
    below: number,
  ): string {
    const said: string[] = [];
    const say = (argument: string, value: string): unknown => said.push(`${argument}: ${value}`);
    const coordinate = `${type}.${name}`;
    if (args.some((arg) => arg.name === 'first')) {
      const first = pick(
        below === 0
          ? [1, 3, 7, 20, 50, ...(coordinate === 'Query.search' ? [] : [60, 130])]
          : below === 1
            ? [1, 2, 5, 8]
            : [1, 2, 3],
      );
      say('first', given('Int!', first));
      if (below === 0) say('after', variable('String', null));
    }
    if (coordinate === 'Query.videos')
      say(
        'ids',
        given(
          '[ID!]!',
          some(8, () => anyId('Video')),
        ),
      );
    else if (coordinate === 'Query.channels')
      say(
        'by',
        often(50)
          ? `{ids: ${JSON.stringify(some(8, () => anyId('Channel')))}}`
          : pick(['{mySubscribers: true}', '{managedByMe: true}', '{categoryId: "GCTXVzaWM"}']),
      );
    else if (coordinate === 'Query.nodes') say('ids', given('[ID!]!', some(8, nodeId)));
    else if (coordinate === 'Query.resource')
      say(
        'url',
        given(
          'URL!',
          pick([
            `https://www.youtube.com/watch?v=${anyKey('Video')[0]}`,
            `https://www.youtube.com/playlist?list=${anyKey('Playlist')[0]}`,
            `https://www.youtube.com/channel/${anyKey('Channel')[0]}`,
            `https://www.youtube.com/@${pick(['kitelab', 'nobody'])}`,
            `https://drive.google.com/file/d/${anyKey('File')[0]}`,
          ]),
        ),
      );
    else if (coordinate === 'Query.search') {
      if (often(60))
        say('query', given('String', pick(['ferry', 'harbor|harbour', 'الفن', 'kite -lab'])));
      if (often(60))
        say(
          'filter',
          pick([
            '{types: [VIDEO, CHANNEL]}',
            '{types: [PLAYLIST]}',
            '{video: {duration: SHORT}}',
            `{channelId: "${ids.channel.kite}"}`,
            '{of: CALLER}',
          ]),
        );
    } else if (coordinate.endsWith('.activities')) {
      if (often(40)) say('publishedAfter', given('DateTime', '2026-01-15T00:00:00Z'));
      if (often(30)) say('regionCode', '"SE"');
    } else if (coordinate === 'Viewer.members' && often(40))
      say('level', given('ID', anyId('MembershipLevel')));
    else if (coordinate === 'Query.node') say('id', given('ID!', nodeId()));
    else if (coordinate === 'Query.file')
      say('id', given('ID!', often(30) ? 'root' : anyId('File')));
    else if (coordinate === 'Query.calendar')
      say('id', given('ID!', often(30) ? 'primary' : anyId('Calendar')));
    else if (coordinate === 'Query.channel')
      say(
        'by',
        often(70)
          ? `{id: ${given('ID!', anyId('Channel'))}}`
          : `{handle: ${JSON.stringify(pick(['@studio', '@nobody', '@ben']))}}`,
      );
    else if (coordinate === 'Query.event') {
      const [calendarId, eventId] = anyKey('Event') as [string, string];
      if (often(50)) say('id', given('ID', globalId('Event', [calendarId, eventId])));
      else said.push(`calendarId: ${JSON.stringify(calendarId)}, eventId: ${given('ID', eventId)}`);
    } else if (coordinate === 'Query.uploadSession')
      say('id', JSON.stringify(globalId('UploadSession', ['unknown'])));
    else if (type === 'Query' && args.some((arg) => arg.name === 'id'))
      say('id', given('ID!', anyId(name[0]!.toUpperCase() + name.slice(1))));
    else if (coordinate === 'Broadcast.event')
      say('calendarId', JSON.stringify(pick(['primary', ids.calendar.release])));
    else if (coordinate === 'Playlist.items' && often(20))
      say('videoId', given('ID', anyId('Video')));
    else if (coordinate === 'Calendar.events') {
      const [from, to] = pick([
        ['2026-03-01T00:00:00Z', '2026-04-10T00:00:00Z'],
        ['2026-03-09T00:00:00Z', '2026-03-20T00:00:00Z'],
      ]);
      said.push(`from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)}`);
      if (often(30)) say('expandSeries', 'false');
      else if (often(50)) say('orderBy', 'START_TIME');
      if (often(15)) say('maxAttendees', '1');
    } else if (coordinate === 'Viewer.broadcasts') {
      if (often(40)) say('status', pick(['ALL', 'ACTIVE', 'UPCOMING', 'COMPLETED']));
      if (often(40)) say('type', pick(['ALL', 'EVENT', 'PERSISTENT']));
    } else if (coordinate === 'Viewer.calendars') {
      if (often(30)) say('minAccessRole', pick(['READER', 'OWNER']));
      if (often(30)) say('showHidden', 'true');
    } else if (coordinate === 'Query.files' || coordinate === 'File.children') {
      if (often(40))
        say(
          'filter',
          pick([
            '{isFolder: true}',
            '{isFolder: false, starred: true}',
            '{nameContains: "cut", trashed: null}',
            '{}',
          ]),
        );
      if (often(40))
        say(
          'orderBy',
          pick(['[{field: NAME}]', '[{field: FOLDER}, {field: MODIFIED_TIME, direction: DESC}]']),
        );
    } else if (coordinate === 'Comment.text' && often(40))
      say('format', often(25) ? variable('CommentTextFormat!', 'HTML') : 'HTML');
    else if (name === 'commentThreads' || name === 'postCommentThreads') {
      if (coordinate === 'Channel.commentThreads' && often(40)) say('scope', 'ABOUT_CHANNEL');
      if (coordinate === 'Query.postCommentThreads')
        say('postId', given('ID!', pick([ids.post.harbourDay, ids.post.harbourDay, 'UgkNone'])));
      if (often(20)) say('order', 'RELEVANCE');
      if (often(10)) say('search', '"the"');
      if (often(15)) say('moderationStatus', pick(['HELD_FOR_REVIEW', 'PUBLISHED', 'LIKELY_SPAM']));
    } else if (coordinate === 'Query.videoChart') {
      if (often(50)) say('regionCode', given('String', pick(['SE', 'DE'])));
      if (often(50)) say('categoryId', given('ID', pick(['1', '10', '999'])));
    } else if (coordinate === 'Video.player' && often(50)) say('maxWidth', given('Int', 640));
    else if (coordinate === 'Query.videoCategories')
      say('regionCode', given('String!', pick(['SE', 'us'])));
    else if (coordinate === 'Query.guideCategories')
      say('by', pick(['{regionCode: "SE"}', '{ids: ["GCTXVzaWM", "nothing"]}']));
    for (const arg of args) {
      const type = getNamedType(arg.type);
      if (isEnumType(type) && isRequiredArgument(arg)) say(arg.name, pick(type.getValues()).name);
      if (arg.name === 'hl' && (isRequiredArgument(arg) || often(50)))
        say('hl', given(String(arg.type), pick(['sv', 'de-AT'])));
      const said1 = said.some((text) => text.includes(`${arg.name}: `));
      if (isRequiredArgument(arg) && !said1) throw new Error(`${coordinate}(${arg.name}:)`);
    }
    return said.length === 0 ? '' : `(${said.join(', ')})`;
  }

  /** One name for each meaning, so that selections of the same name can always be merged. */
  function responseKey(type: string, name: string, args: string, abstract: boolean): string {
    const meaning = `${type}.${name}${args}`;
    let index = argumentLists.get(meaning);
    if (index === undefined) argumentLists.set(meaning, (index = argumentLists.size));
    if (!abstract && args === '' && often(85)) return name;
    return `${abstract ? type : 'a'}_${name}_${index}${often(20) ? 'b' : ''}`;
  }
  function selectionOf(
    type: GraphQLObjectType,
    depth: number,
    below: number,
    abstract: boolean,
  ): string {
    const all = Object.values(type.getFields()).filter((field) =>
      isTold(`${type.name}.${field.name}`, fieldNeed(field)),
    );
    const leaves = all.filter((each) => !isCompositeType(getNamedType(each.type)));
    const composites =
      depth > 0 ? all.filter((each) => isCompositeType(getNamedType(each.type))) : [];
    // Lists are few among all that there is, and most goes wrong in them.
    const branches = [
      ...composites,
      ...composites.filter(({ args }) => args.some(({ name }) => name === 'first')),
    ];
    const out: string[] = [];
    const fieldOf = (field: GraphQLField<unknown, unknown>): void => {
      const target = getNamedType(field.type);
      const isList = field.args.some((arg) => arg.name === 'first');
      if (isList && (lists >= mostLists || below >= 3)) return;
      if (isList) lists += 1;
      const args = argumentsOf(type.name, field, below);
      const key = responseKey(type.name, field.name, args, abstract);
      const cursor = /after: \$(\w+)/.exec(args)?.[1];
      if (cursor !== undefined) after.set(key, cursor);
      const head = key === field.name ? key : `${key}: ${field.name}`;
      const body = isCompositeType(target)
        ? ` {${bodyOf(field, depth - 1, isList ? below + 1 : below)}}`
        : '';
      out.push(`${head}${args}${conditions()}${body}`);
    };
    const count = 1 + chance(4) + (type.name === 'Query' ? 1 : 0);
    for (let index = 0; index < count; index += 1) {
      const kind = chance(100);
      if (branches.length > 0 && (kind < 45 || leaves.length === 0)) fieldOf(pick(branches));
      else if (kind < 75 && leaves.length > 0) fieldOf(pick(leaves));
      else if (kind < 83 && depth > 0)
        out.push(
          `...${pick([`on ${type.name}`, ''])}${conditions()} {${selectionOf(type, depth - 1, below, abstract)}}`,
        );
      else if (kind < 91 && depth > 0 && type.name !== 'Query')
        out.push(`...${fragmentOn(type, depth, below, abstract)}${conditions()}`);
      else if (kind < 96 && type.getInterfaces().length > 0)
        out.push(
          `... on Node {id${often(50) ? ` ... on ${type.name} {${selectionOf(type, Math.max(0, depth - 1), below, abstract)}}` : ''}}`,
        );
      else out.push('__typename');
    }
    return out.length === 0 ? '__typename' : out.join(' ');
  }
  function bodyOf(field: GraphQLField<unknown, unknown>, depth: number, below: number): string {
    const target = getNamedType(field.type);
    if (isObjectType(target)) return selectionOf(target, depth, below, false);
    const possible = isAbstractType(target)
      ? nodeTypes.filter((name) =>
          schema.isSubType(target, schema.getType(name) as GraphQLObjectType),
        )
      : [];
    const types = some(4, () => pick(possible)).map(
      (name) => schema.getType(name) as GraphQLObjectType,
    );
    return [
      isUnionType(target) ? '__typename' : '__typename id',
      ...types.map(
        (type) => `... on ${type.name}${conditions()} {${selectionOf(type, depth, below, true)}}`,
      ),
    ].join(' ');
  }
  function fragmentOn(
    type: GraphQLObjectType,
    depth: number,
    below: number,
    abstract: boolean,
  ): string {
    const fitting = fragments.filter(({ on }) => on === type.name);
    if (fitting.length > 0 && often(50) && !abstract) return pick(fitting).name;
    const text = selectionOf(type, Math.max(0, depth - 1), below, abstract);
    const name = `F${fragments.length}${abstract ? 'x' : ''}`;
    fragments.push({ name, on: abstract ? `${type.name} ` : type.name, text });
    return name;
  }

  const body = selectionOf(schema.getQueryType()!, 1 + chance(deepest), 0, false);
  const head = declared.length === 0 ? 'query' : `query (${declared.join(', ')})`;
  const document = [
    `${head} {${body}}`,
    ...fragments.map(({ name, on, text }) => `fragment ${name} on ${on.trim()} {${text}}`),
  ].join('\n');
  return { document, variables, after };
}

/** The field behind a name in the answer. */
export const fieldNamed = (key: string): string =>
  /^(?:[A-Za-z]+_)?([A-Za-z]+)(?:_\d+b?)?$/.exec(key)?.[1] ?? key;
