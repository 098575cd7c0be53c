/** What people do to comments, and what others see of it. */
import { describe, expect, it } from 'vitest';
import { ids, replyId } from '../../src/sandbox/seed/ids.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { type Ask, useSandbox } from '../support/sandbox.ts';

const box = useSandbox();
const { video, channel, commentThread: thread } = ids;
const ask = (path: string, options?: Ask) => box.ask(`/youtube/v3${path}`, options);
const state = () => videoState(box.sandbox.simulation());

const items = async (path: string, token = 'studio-owner'): Promise<any[]> =>
  (await ask(path, { token })).body.items;

const idsOf = async (path: string, token?: string): Promise<string[]> =>
  (await items(path, token)).map(({ id }) => id);

const write = (target: object, text: string, token = 'studio-guest') =>
  ask('/commentThreads?part=snippet', {
    method: 'POST',
    token,
    body: { snippet: { ...target, topLevelComment: { snippet: { textOriginal: text } } } },
  });

const decide = (id: string, status: string, more = '') =>
  ask(`/comments/setModerationStatus?id=${id}&moderationStatus=${status}${more}`, {
    method: 'POST',
  });

const commentCount = (id: string) => Number(state().videos.get(id)!.statistics['commentCount']);

describe('a new comment', () => {
  it('is the newest thread of its video, counted and answered as HTML', async () => {
    const before = commentCount(video.trailer);
    const { status, body } = await write({ videoId: video.trailer }, 'Ça <va>? ⛴️');
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
  it('about a channel stands among those about it, and not among those on its videos', async () => {
    const { body } = await write({ channelId: channel.ben }, 'Hello', 'studio-owner');
    expect(await idsOf(`/commentThreads?part=id&channelId=${channel.ben}`)).toEqual([
      body.id,
      thread.benChannel,
    ]);
    expect(
      await idsOf(`/commentThreads?part=id&allThreadsRelatedToChannelId=${channel.ben}`),
    ).toContain(body.id);
    expect(body.snippet).not.toHaveProperty('videoId');
  });
  it('in reply is the last of its thread', async () => {
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
  it('about a channel alone, about a post, and about all that is its own, are three lists', async () => {
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
  it('wait for their owner in a list of their own, those too of which one reply waits', async () => {
    const path = `/commentThreads?part=id&allThreadsRelatedToChannelId=${channel.studio}&moderationStatus=heldForReview&maxResults=100`;
    const waiting = await idsOf(path);
    expect(waiting).toHaveLength(25);
    await decide(replyId(thread.busy, 3), 'heldForReview');
    expect((await idsOf(path)).toSorted()).toEqual([...waiting, thread.busy].toSorted());
  });
  it('with more than a hundred replies are read page by page', async () => {
    const first = await ask(`/comments?part=id&parentId=${thread.crowded}&maxResults=100`);
    const second = await ask(
      `/comments?part=id&parentId=${thread.crowded}&maxResults=100&pageToken=${first.body.nextPageToken}`,
    );
    const all = [...first.body.items, ...second.body.items].map(({ id }: any) => id);
    expect(all).toEqual(Array.from({ length: 130 }, (_, at) => replyId(thread.crowded, at + 1)));
  });
});

describe('what a comment shows', () => {
  it('has addresses and times as links in HTML, and as they were typed in plain text', async () => {
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
  it('is as it was typed for its author alone, and tells its standing to the owner of what it is about', async () => {
    const path = `/comments?part=snippet&id=${thread.unicode}`;
    const [[author], [reader]] = await Promise.all([items(path), items(path, 'studio-guest')]);
    expect(author.snippet).toMatchObject({
      textOriginal: state().comments.get(thread.unicode)!.text,
      moderationStatus: 'published',
    });
    expect(reader.snippet).not.toHaveProperty('textOriginal');
    expect(reader.snippet).not.toHaveProperty('moderationStatus');
  });
  it('tells each caller what they thought of it', async () => {
    const path = `/comments?part=snippet&id=${thread.busy}`;
    expect((await items(path))[0].snippet).toMatchObject({ canRate: true, viewerRating: 'like' });
    expect((await items(path, 'studio-guest'))[0].snippet).toMatchObject({
      canRate: true,
      viewerRating: 'none',
    });
  });
});

describe('a comment afterwards', () => {
  it('is changed by its author in text and date of change alone', async () => {
    const before = structuredClone(state().comments.get(thread.unicode)!);
    const { body } = await ask('/comments?part=snippet', {
      method: 'PUT',
      body: { id: thread.unicode, snippet: { textOriginal: 'Anew' } },
    });
    expect(body.snippet.textOriginal).toBe('Anew');
    expect(state().comments.get(thread.unicode)).toEqual({
      ...before,
      text: 'Anew',
      updatedAt: expect.not.stringMatching(before.updatedAt),
    });
  });
  it('takes its replies along when it goes', async () => {
    const { status } = await ask(`/comments?id=${thread.unicode}`, { method: 'DELETE' });
    expect(status).toBe(204);
    expect(
      [...state().comments.values()].filter(({ threadId }) => threadId === thread.unicode),
    ).toEqual([]);
  });
  it('is hidden from all but the owner once it is rejected, and so is all that its banned author writes there later', async () => {
    const { body } = await write({ videoId: video.trailer }, 'Mine');
    expect((await decide(body.id, 'rejected', '&banAuthor=true')).status).toBe(204);
    const later = await write({ videoId: video.trailer }, 'Mine again');
    const elsewhere = await write({ channelId: channel.harbor }, 'Mine elsewhere');
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
  it('is shown once it is published', async () => {
    const before = commentCount(video.makingOf);
    expect((await decide(thread.queued, 'published')).status).toBe(204);
    expect(await idsOf(`/commentThreads?part=id&id=${thread.queued}`, 'studio-guest')).toEqual([
      thread.queued,
    ]);
    expect(commentCount(video.makingOf)).toBe(before + 1);
  });
  it('is not even looked at when it is marked as spam', async () => {
    const before = structuredClone(state().comments);
    expect(
      (await ask(`/comments/markAsSpam?id=${thread.busy},nothing`, { method: 'POST' })).status,
    ).toBe(204);
    expect(state().comments).toEqual(before);
  });
});
