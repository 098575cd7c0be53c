/**
 * The graph answered the slow way, to hold the gateway against: every thing is fetched whole by a direct REST call of its
 * own, every list is read from its first page to its last. No projection, no batch, no mask; what leads from one answer to
 * another is told here once more, by hand.
 */
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  execute,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionNode,
} from 'graphql';
import type { Item, List } from '../../src/data/read/page.ts';
import { getter } from '../../src/data/read/path.ts';
import { attachRef, type Ref, refOf, type Resource } from '../../src/data/read/resource.ts';
import { parseGlobalId, refFrom } from '../../src/graph/global-id.ts';
import { resourceNamed } from '../../src/graph/field/field-factory.ts';
import { schema } from '../../src/graph/schema.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import type { AnyOperation } from '../../src/upstream/operation.ts';
import { type FieldNeed, fieldNeed, fieldNeedAt } from './field-need.ts';
import { type ListRow, lists } from './naive-list.ts';
import {
  type Args,
  type Asker,
  type Json,
  none,
  Refused,
  type Trouble,
  type Whole,
} from './direct.ts';

interface Run extends Asker {
  readonly whole: Whole;
}

/** An answer's position in the whole list, as the cursors say it: of the gateway's, too, since the sandbox's tokens tell theirs. */
export function placeOf(cursor: string): number {
  const [, , offset, token] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
    string,
    number,
    number,
    string,
  ];
  return (
    offset +
    (token === '' ? 0 : (JSON.parse(Buffer.from(token, 'base64url').toString()) as [number])[0])
  );
}

async function list(row: ListRow, parent: unknown, given: Json, run: Run): Promise<unknown> {
  const operation = catalogue.get(row.operation)!;
  const page = operation.page!;
  const parentRef = refOf(parent);
  const own = parentRef?.key.at(-1) ?? '';
  const named = row.named?.(given);
  if (named) return things(resourceNamed(row.of)!, named, given, [], run);
  const from = given['after'] == null ? 0 : placeOf(given['after'] as string);
  const values: Json[] = [];
  const answers: Json[] = [];
  const enough = (): boolean =>
    row.keep === undefined &&
    row.through === undefined &&
    values.length > from + (given['first'] as number);
  const along = row.along?.(parent as Json);
  values.push(...(along ?? []));
  let more = along === undefined;
  for (let token: string | undefined; more; ) {
    const paging = {
      ...(page.size ? { [page.size]: page.maxSize } : {}),
      ...(token === undefined ? {} : { [page.token!]: token }),
    };
    const answer = await run.whole
      .get(row.operation, { ...row.args(own, given), ...paging }, run)
      .catch((error: unknown) => {
        if (error instanceof Refused && error.reason !== undefined && error.reason === row.absent)
          return null;
        throw error;
      });
    if (answer === null) return null;
    answers.push(answer);
    values.push(...((answer[page.items] as Json[] | undefined) ?? []));
    token = page.next === undefined ? undefined : (answer[page.next] as string | undefined);
    more = token !== undefined && !enough();
  }
  const resource = resourceNamed(row.of);
  const above = row.under ? parentRef!.key.slice(0, 1) : [];
  if (row.through) return things(resource!, values.map(getter(row.through)), given, answers, run);
  const items = values
    .map((value, index) => ({
      value,
      next: { token: '', size: 0, offset: index + 1 },
      list: () => '',
    }))
    .filter(({ value, next }) => next.offset > from && (row.keep?.(value, own) ?? true));
  if (resource)
    for (const { value } of items)
      attachRef(value, { resource, key: [...above, value['id'] as string] });
  const first = Math.min(
    given['first'] as number,
    row.onePage ? leftOf(given['after'] as string | null | undefined) : Number.POSITIVE_INFINITY,
  );
  return { items: items.slice(0, first), hasNextPage: items.length > first, answers };
}

/** How many items the upstream page has behind a cursor that points into it. */
function leftOf(cursor: string | null | undefined): number {
  if (cursor == null) return Number.POSITIVE_INFINITY;
  const [, size, offset] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
    string,
    number,
    number,
  ];
  return offset === 0 ? Number.POSITIVE_INFINITY : size - offset;
}

/** Things that are there of those with these ids, one read each and no more than asked. */
async function things(
  resource: Resource,
  keys: readonly string[],
  given: Json,
  answers: Json[],
  run: Run,
): Promise<List> {
  const first = given['first'] as number;
  const items: Item[] = [];
  let offset = given['after'] == null ? 0 : placeOf(given['after'] as string);
  while (offset < keys.length && items.length < first) {
    const ref = { resource, key: [keys[offset]!] };
    const value = await read(ref, run);
    offset += 1;
    // Whoever finds a gap may look for all that one call takes.
    if (!value)
      await Promise.allSettled(
        keys.slice(offset, offset + 50).map((each) => read({ resource, key: [each] }, run)),
      );
    if (value)
      items.push({
        value: attachRef(value, ref),
        next: { token: '', size: 0, offset },
        list: () => '',
      });
  }
  return { items, hasNextPage: offset < keys.length, answers };
}

/** The thing whole, or null where upstream doesn't show it; where nothing is asked that it has to say, it isn't looked for. */
async function thing(
  { resource, key, args = {} }: Ref,
  info: GraphQLResolveInfo,
  run: Run,
  demanded = false,
): Promise<object | null> {
  const ref = { resource, key, args };
  if (!asksAnything(info, info.schema.getType(resource.name)!)) return attachRef({}, ref);
  const found = await read(ref, run);
  if (found === null && demanded) throw new Refused(404);
  return found && attachRef(found, ref);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Refused && error.status === 404) return null;
  throw error;
}

async function read({ resource, key, args = {} }: Ref, run: Run): Promise<object | null> {
  const { read, fixed } = resource;
  const { key: operation } = read.operation;
  if (read.how === 'one') {
    const named = Object.fromEntries(resource.key.map((name, index) => [name, key[index]]));
    return run.whole.get(operation, { ...fixed, ...named }, run).catch(nullIfMissing);
  }
  const above = Object.fromEntries(
    resource.key.slice(0, -1).map((name, index) => [name, key[index]]),
  );
  const byId = read.how === 'many' ? { ...above, [read.param]: key.at(-1) } : {};
  const answer = await run.whole
    .get(operation, { ...fixed, ...args, ...byId }, run)
    .catch(nullIfMissing);
  const items = (answer?.['items'] as object[] | undefined) ?? [];
  return (
    (read.how === 'whole' ? items.find((item) => read.idOf(item) === key[0]) : items[0]) ?? null
  );
}

/** Whether a field is selected that reads anything of the answer itself. */
function asksAnything(info: GraphQLResolveInfo, type: GraphQLNamedType): boolean {
  const asks = (nodes: readonly SelectionNode[]): boolean =>
    nodes.some((node) => {
      if (getDirectiveValues(GraphQLSkipDirective, node, info.variableValues)?.['if'] === true)
        return false;
      if (getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues)?.['if'] === false)
        return false;
      if (node.kind === Kind.FIELD) return isObjectType(type) && readsOf(type, node, info);
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value]! : node;
      const on = fragment.typeCondition && info.schema.getType(fragment.typeCondition.name.value);
      const fits =
        on === undefined ||
        on === type ||
        (isAbstractType(on) && isObjectType(type) && info.schema.isSubType(on, type));
      return fits && asks(fragment.selectionSet.selections);
    });
  return info.fieldNodes.some((node: FieldNode) => asks(node.selectionSet?.selections ?? []));
}

function readsOf(type: GraphQLObjectType, node: FieldNode, info: GraphQLResolveInfo): boolean {
  const field = type.getFields()[node.name.value];
  const need = field && fieldNeedAt(field, node, info);
  if (!need) return false;
  const { paths, nested = '', embedded } = need;
  return paths.length > 0 || nested !== '' || embedded?.optional === false;
}

type Special = (parent: unknown, args: Json, run: Run, info: GraphQLResolveInfo) => unknown;

const byId =
  (name: string): Special =>
  (_, { id }, run, info) =>
    thing(refFrom(resourceNamed(name)!, id as string), info, run, true);

const firstOf = (answer: Json, name: string, key: (item: Json) => string[]): object | null => {
  const [item] = (answer['items'] as Json[] | undefined) ?? [];
  return item ? attachRef(item, { resource: resourceNamed(name)!, key: key(item) }) : null;
};

/** A list without pages, each item with its ref. */
const itemsOf =
  (key: string, name: string, args: (given: Json) => Args = (given) => given): Special =>
  async (_, given, run) => {
    const resource = resourceNamed(name)!;
    const answer = await run.whole.get(key, args(given), run);
    return (answer['items'] as Json[]).map((item) =>
      attachRef(item, { resource, key: [item['id'] as string] }),
    );
  };

const owned = {
  'studio-owner': [ids.file.root, ids.calendar.ava],
  'studio-guest': [ids.file.benRoot, ids.calendar.ben],
} as const;

const ownedBy = ({ token }: Run): readonly [string, string] => owned[token as keyof typeof owned];

/** Something that upstream names by its kind. */
function named(resourceId: Json | undefined, run: Run, info: GraphQLResolveInfo): unknown {
  const name = (
    {
      'youtube#video': 'Video',
      'youtube#channel': 'Channel',
      'youtube#playlist': 'Playlist',
    } as Json
  )[resourceId?.['kind']];
  if (name === undefined) return null;
  return thing(
    {
      resource: resourceNamed(name as string)!,
      key: [resourceId![`${name.toLowerCase()}Id`] as string],
    },
    info,
    run,
  );
}

const activityAbout = ({
  upload,
  like,
  playlistItem,
  subscription,
  channelItem,
}: Json): Json | undefined => {
  if (upload) return { kind: 'youtube#video', videoId: upload.videoId };
  return (like ?? playlistItem ?? subscription ?? channelItem)?.resourceId as Json | undefined;
};

const specials: Readonly<Record<string, Special>> = {
  'Query.resource': async (_, { url }, run, info) => {
    const [, word, id] = /(watch\?v=|playlist\?list=|channel\/|file\/d\/|@)([^/]+)/.exec(
      url as string,
    )!;
    if (word === '@') {
      const found = firstOf(
        await run.whole.get('video:channels.list', { forHandle: `@${id}` }, run),
        'Channel',
        (item) => [item['id']],
      );
      if (found === null) throw new Refused(404);
      return found;
    }
    const types: Json = {
      'watch?v=': 'Video',
      'playlist?list=': 'Playlist',
      'channel/': 'Channel',
      'file/d/': 'File',
    };
    return thing({ resource: resourceNamed(types[word!] as string)!, key: [id!] }, info, run, true);
  },
  'SearchResult.target': (result, _, run, info) => named((result as Json)['id'] as Json, run, info),
  'Activity.target': (activity, _, run, info) =>
    named(activityAbout((activity as Json)['contentDetails'] as Json), run, info),
  'Channel.viewerSubscription': async (channel, _, run) =>
    firstOf(
      await run.whole.get(
        'video:subscriptions.list',
        { mine: true, forChannelId: refOf(channel)!.key[0] },
        run,
      ),
      'ChannelSubscription',
      ({ id }) => [id],
    ),
  'Viewer.membershipLevels': async (viewer, args, run, info) => {
    try {
      return await itemsOf('video:membershipsLevels.list', 'MembershipLevel')(
        viewer,
        args,
        run,
        info,
      );
    } catch (error) {
      if (error instanceof Refused && error.reason === 'channelMembershipsNotEnabled') return null;
      throw error;
    }
  },
  'Query.video': byId('Video'),
  'Query.playlist': byId('Playlist'),
  'Query.comment': byId('Comment'),
  'Query.commentThread': byId('CommentThread'),
  'Comment.text': async (comment, { format }, run) => {
    if (format !== 'html') return (comment as Json)['snippet']?.textDisplay;
    const html = { ...resourceNamed('Comment')!, fixed: { textFormat: 'html' } };
    return ((await read({ resource: html, key: refOf(comment)!.key }, run)) as Json | null)?.[
      'snippet'
    ].textDisplay;
  },
  'Query.broadcast': byId('Broadcast'),
  'Query.stream': byId('Stream'),
  'Query.file': (_, { id }, run, info) =>
    thing(
      refFrom(resourceNamed('File')!, id === 'root' ? ownedBy(run)[0] : (id as string)),
      info,
      run,
      true,
    ),
  'Query.calendar': (_, { id }, run, info) =>
    thing(
      refFrom(resourceNamed('Calendar')!, id === 'primary' ? ownedBy(run)[1] : (id as string)),
      info,
      run,
      true,
    ),
  'Query.event': (_, { id, calendarId, eventId }, run, info) =>
    thing(
      id
        ? parseGlobalId(id as string)
        : { resource: resourceNamed('Event')!, key: [calendarId, eventId] as string[] },
      info,
      run,
      true,
    ),
  'Query.node': (_, { id }, run, info) => thing(parseGlobalId(id as string), info, run, true),
  'Query.nodes': (_, { ids: all }, run, info) =>
    (all as string[]).map((id) => thing(parseGlobalId(id), info, run)),
  'Query.videos': (_, { ids: all }, run, info) =>
    (all as string[]).map((id) => thing(refFrom(resourceNamed('Video')!, id), info, run)),
  'Query.channel': async (_, { by }, run, info) => {
    if (by.id != null)
      return thing(refFrom(resourceNamed('Channel')!, by.id as string), info, run, true);
    const found = firstOf(
      await run.whole.get('video:channels.list', { forHandle: by.handle }, run),
      'Channel',
      ({ id }) => [id],
    );
    if (found === null) throw new Refused(404);
    return found;
  },
  // No service knows one, and nobody has begun any here.
  'Query.uploadSession': () => {
    throw new Refused(404);
  },
  'Query.languages': itemsOf('video:i18nLanguages.list', 'Language'),
  'Query.regions': itemsOf('video:i18nRegions.list', 'Region'),
  'Query.videoAbuseReportReasons': itemsOf(
    'video:videoAbuseReportReasons.list',
    'VideoAbuseReportReason',
  ),
  'Query.videoCategories': itemsOf(
    'video:videoCategories.list',
    'VideoCategory',
    ({ regionCode, hl }) => ({
      regionCode: (regionCode as string).toUpperCase(),
      hl,
    }),
  ),
  'Query.guideCategories': itemsOf('video:guideCategories.list', 'GuideCategory', ({ by, hl }) => ({
    regionCode: by.regionCode,
    id: by.ids?.join(),
    hl,
  })),
  'Video.captions': async (video, _, run) => {
    const { key } = refOf(video)!;
    const answer = await run.whole.get('video:captions.list', { videoId: key[0] }, run);
    const resource = resourceNamed('Caption')!;
    return (answer['items'] as Json[]).map((item) =>
      attachRef(item, { resource, key: [...key, item['id'] as string] }),
    );
  },
  'Video.category': ({ snippet }: any, { hl }, run, info) =>
    thing(
      { resource: resourceNamed('VideoCategory')!, key: [snippet.categoryId], args: { hl } },
      info,
      run,
    ),
  'Viewer.channel': async (_, __, run) =>
    firstOf(
      await run.whole.get('video:channels.list', { mine: true }, run),
      'Channel',
      ({ id }) => [id],
    ),
  'Channel.sections': (channel, _, run, info) =>
    itemsOf('video:channelSections.list', 'ChannelSection', () => ({
      channelId: refOf(channel)!.key[0],
    }))(channel, {}, run, info),
  'Viewer.channelSections': itemsOf('video:channelSections.list', 'ChannelSection', () => ({
    mine: true,
  })),
  'Calendar.entry': async (calendar, _, run) => {
    const ref = { resource: resourceNamed('CalendarListEntry')!, key: refOf(calendar)!.key };
    const found = await read(ref, run);
    return found && attachRef(found, ref);
  },
  'Broadcast.event': async (broadcast, { calendarId: named }, run) => {
    const calendarId = named === 'primary' ? ownedBy(run)[1] : (named as string);
    const privateExtendedProperty = `videoId=${refOf(broadcast)!.key[0]}`;
    return firstOf(
      await run.whole.get('calendar:events.list', { calendarId, privateExtendedProperty }, run),
      'Event',
      ({ id }) => [calendarId, id],
    );
  },
};

/** What a call of its own tells of the thing that the field stands on. */
async function told(
  { resource, at }: NonNullable<FieldNeed['separateFetch']>,
  operation: AnyOperation,
  parent: unknown,
  given: Json,
  run: Run,
) {
  const part = operation.parts ? { part: at.split('.', 1)[0] } : {};
  const args = { ...resourceNamed(resource)?.fixed, ...part, ...given, id: refOf(parent)!.key[0] };
  const answer = await run.whole.get(operation.key, args, run).catch(nullIfMissing);
  return getter(at)((answer?.['items'] as Json[] | undefined)?.[0]) as unknown;
}

/** Whether the naive way knows this field, or needs not to. */
export const isTold = (coordinate: string, need: FieldNeed | undefined): boolean =>
  coordinate !== anew &&
  (!need?.hasOwnCall ||
    need.separateFetch !== undefined ||
    coordinate in specials ||
    coordinate in lists);

/** An address that is another one each time it is asked for: there is nothing to compare it with. */
const anew = 'Caption.content';

const naive = mapSchema(schema, {
  [MapperKind.OBJECT_FIELD]: (config, name, typeName) => {
    const coordinate = `${typeName}.${name}`;
    const need = fieldNeed({ extensions: config.extensions ?? {} });
    const special = specials[coordinate];
    const row = lists[coordinate];
    if (row)
      return {
        ...config,
        resolve: (parent: unknown, args: Json, run: Run) => list(row, parent, args, run),
      };
    if (special)
      return {
        ...config,
        resolve: (parent: unknown, args: Json, run: Run, info: GraphQLResolveInfo) =>
          special(parent, args, run, info),
      };
    const { separateFetch, nestedWithoutArguments, link } = need ?? {};
    if (separateFetch)
      return {
        ...config,
        resolve: (parent: unknown, args: Json, run: Run) =>
          nestedWithoutArguments && Object.values(args).every((value) => value == null)
            ? getter(nestedWithoutArguments)(parent)
            : told(separateFetch, config.extensions!.operations![0]!, parent, args, run),
      };
    if (need?.hasOwnCall)
      return {
        ...config,
        resolve: () => {
          throw new Error(`${coordinate}: the naive way is not told`);
        },
      };
    if (!link) return config;
    const { resource, keysOf } = link;
    const resolve = (parent: unknown, _: object, run: Run, info: GraphQLResolveInfo): unknown => {
      const found = keysOf(parent, refOf(parent)).map((key) =>
        key === null ? null : thing({ resource, key }, info, run),
      );
      return isListType(config.type) ? found : (found[0] ?? null);
    };
    return { ...config, resolve };
  },
});

export interface NaiveResult {
  readonly data: any;
  /** The path of each error, and the status behind it or what else went wrong. */
  readonly errors: readonly (readonly [path: string, cause: number | string])[];
  readonly calls: readonly string[];
}

/** @param trouble faults to reckon with */
export async function askNaively(
  whole: Whole,
  document: string,
  variables: Args,
  { token, trouble = none }: { readonly token: string; readonly trouble?: Trouble },
): Promise<NaiveResult> {
  const run: Run = { whole, token, trouble, calls: [] };
  // What a resolver warns of goes nowhere.
  const contextValue = { ...run, execution: { warn: () => {} } };
  const { data, errors = [] } = await execute({
    schema: naive,
    document: parse(document),
    variableValues: variables,
    contextValue,
  });
  const said = errors.map(
    ({ path = [], originalError, message }) =>
      [path.join('.'), originalError instanceof Refused ? originalError.status : message] as const,
  );
  return { data: JSON.parse(JSON.stringify(data)), errors: said, calls: run.calls };
}
