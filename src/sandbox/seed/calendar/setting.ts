/** The seeded settings of each person with a calendar. */
import { etagOf } from '../../calendar/event/identity.ts';
import type { UserSetting } from '../../calendar/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day } from '../../time.ts';

/** All settings that the service documents. */
const defaults = {
  autoAddHangouts: 'true',
  dateFieldOrder: 'YMD',
  defaultEventLength: '60',
  format24HourTime: 'true',
  hideInvitations: 'false',
  hideWeekends: 'false',
  locale: 'en',
  remindOnRespondedEventsOnly: 'false',
  showDeclinedEvents: 'true',
  timezone: 'UTC',
  useKeyboardShortcuts: 'true',
  weekStart: '1',
} as const;

/** @param own the values that differ from the defaults */
export const buildSettings = (
  simulation: Simulation,
  own: Partial<Record<keyof typeof defaults, string>>,
): UserSetting[] =>
  Object.entries({ ...defaults, ...own }).map(([id, value]) => ({
    kind: 'calendar#setting',
    etag: etagOf(simulation.at(-250 * day)),
    id,
    value,
  }));
