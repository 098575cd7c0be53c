/** Comments and threads: writing, reading and moderation. */
import { describe, expect, it } from 'vitest';
import { ids, replyId } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { ask } = box;
const { video, channel, commentThread: thread } = ids;
const state = () => videoState(box.sandbox.simulation());

const items = async (path: string, token = 'studio-owner'): Promise<any[]> =>
  (await ask(path, { token })).body.items;

const idsOf = async (path: string, token?: string): Promise<string[]> =>
  (await items(path, token)).map(({ id }) => id);

const insertThread = (target: object, text: string, token = 'studio-guest') =>
  ask('/commentThreads?part=snippet', {
    method: 'POST',
    token,
    body: { snippet: { ...target, topLevelComment: { snippet: { textOriginal: text } } } },
  });

const moderate = (id: string, status: string, more = '') =>
  ask(`/comments/setModerationStatus?id=${id}&moderationStatus=${status}${more}`, {
    method: 'POST',
  });

const commentCount = (id: string) => Number(state().videos.get(id)!.statistics['commentCount']);

describe('a new comment', () => {
  it('is listed first, counted, and returned as HTML', async () => {
    const before = commentCount(video.trailer);
    const { status, body } = await insertThread({ videoId: video.trailer }, 'Ça <va>? ⛴️');
    expect(status).toBe(200);
    expect(body.snippet).toMatchObject({
      channelId: channel.studio,
      videoId: video.trailer,
      totalReplyCount: 0,
      isPublic: true,
    });
    expect(body.snippet.topLevelComment.snippet).toMatchObject({
      textDisplay: 'Ça &lt;va&gt;? ⛴️',
      textOriginal: 'Ça <va>? ⛴️',
    });
    expect((await idsOf(`/commentThreads?part=id&videoId=${video.trailer}`))[0]).toBe(body.id);
    expect(commentCount(video.trailer)).toBe(before + 1);
  });
  it('on a channel is listed with the comments on that channel', async () => {
    const { body } = await insertThread({ channelId: channel.ben }, 'Hello', 'studio-owner');
    expect(await idsOf(`/commentThreads?part=id&channelId=${channel.ben}`)).toEqual([
      body.id,
      thread.benChannel,
    ]);
    expect(
      await idsOf(`/commentThreads?part=id&allThreadsRelatedToChannelId=${channel.ben}`),
    ).toContain(body.id);
    expect(body.snippet).not.toHaveProperty('videoId');
  });
  it('is the last reply of its thread', async () => {
    const { body } = await ask('/comments?part=snippet', {
      method: 'POST',
      body: { snippet: { parentId: thread.busy, textOriginal: 'Dynamic.' } },
    });
    expect(body.snippet).toMatchObject({
      parentId: thread.busy,
      textOriginal: 'Dynamic.',
      moderationStatus: 'published',
    });
    expect((await idsOf(`/comments?part=id&parentId=${thread.busy}&maxResults=100`)).at(-1)).toBe(
      body.id,
    );
  });
});

describe('threads', () => {
  it('are listed by channel, by post, and by everything related to a channel', async () => {
    const [alone, post, all] = await Promise.all([
      idsOf(`/commentThreads?part=id&channelId=${channel.studio}`),
      idsOf(`/commentThreads?part=id&postId=${ids.post.harbourDay}`),
      idsOf(
        `/commentThreads?part=id&allThreadsRelatedToChannelId=${channel.studio}&maxResults=100`,
      ),
    ]);
    expect(alone).toContain(thread.channel);
    expect(post).toContain(thread.post);
    expect(alone).not.toContain(thread.post);
    expect(all).toEqual(expect.arrayContaining([...alone, ...post, thread.crowded]));
    expect(all).not.toContain(thread.benChannel);
  });
  it('are listed by moderation status if the comment or a reply has it', async () => {
    const path = `/commentThreads?part=id&allThreadsRelatedToChannelId=${channel.studio}&moderationStatus=heldForReview&maxResults=100`;
    const waiting = await idsOf(path);
    expect(waiting).toHaveLength(25);
    await moderate(replyId(thread.busy, 3), 'heldForReview');
    expect((await idsOf(path)).toSorted()).toEqual([...waiting, thread.busy].toSorted());
  });
  it('with more than 100 replies are read in pages', async () => {
    const first = await ask(`/comments?part=id&parentId=${thread.crowded}&maxResults=100`);
    const second = await ask(
      `/comments?part=id&parentId=${thread.crowded}&maxResults=100&pageToken=${first.body.nextPageToken}`,
    );
    const all = [...first.body.items, ...second.body.items].map(({ id }: any) => id);
    expect(all).toEqual(Array.from({ length: 130 }, (_, at) => replyId(thread.crowded, at + 1)));
  });
});

describe('a comment', () => {
  it('has links for URLs and times in HTML, and none in plain text', async () => {
    const [html] = await items(`/comments?part=snippet&id=${thread.crowded}`);
    const [plain] = await items(`/comments?part=snippet&id=${thread.crowded}&textFormat=plainText`);
    expect(plain.snippet.textDisplay).toBe(state().comments.get(thread.crowded)!.text);
    expect(html.snippet.textDisplay).toContain(
      `<a href="https://www.video.example/watch?v=${video.makingOf}&amp;t=187">3:07</a>`,
    );
    expect(html.snippet.textDisplay).toContain(
      '<a href="https://studio.example/pier?a=1&amp;b=2">https://studio.example/pier?a=1&amp;b=2</a>',
    );
  });
  it('shows its original text to its author and its status to its moderator', async () => {
    const path = `/comments?part=snippet&id=${thread.unicode}`;
    const [[author], [reader]] = await Promise.all([items(path), items(path, 'studio-guest')]);
    expect(author.snippet).toMatchObject({
      textOriginal: state().comments.get(thread.unicode)!.text,
      moderationStatus: 'published',
    });
    expect(reader.snippet).not.toHaveProperty('textOriginal');
    expect(reader.snippet).not.toHaveProperty('moderationStatus');
  });
  it('has the rating of the caller', async () => {
    const path = `/comments?part=snippet&id=${thread.busy}`;
    expect((await items(path))[0].snippet).toMatchObject({ canRate: true, viewerRating: 'like' });
    expect((await items(path, 'studio-guest'))[0].snippet).toMatchObject({
      canRate: true,
      viewerRating: 'none',
    });
  });
});

describe('writes of a comment', () => {
  it('delete a top-level comment with its replies', async () => {
    const { status } = await ask(`/comments?id=${thread.unicode}`, { method: 'DELETE' });
    expect(status).toBe(204);
    expect(
      [...state().comments.values()].filter(({ threadId }) => threadId === thread.unicode),
    ).toEqual([]);
  });
  it('reject it, and later comments of its banned author on the channel', async () => {
    const { body } = await insertThread({ videoId: video.trailer }, 'Mine');
    expect((await moderate(body.id, 'rejected', '&banAuthor=true')).status).toBe(204);
    const later = await insertThread({ videoId: video.trailer }, 'Mine again');
    const elsewhere = await insertThread({ channelId: channel.harbor }, 'Mine elsewhere');
    expect(
      await idsOf(
        `/comments?part=id&id=${body.id},${later.body.id},${elsewhere.body.id}`,
        'studio-guest',
      ),
    ).toEqual([elsewhere.body.id]);
    expect(
      await idsOf(`/commentThreads?part=id&videoId=${video.trailer}&moderationStatus=rejected`),
    ).toEqual([later.body.id, body.id]);
  });
  it('publish a held comment', async () => {
    const before = commentCount(video.makingOf);
    expect((await moderate(thread.queued, 'published')).status).toBe(204);
    expect(await idsOf(`/commentThreads?part=id&id=${thread.queued}`, 'studio-guest')).toEqual([
      thread.queued,
    ]);
    expect(commentCount(video.makingOf)).toBe(before + 1);
  });
  it('do nothing for markAsSpam', async () => {
    const before = structuredClone(state().comments);
    expect(
      (await ask(`/comments/markAsSpam?id=${thread.busy},nothing`, { method: 'POST' })).status,
    ).toBe(204);
    expect(state().comments).toEqual(before);
  });
});
