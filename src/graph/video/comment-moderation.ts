/** What the owner of a channel decides on comments, many at once. */
import { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import {
  upstreamError,
  InvalidInput,
  UpstreamError,
  type UpstreamCode,
} from '../../upstream/error.ts';
import type { Args } from '../../upstream/operation.ts';
import { comments } from '../../upstream/video/index.ts';
import { enumeration } from '../field/enumeration.ts';
import { mutation, settleItem } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { Comment } from './resource.ts';

/** How many ids a call takes. */
const perCall = 50;

const CommentDecision = enumeration('CommentDecision', 'What an owner can decide on a comment.', {
  published: 'Everybody shall see it.',
  heldForReview: 'It shall wait: somebody decides later.',
  rejected: 'Nobody shall see it; its replies go with it.',
});

type Decision = Omit<Args<typeof comments.setModerationStatus>, 'id'>;

/** What became of each id that was not done. */
type Failures = ReadonlyMap<string, unknown>;

/** One call for all. Upstream does all of them or none, and doesn't say which one it minds: then that is looked up, and the others are done. */
async function decide(
  execution: Execution,
  ids: readonly string[],
  decision: Decision,
): Promise<Failures> {
  const refused = await decideTogether(execution, ids, decision);
  if (refused === undefined) return new Map();
  const minded = await mindedOf(execution, ids, refused);
  const rest = ids.filter((id) => !minded.has(id));
  if (minded.size === 0 || rest.length === 0)
    return new Map(ids.map((id) => [id, minded.get(id) ?? refused]));
  const again = await decideTogether(execution, rest, decision);
  return again === undefined
    ? minded
    : new Map([...minded, ...rest.map((id) => [id, again] as const)]);
}

async function decideTogether(
  execution: Execution,
  ids: readonly string[],
  decision: Decision,
): Promise<unknown> {
  try {
    await execution.send(comments.setModerationStatus, { id: ids, ...decision });
    return undefined;
  } catch (error) {
    return error;
  }
}

const ofOneId: ReadonlySet<UpstreamCode> = new Set(['NOT_FOUND', 'FORBIDDEN']);

/** Those that are not there, and those that are not the caller's to decide on: only to whom they are is it told how they stand. */
async function mindedOf(
  execution: Execution,
  ids: readonly string[],
  refused: unknown,
): Promise<Failures> {
  if (!(refused instanceof UpstreamError) || !ofOneId.has(refused.code)) return new Map();
  if (ids.length === 1) return new Map([[ids[0]!, naming(refused, ids[0]!)]]);
  const asked = { part: ['snippet'], id: ids, fields: 'items(id,snippet/moderationStatus)' };
  const found = await execution.send(comments.list, asked).catch(() => undefined);
  if (found === undefined) return new Map();
  const standing = new Map(
    (found.items ?? []).map(({ id, snippet }) => [id, snippet?.moderationStatus]),
  );
  const minded = ids.filter((id) => standing.get(id) == null);
  return new Map(
    minded.map((id) => [
      id,
      upstreamError(comments.setModerationStatus, standing.has(id) ? 'FORBIDDEN' : 'NOT_FOUND', {
        id,
      }),
    ]),
  );
}

const naming = ({ failure }: UpstreamError, id: string): UpstreamError =>
  new UpstreamError({ ...failure, id });

/** Failures that have to do with who asks, and not with what. */
const ofTheCaller: ReadonlySet<UpstreamCode> = new Set(['MISSING_SCOPE', 'UNAUTHENTICATED']);

const isOfTheCaller = (error: unknown): boolean =>
  error instanceof UpstreamError && ofTheCaller.has(error.code);

async function decideAll(
  execution: Execution,
  refs: readonly Ref[],
  decision: Decision,
): Promise<Failures> {
  const ids = [...new Set(refs.map(({ key }) => key[0]!))];
  const chunks = Array.from({ length: Math.ceil(ids.length / perCall) }, (_, at) =>
    ids.slice(at * perCall, (at + 1) * perCall),
  );
  const failures = new Map(
    (await Promise.all(chunks.map((chunk) => decide(execution, chunk, decision)))).flatMap(
      (each) => [...each],
    ),
  );
  const [first] = failures.values();
  if (failures.size === ids.length && [...failures.values()].every(isOfTheCaller)) throw first;
  const done = [...new Map(refs.map((ref) => [ref.key[0]!, ref]))].filter(
    ([id]) => !failures.has(id),
  );
  const answer = (id: string): object => ({
    id,
    snippet: { moderationStatus: decision.moderationStatus },
  });
  execution.invalidateMany(
    done.map(([id, ref]) => ({ ref, answer: answer(id) })),
    Paths.of('id', 'snippet.moderationStatus'),
  );
  return failures;
}

mutation('setCommentModerationStatus', {
  description:
    'Decides on comments that were made on a channel of the caller, its videos and posts. Fifty travel in a call; one that is not there, or not for the caller to decide on, leaves the others alone, at the price of two calls more.',
  operations: [comments.setModerationStatus, comments.list],
  inputDescription: 'Which comments, and what shall become of them.',
  input: (t) => ({
    ids: t.idList({
      required: true,
      description:
        'Comments and replies, of any number of videos: 1 to 200. The same one twice is one.',
    }),
    status: t.field({
      type: CommentDecision,
      required: true,
      description: 'What is decided on all of them.',
    }),
    banAuthor: t.boolean({
      description:
        'Whether all that their authors write on the channel later is rejected, too: with `REJECTED` alone.',
    }),
  }),
  each: [Comment, 'The comment that was decided on; null where it is shown to nobody any more.'],
  price: ({ ids }: { ids: readonly string[] }) => {
    const calls = Math.ceil(ids.length / perCall);
    return [
      [comments.setModerationStatus, 2 * calls],
      [comments.list, calls],
    ];
  },
  run: async (
    {
      ids,
      status,
      banAuthor,
    }: { ids: string[]; status: Decision['moderationStatus']; banAuthor?: boolean | null },
    execution,
  ) => {
    if (ids.length === 0) throw new InvalidInput('ids', 'at least one comment is needed');
    if (banAuthor === true && status !== 'rejected')
      throw new InvalidInput('banAuthor', 'only with REJECTED');
    const refs = ids.map((id, index) => refFrom(Comment.resource, id, `ids.${index}`));
    const failures = await decideAll(execution, refs, {
      moderationStatus: status,
      ...(banAuthor === true && { banAuthor }),
    });
    const outcome = async (ref: Ref): Promise<Ref> => {
      if (failures.has(ref.key[0]!)) throw failures.get(ref.key[0]!);
      return ref;
    };
    return {
      results: await Promise.all(refs.map((ref, index) => settleItem(index, outcome(ref)))),
    };
  },
});
