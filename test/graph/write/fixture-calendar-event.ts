/** Events: moves, responses, and events from a sentence. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { compoundIds } from './compound-id.ts';
import type { Fixtures } from './fixture.ts';

const onRelease = { calendarId: ids.calendar.release, eventId: ids.event.townhallMeeting };
const invitation = { calendarId: ids.calendar.ava, eventId: ids.event.benOneOnOne };

/** The sixth stand-up, which was moved. */
const occurrence = {
  calendarId: ids.calendar.release,
  eventId: `${ids.event.standup}_20260324T080000Z`,
};

const missing = { calendarId: ids.calendar.missing, eventId: ids.event.missing };

const pathOf = ({ calendarId, eventId }: typeof onRelease): string =>
  `calendar/calendars/${calendarId}/events/${eventId}`;

export const eventFixtures: Fixtures = {
  moveEvent: {
    target: { by: { key: onRelease } },
    entity: pathOf(onRelease),
    fields: {
      destinationCalendarId: [ids.calendar.private, premieres],
      notify: ['ALL', 'EXTERNAL_ONLY'],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      ...compoundIds('by', 'Event', onRelease, missing),
      destinationCalendarId: { missing: ids.calendar.missing },
    },
    rejected: {
      destinationCalendarId: [{ input: { destinationCalendarId: ids.calendar.release } }],
    },
    accepts: ['notify'],
    readsOutcome: true,
  },
  quickAddEvent: {
    target: { calendarId: ids.calendar.release },
    entity: `calendar/calendars/${ids.calendar.release}/events`,
    fields: {
      text: ['Rehearsal', 'Dinner'],
      notify: ['ALL', 'EXTERNAL_ONLY'],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: { calendarId: { missing: ids.calendar.missing } },
    rejected: { text: [{ input: { text: ' ' } }] },
    accepts: ['notify'],
  },
  resetOccurrence: {
    target: { by: { key: occurrence } },
    entity: pathOf(occurrence),
    fields: { notify: ['ALL', 'EXTERNAL_ONLY'] },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: compoundIds('by', 'Event', occurrence, missing),
    rejected: {},
    accepts: ['notify'],
  },
  respondToEvent: {
    target: { by: { key: invitation } },
    entity: pathOf(invitation),
    fields: {
      responseStatus: ['TENTATIVE', 'DECLINED'],
      comment: ['Perhaps.', 'Another day?'],
      additionalGuestCount: [1, 2],
      notify: ['ALL', 'EXTERNAL_ONLY'],
    },
    callers: { 'studio-guest': 'INVALID_INPUT', 'no-channel': 'NOT_FOUND' },
    ids: compoundIds('by', 'Event', invitation, missing),
    rejected: { additionalGuestCount: [{ input: { additionalGuestCount: -1 } }] },
    accepts: ['responseStatus', 'comment', 'notify'],
  },
};
