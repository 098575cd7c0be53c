/** The official client works with the calendars, access rules and calendar lists of the sandbox. */
import type { calendar_v3 } from '@googleapis/calendar';
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarListHandlers } from '../../../src/sandbox/calendar/calendar-list/list-handlers.ts';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { calendarAs, type ClientCall, testClientCalls } from '../../support/official.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { calendar, person } = ids;
const calendarId = calendar.release;
const ben = { calendarId, ruleId: `user:${person.ben}` };
const danaScope = { type: 'user', value: person.dana };

let client: calendar_v3.Calendar;

beforeEach(() => {
  client = calendarAs('studio-owner', box.sandbox.url);
});

const calendarCalls: readonly ClientCall[] = [
  {
    operation: 'calendar:calendars.get',
    call: () => client.calendars.get({ calendarId: 'primary' }),
    answer: { id: person.ava },
  },
  {
    operation: 'calendar:calendars.insert',
    call: () =>
      client.calendars.insert({ requestBody: { summary: 'Rehearsals', timeZone: 'Asia/Tokyo' } }),
    answer: { summary: 'Rehearsals', timeZone: 'Asia/Tokyo', dataOwner: person.ava },
  },
  {
    operation: 'calendar:calendars.update',
    call: () => client.calendars.update({ calendarId, requestBody: { summary: 'Launches' } }),
    answer: { summary: 'Launches', timeZone: 'UTC' },
  },
  {
    operation: 'calendar:calendars.patch',
    call: () => client.calendars.patch({ calendarId, requestBody: { location: 'Pier 10' } }),
    answer: { summary: 'Releases', location: 'Pier 10' },
  },
  {
    operation: 'calendar:calendars.delete',
    call: () => client.calendars.delete({ calendarId }),
    status: 204,
  },
  {
    operation: 'calendar:calendars.clear',
    call: () => client.calendars.clear({ calendarId: 'primary' }),
    status: 204,
  },
  {
    operation: 'calendar:colors.get',
    call: () => client.colors.get(),
    answer: { event: { 11: { background: '#dc2127' } } },
  },
];

const busyCall: ClientCall = {
  operation: 'calendar:freebusy.query',
  call: () =>
    client.freebusy.query({
      requestBody: {
        timeMin: '2026-03-09T00:00:00Z',
        timeMax: '2026-03-16T00:00:00Z',
        items: [{ id: 'primary' }, { id: calendar.missing }],
      },
    }),
  answer: {
    kind: 'calendar#freeBusy',
    calendars: {
      primary: { busy: expect.any(Array) },
      [calendar.missing]: { errors: [{ domain: 'global', reason: 'notFound' }] },
    },
  },
};

const settingCalls: readonly ClientCall[] = [
  {
    operation: 'calendar:settings.get',
    call: () => client.settings.get({ setting: 'timezone' }),
    answer: { kind: 'calendar#setting', value: 'Europe/Stockholm' },
  },
  {
    operation: 'calendar:settings.list',
    call: () => client.settings.list({ maxResults: 2 }),
    answer: { items: [{ id: 'autoAddHangouts' }, { id: 'dateFieldOrder' }] },
  },
];

const entryCalls: readonly ClientCall[] = [
  {
    operation: 'calendar:calendarList.list',
    call: () => client.calendarList.list({ minAccessRole: 'owner', maxResults: 2 }),
    answer: { items: [{ id: person.ava }, { id: calendarId }], nextPageToken: expect.any(String) },
  },
  {
    operation: 'calendar:calendarList.get',
    call: () => client.calendarList.get({ calendarId }),
    answer: { accessRole: 'owner' },
  },
  {
    operation: 'calendar:calendarList.insert',
    call: () =>
      client.calendarList.insert({
        colorRgbFormat: true,
        requestBody: { id: premieres, backgroundColor: '#112233', foregroundColor: '#ffffff' },
      }),
    answer: { id: premieres, backgroundColor: '#112233', summary: 'Premieres' },
  },
  {
    operation: 'calendar:calendarList.update',
    call: () => client.calendarList.update({ calendarId, requestBody: { colorId: '3' } }),
    answer: { colorId: '3', defaultReminders: [] },
  },
  {
    operation: 'calendar:calendarList.patch',
    call: () => client.calendarList.patch({ calendarId, requestBody: { hidden: true } }),
    answer: { hidden: true, selected: true },
  },
  {
    operation: 'calendar:calendarList.delete',
    call: () => client.calendarList.delete({ calendarId: calendar.ben }),
    status: 204,
  },
];

const ruleCalls: readonly ClientCall[] = [
  {
    operation: 'calendar:acl.list',
    call: () => client.acl.list({ calendarId, showDeleted: true }),
    answer: { kind: 'calendar#acl' },
  },
  {
    operation: 'calendar:acl.get',
    call: () => client.acl.get(ben),
    answer: { role: 'reader', scope: { type: 'user', value: person.ben } },
  },
  {
    operation: 'calendar:acl.insert',
    call: () =>
      client.acl.insert({
        calendarId,
        sendNotifications: false,
        requestBody: { role: 'writer', scope: danaScope },
      }),
    answer: { kind: 'calendar#aclRule', id: `user:${person.dana}`, role: 'writer' },
  },
  {
    operation: 'calendar:acl.update',
    call: () =>
      client.acl.update({
        ...ben,
        requestBody: { role: 'writer', scope: { type: 'user', value: person.ben } },
      }),
    answer: { role: 'writer' },
  },
  {
    operation: 'calendar:acl.patch',
    call: () => client.acl.patch({ ...ben, requestBody: { role: 'freeBusyReader' } }),
    answer: { role: 'freeBusyReader' },
  },
  { operation: 'calendar:acl.delete', call: () => client.acl.delete(ben), status: 204 },
];

describe('the official Calendar client, with calendars and lists,', () => {
  testClientCalls(
    box,
    [...calendarCalls, busyCall, ...settingCalls, ...entryCalls, ...ruleCalls],
    Object.keys(calendarListHandlers),
  );

  it('updates an access rule with If-Match after reading it', async () => {
    const { data } = await client.acl.get(ben);
    const write = { ...ben, requestBody: { ...data, role: 'writer' } };
    const headers = { 'If-Match': data.etag! };
    expect((await client.acl.update(write, { headers })).data.role).toBe('writer');
    await expect(client.acl.update(write, { headers })).rejects.toMatchObject({ status: 412 });
  });
});
