/** Reading one object. */
import type { ResourceLink } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { showValue } from '../../engine/api/error.ts';
import { globalId } from '../../engine/schema/type/global-id.ts';
import { cutText } from '../../services/storage/content/decoded-text.ts';
import { objectUri } from '../object-uri.ts';
import { agentError } from '../tool-result.ts';
import { agentTool, idInput, input } from './agent-tool.ts';
import { knownReply } from './comment-thread.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

/** Characters of a text in one answer. */
const maxText = 8_000;

/** Where texts are cut on our side: further on, the whole is too long for an agent. */
const maxOffset = 190_000;

const objects = `
  ... on Video {
    title description url publishedAt privacyStatus publishAt tags categoryId defaultLanguage
    selfDeclaredMadeForKids liveBroadcastContent
    channel { id title } contentDetails { duration hasCaptions }
    statistics { viewCount likeCount commentCount } thumbnail { url }
  }
  ... on Channel {
    title description url handle publishedAt country uploads { id }
    statistics { viewCount subscriberCount videoCount } thumbnail { url }
  }
  ... on Playlist {
    title description url privacyStatus publishedAt itemCount channel { id title }
  }
  ... on PlaylistItem { title position addedAt note playlist { id } video { id title url } }
  ... on File {
    name mimeType description size createdAt modifiedAt webViewLink thumbnailLink
    trashed starred shared version parents { id name } owners { email displayName }
    capabilities { canEdit canShare canTrash canComment }
    permissions(first: 20) { nodes { id role type email domain displayName expiresAt } pageInfo { hasNextPage } }
  }
  ... on Event {
    summary description status start { dateTime date } end { dateTime date } location
    htmlLink hangoutLink recurrence calendarId organizer { email displayName }
    attendees { email displayName responseStatus optional }
    attachments { title fileUrl fileId } videoId series { id }
  }
  ... on Broadcast {
    title description lifeCycleStatus privacyStatus scheduledStartAt scheduledEndAt
    actualStartAt actualEndAt allowedTransitions boundStream { id title streamStatus }
    liveChat { id } statistics { concurrentViewerCount }
  }
  ... on Stream { title description streamStatus isReusable }
  ... on CommentThread {
    replyCount hasOwnerReply canReply video { id title }
    topLevelComment { id text authorDisplayName publishedAt likeCount moderationStatus }
    replies(first: 20) { nodes { id text authorDisplayName publishedAt } pageInfo { hasNextPage } }
  }
  ... on Comment {
    text authorDisplayName authorChannelUrl publishedAt updatedAt likeCount moderationStatus
    thread { id } video { id title }
  }
  ... on Calendar { summary description timeZone location calendarId }
  ... on SharedDrive { name createdAt hidden }`;

const objectById = `query ($id: ID!) { node(id: $id) { kind: __typename id ${objects} } }`;

const textById = `query ($id: ID!, $max: Int!) {
  node(id: $id) {
    kind: __typename id
    ... on File { name mimeType fileText: text(maxCharacters: $max) { content } }
    ... on Video { title captions(first: 1) { id name languageTag text } }
    ... on Caption { name languageTag text }
  }
}`;

/** What links need of an object. */
interface ReadObject {
  readonly id: string;
  /** Of a thread. */
  readonly hasOwnerReply?: boolean | null;
  readonly title?: string | null;
  readonly name?: string | null;
  readonly summary?: string | null;
  readonly mimeType?: string | null;
  readonly thumbnail?: { readonly url: string | null } | null;
  readonly thumbnailLink?: string | null;
}

/** @returns the object as a resource, and its picture */
function linksOf({ id, title, name, summary, mimeType, ...object }: ReadObject): ResourceLink[] {
  const named = title ?? name ?? summary ?? id;
  const picture = object.thumbnail?.url ?? object.thumbnailLink;
  return [
    {
      type: 'resource_link',
      uri: objectUri(id),
      name: named,
      mimeType: 'application/json',
      ...(mimeType && { description: mimeType }),
    },
    ...(picture
      ? [{ type: 'resource_link', uri: picture, name: `${named} (picture)` } as const]
      : []),
  ];
}

interface WithText {
  readonly kind: string;
  readonly id: string;
  readonly fileText?: { readonly content: string } | null;
  readonly text?: string | null;
  readonly captions?: readonly { readonly text: string | null }[] | null;
}

export const read = agentTool({
  name: 'read',
  title: 'Read',
  description:
    'Read a video, channel, playlist, file, event, broadcast, stream, comment (thread) or calendar: what it is, and ids of what belongs to it. With text: the words of a document, a table, a PDF or a text file, or the captions of a video of the user (250 quota units).',
  input: {
    id: idInput('the object'),
    text: z.optional(input.flag('The text inside, instead of what it is.')),
    textFrom: z.optional(
      input.whole('The first character of the text; 0 if left out.', 0, maxOffset),
    ),
    links: z.optional(input.flag('Also as links, for programs that show files and pictures.')),
  },
  answer: { object: ['object', 'The object.'] },
  run: async ({ id: given, text, textFrom = 0, links = false }, run) => {
    const id = globalIdOfAny(await run.idOf('id', given));
    if (text === true) return { object: partOf(await textOf(id, textFrom, run), textFrom) };
    const { node } = await run.read<{ readonly node: ReadObject | null }>(objectById, { id });
    if (!node) throw ToolFailure.ofNothing(`id: there is no object ${showValue(given)}`);
    if (links) run.links.push(...linksOf(node));
    return {
      object: 'hasOwnerReply' in node ? { ...node, hasOwnerReply: knownReply(node) } : node,
    };
  },
});

/** REST ids whose type can be told, as people copy them from web addresses. */
const restIds: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['Channel', /^UC[\w-]{22}$/],
  ['Playlist', /^(PL|UU|LL|FL|OL)[\w-]{10,}$/],
  ['Video', /^[\w-]{11}$/],
  ['File', /^[\w-]{19,}$/],
];

/** @throws ToolFailure if the type of the object cannot be told */
function globalIdOfAny(id: string): string {
  if (id.startsWith('~')) return id;
  const [type] = restIds.find(([, pattern]) => pattern.test(id)) ?? [];
  if (type !== undefined) return globalId(type, [id]);
  throw ToolFailure.ofInput(
    'id',
    `${showValue(id)} is no id; expected one of an earlier answer, or a web address`,
  );
}

/** @returns the object with its text. @throws ToolFailure if it has none */
async function textOf(id: string, from: number, run: ToolRun): Promise<TextObject> {
  // One more tells that there is more, also if it is the first half of a character.
  const max = from + maxText + 2;
  const { node } = await run.read<{ readonly node: WithText | null }>(textById, { id, max });
  if (!node) throw ToolFailure.ofNothing(`id: there is no object ${showValue(id)}`);
  const { fileText, text, captions, ...object } = node;
  const content = fileText?.content ?? text ?? captions?.[0]?.text;
  if (content === undefined || content === null)
    throw run.errors.length > 0 ? new ToolFailure() : withoutText(node.kind, run);
  return { object, content };
}

/** The id is right: nothing is to be searched for again. */
function withoutText(kind: string, { warnings }: ToolRun): ToolFailure {
  const { value } = (warnings.at(-1) ?? {}) as { readonly value?: string };
  const reason = value === undefined ? '' : ` (${value})`;
  return new ToolFailure([
    agentError('NOT_FOUND', `The ${kind} is there, but its text cannot be read${reason}.`, {
      next: 'Read it without text, and give the user its web address.',
    }),
  ]);
}

interface TextObject {
  readonly object: object;
  readonly content: string;
}

/** @returns a part of the text, and where the next one begins; no character is divided */
function partOf({ object, content: all }: TextObject, from: number): object {
  const { content: text, isCut } = cutText(all.slice(from), maxText);
  return { ...object, text, ...(isCut && { nextTextFrom: from + text.length }) };
}
