/** The official Calendar client works with the sandbox. */
import { calendar, type calendar_v3 } from '@googleapis/calendar';
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarHandlers } from '../../../src/sandbox/calendar/handlers.ts';
import { calendarListHandlers } from '../../../src/sandbox/calendar/calendar-list/list-handlers.ts';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { ids, watchedResourceId } from '../../../src/sandbox/seed/ids.ts';
import { calendarAs, type ClientCall, testClientCalls } from '../../support/official.ts';
import { useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const { event, person, broadcast } = ids;

const clientOf = (token: string) => calendarAs(token, box.sandbox.url);
let client: calendar_v3.Calendar;

beforeEach(() => {
  client = clientOf('studio-owner');
});

const calendarId = ids.calendar.release;
const launch = { calendarId, eventId: event.launchMeeting };

const times = {
  start: { dateTime: '2026-04-01T10:00:00Z' },
  end: { dateTime: '2026-04-01T11:00:00Z' },
};

/** A request for a channel whose notifications arrive nowhere. */
const channel = { id: 'c', type: 'web_hook', address: 'https://localhost:1/' };
const opened = { kind: 'api#channel', id: 'c', resourceId: expect.any(String) };

const clientCalls: readonly ClientCall[] = [
  {
    operation: 'calendar:events.get',
    call: () => client.events.get({ ...launch, maxAttendees: 1, timeZone: 'UTC' }),
    answer: { id: event.launchMeeting, attendeesOmitted: true, attendees: [{ email: person.ava }] },
  },
  {
    operation: 'calendar:events.list',
    call: () =>
      client.events.list({
        calendarId,
        privateExtendedProperty: [`videoId=${broadcast.launch}`, 'act=launch'],
        eventTypes: ['default', 'focusTime'],
        singleEvents: true,
        orderBy: 'startTime',
      }),
    answer: { items: [{ id: event.launchMeeting }], nextSyncToken: expect.any(String) },
  },
  {
    operation: 'calendar:events.instances',
    call: () => client.events.instances({ calendarId, eventId: event.standup, maxResults: 1 }),
    answer: { items: [{ recurringEventId: event.standup }] },
  },
  {
    operation: 'calendar:events.update',
    call: () =>
      client.events.update({
        ...launch,
        sendUpdates: 'none',
        requestBody: { ...times, summary: 'New' },
      }),
    answer: { id: event.launchMeeting, summary: 'New' },
  },
  {
    operation: 'calendar:events.patch',
    call: () => client.events.patch({ ...launch, requestBody: { location: 'Pier 10' } }),
    answer: { id: event.launchMeeting, location: 'Pier 10', colorId: '11' },
  },
  {
    operation: 'calendar:events.insert',
    call: () => client.events.insert({ calendarId, requestBody: { ...times, id: 'abcdef012345' } }),
    answer: { id: 'abcdef012345', organizer: { self: true } },
  },
  {
    operation: 'calendar:events.import',
    call: () => client.events.import({ calendarId, requestBody: { ...times, iCalUID: 'a@b' } }),
    answer: { iCalUID: 'a@b', status: 'confirmed' },
  },
  {
    operation: 'calendar:events.move',
    call: () => client.events.move({ ...launch, destination: premieres, sendUpdates: 'none' }),
    answer: { id: event.launchMeeting, organizer: { email: premieres } },
  },
  {
    operation: 'calendar:events.quickAdd',
    call: () => client.events.quickAdd({ calendarId, text: 'Lunch on March 12 at 12:30' }),
    answer: { summary: 'Lunch', start: { dateTime: '2026-03-12T12:30:00+01:00' } },
  },
  {
    operation: 'calendar:events.watch',
    call: () => client.events.watch({ calendarId, requestBody: channel }),
    answer: opened,
  },
  {
    operation: 'calendar:acl.watch',
    call: () => client.acl.watch({ calendarId, requestBody: channel }),
    answer: opened,
  },
  {
    operation: 'calendar:calendarList.watch',
    call: () => client.calendarList.watch({ requestBody: channel }),
    answer: opened,
  },
  {
    operation: 'calendar:settings.watch',
    call: () => client.settings.watch({ requestBody: channel }),
    answer: opened,
  },
  {
    operation: 'calendar:channels.stop',
    call: () =>
      client.channels.stop({
        requestBody: {
          id: ids.watchChannel.settings,
          resourceId: watchedResourceId('/users/me/settings', person.ava),
        },
      }),
    status: 204,
  },
  { operation: 'calendar:events.delete', call: () => client.events.delete(launch), status: 204 },
];

describe('the official Calendar client', () => {
  const inOtherFile = Object.keys(calendarListHandlers);
  const operations = Object.keys(calendarHandlers).filter((key) => !inOtherFile.includes(key));
  testClientCalls(box, clientCalls, operations);

  it('updates an event with If-Match after reading it', async () => {
    const { data } = await client.events.get(launch);
    const write = {
      ...launch,
      supportsAttachments: true,
      conferenceDataVersion: 1,
      requestBody: { ...data, summary: 'New' },
    };
    const { etag, updated, ...expected } = write.requestBody;
    const headers = { 'If-Match': etag! };
    expect((await client.events.update(write, { headers })).data).toMatchObject(expected);
    await expect(
      client.events.update({ ...write, requestBody: times }, { headers }),
    ).rejects.toMatchObject({ status: 412 });
    expect((await client.events.get(launch)).data.updated).not.toBe(updated);
  });

  it('throws the error of a rejected call', async () => {
    const failing = client.events.list({ calendarId, orderBy: 'startTime' });
    await expect(failing).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'badRequest' }] } } },
    });
  });

  it('gets 401, 403 and 404 for an expired token, a missing scope and a calendar that is not shared', async () => {
    await expect(clientOf('studio-expired').events.get(launch)).rejects.toMatchObject({
      status: 401,
    });
    await expect(clientOf('studio-reader').events.delete(launch)).rejects.toMatchObject({
      status: 403,
    });
    await expect(clientOf('no-channel').events.get(launch)).rejects.toMatchObject({ status: 404 });
  });

  it('reads public data with an API key', async () => {
    const open = calendar({ version: 'v3', auth: 'sandbox-key', rootUrl: `${box.sandbox.url}/` });
    expect((await open.events.list({ calendarId: premieres })).data.items).toHaveLength(2);
  });
});
