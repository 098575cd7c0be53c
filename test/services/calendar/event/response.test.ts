/** `respondToEvent`. */
import { describe, expect, it } from 'vitest';
import { type Attendee, calendarState } from '../../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { changeEvent, eventNow } from '../../../support/scenario/calendar.ts';
import type { Keys } from '../../../support/scenario/event-update.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { ava, ben, emeka } = ids.person;
const { release } = ids.calendar;
const wrapParty: Keys = [ids.calendar.ava, ids.event.wrapParty];
const oneOnOne: Keys = [ids.calendar.ava, ids.event.benOneOnOne];

const document = `mutation ($input: RespondToEventInput!) {
  respondToEvent(input: $input) {
    event { summary attendees { email responseStatus comment } }
    errors { code message path }
  }
}`;

async function respond([calendarId, eventId]: Keys, input: object, token?: string) {
  const variables = { input: { by: { key: { calendarId, eventId } }, ...input } };
  const data = await studio.data(document, variables, token);
  return data.respondToEvent;
}

const attendeesNow = (keys: Keys): readonly Attendee[] => eventNow(studio.sandbox, keys).attendees!;

const entryOf = (keys: Keys, email: string) =>
  attendeesNow(keys).find((attendee) => attendee.email === email);

describe('respondToEvent', () => {
  it('reads the own entry and sends it alone; all others keep theirs', async () => {
    const others = attendeesNow(wrapParty).filter(({ email }) => email !== ava);
    const input = { responseStatus: 'TENTATIVE', comment: 'If the ferry runs.' };
    const { event, errors } = await respond(wrapParty, input);
    expect(errors).toEqual([]);
    const own = { email: ava, responseStatus: 'TENTATIVE', comment: 'If the ferry runs.' };
    expect(event.attendees).toContainEqual(own);
    expect(studio.calls().map(({ operation }) => operation)).toEqual([
      'calendar:events.get',
      'calendar:events.patch',
    ]);
    const [read, write] = studio.calls();
    expect(read!.query).toMatchObject({
      maxAttendees: ['1'],
      fields: ['attendees,status,recurringEventId'],
    });
    expect(write!.query).toMatchObject({ sendUpdates: ['none'] });
    expect(write!.body).toEqual({
      attendees: [expect.objectContaining({ email: ava, responseStatus: 'tentative' })],
      attendeesOmitted: true,
    });
    expect(attendeesNow(wrapParty).filter(({ email }) => email !== ava)).toEqual(others);
    expect(others.map(({ email }) => email)).toEqual([ben, emeka]);
  });
  it('is seen by the organizer', async () => {
    await respond(oneOnOne, { responseStatus: 'ACCEPTED' });
    const [, eventId] = oneOnOne;
    expect(entryOf([ids.calendar.ben, eventId], ava)?.responseStatus).toBe('accepted');
  });
  it('answers an invitation of createEvent, under the same id', async () => {
    const { data } = await studio.query(
      `mutation ($input: CreateEventInput!) {
        createEvent(input: $input) { event { eventId } errors { message } }
      }`,
      {
        input: {
          calendarId: release,
          summary: 'Rehearsal',
          start: { dateTime: '2026-04-01T10:00:00Z', timeZone: 'Europe/Stockholm' },
          end: { dateTime: '2026-04-01T11:00:00Z', timeZone: 'Europe/Stockholm' },
          attendees: [{ email: ben }],
        },
      },
    );
    const { eventId } = data.createEvent.event;
    const accepted = { responseStatus: 'ACCEPTED' };
    const { errors } = await respond(['primary', eventId], accepted, 'studio-guest');
    expect(errors).toEqual([]);
    expect(entryOf([release, eventId], ben)?.responseStatus).toBe('accepted');
  });
  it('keeps comment and guests that the input does not name, and removes them for null', async () => {
    await respond(oneOnOne, {
      responseStatus: 'ACCEPTED',
      comment: 'With pleasure.',
      additionalGuestCount: 2,
    });
    await respond(oneOnOne, { responseStatus: 'TENTATIVE' });
    const kept = { responseStatus: 'tentative', comment: 'With pleasure.', additionalGuests: 2 };
    expect(entryOf(oneOnOne, ava)).toMatchObject(kept);
    const cleared = { responseStatus: 'TENTATIVE', comment: null, additionalGuestCount: null };
    await respond(oneOnOne, cleared);
    expect(entryOf(oneOnOne, ava)).toMatchObject({ comment: '', additionalGuests: 0 });
  });
  it('works where the guests may not see each other', async () => {
    const { calendars } = calendarState(studio.sandbox.simulation());
    for (const calendarId of [ids.calendar.ava, ids.calendar.ben]) {
      const { events } = calendars.get(calendarId)!;
      const { guestsCanModify: _, ...event } = events.get(wrapParty[1])!;
      events.set(wrapParty[1], { ...event, guestsCanSeeOtherGuests: false });
    }
    const before = attendeesNow(wrapParty).filter(({ email }) => email !== ava);
    const { event, errors } = await respond(wrapParty, { responseStatus: 'DECLINED' });
    expect([errors, event?.attendees.length]).toEqual([[], 1]);
    expect(entryOf(wrapParty, ava)?.responseStatus).toBe('declined');
    expect(attendeesNow(wrapParty).filter(({ email }) => email !== ava)).toEqual(before);
  });
  it('fails with GONE for a deleted event, and changes nothing', async () => {
    changeEvent(studio.sandbox, oneOnOne, { status: 'cancelled' });
    const before = eventNow(studio.sandbox, oneOnOne);
    const { event, errors } = await respond(oneOnOne, { responseStatus: 'ACCEPTED' });
    expect([event, errors[0]?.code, errors[0]?.path]).toEqual([null, 'GONE', ['by']]);
    expect(eventNow(studio.sandbox, oneOnOne)).toEqual(before);
    expect(studio.operations()).toEqual(['calendar:events.get']);
  });
  it('answers for one occurrence of a series', async () => {
    const series: Keys = [ids.calendar.ava, ids.event.budgetReview];
    const { data } = await studio.query(
      'query ($by: EventBy!) { event(by: $by) { start { dateTime } } }',
      { by: { key: { calendarId: series[0], eventId: series[1] } } },
    );
    const first = new Date(data.event.start.dateTime).toISOString().replace(/[-:]|\.\d+/g, '');
    const { errors } = await respond([series[0], `${series[1]}_${first}`], {
      responseStatus: 'DECLINED',
    });
    expect(errors).toEqual([]);
    expect(entryOf(series, ava)?.responseStatus).toBe('accepted');
    expect(entryOf([series[0], `${series[1]}_${first}`], ava)?.responseStatus).toBe('declined');
  });
});
