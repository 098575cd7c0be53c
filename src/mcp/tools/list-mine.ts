/** Lists of what is the user's own. */
import * as z from 'zod/mini';
import { agentTool, input, listAnswer, pageInput } from './agent-tool.ts';
import {
  type ListedThread,
  type ListedThreads,
  shortThreads,
  threadParts,
} from './comment-thread.ts';
import { filesWith } from './file-list.ts';
import { filteredPage } from './filtered-page.ts';
import { later } from './local-time.ts';
import { listEvents } from './own-events.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const kinds = [
  'videos',
  'playlists',
  'playlist_items',
  'liked_videos',
  'subscriptions',
  'comments_to_answer',
  'held_comments',
  'broadcasts',
  'streams',
  'agenda',
  'calendars',
  'files',
  'folder',
  'shared_files',
  'drives',
] as const;

type MineKind = (typeof kinds)[number];

const listInput = {
  kind: input.choice(
    kinds,
    'files: own ones, last changed first; shared_files: by others; folder: what is in one; agenda: events of the next 7 days; comments_to_answer: threads without a reply of the user.',
  ),
  within: z.optional(
    input.text(
      'The playlist of playlist_items; the folder (left out: My Drive); the calendar of agenda (left out: all of the user).',
      2_000,
    ),
  ),
  ...pageInput,
};

const page = 'pageInfo { hasNextPage endCursor }';

const video = `id title url privacyStatus publishAt publishedAt statistics { viewCount }`;

/** @returns a document for a list of the caller */
const ofViewer = (list: string): string =>
  `query ($max: Int!, $page: String) { viewer { ${list} } }`;

/** @returns a document for threads on the channel of the caller, its videos and its posts */
const threads = (filter: string): string =>
  `${ofViewer(`channel { channelId
    commentThreads(${filter}, scope: ALL_RELATED, first: $max, after: $page) { ...Threads }
  }`)}
  ${threadParts}`;

/** The document of each kind that is one list. */
const documents = {
  videos: ofViewer(`channel { videos(first: $max, after: $page) { ${page} nodes { ${video} } } }`),
  playlists: ofViewer(`playlists(first: $max, after: $page) {
    ${page} nodes { id title url privacyStatus itemCount }
  }`),
  playlist_items: `query ($within: ID!, $max: Int!, $page: String) {
    playlist(id: $within) { id items(first: $max, after: $page) {
      ${page} nodes { id position title note videoId privacyStatus }
    } }
  }`,
  liked_videos: ofViewer(`ratedVideos(rating: LIKE, first: $max, after: $page) {
    ${page} nodes { id title url publishedAt channelTitle }
  }`),
  subscriptions: ofViewer(`subscriptions(first: $max, after: $page, orderBy: TITLE) {
    ${page} nodes { id title channel { id url } contentDetails { newItemCount } }
  }`),
  comments_to_answer: threads('orderBy: TIME'),
  held_comments: threads('moderationStatuses: [HELD_FOR_REVIEW, LIKELY_SPAM]'),
  broadcasts: ofViewer(`broadcasts(first: $max, after: $page) {
    ${page}
    nodes { id title lifeCycleStatus privacyStatus scheduledStartAt actualStartAt actualEndAt }
  }`),
  streams: ofViewer(`streams(first: $max, after: $page) {
    ${page} nodes { id title streamStatus isDefaultStream }
  }`),
  calendars: ofViewer(`calendars(first: $max, after: $page) {
    ${page} nodes { calendar { id } summary summaryOverride accessRole primary timeZone }
  }`),
  drives: ofViewer(`sharedDrives(first: $max, after: $page) {
    ${page} nodes { id name hidden rootFolder { id webViewLink } }
  }`),
} as const;

type MineArguments = z.output<z.ZodMiniObject<typeof listInput>>;

export const listMine = agentTool({
  name: 'list_mine',
  title: 'List what is mine',
  description:
    'List what the user has, by kind, without words to search for. Costs up to 4 units a page.',
  input: listInput,
  answer: listAnswer('What was found, each with its id.'),
  run: async (given, run) => {
    const within = given.within === undefined ? undefined : await run.idOf('within', given.within);
    return listers[given.kind]({ ...given, within }, run);
  },
});

type Lister = (given: MineArguments, run: ToolRun) => Promise<object>;

/** @returns the list in an answer, wherever it is; undefined if the account has none */
function listIn(data: unknown): object | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if ('nodes' in data) return data;
  for (const value of Object.values(data)) {
    const found = listIn(value);
    if (found) return found;
  }
  return undefined;
}

/** @returns what lists a kind by one document */
const oneList =
  (kind: keyof typeof documents): Lister =>
  async ({ within, max, page: after }, run) =>
    listIn(await run.read(documents[kind], { within, max, page: after })) ?? {};

/** @returns what lists files by a filter and an order */
const fileList =
  (
    field: string,
    direction: 'ASC' | 'DESC',
    filterOf: (within?: string) => object,
    document = filesWith(),
  ): Lister =>
  async ({ within, max, page: after }, run) => {
    const variables = { filter: filterOf(within), order: [{ field, direction }], max, page: after };
    return listIn(await run.read(document, variables)) ?? {};
  };

const listers: Readonly<Record<MineKind, Lister>> = {
  videos: oneList('videos'),
  playlists: oneList('playlists'),
  playlist_items: (given, run) => {
    if (given.within !== undefined) return oneList('playlist_items')(given, run);
    throw ToolFailure.ofInput('within', 'missing; expected a playlist');
  },
  liked_videos: oneList('liked_videos'),
  subscriptions: oneList('subscriptions'),
  comments_to_answer: toAnswer,
  held_comments: async (given, run) =>
    shortThreads((await threadsOf('held_comments', given, run)).list),
  broadcasts: oneList('broadcasts'),
  streams: oneList('streams'),
  agenda,
  calendars,
  files: fileList('MODIFIED_AT', 'DESC', () => ({ ownedByMe: true })),
  folder: fileList('NAME_NATURAL', 'ASC', (within = 'root') => ({ parentId: within })),
  shared_files: fileList(
    'SHARED_WITH_ME_AT',
    'DESC',
    () => ({ sharedWithMe: true }),
    filesWith('sharedWithMeAt sharingUser { email displayName }'),
  ),
  drives: oneList('drives'),
};

interface Calendars {
  readonly viewer: {
    readonly calendars: {
      readonly nodes: readonly { readonly calendar: { readonly id: string } | null }[];
    } | null;
  } | null;
}

/** The id is that of the calendar: what else takes one knows no entries of the list. */
async function calendars({ max, page: after }: MineArguments, run: ToolRun): Promise<object> {
  const { viewer } = await run.read<Calendars>(documents.calendars, { max, page: after });
  const list = viewer?.calendars;
  if (!list) return {};
  const nodes = list.nodes.map(({ calendar, ...entry }) => ({ id: calendar?.id, ...entry }));
  return { ...list, nodes };
}

interface Threads {
  readonly viewer: {
    readonly channel: {
      readonly channelId: string;
      readonly commentThreads: ListedThreads | null;
    } | null;
  } | null;
}

/** @returns the channel of the user, and threads on it */
async function threadsOf(
  kind: 'comments_to_answer' | 'held_comments',
  { max, page: after }: MineArguments,
  run: ToolRun,
): Promise<{ readonly channelId?: string | undefined; readonly list?: ListedThreads | null }> {
  const { viewer } = await run.read<Threads>(documents[kind], { max, page: after });
  const { channelId, commentThreads: list } = viewer?.channel ?? {};
  return { channelId, list: list ?? null };
}

/** Threads that the user has begun need no answer. A page can have fewer than asked for. */
async function toAnswer(given: MineArguments, run: ToolRun): Promise<object> {
  const { channelId, list } = await threadsOf('comments_to_answer', given, run);
  const isWaiting = ({ hasOwnerReply, topLevelComment }: ListedThread): boolean =>
    hasOwnerReply !== true && topLevelComment?.authorChannelId !== channelId;
  return shortThreads(list && filteredPage(list, isWaiting));
}

/** Of the next days. */
async function agenda({ within, max, page: after }: MineArguments, run: ToolRun): Promise<object> {
  const [from, zone] = await Promise.all([run.inDays(0), run.zone]);
  const toOf = (start = from): string => later(start, { days: agendaDays }, zone);
  return listEvents({ calendar: within, from, toOf, max, page: after }, run);
}

const agendaDays = 7;
