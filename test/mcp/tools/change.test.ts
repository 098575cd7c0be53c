/** The tool that lists what has changed. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { question } from './confirm.ts';

const studio = useStudio({ env: { MCP: 'on' } });

const agent = useAgent(studio);

const location = globalId('File', [ids.file.location]);

const changed = async (args: object = {}) => (await agent.call('whats_changed', args)).body;

const createEvent = async (title: string): Promise<string> =>
  (await agent.call('save_event', { title, start: '2027-03-15' })).body.event.id;

const whatAndId = ({ what, id }: { what: string; id: string }) => [what, id];

describe('whats_changed', () => {
  it('begins without changes, and goes on with all that come', async () => {
    const { changes, cursor } = await changed();
    expect(changes).toEqual([]);
    const id = await createEvent('Made');
    await agent.call('edit_file', { id: location, trashed: true });
    const next = await changed({ cursor });
    expect(next.changes.map(whatAndId)).toEqual([
      ['file in the trash', location],
      ['event changed', id],
    ]);
    expect(next.more).toBe(false);
    expect((await changed({ cursor: next.cursor })).changes).toEqual([]);
  });
  it('tells what was deleted', async () => {
    const { cursor } = await changed();
    const id = await createEvent('Made');
    const { confirm } = await question(agent, 'delete_event', { id });
    await agent.call('delete_event', { id, confirm });
    await studio.data(`mutation { deleteFile(input: { id: "${location}" }) { deletedId } }`);
    const { changes } = await changed({ cursor });
    expect(changes.map(whatAndId)).toEqual([
      ['file deleted, or no longer shared', location],
      ['event deleted', id],
    ]);
  });
  it.each([
    ['files', 'file in the trash'],
    ['events', 'event changed'],
  ])('follows %s alone', async (kind, what) => {
    const { cursor } = await changed({ kind });
    await createEvent('Made');
    await agent.call('edit_file', { id: location, trashed: true });
    const { changes } = await changed({ cursor });
    expect(changes.map((each: { what: string }) => each.what)).toEqual([what]);
  });
  it('shows each of many changes once', async () => {
    const { cursor } = await changed();
    const made: string[] = [];
    for (let count = 0; count < 30; count += 1)
      made.push(await createEvent(`${count} ${'x'.repeat(200)}`));
    const seen: string[] = [];
    let page = { more: true, cursor, changes: [] };
    let pages = 0;
    for (; page.more; pages += 1) {
      page = await changed({ cursor: page.cursor });
      seen.push(...page.changes.map(({ id }) => id));
      expect(page).not.toHaveProperty('leftOut');
    }
    expect(pages).toBeGreaterThan(2);
    expect(seen.toSorted()).toEqual(made.toSorted());
  });
  it('lists since a time, and goes on from there', async () => {
    const old = await createEvent('Old');
    await agent.call('edit_file', { id: location, name: 'Pier.txt' });
    const { changes, cursor, note } = await changed({ since: '2026-03-10' });
    expect(changes.map(whatAndId)).toEqual([
      ['file changed', location],
      ['event created', old],
    ]);
    expect(note).toContain('Files that were deleted since are not known');
    const id = await createEvent('Made');
    expect((await changed({ cursor })).changes.map(whatAndId)).toEqual([['event changed', id]]);
  });
  it('lists what is in the trash, new, or deleted since a time', async () => {
    const { body } = await agent.call('edit_file', { name: 'Season two' });
    const old = globalId('Event', [ids.calendar.ava, ids.event.budgetReview]);
    await agent.call('save_event', { id: old, series: 'all', location: 'Quay' });
    const id = await createEvent('Made');
    const { confirm } = await question(agent, 'delete_event', { id });
    await agent.call('delete_event', { id, confirm });
    await agent.call('edit_file', { id: location, name: 'Pier.txt', trashed: true });
    const { changes } = await changed({ since: '2026-03-10' });
    expect(changes.map(whatAndId)).toEqual(
      expect.arrayContaining([
        ['file in the trash', location],
        ['file created', body.file.id],
        ['event changed', old],
        ['event deleted', id],
      ]),
    );
  });
  it('says that a cursor was too old', async () => {
    const { cursor } = await changed({ kind: 'events' });
    studio.sandbox.fault({ match: { operation: 'calendar:events.list' }, status: 410, times: 1 });
    const next = await changed({ cursor });
    expect(next).toMatchObject({
      changes: [],
      note: expect.stringContaining('too old') as unknown,
    });
    const id = await createEvent('Made');
    const { changes } = await changed({ cursor: next.cursor });
    expect(changes.map(whatAndId)).toEqual([['event changed', id]]);
  });
  it.each([
    [{ cursor: 'abc' }, 'cursor: not the cursor of an answer'],
    [{ cursor: 'e30', kind: 'files' }, 'kind: not with a cursor'],
    [{ since: 'yesterday' }, 'since: "yesterday" is no day or time'],
    [{ calendar: ids.calendar.missing, kind: 'events' }, 'no Calendar'],
  ])('refuses %j', async (args, message) => {
    const { body, isError } = await agent.call('whats_changed', args);
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain(message);
  });
});
