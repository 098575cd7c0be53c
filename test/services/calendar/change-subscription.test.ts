/** What is special about the subscriptions to changes of a calendar. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useFeedGateway } from '../../support/feed/feed-gateway.ts';
import { ask } from '../../support/gateway/sandbox.ts';

const feeds = useFeedGateway();
const { passing, calls } = feeds;
const { ava, release, missing } = ids.calendar;
const { focus } = ids.event;

const write = (method: string, body?: object) =>
  ask(`${feeds.sandbox.url}/calendar/v3/calendars/${ava}/events/${focus}`, { method, body });

beforeEach(() => feeds.open(false));

describe('changes of events', () => {
  const selection =
    '{ changes { eventId ... on EventChanged { event { id summary } } } cursor reset }';
  const subscribe = (args: string) =>
    feeds.subscribe(`subscription { eventChanges(${args}) ${selection} }`);
  const pagesOf = (events: readonly any[]) => events.map(({ data }) => data.eventChanges);

  it('are the same for another name of the calendar: one poller, and cursors', async () => {
    const stream = await subscribe(`calendarId: "${ava}"`);
    const [{ cursor }] = pagesOf(await stream.until(1));
    await (await subscribe('calendarId: "primary"')).until(1);
    expect(calls('calendar:events.list')).toBe(1);
    await write('PATCH', { summary: 'New' });
    const other = await subscribe(`calendarId: "primary", after: "${cursor}"`);
    const [page] = pagesOf(await passing(other.until(1)));
    expect(page.changes).toMatchObject([{ event: { summary: 'New' } }]);
  });
  it('leave out after a reset what was deleted in the meantime', async () => {
    const stream = await subscribe(`calendarId: "${ava}"`);
    const [first] = pagesOf(await stream.until(1));
    feeds.sandbox.expireSyncTokens();
    await write('DELETE');
    const [, , full] = pagesOf(await passing(stream.until(3)));
    const left = first.changes.filter(({ eventId }: any) => eventId !== focus);
    expect(full.changes).toEqual(left);
  });
});

describe('changes of access rules', () => {
  it('of the calendar primary are those of its real id', async () => {
    const query =
      'subscription { accessRuleChanges(calendarId: "primary") { changes { calendarId } } }';
    const stream = await feeds.subscribe(query);
    const [{ data }] = await passing(stream.until(1));
    expect(data.accessRuleChanges.changes).toContainEqual({ calendarId: ava });
  });
  it('are an error for a caller who may not see them', async () => {
    const query = `subscription { accessRuleChanges(calendarId: "${release}") { cursor } }`;
    const stream = await feeds.subscribe(query, 'studio-guest');
    const [{ errors }] = await passing(stream.untilEnd());
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe.each(['eventChanges', 'accessRuleChanges'])('%s', (field) => {
  const errorOf = async (args: string) => {
    const stream = await feeds.subscribe(`subscription { ${field}(${args}) { cursor } }`);
    const [{ errors }] = await passing(stream.untilEnd());
    return errors[0].extensions;
  };

  it('of a calendar that does not exist are an error', async () => {
    const error = await errorOf(`calendarId: "${missing}"`);
    expect(error).toMatchObject({ code: 'NOT_FOUND', id: missing });
  });
  it.each([
    ['calendarId', 'calendarId: "a/b"'],
    // Before the call for `primary`.
    ...(field === 'eventChanges'
      ? [['maxAttendees', 'calendarId: "primary", maxAttendees: 0']]
      : []),
  ])('of a bad %s are an error before any call', async (argument, args) => {
    expect(await errorOf(args)).toMatchObject({ code: 'INVALID_INPUT', argument });
    expect(feeds.sandbox.calls()).toEqual([]);
  });
});
