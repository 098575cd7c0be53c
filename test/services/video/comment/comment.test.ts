import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
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

describe('the text of a comment', () => {
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
});

describe('a comment', () => {
  it('is found by the global id of its thread, whose id YouTube gives to both', async () => {
    const { data } = await studio.query(
      `{ comment(id: "${globalId('CommentThread', [thread.busy])}") { id commentId } }`,
    );
    expect(data.comment).toEqual({
      id: globalId('Comment', [thread.busy]),
      commentId: thread.busy,
    });
  });
});

it('a comment can be a picture without a text', async () => {
  const imageUrl = 'https://i.video.example/comment/fog.gif';
  Object.assign(comment(thread.unicode), { text: '', imageUrl });
  const { data } = await studio.query(`{ comment(id: "${thread.unicode}") { text imageUrl } }`);
  expect(data.comment).toEqual({ text: '', imageUrl });
});
