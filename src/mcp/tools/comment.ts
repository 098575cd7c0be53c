/** Writing comments, and deciding on those of others. */
import * as z from 'zod/mini';
import { globalId, typeOfId } from '../../engine/schema/type/global-id.ts';
import { agentTool, input } from './agent-tool.ts';
import { quoted } from './quoted.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const actions = ['reply', 'post', 'edit', 'delete', 'publish', 'hold', 'reject', 'ban'] as const;

const commentInput = {
  action: input.choice(
    actions,
    'post: on a video. edit, delete: own ones. publish, hold, reject: those of others on the own channel; ban also hides all that their authors write later.',
  ),
  ids: z.optional(
    input.texts('Ids of comments or threads; of one only, for reply, edit and delete.'),
  ),
  on: z.optional(input.text('For post: the id or address of the video.', 2_000)),
  text: z.optional(input.text('For reply, post and edit: the whole text, without markup.', 10_000)),
};

type CommentArguments = z.output<z.ZodMiniObject<typeof commentInput>>;

const parts = `fragment Parts on Comment {
  id text authorDisplayName publishedAt updatedAt moderationStatus videoId parentId
}`;

const commentsOf = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Comment { ...Parts }
    ... on CommentThread { topLevelComment { ...Parts } }
  }
}
${parts}`;

const postComment = `mutation ($id: ID!, $text: String!) {
  createCommentThread(input: { videoId: $id, text: $text }) {
    commentThread { id video { id title url } topLevelComment { ...Parts } }
    errors { code message path reason }
  }
}
${parts}`;

const reply = `mutation ($id: ID!, $text: String!) {
  replyToComment(input: { parentId: $id, text: $text }) {
    comment { ...Parts }
    errors { code message path reason }
  }
}
${parts}`;

const edit = `mutation ($id: ID!, $text: String!) {
  updateComment(input: { id: $id, text: $text }) {
    comment { ...Parts }
    errors { code message path reason }
  }
}
${parts}`;

const remove = `mutation ($id: ID!) {
  deleteComment(input: { id: $id }) { deletedId errors { code message path reason } }
}`;

const decide = `mutation ($ids: [ID!]!, $status: CommentDecision!, $ban: Boolean) {
  setCommentModerationStatus(input: { ids: $ids, status: $status, banAuthor: $ban }) {
    results { comment { ...Parts } errors { code message path reason } }
    errors { code message path reason }
  }
}
${parts}`;

interface CommentParts {
  readonly id: string;
  readonly text: string | null;
  readonly authorDisplayName: string | null;
  readonly moderationStatus: string | null;
  readonly parentId: string | null;
}

export const comment = agentTool({
  name: 'comment',
  title: 'Comment, and moderate',
  tier: 'write',
  isDestructive: true,
  description:
    'Write, change or delete comments on YouTube, or decide on those of others on the channel of the user. What is written is public at once. publish, delete, reject and ban ask first.',
  input: commentInput,
  answer: {
    comment: 'object',
    commentThread: 'object',
    comments: ['array', 'Those on which was decided, as they are now.'],
    deletedId: 'string',
  },
  run: (given, run) => {
    const { action } = given;
    if (action === 'post') return post(given, run);
    if (action === 'reply' || action === 'edit') return writeText(action, given, run);
    return action === 'delete' ? deleteOne(given, run) : moderate(action, given, run);
  },
});

async function post({ on, text }: CommentArguments, run: ToolRun): Promise<object> {
  if (on === undefined) throw ToolFailure.ofInput('on', 'missing; expected a video');
  const written = textOf(text);
  const id = await run.idOf('on', on);
  return run.write('Posted the comment.', postComment, { id, text: written });
}

async function writeText(
  action: 'reply' | 'edit',
  { ids, text }: CommentArguments,
  run: ToolRun,
): Promise<object> {
  const id = onlyOne(ids);
  const variables = { id, text: textOf(text) };
  if (action === 'edit') return run.write('Changed the comment.', edit, variables);
  // YouTube has no replies to replies: they get into the thread.
  const isThread = typeOfId(id) === 'CommentThread';
  const parentId = isThread ? undefined : (await readComments([id], run))[0]?.parentId;
  return run.write('Replied.', reply, { ...variables, id: parentId ?? id });
}

async function deleteOne({ ids }: CommentArguments, run: ToolRun): Promise<object> {
  const id = onlyOne(ids);
  const [found] = await readComments([id], run);
  if (!found) throw nothingFound();
  const others = found.parentId === null ? ', and all replies to it' : '';
  run.ask(`Deletes the comment ${shown(found)}${others}.`);
  return run.write('Deleted the comment.', remove, { id: found.id });
}

const decisions = {
  publish: { status: 'PUBLISHED', done: 'Published comments.' },
  hold: { status: 'HELD_FOR_REVIEW', done: 'Held comments.' },
  reject: { status: 'REJECTED', done: 'Rejected comments.' },
  ban: { status: 'REJECTED', ban: true, done: 'Rejected comments, and banned their authors.' },
} as const;

async function moderate(
  action: keyof typeof decisions,
  { ids = [] }: CommentArguments,
  run: ToolRun,
): Promise<object> {
  if (ids.length === 0) throw missingIds();
  const { done, ...decision } = decisions[action];
  if (action !== 'hold') run.ask(...effectsOf[action](await readComments(ids, run), ids));
  const { results } = await run.write<{
    readonly results: readonly ({ readonly comment: object | null } | null)[] | null;
  }>(done, decide, { ids, ...decision });
  return { comments: (results ?? []).flatMap((each) => each?.comment ?? []) };
}

type Effects = (
  found: readonly CommentParts[],
  ids: readonly string[],
) => readonly (string | false)[];

const hiding: Effects = (found) => {
  if (found.length === 0) throw nothingFound();
  const what = found.length === 1 ? 'the comment' : `${found.length} comments with their replies`;
  return [`Hides ${what}: ${someOf(found)}`];
};

const effectsOf: Readonly<Record<'publish' | 'reject' | 'ban', Effects>> = {
  // Google does not say whether a held comment can be read by its id: one that cannot counts.
  publish: (found, ids) => {
    const isPublic = found.filter(({ moderationStatus }) => moderationStatus === 'PUBLISHED');
    const count = new Set(ids).size - isPublic.length;
    const hidden = found.filter((each) => !isPublic.includes(each));
    const what = count === 1 ? 'a comment' : `${count} comments`;
    const texts = hidden.length > 0 ? `: ${someOf(hidden)}` : '.';
    return [count > 0 && `Publishes ${what}, for everybody to see${texts}`];
  },
  reject: hiding,
  ban: (found, ids) => {
    const authors = [...new Set(found.map(authorOf))].join(', ');
    return [
      ...hiding(found, ids),
      `Bans ${authors}: all that they write on the channel later is hidden, too. Only YouTube itself can undo that.`,
    ];
  },
};

/** @returns the first few, as a sentence names them */
const someOf = (found: readonly CommentParts[]): string =>
  `${found.slice(0, 5).map(shown).join('; ')}${found.length > 5 ? '; …' : ''}`;

const authorOf = ({ authorDisplayName }: CommentParts): string =>
  quoted(authorDisplayName ?? 'unknown');

/** @returns a comment with its author, as a sentence names it */
const shown = (found: CommentParts): string => `${quoted(found.text ?? '')} by ${authorOf(found)}`;

const nothingFound = (): ToolFailure => ToolFailure.ofNothing('ids: there are no such comments');

const missingIds = (): ToolFailure =>
  ToolFailure.ofInput('ids', 'missing; expected ids of comments');

/** @throws ToolFailure unless there is one id */
function onlyOne(ids: readonly string[] | undefined): string {
  if (ids?.length === 1) return ids[0]!;
  throw ids?.length ? ToolFailure.ofInput('ids', 'expected one only') : missingIds();
}

/** @throws ToolFailure if there is none */
function textOf(text: string | undefined): string {
  if (text?.trim()) return text;
  throw ToolFailure.ofInput('text', 'missing; expected the text of the comment');
}

/** @returns those that exist; of a thread, its first comment */
async function readComments(
  ids: readonly string[],
  run: ToolRun,
): Promise<readonly CommentParts[]> {
  const { nodes } = await run.read<{
    readonly nodes: readonly (
      | ({ readonly topLevelComment?: CommentParts } & CommentParts)
      | null
    )[];
  }>(commentsOf, { ids: ids.map((id) => (id.startsWith('~') ? id : globalId('Comment', [id]))) });
  return nodes.flatMap((each) => each?.topLevelComment ?? each ?? []);
}
