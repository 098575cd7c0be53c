import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids, replyId } from '../../../../src/sandbox/seed/ids.ts';
import { type CommentEntity, videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { video, channel, commentThread: thread } = ids;
const all = (): CommentEntity[] => [...videoState(studio.sandbox.simulation()).comments.values()];
const comment = (id: string): CommentEntity => all().find((each) => each.id === id)!;

const replies = (id: string): CommentEntity[] =>
  all()
    .filter(({ threadId }) => threadId === id)
    .slice(1);

const newest = (stored: (top: CommentEntity) => boolean): string[] =>
  all()
    .filter((each) => each.id === each.threadId && stored(each))
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
    .map(({ id }) => id);

/**
 * Returns operation and query of each call, without the parameters part, fields and prettyPrint.
 */
const formatParameters = new Set(['part', 'fields', 'prettyPrint']);

const requestedCalls = () =>
  studio.calls().map(({ operation, query }) => ({
    operation,
    ...Object.fromEntries(
      Object.entries(query).flatMap(([name, values]) =>
        formatParameters.has(name) ? [] : [[name, values.join()]],
      ),
    ),
  }));

const list = 'video:commentThreads.list';
const plain = { textFormat: 'plainText' };

describe('an answer of the owner', () => {
  const threads = `{ channel(by: { id: "${channel.studio}" }) { commentThreads(first: 50) { nodes { threadId hasOwnerReply } } } }`;
  const answers = async (): Promise<Record<string, boolean | null>> => {
    const data = await studio.data(threads);
    const { nodes } = data.channel.commentThreads;
    return Object.fromEntries(nodes.map((each: any) => [each.threadId, each.hasOwnerReply]));
  };

  it('is found among the replies that come with the thread, or known to be missing', async () => {
    const found = await answers();
    expect(Object.keys(found).length).toBeGreaterThan(10);
    const wrong = Object.entries(found).filter(([id, hasReply]) => {
      const all = replies(id).filter(({ moderationStatus }) => moderationStatus === 'published');
      const byOwner = all.some(({ authorId }) => authorId === channel.studio);
      // YouTube returns up to five replies with a thread.
      const possible = all.length <= 5 ? [byOwner] : [true, null];
      return !possible.includes(hasReply);
    });
    expect(wrong).toEqual([]);
    expect(new Set(Object.values(found))).toEqual(new Set([true, false, null]));
    expect(studio.operations()).toEqual([list]);
  });
});

describe('threads of a channel', () => {
  const channelThreads = (args: string, first = 50) =>
    `{ channel(by: { id: "${channel.studio}" }) { commentThreads(first: ${first}${args}) { nodes { threadId } } } }`;

  it.each([
    ['', 'allThreadsRelatedToChannelId', (top: CommentEntity) => top.channelId === channel.studio],
    [
      ', scope: ABOUT_CHANNEL',
      'channelId',
      (top: CommentEntity) => top.channelId === channel.studio && !top.videoId && !top.postId,
    ],
  ])(
    'are those on all its videos and on itself, or on the channel only%s',
    async (args, parameter, stored) => {
      const data = await studio.data(channelThreads(args));
      const expected = newest((top) => top.moderationStatus === 'published' && stored(top));
      expect(data.channel.commentThreads.nodes.map(({ threadId }: any) => threadId)).toEqual(
        expected.slice(0, 50),
      );
      expect(requestedCalls()).toEqual([
        { operation: list, ...plain, [parameter]: channel.studio, maxResults: '50' },
      ]);
    },
  );
  it('are searched and ordered by YouTube, and held ones are listed for the owner beyond one page', async () => {
    await studio.query(channelThreads(', orderBy: RELEVANCE, search: "pier"'));
    const { data } = await studio.query(
      channelThreads(', moderationStatuses: [HELD_FOR_REVIEW]', 120),
    );
    const waiting = newest(
      (top) => top.channelId === channel.studio && top.moderationStatus === 'heldForReview',
    );
    expect(data.channel.commentThreads.nodes.map(({ threadId }: any) => threadId)).toEqual(waiting);
    const about = { operation: list, ...plain, allThreadsRelatedToChannelId: channel.studio };
    expect(requestedCalls()).toEqual([
      { ...about, order: 'relevance', searchTerms: 'pier', maxResults: '50' },
      { ...about, moderationStatus: 'heldForReview', maxResults: '100' },
    ]);
  });
  it('held for review are listed for the owner only, and need a scope for comments', async () => {
    const heldThreads = channelThreads(', moderationStatuses: [HELD_FOR_REVIEW]');
    const guest = await studio.query(heldThreads, {}, 'studio-guest');
    expect(guest.data.channel.commentThreads).toBeNull();
    expect(guest.errors).toMatchObject([
      { path: ['channel', 'commentThreads'], extensions: { code: 'FORBIDDEN' } },
    ]);
    const reader = await studio.query(heldThreads, {}, 'studio-reader');
    expect(reader.errors).toMatchObject([
      {
        extensions: {
          code: 'MISSING_SCOPE',
          anyOf: ['https://www.googleapis.com/auth/youtube.force-ssl'],
        },
      },
    ]);
  });
  it('need no token if they are public', async () => {
    const data = await studio.data(channelThreads('', 1), {}, null);
    expect(data.channel.commentThreads.nodes).toHaveLength(1);
  });
});

describe('threads on a post', () => {
  const on = (id: string) =>
    `{ postCommentThreads(postId: "${id}") { nodes { threadId postId video { title } channel { channelId } topLevelComment { postId } } } }`;
  it('are listed by the id of the post, and return it', async () => {
    const data = await studio.data(on(ids.post.harbourDay));
    const [postId, threadIds] = [
      ids.post.harbourDay,
      newest((top) => top.postId === ids.post.harbourDay),
    ];
    expect(threadIds.length).toBeGreaterThan(1);
    expect(data.postCommentThreads.nodes).toEqual(
      threadIds.map((threadId) => ({
        threadId,
        postId,
        video: null,
        channel: { channelId: channel.studio },
        topLevelComment: { postId },
      })),
    );
    expect(requestedCalls()).toEqual([{ operation: list, ...plain, postId, maxResults: '20' }]);
  });
  it('are empty for a post without comments, and rejected for an invalid id', async () => {
    expect((await studio.query(on('UgkNothing'))).data.postCommentThreads).toEqual({ nodes: [] });
    studio.sandbox.clearCalls();
    const { errors } = await studio.query(on('a b'));
    expect(errors).toMatchObject([
      { path: ['postCommentThreads'], extensions: { code: 'INVALID_INPUT', argument: 'postId' } },
    ]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('the replies of a thread', () => {
  const tree = (id: string, args = '') =>
    `{ commentThread(id: "${id}") { canReply replies${args} { nodes { commentId text author { channelId } } pageInfo { hasNextPage endCursor } } } }`;
  const shown = (of: readonly CommentEntity[]) =>
    of.map(({ id, text, authorId }) => ({ commentId: id, text, author: { channelId: authorId } }));

  it('are those in the response of the thread if it contains all: no further call, only the selected fields', async () => {
    const data = await studio.data(tree(thread.launchFirst));
    expect(data.commentThread.replies.nodes).toEqual(shown(replies(thread.launchFirst)));
    expect(data.commentThread.replies.nodes).toHaveLength(3);
    expect(
      studio.calls().map(({ operation, query }) => [operation, query['part'], query['fields']]),
    ).toEqual([
      [
        list,
        ['replies,snippet'],
        [
          'items(id,replies/comments(id,snippet(authorChannelId/value,textDisplay)),snippet(canReply,totalReplyCount))',
        ],
      ],
    ]);
  });
  it('are in the response of a list of threads, too: only threads with more replies need further calls', async () => {
    const { data } = await studio.query(
      `{ video(id: "${video.busyThread}") { commentThreads(first: 50) { nodes { threadId replies(first: 100) { nodes { commentId } } } } } }`,
    );
    for (const { threadId, replies: found } of data.video.commentThreads.nodes)
      expect(found.nodes).toEqual(replies(threadId).map(({ id }) => ({ commentId: id })));
    const long = data.video.commentThreads.nodes.filter(
      ({ threadId }: any) => replies(threadId).length > 5,
    );
    expect(requestedCalls().slice(1)).toEqual(
      long.map(({ threadId }: any) => ({
        operation: 'video:comments.list',
        ...plain,
        parentId: threadId,
        maxResults: '100',
      })),
    );
    expect(long).toHaveLength(1);
  });
  it('are all listed, beyond one page', async () => {
    const data = await studio.data(tree(thread.crowded, '(first: 500)'));
    expect(data.commentThread.replies.nodes).toEqual(shown(replies(thread.crowded)));
    expect(data.commentThread.replies.nodes).toHaveLength(130);
    expect(
      requestedCalls().map(({ operation, maxResults, parentId }: any) => [
        operation,
        maxResults,
        parentId,
      ]),
    ).toEqual([
      [list, undefined, undefined],
      ['video:comments.list', '100', thread.crowded],
      ['video:comments.list', '100', thread.crowded],
    ]);
  });
  it('do not need a call for their thread', async () => {
    const { data } = await studio.query(
      `{ commentThread(id: "${thread.launchFirst}") { threadId replies { nodes { commentId } } } }`,
    );
    expect(data.commentThread.replies.nodes).toHaveLength(3);
    expect(studio.operations()).toEqual(['video:comments.list']);
  });
  it('are empty for a thread without replies', async () => {
    const { data } = await studio.query(tree(thread.launchSecond));
    expect(data.commentThread.replies).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
    expect(studio.operations()).toEqual([list]);
  });
  it('continue after a cursor from either source', async () => {
    const id = thread.launchFirst;
    const alone = (args: string) =>
      `{ commentThread(id: "${id}") { replies${args} { nodes { commentId } pageInfo { endCursor } } } }`;
    const rest = replies(id)
      .slice(2)
      .map((reply) => reply.id);
    const ends: string[] = [];
    for (const query of [tree(id, '(first: 2)'), alone('(first: 2)')])
      ends.push((await studio.query(query)).data.commentThread.replies.pageInfo.endCursor);
    for (const after of ends)
      for (const query of [tree(id, `(after: "${after}")`), alone(`(after: "${after}")`)]) {
        const data = await studio.data(query);
        expect(data.commentThread.replies.nodes.map(({ commentId }: any) => commentId)).toEqual(
          rest,
        );
      }
    const { errors } = await studio.query(tree(thread.unicode, `(after: "${ends[0]}")`));
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
  });
});

describe('the text of a comment', () => {
  const html = (id: string) => `{ comment(id: "${id}") { plain: text html: text(format: HTML) } }`;

  it('is plain, or HTML by a call of its own, and both formats are never mixed', async () => {
    const data = await studio.data(html(thread.html));
    expect(data.comment.plain).toBe(comment(thread.html).text);
    expect(data.comment.html).toBe(
      `Fish &amp; chips at <a href="https://www.video.example/watch?v=${video.trailer}&amp;t=42">0:42</a> &lt;3<br>Where is that?`,
    );
    expect(new Set(requestedCalls().map(({ textFormat }: any) => textFormat))).toEqual(
      new Set(['html', 'plainText']),
    );
    expect(studio.calls()).toHaveLength(2);
  });
  it('is not requested as plain text if only HTML is selected, by a literal or a variable', async () => {
    await studio.query(`{ comment(id: "${thread.html}") { text(format: HTML) } }`);
    await studio.query(
      `query ($format: CommentTextFormat!) { comment(id: "${thread.html}") { text(format: $format) } }`,
      {
        format: 'HTML',
      },
    );
    await studio.query(
      `query ($format: CommentTextFormat!) { comment(id: "${thread.html}") { text(format: $format) } }`,
      {
        format: 'PLAIN_TEXT',
      },
    );
    expect(requestedCalls().map(({ textFormat }: any) => textFormat)).toEqual([
      'html',
      'html',
      'plainText',
    ]);
  });
  it('is requested as HTML with the thread and its replies if no plain text is selected', async () => {
    const { data } = await studio.query(
      `{ commentThread(id: "${thread.crowded}") { isPublic topLevelComment { text(format: HTML) likeCount } replies(first: 120) { nodes { text(format: HTML) author { title } } } } }`,
    );
    expect(data.commentThread.replies.nodes[1].text).toBe('Vote number 2: the captain&#39;s door.');
    expect(data.commentThread.topLevelComment.text).toContain(
      '<a href="https://studio.example/pier?a=1&amp;b=2">',
    );
    const calls = requestedCalls().filter(({ textFormat }: any) => textFormat);
    const pages = Math.ceil(120 / 100);
    expect(calls.map(({ operation, textFormat }: any) => `${operation} ${textFormat}`)).toEqual([
      'video:commentThreads.list html',
      ...Array.from({ length: pages }, () => 'video:comments.list html'),
    ]);
  });
  it.each([['topLevelComment'], ['replies']])(
    'comes with a page of threads, also that of embedded replies, unless plain text of %s is selected',
    async (plainField) => {
      const texts = (field: string): string => `text(format: HTML)${field}`;
      const query = (plain: string): string =>
        `{ video(id: "${video.trailer}") { commentThreads(first: 5, orderBy: RELEVANCE) { nodes { topLevelComment { ${texts(plainField === 'topLevelComment' ? plain : '')} } replies(first: 1) { nodes { ${texts(plainField === 'replies' ? plain : '')} } } } } } }`;
      const alone = await studio.query(query(''));
      const formatsOf = (operation: string): unknown[] =>
        requestedCalls()
          .filter((call: any) => call.operation === operation && call.id === undefined)
          .map(({ textFormat }: any) => textFormat);
      expect(formatsOf('video:commentThreads.list')).toEqual(['html']);
      expect(new Set(formatsOf('video:comments.list'))).not.toContain('plainText');
      expect(requestedCalls().filter(({ id }: any) => id !== undefined)).toEqual([]);
      const both = await studio.query(query(' plain: text'));
      expect(both.errors).toBeUndefined();
      const withoutPlain = JSON.parse(
        JSON.stringify(both.data, (key, value: unknown) => (key === 'plain' ? undefined : value)),
      ) as unknown;
      expect(alone.data).toEqual(withoutPlain);
    },
  );
  const formats = ['text', 'html: text(format: HTML)', 'text html: text(format: HTML)'];
  it.each(formats.flatMap((first) => formats.map((second) => [first, second] as const)))(
    'is the same behind a cursor of a page with other formats: %s, then %s',
    async (first, second) => {
      const page = async (selection: string, after = '') => {
        const data = await studio.data(
          `{ commentThread(id: "${thread.crowded}") { replies(first: 100${after}) { nodes { commentId ${selection} } pageInfo { endCursor } } } }`,
        );
        return data.commentThread.replies;
      };
      const { pageInfo, nodes } = await page(first);
      const behind = `, after: "${pageInfo.endCursor}"`;
      const rest = await page(second, behind);
      const seen = new Set(nodes.map(({ commentId }: any) => commentId));
      expect(rest.nodes.length).toBeGreaterThan(0);
      const ids = rest.nodes.map(({ commentId }: any) => commentId as string);
      expect(ids.filter((id: string) => seen.has(id))).toEqual([]);
      expect(rest.nodes).toEqual(
        ids.map((commentId: string) => {
          const { text } = comment(commentId);
          return {
            commentId,
            ...(second.startsWith('text') && { text }),
            ...(second.includes('html') && { html: text.replaceAll("'", '&#39;') }),
          };
        }),
      );
    },
  );
  it('is requested as HTML for nested comments, fifty per call, if plain text is selected too', async () => {
    const { data } = await studio.query(
      `{ commentThread(id: "${thread.crowded}") { isPublic topLevelComment { text(format: HTML) plain: text } replies(first: 120) { nodes { text(format: HTML) plain: text } } } }`,
    );
    expect(data.commentThread.replies.nodes[1].text).toBe('Vote number 2: the captain&#39;s door.');
    expect(data.commentThread.topLevelComment.text).toContain(
      '<a href="https://studio.example/pier?a=1&amp;b=2">',
    );
    const format = requestedCalls().flatMap(({ operation, textFormat, id }: any) =>
      operation === 'video:comments.list' && textFormat === 'html' ? [id.split(',').length] : [],
    );
    expect(format.reduce((a, b) => a + b)).toBe(121);
    expect(Math.max(...format)).toBe(50);
  });
  it('comes from a list of its own for each format if two fields list the same comments', async () => {
    const data = await studio.data(
      `{ commentThread(id: "${thread.crowded}") { plain: replies(first: 60) { nodes { text } } html: replies(first: 60) { nodes { text(format: HTML) } } } }`,
    );
    const { plain: plainTexts, html: htmlTexts } = data.commentThread;
    const inHtml = plainTexts.nodes.map(({ text }: any) => ({
      text: text.replaceAll("'", '&#39;'),
    }));
    expect(htmlTexts.nodes).toEqual(inHtml);
    expect(inHtml).not.toEqual(plainTexts.nodes);
    const formats = requestedCalls().map(({ textFormat }: any) => textFormat as string);
    expect(formats.toSorted()).toEqual(['html', 'plainText']);
  });
  it('is unchanged in every script', async () => {
    const { data } = await studio.query(
      `{ commentThread(id: "${thread.unicode}") { topLevelComment { text textOriginal } replies { nodes { text } } } }`,
    );
    const { text } = comment(thread.unicode);
    expect(data.commentThread.topLevelComment).toEqual({ text, textOriginal: text });
    expect(data.commentThread.replies.nodes).toEqual(
      text.split('\n').map((line) => ({ text: line })),
    );
  });
  it('is null in both formats if the comment is deleted', async () => {
    const data = await studio.data(
      `{ node(id: "${globalId('Comment', [thread.missing])}") { ... on Comment { text(format: HTML) } } }`,
    );
    expect(data.node).toEqual({ text: null });
  });
});

describe('a comment', () => {
  const everything = `commentId textOriginal authorDisplayName authorProfileImageUrl authorChannelUrl canRate viewerRating likeCount moderationStatus postId publishedAt updatedAt
    author { channelId } video { videoId } channel { channelId } parent { commentId } thread { threadId }`;
  const id = replyId(thread.crowded, 2);
  it.each([
    ['studio-owner', { viewerRating: 'LIKE', moderationStatus: 'PUBLISHED' }],
    ['studio-guest', { viewerRating: 'NONE', moderationStatus: null }],
  ])(
    'returns all its fields, and its moderation status to the owner only: %s',
    async (token, own) => {
      const data = await studio.data(`{ comment(id: "${id}") { ${everything} } }`, {}, token);
      const { authorId, likes, publishedAt, updatedAt } = comment(id);
      expect(data.comment).toEqual({
        commentId: id,
        textOriginal:
          token === 'studio-owner' && authorId === channel.studio ? comment(id).text : null,
        authorDisplayName: videoState(studio.sandbox.simulation()).channels.get(authorId)!.snippet
          .customUrl,
        authorProfileImageUrl: `https://i.video.example/ch/${authorId}/default.jpg`,
        authorChannelUrl: `https://www.video.example/channel/${authorId}`,
        canRate: true,
        likeCount: String(likes),
        postId: null,
        publishedAt,
        updatedAt,
        author: { channelId: authorId },
        video: { videoId: video.makingOf },
        channel: { channelId: channel.studio },
        parent: { commentId: thread.crowded },
        thread: { threadId: thread.crowded },
        ...own,
      });
      expect(studio.operations()).toEqual(['video:comments.list']);
    },
  );
  it('links to its thread, also from the top-level comment', async () => {
    const { data } = await studio.query(
      `{ nodes(ids: ["${globalId('Comment', [thread.crowded])}", "${globalId('Comment', [id])}"]) { ... on Comment { parent { commentId } thread { replyCount topLevelComment { commentId } } } } }`,
    );
    const expectedThread = { replyCount: 130, topLevelComment: { commentId: thread.crowded } };
    expect(data.nodes).toEqual([
      { parent: null, thread: expectedThread },
      { parent: { commentId: thread.crowded }, thread: expectedThread },
    ]);
    expect(studio.operations()).toEqual([list, 'video:comments.list']);
  });
  it('that is held for review is visible to the owner only', async () => {
    const query = `{ comment(id: "${thread.queued}") { text } commentThread(id: "${thread.queued}") { isPublic } }`;
    expect((await studio.query(query)).data).toEqual({
      comment: { text: comment(thread.queued).text },
      commentThread: { isPublic: false },
    });
    const { data, errors } = await studio.query(query, {}, 'studio-guest');
    expect(data).toEqual({ comment: null, commentThread: null });
    expect(
      errors!.map(({ path, extensions }) => [path, extensions['code'], extensions['id']]),
    ).toEqual(
      expect.arrayContaining([
        [['comment'], 'NOT_FOUND', thread.queued],
        [['commentThread'], 'NOT_FOUND', thread.queued],
      ]),
    );
  });
  it('is found by the global id of its thread, whose id YouTube gives to both', async () => {
    const { data } = await studio.query(
      `{ comment(id: "${globalId('CommentThread', [thread.busy])}") { id commentId } }`,
    );
    expect(data.comment).toEqual({
      id: globalId('Comment', [thread.busy]),
      commentId: thread.busy,
    });
  });
  it('is rejected for an id of another type', async () => {
    for (const [field, type] of [
      ['comment', 'Playlist'],
      ['commentThread', 'Comment'],
    ] as const) {
      const { errors } = await studio.query(
        `{ ${field}(id: "${globalId(type, [thread.busy])}") { id } }`,
      );
      expect(errors).toMatchObject([
        { path: [field], extensions: { code: 'INVALID_INPUT', argument: 'id' } },
      ]);
    }
    expect(studio.calls()).toEqual([]);
  });
});
