/** The tools that list what is the user's own, and tell what is left of the quota. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { listMine } from '../../../src/mcp/tools/list-mine.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio({ env: { MCP: 'on' } });

const agent = useAgent(studio);

interface Item {
  readonly id: string;
  readonly [name: string]: any;
}

const list = async (args: object): Promise<readonly Item[]> => {
  const { body, isError } = await agent.call('list_mine', args);
  expect({ isError, errors: body.errors }).toEqual({ isError: false });
  return body.items as Item[];
};

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

const idsOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => id);

const global = (type: string, ...all: readonly string[]): readonly string[] =>
  all.map((id) => globalId(type, [id]));

const { kind } = Object(listMine.definition.inputSchema.properties) as {
  readonly kind: { readonly enum: readonly string[] };
};

describe('list_mine', () => {
  it.each(kind.enum)('lists %s, each with an id', async (of) => {
    const within = of === 'playlist_items' ? { within: ids.playlist.fifty } : {};
    const items = await list({ kind: of, max: 3, ...within });
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThanOrEqual(3);
    expect(items.filter(({ id }) => !id.startsWith('~'))).toEqual([]);
  });
  it.each([
    ['videos', { max: 50 }, global('Video', ids.video.privateCut, ids.video.trailer)],
    ['playlists', { max: 50 }, global('Playlist', ids.playlist.drafts)],
    ['broadcasts', { max: 50 }, global('Broadcast', ids.broadcast.draft)],
    ['streams', {}, global('Stream', ids.stream.main)],
    ['calendars', {}, global('Calendar', ids.calendar.private)],
  ] as const)('%s has what others do not see', async (of, more, some) => {
    expect(idsOf(await list({ kind: of, ...more }))).toEqual(expect.arrayContaining([...some]));
  });
  it('lists page by page', async () => {
    const args = { kind: 'playlist_items', within: ids.playlist.fifty, max: 2 };
    const { body } = await agent.call('list_mine', args);
    const next = await list({ ...args, page: body.nextPage });
    expect([...body.items, ...next].map(({ position }: Item) => position)).toEqual([0, 1, 2, 3]);
  });
  it('has comments to answer without those that are answered, and without own ones', async () => {
    const threads = await list({ kind: 'comments_to_answer', max: 20 });
    const [{ id }] = threads as [Item];
    expect(threads.filter(({ hasOwnerReply }) => hasOwnerReply === true)).toEqual([]);
    expect(threads.map((each) => each['authorDisplayName'])).not.toContain('@northlightstudio');
    const reply = { action: 'reply', ids: [id], text: 'Here' };
    expect((await agent.call('comment', reply)).isError).toBe(false);
    expect(idsOf(await list({ kind: 'comments_to_answer', max: 20 }))).not.toContain(id);
  });
  it('has the events of own calendars in the order of their starts', async () => {
    const events = await list({ kind: 'agenda', max: 20 });
    const starts = events.map((each) => Date.parse(each['start']));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    const reads = studio.calls().filter(({ operation }) => operation === 'calendar:events.list');
    expect(reads.map(({ call }) => decodeURIComponent(call.path))).toEqual(
      [ids.calendar.ava, ids.calendar.release, ids.calendar.private].map((id) =>
        expect.stringContaining(id),
      ),
    );
    for (const { query } of reads)
      expect(daysBetween(query['timeMin']![0]!, query['timeMax']![0]!)).toBe(7);
    // A series without an end, so that the day of the test does not matter.
    const [one] = await list({ kind: 'agenda', within: ids.calendar.private, max: 1 });
    expect(one).toMatchObject({ start: expect.any(String), summary: expect.any(String) });
  });
  it('has comments to answer once each, over all pages', async () => {
    const pages: string[] = [];
    let page: string | undefined;
    do {
      const args = { kind: 'comments_to_answer', max: 4, page };
      const { body } = await agent.call('list_mine', args);
      pages.push(...idsOf(body.items));
      page = body.nextPage;
    } while (page !== undefined);
    expect(pages.length).toBeGreaterThan(4);
    expect(pages).toEqual([...new Set(pages)]);
  });
  it('has held comments, and none that is public', async () => {
    const statuses = (await list({ kind: 'held_comments', max: 20 })).map(
      (each) => each['moderationStatus'],
    );
    expect(new Set(statuses)).toEqual(new Set(['HELD_FOR_REVIEW']));
  });
  it('has held comments in few characters, which a decision takes', async () => {
    const { text, body } = await agent.call('list_mine', { kind: 'held_comments' });
    expect(body.items).toHaveLength(10);
    expect(text.length).toBeLessThan(3_600);
    for (const item of body.items)
      expect(Object.keys(item).filter((name) => name !== 'video')).toEqual([
        'id',
        'replyCount',
        'text',
        'authorDisplayName',
        'publishedAt',
        'moderationStatus',
      ]);
  });
  it('says of a thread whether its answer is unknown', async () => {
    const threads = await list({ kind: 'comments_to_answer', max: 20 });
    const answered = new Map(threads.map(({ id, hasOwnerReply }) => [id, hasOwnerReply]));
    const [crowded] = global('CommentThread', ids.commentThread.crowded);
    expect(answered.get(crowded!)).toBe('unknown');
    expect([...answered.values()]).toContain(false);
    const { body } = await agent.call('read', { id: crowded });
    expect(body.object.hasOwnerReply).toBe('unknown');
  });
  it('says of files of others who has shared them, and when', async () => {
    for (const file of await list({ kind: 'shared_files' }))
      expect(file).toMatchObject({
        sharedWithMeAt: expect.stringMatching(/^\d{4}-.*[+-]\d\d:\d\d$/),
        sharingUser: { email: expect.stringContaining('@') },
      });
  });
  it('costs what it says', async () => {
    const most = Number(/up to (\d+) units a page/.exec(listMine.definition.description!)?.[1]);
    const spent: number[] = [];
    for (const of of kind.enum) {
      const within = of === 'playlist_items' ? { within: ids.playlist.fifty } : {};
      const { body } = await agent.call('list_mine', { kind: of, max: 50, ...within });
      spent.push(body.units?.spent ?? 0);
    }
    expect(Math.max(...spent)).toBe(most);
  });
  it('says what is missing', async () => {
    const { body, isError } = await agent.call('list_mine', { kind: 'playlist_items' });
    expect({ isError, errors: body.errors }).toMatchObject({
      isError: true,
      errors: [{ code: 'INVALID_INPUT', argument: 'within' }],
    });
  });
});

describe('quota', () => {
  it('has what is left, when it begins again, and what tasks cost', async () => {
    await agent.call('list_mine', { kind: 'playlists' });
    const { body } = await agent.call('quota');
    const { limit, spent, remaining } = body.agents;
    expect(spent).toBeGreaterThan(0);
    expect(remaining).toBe(limit - spent);
    const names = body.buckets.map(({ bucket }: { bucket: string }) => bucket);
    expect(names).toContain('SEARCH');
    expect(names).not.toContain('CALENDAR');
    for (const { left, resetAt, project } of body.buckets) {
      expect(left).toBe(project.limit - project.spent);
      // Midnight of the Pacific Ocean, in the zone of the user.
      expect(resetAt).toMatch(/T0[89]:00:00\+0[12]:00$/);
    }
    expect(body.costs).toContain('a change of a video: 50 of VIDEO');
    expect(body.costs.split('; ')).toHaveLength(10);
  });
});
