/** Laws of all subscriptions to changes, with notifications of the sandbox and without. */
import { describe, expect, it } from 'vitest';
import { liveState } from '../../src/sandbox/live/state.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useFeedGateway } from '../support/feed/feed-gateway.ts';
import { ask } from '../support/gateway/sandbox.ts';

const feeds = useFeedGateway();
const { passing, calls, untilCalls } = feeds;
const { release, ava, ben } = ids.calendar;
const { focus } = ids.event;
const { script } = ids.file;
const { launch } = ids.broadcast;

const write = async (path: string, method: string, body?: object): Promise<any> => {
  const answer = await ask(`${feeds.sandbox.url}/${path}`, { method, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

interface Feed {
  readonly field: string;
  /** Its arguments beside `after`. */
  readonly args?: string;
  /** The object that has the query form. */
  readonly parent?: string;
  /** What is selected of each change. */
  readonly selection: string;
  /** The operation of its polls, without the service. */
  readonly poll: string;
  readonly service: 'calendar' | 'storage' | 'live';
  /** Absent: the service sends no notifications. */
  readonly watch?: string;
  /** The read of an entity, which a change must not need. */
  readonly entity?: string;
  /** Changes one object. @returns the change that subscribers get */
  readonly change: (name: string) => Promise<object>;
  /** Deletes one object. Absent: the feed ends then, or the service has no such write. */
  readonly remove?: () => Promise<object>;
  /** Absent: every cursor can be continued. */
  readonly reset?: 'all items again' | 'items from now on';
}

const ofCalendar = (collection: string) => ({
  service: 'calendar' as const,
  poll: `calendar:${collection}.list`,
  watch: `calendar:${collection}.watch`,
  reset: 'all items again' as const,
});

const ofDrive = {
  service: 'storage' as const,
  selection: '__typename ... on FileChanged { file { fileId name } } ... on FileRemoved { fileId }',
  change: async (name: string) => {
    await write(`drive/v3/files/${script}`, 'PATCH', { name });
    return { __typename: 'FileChanged', file: { fileId: script, name } };
  },
};

const all: readonly Feed[] = [
  {
    ...ofCalendar('events'),
    field: 'eventChanges',
    args: `calendarId: "${ava}"`,
    parent: 'calendar(id: "primary")',
    selection: '__typename eventId calendarId ... on EventChanged { event { summary } }',
    entity: 'calendar:events.get',
    change: async (summary) => {
      await write(`calendar/v3/calendars/${ava}/events/${focus}`, 'PATCH', { summary });
      return { __typename: 'EventChanged', eventId: focus, calendarId: ava, event: { summary } };
    },
    remove: async () => {
      await write(`calendar/v3/calendars/${ava}/events/${focus}`, 'DELETE');
      return { __typename: 'EventDeleted', eventId: focus, calendarId: ava };
    },
  },
  {
    ...ofCalendar('acl'),
    field: 'accessRuleChanges',
    args: `calendarId: "${release}"`,
    parent: `calendar(id: "${release}")`,
    selection: '__typename ruleId calendarId ... on AccessRuleChanged { accessRule { role } }',
    change: async (name) => {
      const scope = { type: 'user', value: `${name}@guest.example` };
      const rule = { role: 'reader', scope };
      const { id } = await write(`calendar/v3/calendars/${release}/acl`, 'POST', rule);
      const accessRule = { role: 'READER' };
      return { __typename: 'AccessRuleChanged', ruleId: id, calendarId: release, accessRule };
    },
    remove: async () => {
      const ruleId = 'user:de@guest.example';
      await write(`calendar/v3/calendars/${release}/acl/${ruleId}`, 'DELETE');
      return { __typename: 'AccessRuleDeleted', ruleId, calendarId: release };
    },
  },
  {
    // Of the caller's calendars the one of which somebody else is the data owner.
    ...ofCalendar('calendarList'),
    field: 'calendarListChanges',
    parent: 'viewer',
    selection:
      '__typename calendarId ... on CalendarListEntryChanged { calendarListEntry { colorId } }',
    change: async (name) => {
      const calendarListEntry = { colorId: name === 'de' ? '1' : '2' };
      await write(`calendar/v3/users/me/calendarList/${ben}`, 'PATCH', calendarListEntry);
      return { __typename: 'CalendarListEntryChanged', calendarId: ben, calendarListEntry };
    },
    remove: async () => {
      await write(`calendar/v3/users/me/calendarList/${ben}`, 'DELETE');
      return { __typename: 'CalendarListEntryRemoved', calendarId: ben };
    },
  },
  {
    ...ofCalendar('settings'),
    field: 'calendarSettingChanges',
    parent: 'viewer',
    selection: '__typename settingId ... on CalendarSettingChanged { calendarSetting { value } }',
    change: async (value) => {
      feeds.sandbox.setCalendarSetting(ids.person.ava, 'locale', value);
      return {
        __typename: 'CalendarSettingChanged',
        settingId: 'locale',
        calendarSetting: { value },
      };
    },
  },
  {
    ...ofDrive,
    field: 'fileChanges',
    parent: 'viewer',
    poll: 'storage:changes.list',
    watch: 'storage:changes.watch',
    entity: 'storage:files.get',
    remove: async () => {
      await write(`drive/v3/files/${script}`, 'DELETE');
      return { __typename: 'FileRemoved', fileId: script };
    },
    reset: 'items from now on',
  },
  {
    ...ofDrive,
    field: 'fileChanged',
    args: `id: "${script}"`,
    poll: 'storage:files.get',
    watch: 'storage:files.watch',
  },
  {
    service: 'live',
    field: 'broadcastChanged',
    args: `id: "${launch}"`,
    selection: '__typename broadcastId ... on BroadcastChanged { broadcast { title } }',
    poll: 'live:liveBroadcasts.list',
    change: async (title) => {
      const { broadcasts } = liveState(feeds.sandbox.simulation());
      const { scheduledStartTime } = broadcasts.get(launch)!.snippet;
      const snippet = { title, scheduledStartTime };
      await write('youtube/v3/liveBroadcasts?part=snippet', 'PUT', { id: launch, snippet });
      return { __typename: 'BroadcastChanged', broadcastId: launch, broadcast: { title } };
    },
  },
];

const argumentList = (args: readonly (string | undefined)[]): string => {
  const given = args.filter((each) => each !== undefined);
  return given.length === 0 ? '' : `(${given.join(', ')})`;
};

/** With notifications, where the service sends them, and without a public address. */
const cases = all.flatMap((feed) =>
  (feed.watch === undefined ? [false] : [true, false]).map((isPublic) => ({ ...feed, isPublic })),
);

/** The page of a feed, and a client of it. */
function clientOf({ field, args, selection }: Feed) {
  const page = `{ changes { ${selection} } cursor hasMore reset pollAfter }`;
  return {
    page,
    subscribe: (after?: string) => {
      const given = argumentList([args, after && `after: "${after}"`]);
      return feeds.subscribe(`subscription { ${field}${given} ${page} }`);
    },
    pagesOf: (events: readonly any[]) => events.map(({ data }) => data[field]),
  };
}

describe('a subscription to changes', () => {
  it.each(cases)('begins with a cursor, and has the changes: $field, $isPublic', async (feed) => {
    await feeds.open(feed.isPublic);
    const { change, remove, entity, reset } = feed;
    const { subscribe, pagesOf } = clientOf(feed);
    const stream = await subscribe();
    const [first] = pagesOf(await stream.until(1));
    const cursor = expect.any(String);
    expect(first).toMatchObject({ cursor, hasMore: false, reset: false, pollAfter: null });
    expect(first.changes.length > 1).toBe(reset === 'all items again');
    const changed = await change('de');
    const [, second] = pagesOf(await passing(stream.until(2)));
    expect(second.changes).toEqual([changed]);
    expect(second.cursor).not.toBe(first.cursor);
    const removed = remove ? [await remove()] : [];
    const pages = pagesOf(await passing(stream.until(2 + removed.length)));
    expect(pages.slice(2).flatMap((page) => page.changes)).toEqual(removed);
    expect(entity === undefined ? 0 : calls(entity)).toBe(0);
  });

  it.each(cases)('continues after its own cursors: $field, $isPublic', async (feed) => {
    await feeds.open(feed.isPublic);
    const { subscribe, pagesOf } = clientOf(feed);
    const stream = await subscribe();
    const [{ cursor }] = pagesOf(await stream.until(1));
    stream.leave();
    const changed = await feed.change('de');
    const next = await subscribe(cursor);
    const [missed] = pagesOf(await passing(next.until(1)));
    expect(missed.changes).toEqual([changed]);
  });

  it.each(cases)('is read once for all of an account: $field, $isPublic', async (feed) => {
    await feeds.open(feed.isPublic);
    const { poll, watch, isPublic } = feed;
    const { subscribe, pagesOf } = clientOf(feed);
    const streams = [await subscribe(), await subscribe()];
    for (const { until } of streams) await until(1);
    expect(calls(poll)).toBeLessThanOrEqual(1);
    const changed = await feed.change('de');
    for (const { until } of streams) {
      const [, next] = pagesOf(await passing(until(2)));
      expect(next.changes).toEqual([changed]);
    }
    expect(watch === undefined ? 0 : calls(watch)).toBe(isPublic ? 1 : 0);
  });

  it.each(cases.filter(({ reset }) => reset))(
    'is reset by an old cursor: $field, $isPublic',
    async (feed) => {
      await feeds.open(feed.isPublic);
      const { reset } = feed;
      const { subscribe, pagesOf } = clientOf(feed);
      const stream = await subscribe();
      const [first] = pagesOf(await stream.until(1));
      const hasMore = reset === 'all items again';
      if (hasMore) feeds.sandbox.expireSyncTokens();
      else {
        feeds.sandbox.expireChangeTokens();
        await passing(stream.until(2));
      }
      const changed = await feed.change('de');
      const [, second, third] = pagesOf(await passing(stream.until(3)));
      expect(second).toMatchObject({ changes: [], hasMore, reset: true });
      expect(third).toMatchObject({ hasMore: false, reset: false });
      expect(third.changes).toContainEqual(changed);
      expect(third.changes.length).toBeGreaterThanOrEqual(first.changes.length);
    },
  );

  it.each(cases.filter(({ parent }) => parent))(
    'shares its cursors with the query form: $field, $isPublic',
    async (feed) => {
      await feeds.open(feed.isPublic);
      const { field, parent, change } = feed;
      const { page, subscribe, pagesOf } = clientOf(feed);
      const headers = { authorization: 'Bearer studio-owner' };
      const read = async (after?: string) => {
        const given = argumentList([after && `after: "${after}"`]);
        const query = `{ parent: ${parent} { ${field}${given} ${page} } }`;
        return (await feeds.gateway.query(query, {}, headers)).body.data.parent[field];
      };
      const { cursor } = await read();
      const first = await change('de');
      const stream = await subscribe(cursor);
      const [next] = pagesOf(await passing(stream.until(1)));
      expect(next.changes).toEqual([first]);
      const second = await change('fr');
      expect((await read(next.cursor)).changes).toEqual([second]);
    },
  );

  it.each(all.filter(({ watch }) => watch))(
    'is read only after notifications of a channel, which it stops: $field',
    async (feed) => {
      await feeds.open(true);
      const { poll, watch, service } = feed;
      const { subscribe, pagesOf } = clientOf(feed);
      const stream = await subscribe();
      await stream.until(1);
      await untilCalls(watch!, 1);
      await feeds.sandbox.notificationsSettled();
      await feeds.clock.advance(10_000);
      const before = calls(poll);
      await feeds.clock.advance(200_000);
      expect(calls(poll)).toBe(before);
      const changed = await feed.change('de');
      await feeds.sandbox.notificationsSettled();
      expect(feeds.sandbox.notifications().at(-1)).toMatchObject({ status: 204 });
      await feeds.clock.advance(2_000);
      const [, next] = pagesOf(await stream.until(2));
      expect(next.changes).toEqual([changed]);
      stream.leave();
      await untilCalls(`${service}:channels.stop`, 1);
      const [opened, stopped] = feeds.sandbox
        .calls()
        .filter(({ operation }) => /\.(watch|stop)$/.test(operation ?? ''));
      const address = `${feeds.address.url}/notifications`;
      expect(opened!.body).toMatchObject({ address, type: 'web_hook' });
      const { id } = opened!.body as { readonly id: string };
      const body = { id, resourceId: expect.any(String) };
      expect(stopped).toMatchObject({ status: 204, body });
    },
  );
});
