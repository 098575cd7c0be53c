/** The fixture of deletions of events. */
import { globalId } from '../../../src/graph/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

const key = { calendarId: ids.calendar.release, eventId: ids.event.townhallMeeting };

export const eventDeletionFixtures: Fixtures = {
  deleteEvent: {
    target: { by: { id: globalId('Event', [key.calendarId, key.eventId]) } },
    entity: `calendar/calendars/${key.calendarId}/events/${key.eventId}`,
    fields: { sendUpdates: ['ALL', 'EXTERNAL_ONLY'], scope: ['THIS', 'ALL'] },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      'by.id': { missing: globalId('Event', [key.calendarId, ids.event.missing]), path: ['by'] },
      'by.key.calendarId': {
        missing: ids.calendar.missing,
        with: { by: { key: { ...key, calendarId: ids.calendar.missing } } },
        path: ['by'],
      },
      'by.key.eventId': {
        missing: ids.event.missing,
        with: { by: { key: { ...key, eventId: ids.event.missing } } },
        path: ['by'],
      },
    },
    rejected: {
      scope: [{ input: { scope: 'FOLLOWING' }, afterRead: true }],
    },
    accepts: ['sendUpdates', 'ifMatch'],
    again: 'GONE',
  },
};
