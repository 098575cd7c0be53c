/** The tools that change videos, playlists, comments and broadcasts. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { expectRefused, question } from './confirm.ts';

const studio = useStudio({ env: { MCP: 'on', MCP_DAILY_UNITS: '100000' } });

const agent = useAgent(studio);
const guest = useAgent(studio, 'studio-guest');

/** The writes that have reached a service. */
const writes = (): readonly string[] =>
  studio
    .calls()
    .filter(({ call }) => call.method !== 'GET')
    .map(({ operation }) => operation);

/** Calls a tool, and agrees to what it asks: until then, nothing is written. */
async function agree(tool: string, args: object): Promise<{ would: readonly string[]; body: any }> {
  const { would, confirm } = await question(agent, tool, args);
  expect(writes()).toEqual([]);
  const { body, isError } = await agent.call(tool, { ...args, confirm });
  expect({ isError, errors: body.errors }).toEqual({ isError: false });
  return { would, body };
}

/** Calls that do nothing, with the code of their error. */
const refusals: readonly (readonly [tool: string, args: object, code: string])[] = [
  ['save_video', { id: ids.video.trailer }, 'INVALID_INPUT'],
  ['save_video', { id: ids.video.missing, title: 'None' }, 'NOT_FOUND'],
  ['save_video', { id: ids.video.trailer, category: 'Musik' }, 'INVALID_INPUT'],
  ['save_video', { id: ids.video.privateCut, publishAt: 'tomorrow' }, 'INVALID_INPUT'],
  ['save_playlist', { description: 'No title' }, 'INVALID_INPUT'],
  ['save_playlist', { delete: true }, 'INVALID_INPUT'],
  ['save_playlist', { id: ids.playlist.empty, delete: true, title: 'Both' }, 'INVALID_INPUT'],
  ['save_playlist', { id: ids.playlist.empty, position: 1 }, 'INVALID_INPUT'],
  ['save_playlist', { id: ids.playlist.missing, title: 'None' }, 'NOT_FOUND'],
  ['save_playlist', { id: ids.playlist.fifty, remove: [ids.video.privateCut] }, 'NOT_FOUND'],
  ['comment', { action: 'reply', text: 'To nobody' }, 'INVALID_INPUT'],
  ['comment', { action: 'reply', ids: ['a', 'b'], text: 'To both' }, 'INVALID_INPUT'],
  ['comment', { action: 'reply', ids: [ids.commentThread.trailer] }, 'INVALID_INPUT'],
  ['comment', { action: 'post', text: 'Nowhere' }, 'INVALID_INPUT'],
  ['comment', { action: 'hold', ids: [] }, 'INVALID_INPUT'],
  ['comment', { action: 'delete', ids: [ids.commentThread.missing] }, 'NOT_FOUND'],
  ['broadcast', { action: 'plan', title: 'No start' }, 'INVALID_INPUT'],
  ['broadcast', { action: 'plan', title: 'T', start: '2027-13-01' }, 'INVALID_INPUT'],
  ['broadcast', { action: 'end' }, 'INVALID_INPUT'],
  ['broadcast', { action: 'status', id: ids.video.missing }, 'NOT_FOUND'],
  ['broadcast', { action: 'change', id: ids.broadcast.launch }, 'INVALID_INPUT'],
];

describe('a call that cannot be done', () => {
  it.each(refusals)('%s %j writes nothing: %s', async (tool, args, code) => {
    const { isError, body } = await agent.call(tool, args);
    expect(isError).toBe(true);
    expect(body.errors[0]).toMatchObject({ code, next: expect.any(String) });
    expect(writes()).toEqual([]);
  });
  it.each([
    ['save_video', { id: ids.video.trailer, title: 'Mine' }],
    ['save_playlist', { id: ids.playlist.fifty, title: 'Mine' }],
    ['broadcast', { action: 'change', id: ids.broadcast.launch, title: 'Mine' }],
  ] as const)('%s is refused for what others own', async (tool, args) => {
    const { isError, body } = await guest.call(tool, args);
    expect(isError).toBe(true);
    expect(body.errors[0].code).toMatch(/FORBIDDEN|NOT_FOUND/);
  });
});

const videoFields = `title description tags categoryId privacyStatus publishAt defaultLanguage
  selfDeclaredMadeForKids`;

const storedVideo = async (id: string) =>
  (await studio.data(`query ($id: ID!) { video(id: $id) { ${videoFields} } }`, { id })).video;

describe('save_video', () => {
  it('changes what is named, and nothing else', async () => {
    const id = ids.video.unlistedCut;
    const old = await storedVideo(id);
    const { body } = await agent.call('save_video', {
      id: `https://youtu.be/${id}`,
      title: 'A new one',
      tags: ['boat'],
      category: 'music',
    });
    expect(body.before).toMatchObject({ title: old.title });
    expect(body.video).toMatchObject({ title: 'A new one', category: { title: 'Music' } });
    expect(await storedVideo(id)).toEqual({
      ...old,
      title: 'A new one',
      tags: ['boat'],
      categoryId: '10',
    });
  });
  it('clears a text, and a planned publication', async () => {
    const id = ids.video.scheduledCut;
    await agent.call('save_video', { id, description: '', publishAt: '' });
    expect(await storedVideo(id)).toMatchObject({ description: '', publishAt: null });
  });
  it.each([
    [{ privacy: 'public' }, /public, for everybody to see; it is private now/],
    [{ privacy: 'unlisted' }, /all who have the link/],
    [{ publishAt: '2099-03-14T09:30' }, /public at 2099-03-14T09:30:00\+01:00/],
  ])('asks before more people can see it: %j', async (change, sentence) => {
    const id = ids.video.privateCut;
    const { would } = await agree('save_video', { id, ...change });
    expect(would.join()).toMatch(sentence);
    const { privacyStatus, publishAt } = await storedVideo(id);
    expect(privacyStatus !== 'PRIVATE' || publishAt !== null).toBe(true);
  });
  it('does not ask before fewer can', async () => {
    const { body } = await agent.call('save_video', { id: ids.video.trailer, privacy: 'private' });
    expect(body.video.privacyStatus).toBe('PRIVATE');
  });
});

const storedPlaylist = async (id: string) =>
  (
    await studio.data(
      `query ($id: ID!) {
        playlist(id: $id) {
          title description privacyStatus itemCount items(first: 60) { nodes { id videoId } }
        }
      }`,
      { id },
    )
  ).playlist;

describe('save_playlist', () => {
  it('makes a private one with videos', async () => {
    const { body } = await agent.call('save_playlist', {
      title: 'Ferries',
      add: [ids.video.trailer, `https://www.youtube.com/watch?v=${ids.video.makingOf}`],
    });
    expect(body.added).toHaveLength(2);
    const { items, ...stored } = await storedPlaylist(body.playlist.id);
    expect(stored).toMatchObject({ title: 'Ferries', privacyStatus: 'PRIVATE', itemCount: 2 });
    expect(items.nodes.map((each: { videoId: string }) => each.videoId)).toEqual([
      ids.video.trailer,
      ids.video.makingOf,
    ]);
  });
  it('says which videos could not be added', async () => {
    const { body, isError } = await agent.call('save_playlist', {
      id: ids.playlist.empty,
      add: [ids.video.missing, ids.video.trailer],
    });
    expect(isError).toBe(true);
    expect(body.added).toMatchObject([{ videoId: ids.video.trailer }]);
    expect(body.errors).toMatchObject([{ code: 'NOT_FOUND', argument: 'add.0' }]);
    expect(body.done.join()).toContain('1 failed');
    expect(await storedPlaylist(ids.playlist.empty)).toMatchObject({ itemCount: 1 });
  });
  it('removes a few videos and entries, and asks before many', async () => {
    const id = ids.playlist.fifty;
    const old = await storedPlaylist(id);
    const [first, second, ...others] = old.items.nodes as { id: string; videoId: string }[];
    const { body } = await agent.call('save_playlist', {
      id,
      remove: [first!.id, second!.videoId],
    });
    expect(body).toMatchObject({ playlist: { itemCount: 48 }, removed: [first!.id, second!.id] });
    const remove = others.slice(0, 5).map((each) => each.id);
    const { would } = await question(agent, 'save_playlist', { id, remove });
    expect(would).toEqual([
      expect.stringMatching(/^Removes 5 entries of 48 from the playlist ".+"\./),
    ]);
    expect(await storedPlaylist(id)).toMatchObject({ title: old.title, itemCount: 48 });
  });
  it('asks once for all units, before it makes anything', async () => {
    const add = Array.from({ length: 8 }, () => ids.video.trailer);
    const { would, body } = await agree('save_playlist', { title: 'Again', add });
    expect(would).toEqual([expect.stringMatching(/^Spends up to \d{3} quota units\.$/)]);
    expect(body.added).toHaveLength(8);
  });
  it('asks before it deletes, and before it publishes', async () => {
    const shown = await agree('save_playlist', { id: ids.playlist.drafts, privacy: 'public' });
    expect(shown.would.join()).toMatch(/public, for everybody/);
    expect(await storedPlaylist(ids.playlist.drafts)).toMatchObject({ privacyStatus: 'PUBLIC' });
    studio.sandbox.clearCalls();
    const { would } = await agree('save_playlist', { id: ids.playlist.fifty, delete: true });
    expect(would.join()).toMatch(/with 50 entries/);
    const { errors } = await studio.query('query ($id: ID!) { playlist(id: $id) { id } }', {
      id: ids.playlist.fifty,
    });
    expect(errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  });
});

const storedComment = async (id: string) =>
  (
    await studio.query(
      'query ($id: ID!) { comment(id: $id) { id text moderationStatus parentId } }',
      { id },
    )
  ).data?.comment;

describe('a code', () => {
  it('is good for one call with the same arguments', async () => {
    const add = Array.from({ length: 7 }, () => ids.video.trailer);
    const args = { id: ids.playlist.empty, add };
    const { confirm } = await question(agent, 'save_playlist', args);
    const others = { ...args, position: 0, confirm };
    await expectRefused(agent, 'save_playlist', others);
    expect(writes()).toEqual([]);
    const { isError } = await agent.call('save_playlist', { ...args, confirm });
    expect({ isError, count: writes().length }).toEqual({ isError: false, count: 7 });
    await expectRefused(agent, 'save_playlist', { ...args, confirm });
    expect(writes()).toHaveLength(7);
  });
});

describe('comment', () => {
  it('answers a thread, also from one of its replies, and changes what it wrote', async () => {
    const thread = ids.commentThread.launchFirst;
    const first = await agent.call('comment', { action: 'reply', ids: [thread], text: 'One' });
    const own = first.body.comment.id;
    const second = await agent.call('comment', { action: 'reply', ids: [own], text: 'Two' });
    expect(second.body.comment).toMatchObject({ text: 'Two', parentId: thread });
    await agent.call('comment', { action: 'edit', ids: [own], text: 'Three' });
    expect(await storedComment(own)).toMatchObject({ text: 'Three' });
    expect(writes()).toHaveLength(3);
  });
  it('changes the first comment of an own thread, by the id of the thread', async () => {
    const post = { action: 'post', on: ids.video.makingOf, text: 'One' };
    const { body } = await agent.call('comment', post);
    const { id, topLevelComment } = body.commentThread;
    const edit = { action: 'edit', ids: [id], text: 'Two' };
    expect((await agent.call('comment', edit)).isError).toBe(false);
    expect(await storedComment(topLevelComment.id)).toMatchObject({ text: 'Two' });
  });
  it('posts on a video', async () => {
    const post = { action: 'post', on: ids.video.makingOf, text: 'Hello' };
    const { body } = await agent.call('comment', post);
    expect(await storedComment(body.commentThread.topLevelComment.id)).toMatchObject({
      text: 'Hello',
    });
  });
  it('hold does not ask, nor does publish of what is public', async () => {
    const id = ids.commentThread.launchFirst;
    for (const [action, moderationStatus] of [
      ['publish', 'PUBLISHED'],
      ['hold', 'HELD_FOR_REVIEW'],
    ]) {
      const { isError, body } = await agent.call('comment', { action, ids: [id] });
      expect({ isError, done: body.done }).toEqual({ isError: false });
      expect(await storedComment(id)).toMatchObject({ moderationStatus });
    }
  });
  it.each(['Comment', 'CommentThread'])('publish asks with text and author: %s', async (type) => {
    const id = globalId(type, [ids.commentThread.queued]);
    const { text } = await storedComment(ids.commentThread.queued);
    const { would } = await agree('comment', { action: 'publish', ids: [id] });
    const sentence = `Publishes a comment, for everybody to see: ${JSON.stringify(text)} by "@`;
    expect(would).toEqual([expect.stringContaining(sentence)]);
    const { moderationStatus } = await storedComment(ids.commentThread.queued);
    expect(moderationStatus).toBe('PUBLISHED');
  });
  it.each(['reject', 'ban'])('%s asks with text and author', async (action) => {
    const id = ids.commentThread.launchFirst;
    const { text } = await storedComment(id);
    const { would } = await agree('comment', { action, ids: [id] });
    expect(would[0]).toContain(JSON.stringify(text));
    expect(would).toHaveLength(action === 'ban' ? 2 : 1);
    const decision = studio.calls().find(({ call }) => call.method === 'POST');
    expect(decision?.query['banAuthor']?.[0] === 'true').toBe(action === 'ban');
  });
  it('asks before it deletes', async () => {
    const { body } = await agent.call('comment', {
      action: 'post',
      on: ids.video.makingOf,
      text: 'Soon gone',
    });
    studio.sandbox.clearCalls();
    const { id } = body.commentThread.topLevelComment;
    const { would } = await agree('comment', { action: 'delete', ids: [id] });
    expect(would).toEqual([expect.stringContaining('"Soon gone"')]);
    expect(await storedComment(id)).toBeFalsy();
  });
  it('says on which comments it could not decide', async () => {
    const { body, isError } = await agent.call('comment', {
      action: 'hold',
      ids: [ids.commentThread.launchFirst, ids.commentThread.missing],
    });
    expect(isError).toBe(true);
    expect(body.comments).toHaveLength(1);
    expect(body.errors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

const storedBroadcast = async (id: string) =>
  (
    await studio.query(
      'query ($id: ID!) { broadcast(id: $id) { title description privacyStatus lifeCycleStatus scheduledStartAt } }',
      { id },
    )
  ).data?.broadcast;

const evening = '2099-06-01T20:00';

describe('broadcast', () => {
  it('plans a private one on the usual stream, without the key', async () => {
    const { body, text } = await agent.call('broadcast', {
      action: 'plan',
      title: 'Pier',
      start: evening,
    });
    expect(body.broadcast).toMatchObject({
      title: 'Pier',
      privacyStatus: 'PRIVATE',
      scheduledStartAt: expect.stringContaining(evening),
      boundStream: { ingestion: { ingestionAddress: expect.stringMatching(/^rtmp:/) } },
      url: expect.stringContaining('watch?v='),
    });
    expect(text).not.toContain('streamKey":');
    const again = { action: 'status', id: body.broadcast.id, showKey: true };
    const { body: status } = await agent.call('broadcast', again);
    expect(status.broadcast.boundStream.ingestion.streamKey).toBeTruthy();
  });
  it.each([{}, { withEvent: true, end: '2099-06-01T21:00' }])(
    'says that its stream receives data already: %j',
    async (more) => {
      const plan = { action: 'plan', title: 'Pier', start: evening, ...more };
      const { body } = await agent.call('broadcast', plan);
      const { title } = body.broadcast.boundStream;
      expect(body.note).toContain(`The stream "${title}" receives data right now`);
      const other = await agent.call('broadcast', { ...plan, stream: ids.stream.backup });
      expect(other.body.note).toMatch(/^The encoder needs/);
    },
  );
  it('plans one with an event and guests, and mails only if told so', async () => {
    const plan = {
      action: 'plan',
      title: 'With guests',
      start: evening,
      end: '2099-06-01T21:00',
      withEvent: true,
      guests: [ids.person.ben],
    };
    const { would } = await question(agent, 'broadcast', { ...plan, notify: true });
    expect(would.join()).toContain(`Mails an invitation to ${ids.person.ben}`);
    const { body, isError } = await agent.call('broadcast', plan);
    expect(isError).toBe(false);
    expect(body.event.attendees.map(({ email }: { email: string }) => email)).toContain(
      ids.person.ben,
    );
    expect(body.broadcast.boundStream).toBeTruthy();
    const mailed = studio.calls().filter(({ query }) => query['sendUpdates']?.[0] === 'all');
    expect(mailed).toEqual([]);
  });
  it('changes what is named, and nothing else', async () => {
    const id = ids.broadcast.launch;
    const old = await storedBroadcast(id);
    const { body } = await agent.call('broadcast', { action: 'change', id, title: 'Soon' });
    expect(body.before).toEqual({ title: old.title });
    expect(await storedBroadcast(id)).toEqual({ ...old, title: 'Soon' });
  });
  it('asks before it goes live, and before it ends', async () => {
    const args = { id: ids.broadcast.rehearsal, wait: 0 };
    const live = await question(agent, 'broadcast', { ...args, action: 'go_live' });
    expect(live.would).toEqual([expect.stringMatching(/^Takes the broadcast ".+" \(testing, /)]);
    const end = await question(agent, 'broadcast', { ...args, action: 'end' });
    expect(end.would).toEqual([expect.stringMatching(/cannot be started again/)]);
    expect(writes()).toEqual([]);
    await agent.call('broadcast', { ...args, action: 'go_live', confirm: live.confirm });
    expect(writes()).toEqual(['live:liveBroadcasts.transition']);
  });
  it('says what to do if nothing is sent to the stream', async () => {
    const args = { action: 'go_live', id: ids.broadcast.townhall, wait: 0 };
    const { confirm } = await question(agent, 'broadcast', args);
    const { body, isError } = await agent.call('broadcast', { ...args, confirm });
    expect(isError).toBe(true);
    expect(body.errors).toMatchObject([
      { code: 'STREAM_INACTIVE', next: expect.stringContaining('encoder') },
    ]);
  });
  it('deletes one by the address of its video, once', async () => {
    const id = `https://www.youtube.com/watch?v=${ids.broadcast.launch}`;
    const { would } = await agree('broadcast', { action: 'delete', id });
    expect(would.join()).toMatch(/with its video and its recording/);
    expect(await storedBroadcast(ids.broadcast.launch)).toBeFalsy();
  });
});
