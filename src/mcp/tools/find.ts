/** Finding things by words. */
import * as z from 'zod/mini';
import { typeOfId } from '../../engine/schema/type/global-id.ts';
import { agentTool, input, listAnswer, pageInput } from './agent-tool.ts';
import { type ListedThreads, shortThreads, threadParts } from './comment-thread.ts';
import { filesWith } from './file-list.ts';
import { filteredPage } from './filtered-page.ts';
import { listEvents } from './own-events.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const kinds = ['files', 'videos', 'channels', 'playlists', 'events', 'comments', 'people'] as const;

const fileTypes = [
  'document',
  'spreadsheet',
  'presentation',
  'folder',
  'pdf',
  'image',
  'video',
  'audio',
] as const;

const optionalText = (about: string) => z.optional(input.text(about, 500));

const findInput = {
  kind: input.choice(kinds, 'What to find.'),
  text: optionalText(
    'Words in names, contents, titles, texts and guests. Required for channels, playlists and people.',
  ),
  type: z.optional(input.choice(fileTypes, 'Of files.')),
  mine: z.optional(input.flag('Of files and videos: only those of the user.')),
  from: optionalText(
    'Not before this time of the event, publication or last change: 2027-03-14 or 2027-03-14T09:30, in the zone of the user.',
  ),
  to: optionalText('Not after this time.'),
  within: optionalText(
    'The id of a folder for files, a channel for videos and playlists, a calendar for events, a video or channel for comments. Left out: anywhere; of events, all own calendars; of comments, those of the user.',
  ),
  ...pageInput,
};

type FindInput = z.output<z.ZodMiniObject<typeof findInput>>;

/** The arguments, with times that have offsets. */
type Wanted = FindInput & { readonly range: { readonly from?: string; readonly to?: string } };

const files = filesWith();

const search = `query ($text: String, $filter: SearchFilter!, $order: SearchOrder!, $max: Int!, $page: String) {
  search(search: $text, filter: $filter, orderBy: $order, first: $max, after: $page) {
    pageInfo { hasNextPage endCursor }
    nodes {
      title publishedAt channelTitle
      target { kind: __typename ... on Video { id url } ... on Channel { id url } ... on Playlist { id url } }
    }
  }
}`;

/** All videos of the user, also those that are not public: search does not have the latter. */
const uploads = `query ($max: Int!, $page: String) {
  viewer { channel { videos(first: $max, after: $page) {
    pageInfo { hasNextPage endCursor }
    nodes { id title description publishedAt privacyStatus url statistics { viewCount } }
  } } }
}`;

const videoComments = `query ($id: ID!, $text: String, $max: Int!, $page: String) {
  target: video(id: $id) { commentThreads(search: $text, first: $max, after: $page) { ...Threads } }
}
${threadParts}`;

const channelComments = `query ($id: ID!, $text: String, $max: Int!, $page: String) {
  target: channel(by: { id: $id }) {
    commentThreads(search: $text, first: $max, after: $page) { ...Threads }
  }
}
${threadParts}`;

const ownComments = `query ($text: String, $max: Int!, $page: String) {
  viewer { channel { commentThreads(search: $text, first: $max, after: $page) { ...Threads } } }
}
${threadParts}`;

/** Guests of events and people with access to files are the only ones whom the services name. */
const people = `query ($text: String!, $from: DateTime!, $to: DateTime!, $max: Int!) {
  calendar(id: "primary") {
    events(filter: { search: $text }, from: $from, to: $to, first: $max, maxAttendees: 50) {
      nodes { attendees { email displayName } organizer { email displayName } }
    }
  }
  files(filter: { search: $text }, first: $max) {
    nodes { owners { email displayName } lastModifyingUser { email displayName } }
  }
}`;

export const find = agentTool({
  name: 'find',
  title: 'Find',
  description:
    'Find files, videos, channels, playlists, events, comments or people by words, by time, or within something. Videos by words cost one of 100 searches a day, except with mine. `read` shows one of them.',
  input: findInput,
  answer: listAnswer('What was found, each with its id.'),
  run: async (given, run) => {
    if (given.type !== undefined && given.kind !== 'files')
      throw ToolFailure.ofInput('type', 'only files have one');
    const range = {
      ...(given.from !== undefined && { from: await run.instant('from', given.from) }),
      ...(given.to !== undefined && { to: await run.endOf('to', given.to) }),
    };
    return finders[given.kind]({ ...given, range }, run);
  },
});

type Finder = (wanted: Wanted, run: ToolRun) => Promise<object>;

const finders: Readonly<Record<FindInput['kind'], Finder>> = {
  files: async ({ text, type, mine, within, range, max, page }, run) => {
    const filter = {
      types: type === undefined ? undefined : [type.toUpperCase()],
      search: text,
      ownedByMe: mine === true ? true : undefined,
      parentId: within,
      modifiedAt: Object.keys(range).length > 0 ? range : undefined,
    };
    // Drive sorts no search in contents.
    const order = text === undefined ? [{ field: 'MODIFIED_AT', direction: 'DESC' }] : undefined;
    const data = await run.read<{ files: object }>(files, { filter, order, max, page });
    return data.files;
  },
  videos: (wanted, run) => (wanted.mine ? ownVideos(wanted, run) : searchFor('VIDEO', wanted, run)),
  channels: (wanted, run) => searchFor('CHANNEL', wanted, run),
  playlists: (wanted, run) => searchFor('PLAYLIST', wanted, run),
  events: async ({ text, within, range, max, page }, run) => {
    const from = 'to' in range || 'from' in range ? range.from : await run.inDays(0);
    return listEvents({ calendar: within, text, from, toOf: () => range.to, max, page }, run);
  },
  comments: async ({ text, within, max, page }, run) => {
    const variables = { id: within, text, max, page };
    const document = within === undefined ? ownComments : commentsOn(within);
    const { viewer, target } = await run.read<{
      readonly viewer?: { readonly channel: WithThreads | null } | null;
      readonly target?: WithThreads | null;
    }>(document, variables);
    return shortThreads((viewer?.channel ?? target)?.commentThreads);
  },
  people: async ({ text, max }, run) => {
    if (text === undefined) throw missingText();
    const [from, to] = await Promise.all([run.inDays(-180), run.inDays(180)]);
    const data = await run.read<PeopleData>(people, { text, from, to, max: 50 });
    return { items: peopleIn(data, text).slice(0, max) };
  },
};

interface WithThreads {
  readonly commentThreads: ListedThreads | null;
}

/** A channel has comments on all of its videos. */
const commentsOn = (id: string): string =>
  typeOfId(id) === 'Channel' || /^UC[\w-]{22}$/.test(id) ? channelComments : videoComments;

const missingText = (): ToolFailure =>
  ToolFailure.ofInput('text', 'missing; expected a name, or words');

async function searchFor(
  type: 'VIDEO' | 'CHANNEL' | 'PLAYLIST',
  { text, within, range, max, page }: Wanted,
  run: ToolRun,
): Promise<object> {
  if (text === undefined && within === undefined) throw missingText();
  const filter = {
    types: [type],
    channelId: within,
    publishedAt: Object.keys(range).length > 0 ? range : undefined,
  };
  const order = text === undefined ? 'PUBLISHED_AT' : 'RELEVANCE';
  const data = await run.read<{ search: object }>(search, { text, filter, order, max, page });
  return data.search;
}

interface OwnVideo {
  readonly title: string | null;
  readonly description: string | null;
  readonly publishedAt: string | null;
}

/** YouTube searches in public videos alone: those of the user are read, and compared. */
async function ownVideos({ text, range, max, page }: Wanted, run: ToolRun): Promise<object> {
  const isSearch = text !== undefined || Object.keys(range).length > 0;
  const { viewer } = await run.read<{
    readonly viewer: {
      readonly channel: { readonly videos: { readonly nodes: readonly OwnVideo[] } | null } | null;
    } | null;
  }>(uploads, { max: isSearch ? 50 : max, page });
  const videos = viewer?.channel?.videos;
  if (!videos) return {};
  const words = (text ?? '').toLowerCase().split(/\s+/);
  const from = range.from === undefined ? -Infinity : Date.parse(range.from);
  const to = range.to === undefined ? Infinity : Date.parse(range.to);
  const isWanted = ({ title, description, publishedAt }: OwnVideo): boolean => {
    const own = `${title ?? ''} ${description ?? ''}`.toLowerCase();
    const at = Date.parse(publishedAt ?? '');
    const isInRange = Number.isNaN(at) ? range.from === undefined : at >= from && at <= to;
    return isInRange && words.every((word) => own.includes(word));
  };
  return filteredPage(videos, isWanted, max);
}

interface Named {
  readonly email: string | null;
  readonly displayName: string | null;
}

interface PeopleData {
  readonly calendar: {
    readonly events: {
      readonly nodes: readonly {
        readonly attendees: readonly Named[] | null;
        readonly organizer: Named | null;
      }[];
    } | null;
  } | null;
  readonly files: {
    readonly nodes: readonly {
      readonly owners: readonly Named[] | null;
      readonly lastModifyingUser: Named | null;
    }[];
  } | null;
}

/** @returns those whose name or address has the text, each once */
function peopleIn({ calendar, files: found }: PeopleData, text: string): readonly Named[] {
  const named = [
    ...(calendar?.events?.nodes ?? []).flatMap(({ attendees, organizer }) => [
      ...(attendees ?? []),
      organizer,
    ]),
    ...(found?.nodes ?? []).flatMap(({ owners, lastModifyingUser }) => [
      ...(owners ?? []),
      lastModifyingUser,
    ]),
  ];
  const byEmail = new Map<string, Named>();
  for (const each of named) {
    if (!each?.email) continue;
    const own = `${each.email} ${each.displayName ?? ''}`.toLowerCase();
    if (!own.includes(text.toLowerCase())) continue;
    const known = byEmail.get(each.email);
    byEmail.set(each.email, known?.displayName ? known : each);
  }
  return [...byEmail.values()];
}
