/** The tools that create, change, answer and delete events, and find free times. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { expectRefused, question } from './confirm.ts';

const studio = useStudio({ env: { MCP: 'on' } });

const agent = useAgent(studio);
const guest = useAgent(studio, 'studio-guest');

const eventIdOf = (calendar: string, event: string) => globalId('Event', [calendar, event]);

const meeting = eventIdOf(ids.calendar.release, ids.event.launchMeeting);

/** The writes of the calendar service, with whom each has mailed. */
const writes = () =>
  studio
    .calls()
    .filter(
      ({ operation, call }) => operation.startsWith('calendar:events') && call.method !== 'GET',
    )
    .map(({ operation, query }) => [operation, query['sendUpdates']?.[0]]);

const saved = async (args: object) => (await agent.call('save_event', args)).body.event;

const stored = async (id: string, token = 'studio-owner') => {
  const document = `query ($id: ID!) { event(by: { id: $id }) {
    summary description location status recurrence hangoutLink
    start { dateTime date timeZone } end { dateTime date } attendees { email responseStatus }
  } }`;
  return (await studio.data(document, { id }, token)).event;
};

const own = { title: 'Made', start: '2027-03-15T09:30' };

const madeEvents = { kind: 'events', text: 'Made', from: '2027-03-15', to: '2027-03-20' };

const occurrenceOf = async (index: number): Promise<string> =>
  (await agent.call('find', madeEvents)).body.items[index].id;

/** With the user as a guest, who can answer. */
const series = { ...own, repeat: 'FREQ=DAILY;COUNT=3', addGuests: [ids.person.ava] };

describe.each([
  ['save_event', { title: 'x' }],
  ['save_event', { answer: 'accepted' }],
  ['delete_event', {}],
])('%s %j of a series', (tool, change) => {
  it('is refused, by id and by address, unless it says all', async () => {
    const { id, htmlLink } = await saved(series);
    const before = await stored(id);
    for (const name of [id, htmlLink])
      for (const some of [{}, { series: 'this' }, { series: 'following' }]) {
        const { body, isError } = await agent.call(tool, { id: name, ...change, ...some });
        expect({ isError, argument: body.errors[0].argument }).toEqual({
          isError: true,
          argument: 'series',
        });
      }
    expect(writes()).toHaveLength(1);
    expect(await stored(id)).toEqual(before);
    const all = await agent.call(tool, { id: htmlLink, ...change, series: 'all' });
    expect(all.isError).toBe(false);
  });
  it('is of one occurrence by its own id', async () => {
    await saved(series);
    const { isError } = await agent.call(tool, { id: await occurrenceOf(1), ...change });
    expect(isError).toBe(false);
  });
});

describe('save_event', () => {
  it.each([
    ['an hour', {}, ['2027-03-15T09:30:00+01:00', '2027-03-15T10:30:00+01:00']],
    [
      '15 minutes',
      { end: '2027-03-15T09:45' },
      ['2027-03-15T09:30:00+01:00', '2027-03-15T09:45:00+01:00'],
    ],
    ['a day', { start: '2027-03-28' }, ['2027-03-28', '2027-03-29']],
    ['the same day', { start: '2027-03-28', end: '2027-03-28' }, ['2027-03-28', '2027-03-29']],
    ['days', { start: '2027-03-28', end: '2027-03-31' }, ['2027-03-28', '2027-03-31']],
  ])('creates an event of %s', async (_, times, [start, end]) => {
    const event = await saved({ ...own, ...times });
    expect(event).toMatchObject({ summary: 'Made', start, end });
    expect(await stored(event.id)).toMatchObject({ summary: 'Made', attendees: null });
  });
  it('creates a series with guests and a call, and mails nobody', async () => {
    const { id } = await saved({
      ...own,
      repeat: 'FREQ=WEEKLY;COUNT=4',
      addGuests: ['ben@studio.example'],
      videoCall: true,
      location: 'Quay',
      description: 'Bring tea.',
      calendar: ids.calendar.release,
    });
    expect(await stored(id)).toMatchObject({
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
      location: 'Quay',
      description: 'Bring tea.',
      hangoutLink: expect.stringContaining('meet') as unknown,
      start: { timeZone: 'Europe/Stockholm' },
      attendees: [{ email: 'ben@studio.example', responseStatus: 'NEEDS_ACTION' }],
    });
    expect(writes()).toEqual([['calendar:events.insert', 'none']]);
  });
  it('changes what is given, and nothing else', async () => {
    const { id } = await saved({
      ...own,
      end: '2027-03-15T11:00',
      addGuests: ['ben@studio.example', 'chloe@studio.example'],
      location: 'Quay',
      description: 'Bring tea.',
    });
    const before = await stored(id);
    const start = '2027-03-16T14:00';
    expect(await saved({ id, start })).toMatchObject({ end: '2027-03-16T15:30:00+01:00' });
    await saved({ id, location: '', removeGuests: ['chloe@studio.example'], videoCall: true });
    await saved({ id, addGuests: ['dana@studio.example'], videoCall: false });
    const after = await stored(id);
    expect(after).toEqual({
      ...before,
      location: null,
      start: { ...before.start, dateTime: after.start.dateTime },
      end: after.end,
      attendees: ['ben', 'dana'].map((name) => ({
        email: `${name}@studio.example`,
        responseStatus: 'NEEDS_ACTION',
      })),
    });
    expect(new Set(writes().map(([, mailed]) => mailed))).toEqual(new Set(['none']));
  });
  it.each([
    ['a later day', { start: '2027-04-10' }, ['2027-04-10', '2027-04-13']],
    [
      'an hour',
      { start: '2027-04-10T10:00' },
      ['2027-04-10T10:00:00+02:00', '2027-04-10T11:00:00+02:00'],
    ],
    ['a longer time', { end: '2027-04-05' }, ['2027-03-28', '2027-04-05']],
  ])('moves three days to %s', async (_, change, [start, end]) => {
    const { id } = await saved({ ...own, start: '2027-03-28', end: '2027-03-31' });
    expect(await saved({ id, ...change })).toMatchObject({ start, end });
  });
  it.each([
    ['this', 1],
    ['following', 2],
    ['all', 3],
  ])('moves %s of a series', async (series, moved) => {
    await saved({ ...own, repeat: 'FREQ=DAILY;COUNT=3' });
    await saved({ id: await occurrenceOf(1), series, start: '2027-03-16T20:00' });
    const { body } = await agent.call('find', madeEvents);
    const starts = body.items.map(({ start }: { start: string }) => start.slice(11, 16));
    expect(starts.filter((start: string) => start === '20:00')).toHaveLength(moved);
    expect(starts).toHaveLength(3);
  });
  it('asks before it mails, and mails once', async () => {
    const args = { ...own, addGuests: ['ben@studio.example'], notify: true };
    const { would, confirm } = await question(agent, 'save_event', args);
    expect(would).toEqual(['Mails 1 guest (ben@studio.example).']);
    expect(writes()).toEqual([]);
    const { id } = await saved({ ...args, confirm });
    await expectRefused(agent, 'save_event', { ...args, confirm });
    expect(writes()).toEqual([['calendar:events.insert', 'all']]);
    const change = { id, location: 'Quay', notify: true };
    expect((await question(agent, 'save_event', change)).would).toEqual([
      'Mails 1 guest (ben@studio.example) about a change of "Made" on 15 March 2027, 09:30.',
    ]);
    expect(writes()).toHaveLength(1);
  });
  it('answers an invitation, and changes nothing else', async () => {
    const { id } = await saved({ ...own, addGuests: ['ben@studio.example'] });
    const [, event] = Buffer.from(id.slice(1), 'base64url').toString().split('\n').slice(1);
    const { body } = await guest.call('save_event', { id: event, answer: 'declined' });
    expect(body.event.attendees).toEqual([
      expect.objectContaining({ email: 'ben@studio.example', responseStatus: 'DECLINED' }),
    ]);
    expect((await stored(id)).attendees[0].responseStatus).toBe('DECLINED');
  });
  it('tells how a creation without an answer is repeated', async () => {
    studio.sandbox.fault({ match: { operation: 'calendar:events.insert' }, drop: 'after' });
    studio.sandbox.fault({ match: { operation: 'calendar:events.get' }, status: 503 });
    const { body, isError } = await agent.call('save_event', own);
    studio.sandbox.clearFaults();
    const [error] = body.errors;
    expect(isError).toBe(true);
    expect(error.next).toContain('only with the newEventId');
    const [, newEventId] = /newEventId "(\w+)"/.exec(error.next)!;
    const { id } = await saved({ ...own, newEventId });
    expect(id).toBe(eventIdOf(ids.calendar.ava, newEventId!));
    const { body: found } = await agent.call('find', {
      kind: 'events',
      text: 'Made',
      from: '2027-03-15',
      to: '2027-03-16',
    });
    expect(found.items).toHaveLength(1);
  });
  it.each([
    ['title', { start: '2027-03-15' }, 'title: missing'],
    ['start', { title: 'Made' }, 'start: missing'],
    [
      'a time',
      { ...own, start: 'tomorrow' },
      'start: "tomorrow" is no day or time in Europe/Stockholm',
    ],
    ['an address', { ...own, addGuests: ['ben'] }, 'is not an EmailAddress'],
    ['an answer', { ...own, answer: 'accepted' }, 'answer: only for an event that exists'],
    ['a change', { id: meeting }, 'id: there is nothing to change'],
    [
      'another calendar',
      { id: meeting, calendar: 'primary', title: 'x' },
      'calendar: an event keeps',
    ],
    ['no such event', { id: ids.event.missing, title: 'x' }, 'not'],
    [
      'a deleted event',
      { id: eventIdOf(ids.calendar.release, ids.event.cancelled), start: '2027-03-15' },
      'is deleted',
    ],
  ])('refuses a call without or with a wrong one: %s', async (_, args, message) => {
    const { body, isError } = await agent.call('save_event', args);
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain(message);
    expect(await guest.call('save_event', args)).toMatchObject({ isError: true });
    expect(writes()).toEqual([]);
  });
  it('tells a guest without the right to change', async () => {
    const { isError, body } = await guest.call('save_event', { id: meeting, title: 'Mine' });
    expect(isError).toBe(true);
    expect(body.errors[0].code).toBe('FORBIDDEN');
  });
});

describe('delete_event', () => {
  it('asks first, and deletes once', async () => {
    const { id } = await saved({ ...own, addGuests: ['ben@studio.example'] });
    const { would, confirm } = await question(agent, 'delete_event', { id });
    expect(would).toEqual([
      'Deletes the event "Made" on 15 March 2027, 09:30, with 1 guest (ben@studio.example), who are not mailed.',
    ]);
    expect((await stored(id)).status).toBe('CONFIRMED');
    const { body } = await agent.call('delete_event', { id, confirm });
    expect(body.deletedId).toBe(id);
    expect((await stored(id)).status).toBe('CANCELLED');
    const again = await agent.call('delete_event', { id });
    expect(again).toMatchObject({ isError: true, body: { errors: [{ code: 'NOT_FOUND' }] } });
    expect(writes().at(-1)).toEqual(['calendar:events.delete', 'none']);
  });
  it.each([
    ['this', 'the event "Made" on 16'],
    ['following', 'this and all later occurrences of the event "Made" on 16'],
    [
      'all',
      'all occurrences, past ones too, of the series that has begun with the event "Made" on 15',
    ],
  ])('says which occurrences: %s', async (series, what) => {
    const { id: whole } = await saved({ ...own, repeat: 'FREQ=DAILY;COUNT=3' });
    const id = series === 'all' ? whole : await occurrenceOf(1);
    const { would } = await question(agent, 'delete_event', { id, series });
    expect(would).toEqual([`Deletes ${what} March 2027, 09:30.`]);
  });
  it('says that it mails', async () => {
    const { would } = await question(agent, 'delete_event', { id: meeting, notify: true });
    expect(would[0]).toMatch(/^Deletes the event ".+" on .+, and mails its \d+ guests/);
  });
});

describe('free_times', () => {
  it('finds times, and says of whom it knows nothing', async () => {
    const { body } = await agent.call('free_times', {
      people: ['primary', 'ben@studio.example', 'nobody@elsewhere.example'],
      minutes: 60,
      from: '2027-07-05',
      to: '2027-07-06',
      hours: '09:00-17:00',
      max: 1,
    });
    expect(body).toMatchObject({
      free: [{ from: expect.stringMatching(/^2027-07-05T/) as unknown }],
      unknown: [{ id: 'nobody@elsewhere.example', why: expect.stringContaining('not') as unknown }],
    });
  });
  it('leaves out what is busy', async () => {
    await saved({ ...own, start: '2027-07-05T10:00', end: '2027-07-05T11:30' });
    const { body } = await agent.call('free_times', {
      people: ['primary'],
      minutes: 60,
      from: '2027-07-05T09:00',
      to: '2027-07-05T13:00',
    });
    expect(body.free).toEqual([
      { from: '2027-07-05T09:00:00+02:00', to: '2027-07-05T10:00:00+02:00' },
      { from: '2027-07-05T11:30:00+02:00', to: '2027-07-05T13:00:00+02:00' },
    ]);
  });
  it('has no times if nobody could be read', async () => {
    const { body } = await agent.call('free_times', {
      people: ['nobody@elsewhere.example'],
      minutes: 60,
      to: '2027-01-01',
      from: '2026-12-30',
    });
    expect(body.unknown).toHaveLength(1);
    expect(body).not.toHaveProperty('free');
  });
  it.each([
    [{ people: [] }, 'people: empty'],
    [{ hours: 'nine to five' }, 'hours: "nine to five"'],
    [{ to: 'soon' }, 'to: "soon" is no day or time'],
    [{ to: '2028-01-01' }, 'more than 90 days'],
    [{ minutes: 0 }, 'minutes: 0 is not valid'],
  ])('refuses %j', async (wrong, message) => {
    const right = { people: ['primary'], minutes: 60, from: '2027-07-05', to: '2027-07-06' };
    const { body, isError } = await agent.call('free_times', { ...right, ...wrong });
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain(message);
  });
});
