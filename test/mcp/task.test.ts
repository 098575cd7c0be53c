/**
 * Ordinary tasks, by the tools alone: what each takes, and that it changes nothing else. A task
 * knows what its user has said, and what answers have shown.
 */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../src/services/api.ts';
import { isRead } from '../../src/engine/api/operation.ts';
import { ShiftedClock } from '../support/clock/shifted-clock.ts';
import { connectAgent } from '../support/client/mcp-client.ts';
import { start } from '../support/gateway/sandbox.ts';
import { useStudio } from '../support/gateway/studio.ts';
import { violationsOfList } from './client-limits.ts';

/** Calls a tool. @returns its answer. @throws Error if the tool has failed */
// biome-ignore lint/suspicious/noExplicitAny: each tool has an answer of its own
type Call = (tool: string, args?: object) => Promise<any>;

interface Task {
  /** What a user asks for. */
  readonly asks: string;
  /** Default: `studio-owner`. */
  readonly user?: string;
  readonly solve: (call: Call) => Promise<void>;
  /** The writes that the user wants, in the order in which they are sent. */
  readonly writes?: readonly string[];
}

/** Calls a tool that asks first, and agrees. */
const agreed = async (call: Call, tool: string, args: object) => {
  const asked = await call(tool, args);
  expect(asked).toMatchObject({ done: false, would: [expect.any(String)] });
  const confirm = /confirm: (\w+)\./.exec(asked.next)![1]!;
  return call(tool, { ...args, confirm });
};

/** The middle one. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;

const day = (days: number): string =>
  new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10);

const tasks: readonly Task[] = [
  {
    asks: 'What are my newest videos?',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'videos', max: 5 });
      expect(items).toHaveLength(5);
      expect(items[0]).toMatchObject({ id: expect.any(String), title: expect.any(String) });
    },
  },
  {
    asks: 'Change the description of "Night ferry, raw".',
    solve: async (call) => {
      const { items } = await call('find', {
        kind: 'videos',
        mine: true,
        text: 'Night ferry, raw',
      });
      const { video } = await call('save_video', { id: items[0].id, description: 'By night.' });
      expect(video).toMatchObject({ title: 'Night ferry, raw', description: 'By night.' });
    },
    writes: ['video:videos.update'],
  },
  {
    asks: 'Answer the newest comment that waits for me: "Thank you!"',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'comments_to_answer', max: 5 });
      const { comment } = await call('comment', {
        action: 'reply',
        ids: [items[0].id],
        text: 'Thank you!',
      });
      expect(comment.text).toBe('Thank you!');
    },
    writes: ['video:comments.insert'],
  },
  {
    asks: 'Put a meeting into my calendar, the day after tomorrow at ten.',
    solve: async (call) => {
      const { event } = await call('save_event', { title: 'Review', start: `${day(2)}T10:00` });
      expect(event.start).toMatch(/T10:00:00\+0[12]:00$/);
    },
    writes: ['calendar:events.insert'],
  },
  {
    asks: 'Delete the budget review tonight.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'events', text: 'Budget review', max: 3 });
      await agreed(call, 'delete_event', { id: items[0].id });
    },
    writes: ['calendar:events.delete'],
  },
  {
    asks: 'Rename the archive index.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'files', text: 'Archive index' });
      const { file } = await call('edit_file', { id: items[0].id, name: 'Index' });
      expect(file.name).toBe('Index');
    },
    writes: ['storage:files.update'],
  },
  {
    asks: 'Let emeka@studio.example read it.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'files', text: 'Archive index' });
      const answer = await call('share', {
        id: items[0].id,
        with: ['emeka@studio.example'],
        role: 'reader',
      });
      expect(JSON.stringify(answer)).toContain('emeka@studio.example');
    },
    writes: ['storage:permissions.create'],
  },
  {
    asks: 'Let Emeka read it for a minute, then take it back.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'files', text: 'Archive index' });
      const { id } = items[0];
      const people = ['emeka@studio.example'];
      await call('share', { id, with: people, role: 'reader' });
      const answer = await call('unshare', { id, from: people });
      expect(JSON.stringify(answer)).not.toContain('emeka@studio.example');
    },
    writes: ['storage:permissions.create', 'storage:permissions.delete'],
  },
  {
    asks: 'Let everybody with the link read the archive index.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'files', text: 'Archive index' });
      await agreed(call, 'share', { id: items[0].id, with: ['anyone'], role: 'reader' });
    },
    writes: ['storage:permissions.create'],
  },
  {
    asks: 'When are Dana and I free for an hour this week?',
    solve: async (call) => {
      const { free } = await call('free_times', {
        people: ['ava@studio.example', 'dana@studio.example'],
        minutes: 60,
        from: day(1),
        to: day(6),
      });
      expect(free.length).toBeGreaterThan(0);
    },
  },
  {
    asks: 'Who is Ben, by address?',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'people', text: 'Ben' });
      expect(items).toEqual([expect.objectContaining({ email: 'ben@studio.example' })]);
    },
  },
  {
    asks: 'Invite Ben to the budget review, without mail.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'events', text: 'Budget review', max: 3 });
      const { event } = await call('save_event', {
        id: items[0].id,
        addGuests: ['ben@studio.example'],
      });
      expect(event.attendees).toHaveLength(items[0].attendees.length + 1);
    },
    writes: ['calendar:events.update'],
  },
  {
    asks: 'Move the budget review by an hour, and mail the guests.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'events', text: 'Budget review', max: 3 });
      const start = new Date(Date.parse(items[0].start) + 3_600_000).toISOString();
      await agreed(call, 'save_event', { id: items[0].id, start, notify: true });
    },
    writes: ['calendar:events.update'],
  },
  {
    asks: 'Tell them that I cannot come.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'events', text: 'Budget review', max: 3 });
      await call('save_event', { id: items[0].id, answer: 'declined' });
    },
    writes: ['calendar:events.patch'],
  },
  {
    asks: 'What is on my agenda?',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'agenda' });
      expect(items.length).toBeGreaterThan(2);
    },
  },
  {
    asks: 'Plan an unlisted broadcast for the first of June.',
    solve: async (call) => {
      const { broadcast } = await call('broadcast', {
        action: 'plan',
        title: 'The harbour by night',
        start: '2099-06-01T20:00',
        privacy: 'unlisted',
      });
      expect(broadcast).toMatchObject({ title: 'The harbour by night', privacyStatus: 'UNLISTED' });
    },
    writes: ['live:liveBroadcasts.insert', 'live:liveBroadcasts.bind'],
  },
  {
    asks: 'Make my newest private video public.',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'videos' });
      const { id } = items.find((each: any) => each.privacyStatus === 'PRIVATE');
      const { video } = await agreed(call, 'save_video', { id, privacy: 'public' });
      expect(video.privacyStatus).toBe('PUBLIC');
    },
    writes: ['video:videos.update'],
  },
  {
    asks: 'Make a playlist of my two newest videos.',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'videos', max: 2 });
      const add = items.map(({ id }: { readonly id: string }) => id);
      const { playlist } = await call('save_playlist', { title: 'New', add });
      expect(playlist).toMatchObject({ title: 'New', privacyStatus: 'PRIVATE' });
    },
    writes: ['video:playlists.insert', 'video:playlistItems.insert', 'video:playlistItems.insert'],
  },
  {
    asks: 'Delete my playlist of drafts.',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'playlists', max: 50 });
      const { id } = items.find((each: any) => each.privacyStatus === 'PRIVATE');
      await agreed(call, 'save_playlist', { id, delete: true });
    },
    writes: ['video:playlists.delete'],
  },
  {
    asks: 'Publish the comment that waits for review.',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'held_comments', max: 3 });
      await agreed(call, 'comment', { action: 'publish', ids: [items[0].id] });
    },
    writes: ['video:comments.setModerationStatus'],
  },
  {
    asks: 'Reject it.',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'held_comments', max: 3 });
      await agreed(call, 'comment', { action: 'reject', ids: [items[0].id] });
    },
    writes: ['video:comments.setModerationStatus'],
  },
  {
    asks: 'What has changed in my files since yesterday?',
    solve: async (call) => {
      const answer = await call('whats_changed', { kind: 'files', since: day(-1) });
      expect(answer).toMatchObject({ changes: expect.any(Array), cursor: expect.any(String) });
    },
  },
  {
    asks: 'How much of the quota is left?',
    solve: async (call) => {
      const answer = await call('quota');
      expect(JSON.stringify(answer)).toContain('VIDEO');
    },
  },
  {
    asks: 'Save this as a note in my Drive: ...',
    solve: async (call) => {
      const { file } = await call('upload', { name: 'Note.txt', text: 'Räksmörgås.' });
      const { object } = await call('read', { id: file.id, text: true });
      expect(object.text).toBe('Räksmörgås.');
    },
    // Of a resumable upload: its beginning, and the bytes.
    writes: ['storage:files.create', 'storage:files.create'],
  },
  {
    asks: 'What does the document at this address say?',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'files', text: 'script' });
      const { id } = items.find((each: any) => /document/.test(each.mimeType));
      const { object } = await call('read', { id, text: true });
      expect(object.text.length).toBeGreaterThan(10);
    },
  },
  {
    asks: 'Which file belongs to the budget review, and who may see it?',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'events', text: 'Budget review', max: 1 });
      const { object: event } = await call('read', { id: items[0].id });
      const { object: file } = await call('read', { id: event.attachments[0].fileUrl });
      expect(file.permissions.items.length).toBeGreaterThan(1);
    },
  },
  {
    asks: 'Move the archive index into a new folder "Old".',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'files', text: 'Archive index' });
      const { file: folder } = await call('edit_file', { name: 'Old' });
      const { file } = await call('edit_file', { id: items[0].id, folder: folder.id });
      expect(file.parents).toEqual([{ id: folder.id, name: 'Old' }]);
    },
    writes: ['storage:files.create', 'storage:files.update'],
  },
  {
    asks: 'Put the archive index into the trash.',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'files', text: 'Archive index' });
      const { file } = await call('edit_file', { id: items[0].id, trashed: true });
      expect(file.trashed).toBe(true);
    },
    writes: ['storage:files.update'],
  },
  {
    asks: 'What has Ava shared with me?',
    user: 'studio-guest',
    solve: async (call) => {
      const { items } = await call('list_mine', { kind: 'shared_files' });
      expect(items.length).toBeGreaterThan(0);
    },
  },
  {
    asks: 'What is this video about, and how is it doing?',
    solve: async (call) => {
      const { items } = await call('find', { kind: 'videos', text: 'rope', max: 3 });
      const { object } = await call('read', { id: items[0].target.url });
      expect(object.statistics.viewCount).toMatch(/^\d+$/);
    },
  },
  {
    asks: 'In which country is my channel? (by a document of its own)',
    solve: async (call) => {
      const { data } = await call('run_query', { document: '{ viewer { channel { country } } }' });
      expect(data.viewer.channel).toHaveProperty('country');
    },
  },
];

describe('tasks of an agent', () => {
  const clock = new ShiftedClock();
  clock.shift(start.getTime() - clock.now());
  const studio = useStudio({ clock, env: { MCP: 'on', MCP_TOOLS: 'all' } });
  const taken: { readonly calls: number; readonly characters: number }[] = [];

  it('have tools that all clients take, and a list that is read at once', async () => {
    await using agent = await connectAgent(studio.gateway.url, 'studio-owner', 'modern');
    const { tools } = await agent.client.listTools();
    expect(violationsOfList(tools)).toEqual([]);
    expect(JSON.stringify(tools).length).toBeLessThan(25_000);
  });
  it.each(tasks)('$asks', async ({ user = 'studio-owner', solve, writes = [] }) => {
    await using agent = await connectAgent(studio.gateway.url, user, 'modern');
    let calls = 0;
    let characters = 0;
    await solve(async (tool, args = {}) => {
      const { isError, body, text } = await agent.call(tool, args);
      calls += 1;
      characters += text.length;
      if (isError) throw new Error(text);
      return body;
    });
    taken.push({ calls, characters });
    const sent = studio.sandbox
      .calls()
      .flatMap(({ operation = '' }) => operation)
      .filter((key) => !isRead(googleApis.operations.get(key)!));
    expect(sent).toEqual(writes);
  });
  it('take two calls and 3,000 characters, by the median', () => {
    expect(taken).toHaveLength(tasks.length);
    expect(median(taken.map(({ calls }) => calls))).toBeLessThanOrEqual(2);
    expect(median(taken.map(({ characters }) => characters))).toBeLessThanOrEqual(3_000);
  });
});
