/** Texts of comments in the answers of writes, replies, and the moderation of many comments. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids, replyId } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { mutator, successfulMutator } from '../../../support/client/mutation.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const mutate = mutator(studio);
const succeed = successfulMutator(studio);
const { video, channel, commentThread: thread } = ids;
const storedComments = () => videoState(studio.sandbox.simulation()).comments;

const text = 'Ça va? ⛴️\n<b>שלום</b> & 👩🏽‍🚀';

describe('createCommentThread', () => {
  it('returns the plain text that reads return, not the HTML of the response of the write', async () => {
    const { commentThread } = await succeed(
      'createCommentThread',
      { videoId: video.trailer, text },
      'commentThread { topLevelComment { text } }',
    );
    expect(commentThread.topLevelComment.text).toBe(text);
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['video:commentThreads.insert', undefined],
      ['video:commentThreads.list', ['items(id,snippet/topLevelComment/snippet/textDisplay)']],
    ]);
  });
});

describe('replyToComment', () => {
  it('takes the global id of the thread for the id of its top-level comment', async () => {
    const parentId = globalId('CommentThread', [thread.busy]);
    const { comment } = await succeed('replyToComment', { parentId, text }, 'comment { parentId }');
    expect(comment).toEqual({ parentId: thread.busy });
    expect(studio.calls()).toMatchObject([{ body: { snippet: { parentId: thread.busy } } }]);
  });
  it('says what to do with a reply to a reply', async () => {
    const input = { parentId: replyId(thread.busy, 1), text };
    const { payload } = await mutate('replyToComment', input, '');
    expect(payload.errors[0].message).toBe(
      'parentId: YouTube does not support this for the comment. Nobody can reply to a reply: use the id of its top-level comment.',
    );
  });
});

describe('updateComment', () => {
  it('requests only the fields that the response lacks', async () => {
    await succeed(
      'updateComment',
      { id: thread.unicode, text },
      'comment { textOriginal text html: text(format: HTML) author { title } }',
    );
    const requestedCalls = studio
      .calls()
      .map(({ operation, query }) => [operation, query['textFormat'], query['fields']]);
    expect(requestedCalls[0]).toEqual(['video:comments.update', undefined, undefined]);
    expect(requestedCalls.slice(1)).toEqual(
      expect.arrayContaining([
        ['video:comments.list', ['plainText'], ['items(id,snippet/textDisplay)']],
        ['video:comments.list', ['html'], ['items(id,snippet/textDisplay)']],
        ['video:channels.list', undefined, ['items(id,snippet/title)']],
      ]),
    );
    expect(requestedCalls).toHaveLength(4);
  });
});

describe('setCommentModerationStatus', () => {
  const failures = 'errors { __typename code path reason ... on NotFoundError { id: objectId } }';
  const results = `results { index comment { commentId moderationStatus } ${failures} }`;
  const decide = (input: object, token: string | null = 'studio-owner', select = results) =>
    studio.query(
      `mutation ($input: SetCommentModerationStatusInput!) { setCommentModerationStatus(input: $input) { ${select} failedCount ${failures} } }`,
      { input },
      token,
    );
  const requestedCalls = () =>
    studio
      .calls()
      .map(({ operation, query }) => [
        operation,
        query['id']?.join().split(','),
        query['moderationStatus']?.[0],
        query['banAuthor']?.[0],
      ]);
  const set = 'video:comments.setModerationStatus';
  const status = (id: string) => storedComments().get(id)!.moderationStatus;
  const done = (index: number, id: string, as: string) => ({
    index,
    comment: { commentId: id, moderationStatus: as },
    errors: [],
  });

  it('sends fifty ids per call, each once, and returns the results in the order of the input', async () => {
    const all = Array.from({ length: 120 }, (_, at) => replyId(thread.crowded, at + 1));
    const inputIds = [...all, all[0]!, globalId('Comment', [all[1]!])];
    const { data } = await decide(
      { ids: inputIds, status: 'HELD_FOR_REVIEW' },
      'studio-owner',
      'results { index comment { commentId } errors { code } }',
    );
    expect(data.setCommentModerationStatus.results).toEqual(
      [...all, all[0], all[1]].map((commentId, index) => ({
        index,
        comment: { commentId },
        errors: [],
      })),
    );
    const calls = requestedCalls().toSorted(
      ([, a], [, b]) => all.indexOf(a![0]!) - all.indexOf(b![0]!),
    );
    expect(calls).toEqual(
      [0, 50, 100].map((from) => [set, all.slice(from, from + 50), 'heldForReview', undefined]),
    );
  });
  it('bans authors together with the status REJECTED', async () => {
    await decide({ ids: [thread.queued], status: 'REJECTED', banAuthor: true });
    expect(requestedCalls()).toEqual([[set, [thread.queued], 'rejected', 'true']]);
    expect(videoState(studio.sandbox.simulation()).bannedAuthors.get(channel.studio)).toEqual(
      new Set([storedComments().get(thread.queued)!.authorId]),
    );
  });
  it('returns an error for each comment that is missing or cannot be moderated, and changes the others', async () => {
    const ownThreads = [thread.queued, thread.busy];
    const inputIds = [ownThreads[0], thread.missing, thread.benChannel, ownThreads[1]];
    const { data, errors } = await decide({ ids: inputIds, status: 'REJECTED' });
    expect(errors).toBeUndefined();
    expect(data.setCommentModerationStatus.results).toMatchObject([
      done(0, ownThreads[0]!, 'REJECTED'),
      {
        index: 1,
        comment: null,
        errors: [{ __typename: 'NotFoundError', id: thread.missing, path: ['ids', '1'] }],
      },
      { index: 2, comment: null, errors: [{ __typename: 'ForbiddenError', path: ['ids', '2'] }] },
      done(3, ownThreads[1]!, 'REJECTED'),
    ]);
    expect(data.setCommentModerationStatus).toMatchObject({ failedCount: 2, errors: [] });
    const calls = requestedCalls();
    expect(calls.slice(0, 2)).toEqual([
      [set, inputIds, 'rejected', undefined],
      ['video:comments.list', inputIds, undefined, undefined],
    ]);
    // Sent at the same time. A comment without a visible status is tried as well.
    expect(calls).toHaveLength(4);
    expect(calls.slice(2)).toEqual(
      expect.arrayContaining([
        [set, ownThreads, 'rejected', undefined],
        [set, [thread.benChannel], 'rejected', undefined],
      ]),
    );
    expect([...ownThreads, thread.benChannel].map(status)).toEqual([
      'rejected',
      'rejected',
      'published',
    ]);
  });
  it('fails only for the comments of a failing call', async () => {
    const all = Array.from({ length: 60 }, (_, at) => replyId(thread.crowded, at + 1));
    studio.sandbox.fault({ match: { operation: set, pathIncludes: all[55]! }, status: 403 });
    const rejected = await decide({ ids: all, status: 'REJECTED' });
    const found = rejected.data.setCommentModerationStatus.results.map(({ errors }: any) => [
      errors[0]?.code,
      errors[0]?.path,
    ]);
    expect(found).toEqual(
      all.map((_, at) => (at < 50 ? [undefined, undefined] : ['FORBIDDEN', ['ids', String(at)]])),
    );
    studio.sandbox.clearFaults();
    studio.sandbox.fault({ match: { operation: set, pathIncludes: all[55]! }, status: 503 });
    const { data, errors } = await decide({ ids: all, status: 'PUBLISHED' });
    expect(data.setCommentModerationStatus.results.map((each: unknown) => each !== null)).toEqual(
      all.map((_, at) => at < 50),
    );
    expect(data.setCommentModerationStatus).toMatchObject({ failedCount: 10, errors: [] });
    expect(errors!.map(({ path }) => path)).toEqual(
      Array.from({ length: 10 }, (_, at) => ['setCommentModerationStatus', 'results', 50 + at]),
    );
    expect(new Set(errors!.map(({ extensions }) => extensions['code']))).toEqual(
      new Set(['UPSTREAM_UNAVAILABLE']),
    );
  });
});
