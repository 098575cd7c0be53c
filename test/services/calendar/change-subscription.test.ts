/** The subscription `eventChanges`, with notifications of the sandbox. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { EventStream } from '../../support/event-stream.ts';
import { useFeedGateway } from '../../support/feed-gateway.ts';
import { ask } from '../../support/sandbox.ts';

const feeds = useFeedGateway();
const { passing, calls, untilCalls } = feeds;
const { ava, missing } = ids.calendar;
const { focus } = ids.event;

const write = (id: string, method: string, body?: object) =>
  ask(`${feeds.sandbox.url}/calendar/v3/calendars/${ava}/events/${id}`, { method, body });

const selection = `{
  changes { __typename eventId calendarId ... on EventChanged { event { id summary } } }
  cursor
  hasMore
  reset
}`;

function subscribe(after?: string, calendarId: string = ava): Promise<EventStream> {
  const cursor = after === undefined ? '' : `, after: "${after}"`;
  return feeds.subscribe(
    `subscription { eventChanges(calendarId: "${calendarId}"${cursor}) ${selection} }`,
  );
}

const pagesOf = (events: readonly any[]) => events.map(({ data }) => data.eventChanges);

describe.each([
  ['with notifications', true],
  ['without a public address', false],
])('changes of events, %s', (_, isPublic) => {
  beforeEach(() => feeds.open(isPublic));

  it('begin with all events, and follow with whole events', async () => {
    const stream = await subscribe();
    const [first] = pagesOf(await stream.until(1));
    expect(first).toMatchObject({ cursor: expect.any(String), hasMore: false, reset: false });
    expect(first.changes).toContainEqual({
      __typename: 'EventChanged',
      eventId: focus,
      calendarId: ava,
      event: { id: expect.any(String), summary: expect.any(String) },
    });
    await write(focus, 'PATCH', { summary: 'New' });
    const [, second] = pagesOf(await passing(stream.until(2)));
    expect(second.changes).toMatchObject([{ eventId: focus, event: { summary: 'New' } }]);
    await write(focus, 'DELETE');
    const [, , third] = pagesOf(await passing(stream.until(3)));
    expect(third.changes).toEqual([
      { __typename: 'EventDeleted', eventId: focus, calendarId: ava },
    ]);
    expect(calls('calendar:events.get')).toBe(0);
  });
  it('continue after a cursor of the query, and the query after theirs', async () => {
    const read = async (after?: string) => {
      const query = `query ($after: String) { calendar(id: "primary") { eventChanges(after: $after) ${selection} } }`;
      const headers = { authorization: 'Bearer studio-owner' };
      const { body } = await feeds.gateway.query(query, { after }, headers);
      return body.data.calendar.eventChanges;
    };
    const { cursor } = await read();
    await write(focus, 'PATCH', { summary: 'First' });
    const stream = await subscribe(cursor);
    const [page] = pagesOf(await passing(stream.until(1)));
    expect(page.changes).toMatchObject([{ event: { summary: 'First' } }]);
    await write(focus, 'PATCH', { summary: 'Second' });
    const next = await read(page.cursor);
    expect(next.changes).toMatchObject([{ event: { summary: 'Second' } }]);
  });
  it('continue after a cursor, also of another name of the calendar', async () => {
    const stream = await subscribe();
    const [{ cursor }] = pagesOf(await stream.until(1));
    stream.leave();
    await write(focus, 'PATCH', { summary: 'Missed' });
    const next = await subscribe(cursor, 'primary');
    const [page] = pagesOf(await passing(next.until(1)));
    expect(page.changes).toMatchObject([{ event: { summary: 'Missed' } }]);
  });
  it('are read once for all subscribers of an account', async () => {
    const all = [await subscribe(), await subscribe(undefined, 'primary')];
    for (const { until } of all) await until(1);
    const before = calls('calendar:events.list');
    await write(focus, 'PATCH', { summary: 'New' });
    for (const { until } of all) {
      const [, page] = pagesOf(await passing(until(2)));
      expect(page.changes).toMatchObject([{ event: { summary: 'New' } }]);
    }
    expect([before, calls('calendar:events.watch')]).toEqual([1, isPublic ? 1 : 0]);
  });
  it('are reset by an old cursor, and begin again with all events', async () => {
    const stream = await subscribe();
    const [first] = pagesOf(await stream.until(1));
    feeds.sandbox.expireSyncTokens();
    await write(focus, 'DELETE');
    const [, reset, full] = pagesOf(await passing(stream.until(3)));
    expect(reset).toMatchObject({ changes: [], hasMore: true, reset: true });
    expect(full).toMatchObject({ hasMore: false, reset: false });
    const left = first.changes.filter(({ eventId }: any) => eventId !== focus);
    expect(full.changes).toEqual(left);
  });
  it('of a calendar that does not exist are an error', async () => {
    const stream = await subscribe(undefined, missing);
    expect(await passing(stream.untilEnd())).toMatchObject([
      { errors: [{ extensions: { code: 'NOT_FOUND', id: missing } }] },
    ]);
  });
});

it('reject a bad argument before any call', async () => {
  await feeds.open(false);
  const stream = await subscribe(undefined, 'a/b');
  expect(await stream.untilEnd()).toMatchObject([
    { errors: [{ extensions: { code: 'INVALID_INPUT', argument: 'calendarId' } }] },
  ]);
  expect(feeds.sandbox.calls()).toEqual([]);
});

it('reject a bad number of attendees before the call for primary', async () => {
  await feeds.open(false);
  const stream = await feeds.subscribe(
    `subscription { eventChanges(calendarId: "primary", maxAttendees: 0) ${selection} }`,
  );
  expect(await stream.untilEnd()).toMatchObject([
    { errors: [{ extensions: { code: 'INVALID_INPUT', argument: 'maxAttendees' } }] },
  ]);
  expect(feeds.sandbox.calls()).toEqual([]);
});

describe('a watch channel of events', () => {
  beforeEach(() => feeds.open(true));

  it('has the address of the gateway, and is stopped after the last subscriber', async () => {
    const stream = await subscribe();
    await stream.until(1);
    await untilCalls('calendar:events.watch', 1);
    const watched = feeds.sandbox.calls().find(({ operation }) => operation?.endsWith('.watch'))!;
    expect(watched.body).toMatchObject({
      address: `${feeds.address.url}/notifications`,
      type: 'web_hook',
    });
    stream.leave();
    await untilCalls('calendar:channels.stop', 1);
    const { id } = watched.body as { readonly id: string };
    const stopped = feeds.sandbox
      .calls()
      .findLast(({ operation }) => operation?.endsWith('.stop'))!;
    expect([stopped.status, stopped.body]).toEqual([204, { id, resourceId: expect.any(String) }]);
  });
  it('makes the gateway read after each notification, and not in between', async () => {
    const stream = await subscribe();
    await stream.until(1);
    await untilCalls('calendar:events.watch', 1);
    await feeds.sandbox.notificationsSettled();
    await feeds.clock.advance(10_000);
    const before = calls('calendar:events.list');
    await feeds.clock.advance(200_000);
    expect(calls('calendar:events.list')).toBe(before);
    await write(focus, 'PATCH', { summary: 'New' });
    await feeds.sandbox.notificationsSettled();
    expect(feeds.sandbox.notifications().at(-1)).toMatchObject({
      headers: { 'x-goog-resource-state': 'exists' },
      status: 204,
    });
    await feeds.clock.advance(2_000);
    const [, page] = pagesOf(await stream.until(2));
    expect(page.changes).toMatchObject([{ event: { summary: 'New' } }]);
  });
});
