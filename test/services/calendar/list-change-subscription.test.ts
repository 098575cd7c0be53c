/**
 * The subscriptions `accessRuleChanges`, `calendarListChanges` and `calendarSettingChanges`, with
 * notifications of the sandbox.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useFeedGateway } from '../../support/feed/feed-gateway.ts';
import { ask } from '../../support/gateway/sandbox.ts';

const feeds = useFeedGateway();
const { passing, calls, untilCalls } = feeds;
const { release, missing } = ids.calendar;

const write = async (path: string, method: string, body?: object): Promise<any> => {
  const answer = await ask(`${feeds.sandbox.url}/calendar/v3/${path}`, { method, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

interface List {
  readonly field: string;
  /** Its arguments beside `after`. */
  readonly args?: string;
  /** The field of a page that has the changes, and the selection below it. */
  readonly items: string;
  readonly selection: string;
  /** The collection of the REST API. */
  readonly collection: string;
  /** Changes one object. @returns the change that subscribers get */
  readonly change: () => Promise<object>;
  /** Deletes one object. Absent: the service has no such write. */
  readonly remove?: () => Promise<object>;
}

const rules = `calendars/${release}/acl`;

// Of the caller's calendars the one of which somebody else is the data owner.
const entry = `users/me/calendarList/${ids.calendar.ben}`;

const lists: readonly List[] = [
  {
    field: 'accessRuleChanges',
    args: `calendarId: "${release}"`,
    items: 'changes',
    selection: '__typename ruleId calendarId ... on AccessRuleChanged { accessRule { role } }',
    collection: 'acl',
    change: async () => {
      const scope = { type: 'user', value: 'new@guest.example' };
      const { id } = await write(rules, 'POST', { role: 'reader', scope });
      const accessRule = { role: 'READER' };
      return { __typename: 'AccessRuleChanged', ruleId: id, calendarId: release, accessRule };
    },
    remove: async () => {
      await write(`${rules}/user:new@guest.example`, 'DELETE');
      const ruleId = 'user:new@guest.example';
      return { __typename: 'AccessRuleDeleted', ruleId, calendarId: release };
    },
  },
  {
    field: 'calendarListChanges',
    items: 'changes',
    selection: '__typename calendarId ... on CalendarListEntryChanged { entry { hidden } }',
    collection: 'calendarList',
    change: async () => {
      await write(entry, 'PATCH', { hidden: true });
      const changed = { hidden: true };
      const calendarId = ids.calendar.ben;
      return { __typename: 'CalendarListEntryChanged', calendarId, entry: changed };
    },
    remove: async () => {
      await write(entry, 'DELETE');
      return { __typename: 'CalendarListEntryRemoved', calendarId: ids.calendar.ben };
    },
  },
  {
    field: 'calendarSettingChanges',
    items: 'settings',
    selection: 'settingId value',
    collection: 'settings',
    change: async () => {
      feeds.sandbox.setCalendarSetting(ids.person.ava, 'locale', 'de');
      return { settingId: 'locale', value: 'de' };
    },
  },
];

const argumentList = (args: readonly (string | undefined)[]): string => {
  const given = args.filter((each) => each !== undefined);
  return given.length === 0 ? '' : `(${given.join(', ')})`;
};

describe.each(lists)('$field', ({ field, args, items, selection, collection, change, remove }) => {
  const page = `{ ${items} { ${selection} } cursor hasMore reset pollAfterMs }`;
  const subscribe = (after?: string) => {
    const given = argumentList([args, after && `after: "${after}"`]);
    return feeds.subscribe(`subscription { ${field}${given} ${page} }`);
  };
  const pagesOf = (events: readonly any[]) => events.map(({ data }) => data[field]);

  describe.each([
    ['with notifications', true],
    ['without a public address', false],
  ])('%s', (_, isPublic) => {
    beforeEach(() => feeds.open(isPublic));

    it('begins with the whole list, and follows with its changes', async () => {
      const stream = await subscribe();
      const [first] = pagesOf(await stream.until(1));
      expect(first).toMatchObject({ hasMore: false, reset: false, pollAfterMs: null });
      expect(first[items].length).toBeGreaterThan(1);
      const changed = await change();
      const [, second] = pagesOf(await passing(stream.until(2)));
      expect(second[items]).toEqual([changed]);
      if (!remove) return;
      const removed = await remove();
      const [, , third] = pagesOf(await passing(stream.until(3)));
      expect(third[items]).toEqual([removed]);
    });
    it('continues after its own cursors', async () => {
      const stream = await subscribe();
      const [{ cursor }] = pagesOf(await stream.until(1));
      stream.leave();
      const changed = await change();
      const next = await subscribe(cursor);
      const [missed] = pagesOf(await passing(next.until(1)));
      expect(missed[items]).toEqual([changed]);
    });
    it('is reset by an old cursor, and begins again with the whole list', async () => {
      const stream = await subscribe();
      const [first] = pagesOf(await stream.until(1));
      feeds.sandbox.expireSyncTokens();
      const changed = await change();
      const [, reset, full] = pagesOf(await passing(stream.until(3)));
      expect(reset).toMatchObject({ [items]: [], hasMore: true, reset: true });
      expect(full).toMatchObject({ hasMore: false, reset: false });
      expect(full[items]).toContainEqual(changed);
      expect(full[items].length).toBeGreaterThanOrEqual(first[items].length);
    });
    it('is read once for all subscribers of an account', async () => {
      const all = [await subscribe(), await subscribe()];
      for (const { until } of all) await until(1);
      const read = calls(`calendar:${collection}.list`);
      await change();
      for (const { until } of all) await passing(until(2));
      expect([read, calls(`calendar:${collection}.watch`)]).toEqual([1, isPublic ? 1 : 0]);
    });
  });

  it('has a watch channel, reads only after its notifications, and stops it at the end', async () => {
    await feeds.open(true);
    const stream = await subscribe();
    await stream.until(1);
    await untilCalls(`calendar:${collection}.watch`, 1);
    await feeds.sandbox.notificationsSettled();
    await feeds.clock.advance(10_000);
    const before = calls(`calendar:${collection}.list`);
    await feeds.clock.advance(200_000);
    expect(calls(`calendar:${collection}.list`)).toBe(before);
    const changed = await change();
    await feeds.sandbox.notificationsSettled();
    await feeds.clock.advance(2_000);
    const [, next] = pagesOf(await stream.until(2));
    expect(next[items]).toEqual([changed]);
    stream.leave();
    await untilCalls('calendar:channels.stop', 1);
  });
  it('continues after a cursor of the query', async () => {
    await feeds.open(false);
    const isOfCalendar = args !== undefined;
    const parent = isOfCalendar ? `calendar(id: "${release}")` : 'viewer';
    const headers = { authorization: 'Bearer studio-owner' };
    const query = `{ parent: ${parent} { ${field} ${page} } }`;
    const { body } = await feeds.gateway.query(query, {}, headers);
    const { cursor } = body.data.parent[field];
    const changed = await change();
    const stream = await subscribe(cursor);
    const [next] = pagesOf(await passing(stream.until(1)));
    expect(next[items]).toEqual([changed]);
  });
});

describe('accessRuleChanges', () => {
  const errorOf = async (calendarId: string, token?: string) => {
    const query = `subscription { accessRuleChanges(calendarId: "${calendarId}") { cursor } }`;
    const stream = await feeds.subscribe(query, token);
    const [{ errors }] = await passing(stream.untilEnd());
    return errors[0].extensions;
  };
  beforeEach(() => feeds.open(false));

  it('of the calendar primary are those of its real id', async () => {
    const query =
      'subscription { accessRuleChanges(calendarId: "primary") { changes { calendarId } } }';
    const stream = await feeds.subscribe(query);
    const [{ data }] = await passing(stream.until(1));
    expect(data.accessRuleChanges.changes).toContainEqual({ calendarId: ids.calendar.ava });
  });
  it('are an error for a caller who may not see them', async () => {
    expect(await errorOf(release, 'studio-guest')).toMatchObject({ code: 'FORBIDDEN' });
  });
  it('of a calendar that does not exist are an error', async () => {
    expect(await errorOf(missing)).toMatchObject({ code: 'NOT_FOUND', id: missing });
  });
  it('of a bad id are an error before any call', async () => {
    expect(await errorOf('a/b')).toMatchObject({ code: 'INVALID_INPUT', argument: 'calendarId' });
    expect(feeds.sandbox.calls()).toEqual([]);
  });
});
