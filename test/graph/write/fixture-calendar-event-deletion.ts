/** The fixture of deletions of events. */
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { compoundIds } from './compound-id.ts';
import type { Fixtures } from './fixture.ts';

const key = { calendarId: ids.calendar.release, eventId: ids.event.townhallMeeting };
const missing = { calendarId: ids.calendar.missing, eventId: ids.event.missing };

export const eventDeletionFixtures: Fixtures = {
  deleteEvent: {
    target: { by: { id: globalId('Event', [key.calendarId, key.eventId]) } },
    entity: `calendar/calendars/${key.calendarId}/events/${key.eventId}`,
    fields: { notify: ['ALL', 'EXTERNAL_ONLY'], scope: ['THIS', 'ALL'] },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: compoundIds('by', 'Event', key, missing),
    rejected: {
      scope: [{ input: { scope: 'FOLLOWING' }, afterRead: true }],
    },
    accepts: ['notify', 'ifMatch'],
    again: 'GONE',
  },
};
