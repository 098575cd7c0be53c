import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids, replyId } from '../../../../src/sandbox/seed/ids.ts';
import { type CommentEntity, videoState } from '../../../../src/sandbox/video/state.ts';
import { comments, commentThreads } from '../../../../src/services/video/operations.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();
const { video, channel, commentThread: thread } = ids;
const storedComments = () => videoState(studio.sandbox.simulation()).comments;
const snapshot = () => structuredClone([...storedComments().values()]);
const newestOf = (): CommentEntity => [...storedComments().values()].at(-1)!;

const sent = () =>
  studio.calls().map(({ operation, query, body }) => ({ operation, part: query['part'], body }));

const failures =
  'errors { __typename code path reason ... on NotFoundError { id: objectId } ... on MissingScopeError { anyOf } }';

const scopes = (operation: { readonly scopes: readonly string[] }) =>
  operation.scopes.map((execution) => `https://www.googleapis.com/auth/${execution}`);

const text = 'Ça va? ⛴️\n<b>שלום</b> & 👩🏽‍🚀';

const mutations = {
  createCommentThread: ['CreateCommentThreadInput', 'commentThread { threadId }'],
  replyToComment: ['ReplyToCommentInput', 'comment { commentId }'],
  updateComment: ['UpdateCommentInput', 'comment { commentId }'],
  deleteComment: ['DeleteCommentInput', 'deletedId'],
} as const;

type Name = keyof typeof mutations;

async function run(
  name: Name,
  input: object,
  {
    select = mutations[name][1],
    token = 'studio-owner',
  }: { select?: string; token?: string | null } = {},
) {
  const document = `mutation ($input: ${mutations[name][0]}!) { ${name}(input: $input) { ${select} ${failures} } }`;
  const { data, errors } = await studio.query(document, { input }, token);
  return { payload: data?.[name], errors };
}

describe('createCommentThread', () => {
  it.each([
    ['a video', { videoId: video.trailer }, { videoId: video.trailer, channelId: channel.studio }],
    [
      'a channel, by its global id',
      { channelId: globalId('Channel', [channel.ben]) },
      { videoId: undefined, channelId: channel.ben },
    ],
  ])(
    'creates a thread on %s with one call, whose response contains all selected fields except the text',
    async (_, on, about) => {
      const select = `commentThread { threadId canReply isPublic replyCount video { videoId } channel { channelId } topLevelComment { commentId textOriginal likeCount author { channelId } } replies { nodes { text } } }`;
      const { payload, errors } = await run('createCommentThread', { on, text }, { select });
      expect(errors).toBeUndefined();
      const made = newestOf();
      expect(made).toMatchObject({ text, authorId: channel.studio, channelId: about.channelId });
      expect(made.videoId).toBe(about.videoId);
      expect(payload).toEqual({
        commentThread: {
          threadId: made.id,
          canReply: true,
          isPublic: true,
          replyCount: 0,
          video: about.videoId === undefined ? null : { videoId: about.videoId },
          channel: { channelId: about.channelId },
          topLevelComment: {
            commentId: made.id,
            textOriginal: text,
            likeCount: '0',
            author: { channelId: channel.studio },
          },
          replies: { nodes: [] },
        },
        errors: [],
      });
      const of =
        about.videoId === undefined ? { channelId: about.channelId } : { videoId: about.videoId };
      expect(sent()).toEqual([
        {
          operation: 'video:commentThreads.insert',
          part: ['snippet'],
          body: { snippet: { ...of, topLevelComment: { snippet: { textOriginal: text } } } },
        },
      ]);
    },
  );
  it('returns the plain text that reads return, not the HTML of the response of the write', async () => {
    const { payload } = await run(
      'createCommentThread',
      { on: { videoId: video.trailer }, text },
      { select: 'commentThread { topLevelComment { text } }' },
    );
    expect(payload.commentThread.topLevelComment.text).toBe(text);
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['video:commentThreads.insert', undefined],
      ['video:commentThreads.list', ['items(id,snippet/topLevelComment/snippet/textDisplay)']],
    ]);
  });
  it.each([
    [
      'comments are disabled',
      { videoId: video.commentsOff },
      'studio-owner',
      ['on', 'videoId'],
      'ForbiddenError',
      'commentsDisabled',
    ],
    [
      'the video does not exist',
      { videoId: video.missing },
      'studio-owner',
      ['on', 'videoId'],
      'NotFoundError',
      'videoNotFound',
    ],
    [
      'the channel does not exist',
      { channelId: channel.missing },
      'studio-owner',
      ['on', 'channelId'],
      'NotFoundError',
      'channelNotFound',
    ],
  ])(
    'rejects a thread if %s, and returns the path of the argument',
    async (_, on, token, path, type, reason) => {
      const before = snapshot();
      const { payload } = await run('createCommentThread', { on, text }, { token });
      expect(payload.commentThread).toBeNull();
      const named = type === 'NotFoundError' ? { id: Object.values(on)[0] } : {};
      expect(payload.errors).toMatchObject([{ __typename: type, path, reason, ...named }]);
      expect(snapshot()).toEqual(before);
    },
  );
  it('is denied to an account that may not comment', async () => {
    videoState(studio.sandbox.simulation()).ineligibleChannels.add(channel.ben);
    const { payload } = await run(
      'createCommentThread',
      { on: { videoId: video.trailer }, text },
      { token: 'studio-guest' },
    );
    expect(payload.errors).toMatchObject([{ code: 'FORBIDDEN', reason: 'ineligibleAccount' }]);
  });
});

describe('replyToComment', () => {
  it('adds a reply to a top-level comment, with one call', async () => {
    const select =
      'comment { commentId textOriginal parent { commentId } thread { threadId } video { videoId } moderationStatus }';
    const { payload, errors } = await run(
      'replyToComment',
      { parentId: thread.busy, text },
      { select },
    );
    expect(errors).toBeUndefined();
    const made = newestOf();
    expect(made).toMatchObject({ threadId: thread.busy, text });
    expect(payload.comment).toEqual({
      commentId: made.id,
      textOriginal: text,
      parent: { commentId: thread.busy },
      thread: { threadId: thread.busy },
      video: { videoId: video.busyThread },
      moderationStatus: 'PUBLISHED',
    });
    expect(sent()).toEqual([
      {
        operation: 'video:comments.insert',
        part: ['snippet'],
        body: { snippet: { parentId: thread.busy, textOriginal: text } },
      },
    ]);
  });
  it('takes the global id of the thread for the id of its top-level comment', async () => {
    const parentId = globalId('CommentThread', [thread.busy]);
    const { payload } = await run(
      'replyToComment',
      { parentId, text },
      { select: 'comment { parentId }' },
    );
    expect(payload).toEqual({ comment: { parentId: thread.busy }, errors: [] });
    expect(sent()).toMatchObject([{ body: { snippet: { parentId: thread.busy } } }]);
  });
  it('says what to do with a reply to a reply', async () => {
    const input = { parentId: replyId(thread.busy, 1), text };
    const { payload } = await run('replyToComment', input, { select: 'errors { message }' });
    expect(payload.errors[0].message).toBe(
      'parentId: YouTube does not support this for the comment. Nobody can reply to a reply: use the id of its top-level comment.',
    );
  });
  it.each([
    ['a reply', replyId(thread.busy, 1), 'InvalidInputError', 'operationNotSupported'],
    ['an unpublished comment', thread.queued, 'InvalidInputError', 'parentCommentIsPrivate'],
    ['a missing comment', thread.missing, 'NotFoundError', 'parentCommentNotFound'],
  ])('rejects a reply to %s', async (_, parentId, type, reason) => {
    const { payload } = await run('replyToComment', { parentId, text });
    expect(payload).toMatchObject({
      comment: null,
      errors: [{ __typename: type, path: ['parentId'], reason }],
    });
  });
});

describe('updateComment', () => {
  const id = thread.unicode;
  it('changes the text, the only mutable field, in one call without a read', async () => {
    const before = snapshot();
    const { payload, errors } = await run(
      'updateComment',
      { id, text },
      { select: 'comment { textOriginal likeCount updatedAt publishedAt }' },
    );
    expect(errors).toBeUndefined();
    const after = storedComments().get(id)!;
    expect(payload.comment).toEqual({
      textOriginal: text,
      likeCount: String(after.likes),
      updatedAt: after.updatedAt,
      publishedAt: after.publishedAt,
    });
    expect(snapshot()).toEqual(
      before.map((each) => (each.id === id ? { ...each, text, updatedAt: after.updatedAt } : each)),
    );
    expect(sent()).toEqual([
      {
        operation: 'video:comments.update',
        part: ['snippet'],
        body: { id, snippet: { textOriginal: text } },
      },
    ]);
    expect(comments.update.writable).toEqual(['snippet.textOriginal']);
  });
  it('applies the last of two writes, and returns to each writer their own text', async () => {
    const { data } = await studio.query(
      `mutation { a: updateComment(input: { id: "${id}", text: "One" }) { comment { text } } b: updateComment(input: { id: "${id}", text: "Two" }) { comment { text } } }`,
    );
    expect(data).toEqual({ a: { comment: { text: 'One' } }, b: { comment: { text: 'Two' } } });
    expect(storedComments().get(id)!.text).toBe('Two');
  });
  it('requests only the fields that the response lacks', async () => {
    await run(
      'updateComment',
      { id, text },
      { select: 'comment { textOriginal text html: text(format: HTML) author { title } }' },
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
  it('is denied for a comment of another author, which does not change', async () => {
    const before = snapshot();
    const { payload } = await run('updateComment', { id, text }, { token: 'studio-guest' });
    expect(payload).toMatchObject({
      comment: null,
      errors: [{ __typename: 'ForbiddenError' }],
    });
    expect(snapshot()).toEqual(before);
  });
  it('returns NOT_FOUND for a missing comment', async () => {
    const { payload } = await run('updateComment', { id: thread.missing, text });
    expect(payload.errors).toMatchObject([
      { __typename: 'NotFoundError', id: thread.missing, reason: 'commentNotFound' },
    ]);
  });
});

describe('deleteComment', () => {
  it('deletes a comment, and the thread of a top-level comment', async () => {
    const { payload } = await run('deleteComment', { id: thread.unicode });
    expect(payload).toEqual({ deletedId: globalId('Comment', [thread.unicode]), errors: [] });
    expect(studio.calls().map(({ operation, query }) => [operation, query['id']])).toEqual([
      ['video:comments.delete', [thread.unicode]],
    ]);
    expect([...storedComments().values()].some(({ threadId: of }) => of === thread.unicode)).toBe(
      false,
    );
  });
  it.each([
    ["another's", thread.unicode, 'studio-guest', { __typename: 'ForbiddenError' }],
    [
      'a missing comment',
      thread.missing,
      'studio-owner',
      { __typename: 'NotFoundError', id: thread.missing },
    ],
  ])('fails for %s', async (_, id, token, error) => {
    const before = snapshot();
    const { payload } = await run('deleteComment', { id }, { token });
    expect(payload).toMatchObject({ deletedId: null, errors: [error] });
    expect(snapshot()).toEqual(before);
  });
});

describe('the input of a comment mutation', () => {
  const on = { videoId: video.trailer };
  const long = '👩'.repeat(10_001);
  const other = globalId('Playlist', [thread.busy]);
  const table: readonly (readonly [string, Name, object, string])[] = [
    ['an empty text', 'createCommentThread', { on, text: '' }, 'text'],
    ['a blank text', 'createCommentThread', { on, text: ' \n\t' }, 'text'],
    ['a text of 10,001 characters', 'createCommentThread', { on, text: long }, 'text'],
    [
      'the id of a channel for a video',
      'createCommentThread',
      { on: { videoId: globalId('Channel', [channel.ben]) }, text },
      'on.videoId',
    ],
    [
      'the id of a video for a channel',
      'createCommentThread',
      { on: { channelId: globalId('Video', [video.trailer]) }, text },
      'on.channelId',
    ],
    ['an invalid id', 'createCommentThread', { on: { videoId: 'a,b' }, text }, 'on.videoId'],
    ['a blank reply', 'replyToComment', { parentId: thread.busy, text: ' ' }, 'text'],
    [
      'a reply of 10,001 characters',
      'replyToComment',
      { parentId: thread.busy, text: long },
      'text',
    ],
    [
      'a playlist id for the parent comment',
      'replyToComment',
      { parentId: other, text },
      'parentId',
    ],
    ['a blank edit', 'updateComment', { id: thread.unicode, text: '' }, 'text'],
    ['an edit to 10,001 characters', 'updateComment', { id: thread.unicode, text: long }, 'text'],
    ['a playlist id for the comment to update', 'updateComment', { id: other, text }, 'id'],
    ['a playlist id for the comment to delete', 'deleteComment', { id: other }, 'id'],
    ['an invalid global id', 'deleteComment', { id: '~nonsense' }, 'id'],
  ];
  it.each(table)(
    'is rejected with its path and without a call: %s',
    async (_, name, input, path) => {
      const { payload, errors } = await run(name, input);
      expect(errors).toBeUndefined();
      expect(payload.errors).toMatchObject([
        { __typename: 'InvalidInputError', path: path.split('.') },
      ]);
      expect(studio.calls()).toEqual([]);
    },
  );
  it('is rejected with two targets or without one', async () => {
    for (const target of [{}, { videoId: video.trailer, channelId: channel.ben }]) {
      const { errors } = await run('createCommentThread', { on: target, text });
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    }
    expect(studio.calls()).toEqual([]);
  });
  it('may contain a text of exactly 10,000 characters with two UTF-16 code units each', async () => {
    const { payload } = await run('updateComment', {
      id: thread.unicode,
      text: '👩'.repeat(10_000),
    });
    expect(payload.errors).toEqual([]);
  });
});

describe('writes of comments', () => {
  const inputs: Readonly<Record<Name, object>> = {
    createCommentThread: { on: { videoId: video.trailer }, text },
    replyToComment: { parentId: thread.busy, text },
    updateComment: { id: thread.unicode, text },
    deleteComment: { id: thread.unicode },
  };
  const operations = {
    createCommentThread: commentThreads.insert,
    replyToComment: comments.insert,
    updateComment: comments.update,
    deleteComment: comments.delete,
  };
  it.each(Object.keys(inputs) as Name[])(
    'need a user token with the scope, and a channel: %s',
    async (name) => {
      const before = snapshot();
      const reader = await run(name, inputs[name], { token: 'studio-reader' });
      expect(reader.payload.errors).toMatchObject([
        { __typename: 'MissingScopeError', anyOf: scopes(operations[name]) },
      ]);
      const withoutToken = await run(name, inputs[name], { token: null });
      expect(withoutToken.errors).toMatchObject([
        { path: [name], extensions: { code: 'UNAUTHENTICATED' } },
      ]);
      const withoutChannel = await run(name, inputs[name], { token: 'no-channel' });
      expect(withoutChannel.payload.errors).toMatchObject([
        { __typename: 'ForbiddenError', path: null, reason: 'youtubeSignupRequired' },
      ]);
      expect(snapshot()).toEqual(before);
    },
  );
  it('report an unknown outcome if the response to a new comment is lost, and do not repeat the insert', async () => {
    studio.sandbox.fault({ match: { operation: 'video:comments.insert' }, html: true });
    const { payload, errors } = await run('replyToComment', inputs.replyToComment);
    expect(payload).toBeNull();
    expect(errors).toMatchObject([
      {
        path: ['replyToComment'],
        extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' },
      },
    ]);
    expect(studio.operations()).toEqual(['video:comments.insert']);
  });
});

describe('setCommentModerationStatus', () => {
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
  const waiting = () =>
    [...storedComments().values()].filter(
      ({ moderationStatus, channelId }) =>
        moderationStatus === 'heldForReview' && channelId === channel.studio,
    );
  const done = (index: number, id: string, as: string) => ({
    index,
    comment: { commentId: id, moderationStatus: as },
    errors: [],
  });

  it('changes comments of several videos, a channel and a reply with one call', async () => {
    const many = [
      ...waiting()
        .slice(0, 5)
        .map(({ id }) => id),
      replyId(thread.crowded, 3),
    ];
    expect(new Set(many.map((id) => storedComments().get(id)!.videoId)).size).toBeGreaterThan(2);
    const { data, errors } = await decide({ ids: many, status: 'PUBLISHED' });
    expect(errors).toBeUndefined();
    expect(data.setCommentModerationStatus).toEqual({
      results: many.map((id, index) => done(index, id, 'PUBLISHED')),
      failedCount: 0,
      errors: [],
    });
    expect(requestedCalls()).toEqual([[set, many, 'published', undefined]]);
    expect(new Set(many.map(status))).toEqual(new Set(['published']));
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
  it('bans authors only together with the status REJECTED', async () => {
    const before = snapshot();
    const { data } = await decide({ ids: [thread.queued], status: 'PUBLISHED', banAuthor: true });
    expect(data.setCommentModerationStatus).toMatchObject({
      results: null,
      errors: [{ code: 'INVALID_INPUT', path: ['banAuthor'] }],
    });
    expect([studio.calls(), snapshot()]).toEqual([[], before]);
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
  it('is rejected as a whole if the token does not allow it', async () => {
    const before = snapshot();
    const reader = await decide(
      { ids: [thread.queued, thread.busy], status: 'REJECTED' },
      'studio-reader',
    );
    expect(reader.data.setCommentModerationStatus).toMatchObject({
      results: null,
      failedCount: 2,
      errors: [{ __typename: 'MissingScopeError', anyOf: scopes(comments.setModerationStatus) }],
    });
    const withoutToken = await decide({ ids: [thread.queued], status: 'REJECTED' }, null);
    expect(withoutToken.errors).toMatchObject([
      { path: ['setCommentModerationStatus'], extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    const guest = await decide(
      { ids: [thread.queued, thread.busy], status: 'REJECTED' },
      'studio-guest',
    );
    expect(
      guest.data.setCommentModerationStatus.results.map(({ errors }: any) => errors[0].code),
    ).toEqual(['NOT_FOUND', 'FORBIDDEN']);
    expect(snapshot()).toEqual(before);
  });
  it('rejects an empty list of ids before any call', async () => {
    const { data } = await decide({ ids: [], status: 'REJECTED' });
    expect(data.setCommentModerationStatus).toMatchObject({
      results: null,
      errors: [{ code: 'INVALID_INPUT', path: ['ids'] }],
    });
    expect(studio.calls()).toEqual([]);
  });
  it('rejects statuses that only YouTube itself sets', async () => {
    const { errors } = await decide({ ids: [thread.queued], status: 'LIKELY_SPAM' });
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    expect(studio.calls()).toEqual([]);
  });
});
