/** Calendar lists, calendars and settings: what their owners can change, and what syncs tell. */
import { describe, expect, it } from 'vitest';
import { calendarState } from '../../../src/sandbox/calendar/state.ts';
import { holidays, premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post, put } from '../../support/client/sandbox-request.ts';
import {
  type Calls,
  type RejectedRequests,
  testRejected,
} from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { ask } = box;
const { calendar, event, person } = ids;
const calendars = '/calendar/v3/calendars';
const list = '/calendar/v3/users/me/calendarList';
const settings = '/calendar/v3/users/me/settings';
const release = `${calendars}/${calendar.release}`;
const primary = `${calendars}/primary`;
const entry = `${list}/${calendar.release}`;
const remove: RequestOptions = { method: 'DELETE' };
const guest: RequestOptions = { token: 'studio-guest' };
const stale: RequestOptions = { headers: { 'if-match': '"1"' } };
const rgb = '?colorRgbFormat=true';
const reminder = { method: 'popup', minutes: 5 };
const label = { name: 'Shoot', backgroundColor: '#123456' };

const get = async (path: string, token = 'studio-owner') => (await ask(path, { token })).body;

const send = async (path: string, options: RequestOptions) => {
  const { status, body } = await ask(path, options);
  expect(status).toBe(200);
  return body;
};

const idsIn = async (query = '', token = 'studio-owner'): Promise<string[]> =>
  (await get(list + query, token)).items.map(({ id }: any) => id);

const badEntries: Readonly<Record<string, object>> = {
  'an unknown color id': { colorId: '25' },
  'an unknown reminder method': { defaultReminders: [{ method: 'post', minutes: 5 }] },
  'a reminder after the start': { defaultReminders: [{ method: 'popup', minutes: -1 }] },
  'six reminders': { defaultReminders: Array.from({ length: 6 }, () => reminder) },
  'an unknown type of notification': {
    notificationSettings: { notifications: [{ type: 'eventParty', method: 'email' }] },
  },
  'a notification by SMS': {
    notificationSettings: { notifications: [{ type: 'eventChange', method: 'sms' }] },
  },
};

const badColors = {
  'a color that is not hexadecimal': { backgroundColor: 'red', foregroundColor: '#000000' },
};

/** Each body in each write of an entry. */
const inEveryWrite = (bodies: Readonly<Record<string, object>>, query = ''): Calls[] =>
  Object.entries(bodies).map(([rule, body]) => ({
    [`in an update, ${rule}`]: [entry + query, put(body)],
    [`in a patch, ${rule}`]: [entry + query, patch(body)],
    [`in an insert, ${rule}`]: [list + query, post({ id: premieres, ...body })],
  }));

const withHours = (workingHours: object, ...periods: readonly object[]) =>
  patch({ workingHours: { ...workingHours, availableTimes: periods } });

const day = { dayOfWeek: 'monday', periodStart: 60, periodEnd: 120 };
const enabled = { workingHoursEnabled: true };

const withLabel = (bad: object) => patch({ labelProperties: { eventLabels: [bad] } });

const entryErrors: RejectedRequests = {
  '400 invalid': [
    { 'an update to one color': [entry + rgb, put({ backgroundColor: '#112233' })] },
    ...inEveryWrite(badEntries),
    ...inEveryWrite(badColors, rgb),
  ],
  '400 required': { 'an insert without an id': [list, post({ colorId: '1' })] },
  '404 notFound': {
    'adding an unknown calendar': [list, post({ id: calendar.missing })],
    'adding a calendar that is not shared': [list, post({ id: calendar.private }, 'studio-guest')],
    'a calendar that is not on the list': [
      `${list}/${calendar.private}`,
      patch({ hidden: true }, 'studio-guest'),
    ],
  },
  '412 conditionNotMet': {
    'an update after another change': [entry, { ...put({}), ...stale }],
    'a deletion after another change': [entry, { ...remove, ...stale }],
  },
  '403 cannotChangeOwnPrimarySubscription': {
    'removing the primary calendar': [`${list}/primary`, remove],
  },
  '400 badRequest': {
    'hidden calendars left out of a sync': `${list}?showHidden=false&syncToken=a`,
  },
};

const calendarErrors: RejectedRequests = {
  '400 required': {
    'a calendar without a title': [calendars, post({ timeZone: 'UTC' })],
    'an update without a title': [release, put({ location: 'Pier 9' })],
    'a patch that removes the title': [release, patch({ summary: null })],
  },
  '400 invalid': {
    'a calendar in an unknown time zone': [calendars, post({ summary: 'A', timeZone: 'Mars' })],
    'a patch to an unknown time zone': [release, patch({ timeZone: 'Mars' })],
    '201 labels': [
      release,
      patch({ labelProperties: { eventLabels: Array.from({ length: 201 }, () => label) } }),
    ],
    'working hours of a secondary calendar': [release, withHours(enabled, day)],
    'enabled working hours without a period': [primary, withHours(enabled)],
    'working hours on no day': [primary, withHours(enabled, { ...day, dayOfWeek: 'someday' })],
    'working hours after the day': [primary, withHours(enabled, { ...day, periodEnd: 1_441 })],
    'working hours that end too early': [primary, withHours(enabled, { ...day, periodEnd: 60 })],
    'a label without a color': [release, withLabel({ name: 'Shoot' })],
    'a label with a long name': [release, withLabel({ ...label, name: 'x'.repeat(51) })],
    'a label with an id that is no UUID': [release, withLabel({ ...label, id: 'shoot' })],
    'clearing a secondary calendar': [`${release}/clear`, { method: 'POST' }],
  },
  '403 requiredAccessLevel': {
    'an update by a reader': [release, patch({ summary: 'A' }, 'studio-guest')],
    'a deletion by a reader': [release, { ...remove, ...guest }],
  },
  '412 conditionNotMet': { 'a patch after another change': [release, { ...patch({}), ...stale }] },
  '403 cannotDeletePrimaryCalendar': {
    'deleting the primary calendar': [`${calendars}/primary`, remove],
  },
  '404 notFound': { 'an unknown setting': `${settings}/volume` },
};

describe.each([
  ['calendar lists', entryErrors],
  ['calendars', calendarErrors],
])('Calendar rejects, of %s,', (_, rows) => {
  testRejected(box, rows);
});

describe('an entry of a calendar list', () => {
  it('has after an update only what the update says', async () => {
    const before = await get(entry);
    const after = await send(entry, put({ summaryOverride: 'Mine', colorId: '3' }));
    expect(after).toMatchObject({ summaryOverride: 'Mine', colorId: '3', defaultReminders: [] });
    expect(after).not.toHaveProperty('selected');
    expect(after.etag).not.toBe(before.etag);
    expect(await get(entry)).toEqual(after);
  });
  it('keeps after a patch what the patch does not say', async () => {
    const { etag: _, ...before } = await get(entry);
    const { etag: __, ...after } = await send(
      entry,
      patch({ hidden: true, summaryOverride: 'Mine' }),
    );
    expect(after).toEqual({ ...before, hidden: true, summaryOverride: 'Mine' });
    const { etag: ___, ...reset } = await send(
      entry,
      patch({ hidden: null, summaryOverride: null }),
    );
    expect(reset).toEqual(before);
  });
  it('takes its two colors with colorRgbFormat only, which supersede its color id', async () => {
    const colors = { backgroundColor: '#fa5730', foregroundColor: '#ffffff' };
    const { etag: _, ...before } = await get(entry);
    expect(await send(entry, patch(colors))).toMatchObject(before);
    expect(await send(entry + rgb, patch({ ...colors, colorId: '1' }))).toMatchObject({
      ...colors,
      // The color of the palette that is the nearest.
      colorId: '4',
    });
    expect(await send(entry + rgb, patch({ foregroundColor: '#000000' }))).toMatchObject({
      ...colors,
      foregroundColor: '#000000',
    });
    expect(await send(entry, patch({ summaryOverride: 'Mine' }))).toMatchObject({
      backgroundColor: colors.backgroundColor,
    });
    expect(await send(entry, patch({ colorId: '3' }))).toMatchObject({
      colorId: '3',
      backgroundColor: '#f83a22',
    });
  });
  it('loses its own colors in an update without colorRgbFormat', async () => {
    const colors = { backgroundColor: '#fa5730', foregroundColor: '#ffffff' };
    const own = await send(entry + rgb, put(colors));
    expect(await send(entry + rgb, put(own))).toMatchObject(colors);
    expect(await send(entry, put(own))).toMatchObject({ colorId: '4', backgroundColor: '#fa573c' });
  });
  it('comes and goes without the calendar', async () => {
    expect((await ask(entry, { ...remove, ...guest })).status).toBe(204);
    expect((await ask(entry, guest)).status).toBe(404);
    expect((await ask(release, guest)).status).toBe(200);
    await send(list, post({ id: calendar.release, selected: true }, 'studio-guest'));
    await send(list, post({ id: calendar.release }, 'studio-guest'));
    const found = (await idsIn('', 'studio-guest')).filter((id) => id === calendar.release);
    expect(found).toHaveLength(1);
  });
  it('is on the list of a person without a calendar, too', async () => {
    expect(await idsIn('', 'studio-admin')).toEqual([]);
    await send(list, post({ id: premieres }, 'studio-admin'));
    expect(await idsIn('', 'studio-admin')).toEqual([premieres]);
  });
});

describe('a calendar list', () => {
  it('has deleted entries if it shows them', async () => {
    await ask(entry, { ...remove, ...guest });
    expect(await idsIn('', 'studio-guest')).not.toContain(calendar.release);
    const { items } = await get(`${list}?showDeleted=true`, 'studio-guest');
    expect(items).toContainEqual({
      kind: 'calendar#calendarListEntry',
      etag: expect.any(String) as string,
      id: calendar.release,
      deleted: true,
    });
  });
  it('gives its reminders to lists of events until the entry is deleted', async () => {
    const events = `${release}/events?maxResults=1`;
    const defaultReminders = [{ method: 'popup', minutes: 5 }];
    await send(entry, patch({ defaultReminders }, 'studio-guest'));
    expect((await get(events, 'studio-guest')).defaultReminders).toEqual(defaultReminders);
    await ask(entry, { ...remove, ...guest });
    expect((await get(events, 'studio-guest')).defaultReminders).toEqual([]);
  });
  it('has the calendars of the own organization only, if it is asked to', async () => {
    const shared = calendarState(box.sandbox.simulation()).calendars.get(calendar.release)!;
    shared.resource = { ...shared.resource, dataOwner: 'zoe@elsewhere.example' };
    const all = await idsIn();
    expect(all).toContain(calendar.release);
    expect(await idsIn('?showOwnOrganizationOnly=true')).toEqual(
      all.filter((id) => id !== calendar.release),
    );
  });
  it('has with a sync token the entries that changed, were hidden, deleted or lost their access', async () => {
    await send(list, post({ id: holidays }));
    const { nextSyncToken } = await get(list);
    const token = `?syncToken=${nextSyncToken}`;
    expect(await idsIn(token)).toEqual([]);
    await send(`${list}/${calendar.private}`, patch({ hidden: true }));
    await ask(`${list}/${holidays}`, remove);
    await send(release, patch({ description: 'Changed' }));
    await ask(`${calendars}/${calendar.ben}/acl/user:${person.ava}`, { ...remove, ...guest });
    const { items } = await get(list + token);
    expect(items.map(({ id, hidden, deleted }: any) => [id, hidden, deleted])).toEqual([
      [calendar.release, undefined, undefined],
      [calendar.private, true, undefined],
      [calendar.ben, undefined, true],
      [holidays, undefined, true],
    ]);
  });
});

describe('a calendar', () => {
  it('is deleted by its data owner alone, on whose list it stays', async () => {
    const scope = { type: 'user', value: person.ben };
    await send(`${release}/acl`, post({ role: 'owner', scope }));
    await send(list, post({ id: calendar.release }, 'studio-guest'));
    const refused = [
      [release, { ...remove, ...guest }],
      [entry, remove],
    ] as const;
    for (const [path, options] of refused)
      expect(await ask(path, options)).toMatchObject({ status: 403, reason: 'forbidden' });
    expect((await ask(entry, { ...remove, ...guest })).status).toBe(204);
    expect((await ask(release, remove)).status).toBe(204);
  });
  it('is inserted with its owner, on the list of the owner', async () => {
    const inserted = await send(calendars, post({ summary: 'Rehearsals', description: 'Daily.' }));
    expect(inserted).toMatchObject({
      kind: 'calendar#calendar',
      summary: 'Rehearsals',
      description: 'Daily.',
      timeZone: 'UTC',
      dataOwner: person.ava,
    });
    const path = `${calendars}/${inserted.id}`;
    expect(await get(path)).toEqual(inserted);
    expect((await get(`${path}/acl`)).items).toMatchObject([{ role: 'owner' }]);
    expect(await get(`${list}/${inserted.id}`)).toMatchObject({ accessRole: 'owner' });
    expect((await ask(path, guest)).status).toBe(404);
    const other = await send(calendars, post({ summary: 'Rehearsals' }));
    expect(other.id).not.toBe(inserted.id);
  });
  it('has working hours, which a write replaces as a whole, and null does not change', async () => {
    const hoursAfter = async (request: RequestOptions) =>
      (await send(primary, request)).workingHours;
    const one = { ...enabled, availableTimes: [day] };
    expect(await hoursAfter(withHours(enabled, day))).toEqual(one);
    for (const workingHours of [undefined, null, {}])
      expect(await hoursAfter(patch({ workingHours }))).toEqual(one);
    expect(await hoursAfter(patch({ workingHours: { workingHoursEnabled: false } }))).toEqual({
      workingHoursEnabled: false,
      availableTimes: [],
    });
  });
  it('has after an update only what the update says, and its labels', async () => {
    const labeled = await send(release, patch({ labelProperties: { eventLabels: [label] } }));
    const [{ id }] = labeled.labelProperties.eventLabels;
    expect(labeled.labelProperties).toEqual({ eventLabels: [{ id, ...label }] });
    const updated = await send(release, put({ summary: 'Launches', timeZone: 'Asia/Tokyo' }));
    expect(updated).toMatchObject({
      summary: 'Launches',
      timeZone: 'Asia/Tokyo',
      labelProperties: labeled.labelProperties,
    });
    expect(updated).not.toHaveProperty('location');
    expect(await send(release, patch({ labelProperties: null }))).not.toHaveProperty(
      'labelProperties',
    );
  });
  it('has a new etag after each write, also on the lists', async () => {
    const { etag } = await get(release);
    const before = await get(entry);
    const headers = { 'if-match': etag };
    const written = await send(release, { ...patch({ location: 'Pier 10' }), headers });
    expect(written.etag).not.toBe(etag);
    const after = await get(entry);
    expect([after.location, after.etag === before.etag]).toEqual(['Pier 10', false]);
    expect((await ask(release, { ...patch({ location: 'Pier 11' }), headers })).status).toBe(412);
  });
  it('is gone from the lists, with its events, after it was deleted', async () => {
    expect((await ask(release, remove)).status).toBe(204);
    for (const path of [release, entry, `${release}/events`, `${release}/acl`])
      expect((await ask(path)).status).toBe(404);
    expect(await idsIn('', 'studio-guest')).not.toContain(calendar.release);
  });
  it('that is primary has no events after it was cleared, and none of its guests has them', async () => {
    const own = `${calendars}/primary/events`;
    const copies = `${calendars}/${calendar.ben}/events/${event.benOneOnOne}`;
    const { nextSyncToken, items } = await get(`${own}?maxResults=2500`);
    expect((await ask(`${calendars}/primary/clear`, { method: 'POST' })).status).toBe(204);
    expect((await get(own)).items).toEqual([]);
    const changes = await get(`${own}?maxResults=2500&syncToken=${nextSyncToken}`);
    expect(new Set(changes.items.map(({ status }: any) => status))).toEqual(new Set(['cancelled']));
    expect(changes.items.map(({ id }: any) => id).toSorted()).toEqual(
      items.map(({ id }: any) => id).toSorted(),
    );
    // Ben organizes this event.
    expect((await get(copies, 'studio-guest')).status).toBe('confirmed');
  });
});

describe('settings', () => {
  it('are those of the caller', async () => {
    const { items } = await get(settings);
    expect(items).toHaveLength(12);
    for (const item of items) expect(await get(`${settings}/${item.id}`)).toEqual(item);
    expect((await get(`${settings}/timezone`)).value).toBe('Europe/Stockholm');
    expect((await get(`${settings}/timezone`, 'studio-guest')).value).toBe('Europe/London');
  });
  it('come in pages, and with a sync token only if they changed', async () => {
    const first = await get(`${settings}?maxResults=11`);
    const second = await get(`${settings}?maxResults=11&pageToken=${first.nextPageToken}`);
    expect([first.items.length, second.items.length]).toEqual([11, 1]);
    const { items, nextSyncToken } = await get(`${settings}?syncToken=${second.nextSyncToken}`);
    expect([items, typeof nextSyncToken]).toEqual([[], 'string']);
  });
  it.each<readonly [string, (id: string, value: string) => unknown]>([
    ['the sandbox', (id, value) => box.sandbox.setCalendarSetting(person.ava, id, value)],
    [
      'a control route',
      (id, value) =>
        ask(`/_sandbox/settings/${person.ava}`, { method: 'POST', body: { id, value } }),
    ],
  ])('can be changed by %s, which syncs then tell', async (_, change) => {
    const { nextSyncToken } = await get(settings);
    const before = await get(`${settings}/weekStart`);
    await change('weekStart', '0');
    const { items } = await get(`${settings}?syncToken=${nextSyncToken}`);
    expect(items).toMatchObject([{ id: 'weekStart', value: '0' }]);
    expect(items[0].etag).not.toBe(before.etag);
    expect(await get(`${settings}/weekStart`)).toEqual(items[0]);
  });
  it.each([
    ['an unknown person', 'nobody', { id: 'weekStart', value: '0' }, 404],
    ['an unknown setting', person.ava, { id: 'volume', value: '0' }, 404],
    ['a value that is not a text', person.ava, { id: 'weekStart', value: 0 }, 400],
  ])('cannot be changed of %s', async (_, email, body, status) => {
    const response = await ask(`/_sandbox/settings/${email}`, { method: 'POST', body });
    expect(response.status).toBe(status);
  });
});
