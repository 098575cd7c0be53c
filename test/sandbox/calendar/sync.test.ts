/** Sync tokens of the calendar service: what they miss, and when they end. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { patch } from '../../support/client/sandbox-request.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { calendar, event } = ids;
const release = `/calendar/v3/calendars/${encodeURIComponent(calendar.release)}`;
const events = `${release}/events`;
const day = 86_400_000;

const get = async (path: string): Promise<any> => (await box.ask(path)).body;

const lists = [
  ['events', events],
  ['access rules', `${release}/acl`],
  ['the calendar list', '/calendar/v3/users/me/calendarList'],
  ['settings', '/calendar/v3/users/me/settings'],
] as const;

describe.each(lists)('a sync token of %s', (_, path) => {
  const token = async (): Promise<string> =>
    (await get(`${path}?maxResults=250`)).nextSyncToken as string;
  const answer = async (syncToken: string): Promise<readonly unknown[]> => {
    const { status, reason } = await box.ask(`${path}?syncToken=${syncToken}`);
    return [status, reason];
  };

  it('is invalid after all tokens have expired, and new ones are valid', async () => {
    const first = await token();
    box.sandbox.expireSyncTokens();
    expect(await answer(first)).toEqual([410, 'fullSyncRequired']);
    const second = await token();
    expect(await answer(second)).toEqual([200, undefined]);
    await box.ask('/_sandbox/sync-tokens/expire', { method: 'POST', token: null });
    expect(await answer(second)).toEqual([410, 'fullSyncRequired']);
  });
  it('is valid for thirty days', async () => {
    const first = await token();
    box.sandbox.advance(30 * day);
    expect(await answer(first)).toEqual([200, undefined]);
    box.sandbox.advance(day);
    expect(await answer(first)).toEqual([410, 'fullSyncRequired']);
  });
});

describe('a change between two pages of events', () => {
  /** Reads all pages; `during` runs after the first one. */
  async function pages(during: () => Promise<unknown>): Promise<{ items: any[]; token: string }> {
    const items: any[] = [];
    let page = await get(`${events}?maxResults=20`);
    items.push(...page.items);
    await during();
    while (page.nextPageToken) {
      page = await get(`${events}?maxResults=20&pageToken=${page.nextPageToken}`);
      items.push(...page.items);
    }
    return { items, token: page.nextSyncToken as string };
  }
  const idsOf = (items: readonly any[]): string[] => items.map(({ id }) => id as string);

  it('of a page that was read is one of the changes after the list', async () => {
    const { token } = await pages(() =>
      box.ask(`${events}/${event.launchMeeting}`, patch({ summary: 'New' })),
    );
    const { items } = await get(`${events}?syncToken=${token}`);
    expect(idsOf(items)).toEqual([event.launchMeeting]);
  });
  it('that is a deletion lets the next pages skip no event', async () => {
    const before = idsOf((await pages(async () => {})).items);
    expect(before.indexOf(event.launchMeeting)).toBeLessThan(20);
    const { items, token } = await pages(() =>
      box.ask(`${events}/${event.launchMeeting}`, { method: 'DELETE' }),
    );
    expect(idsOf(items)).toEqual(before);
    const changes = (await get(`${events}?syncToken=${token}`)).items;
    expect(changes).toMatchObject([{ id: event.launchMeeting, status: 'cancelled' }]);
  });
});

describe('updatedMin', () => {
  it('may be thirty days ago', async () => {
    const at = (ms: number): string => new Date(box.sandbox.now().getTime() - ms).toISOString();
    expect((await box.ask(`${events}?updatedMin=${at(30 * day)}`)).status).toBe(200);
    const response = await box.ask(`${events}?updatedMin=${at(30 * day + 1)}`);
    expect([response.status, response.reason]).toEqual([410, 'updatedMinTooLongAgo']);
  });
});
