/** Watch channels of Calendar. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { channelFields, rejectedChannels } from './channel-field.ts';
import type { Fixtures, WriteFixture } from './fixture.ts';

/** What all four mutations have in common. */
const opened: Pick<WriteFixture, 'entity' | 'fields' | 'rejected' | 'accepts' | 'again'> = {
  entity: 'calendar/channels',
  fields: channelFields,
  rejected: rejectedChannels,
  accepts: ['payload'],
  again: 'INVALID_INPUT',
};

const ofCalendar: Pick<WriteFixture, 'target' | 'ids'> = {
  target: { calendarId: ids.calendar.release },
  ids: { calendarId: { missing: ids.calendar.missing } },
};

export const calendarWatchFixtures: Fixtures = {
  watchEvents: {
    ...opened,
    ...ofCalendar,
    fields: {
      ...channelFields,
      types: [
        ['DEFAULT', 'FOCUS_TIME'],
        ['FOCUS_TIME', 'BIRTHDAY'],
      ],
    },
    accepts: ['payload', 'types'],
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' },
  },
  watchAccessRules: {
    ...opened,
    ...ofCalendar,
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
  },
  watchCalendarList: {
    ...opened,
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'DONE', 'no-channel': 'DONE' },
  },
  watchCalendarSettings: {
    ...opened,
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'DONE', 'no-channel': 'DONE' },
  },
};
