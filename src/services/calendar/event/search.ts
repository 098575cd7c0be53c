/** Lists on other entities with events of a calendar, which an argument names. */
import type { Execution } from '../../../engine/execution/execution.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { calendars, events } from '../operations.ts';
import type { CallArguments } from '../../../engine/schema/field/field-call.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { callsForCalendar, resolveCalendarId } from '../calendar-id.ts';
import {
  eventArgumentNames,
  type EventListArguments,
  eventParameters,
  windowArguments,
} from './list.ts';
import { Calendar } from '../resources.ts';

interface CalendarArgument {
  readonly calendarId: string;
}

/**
 * The call for events of a calendar.
 * @param parametersOf further parameters of the call, by the entity that has the list
 */
export const eventsIn = (parametersOf: (ref: Ref) => CallArguments) => ({
  operation: events.list,
  before: [calendars.get],
  callsBefore: ({ calendarId }: CalendarArgument) => callsForCalendar(calendarId),
  args: async (
    _: unknown,
    { calendarId }: CalendarArgument,
    ref: Ref | undefined,
    execution: Execution,
  ) => ({
    ...parametersOf(ref!),
    calendarId: await resolveCalendarId(execution, calendarId),
  }),
  // A well-known id is replaced by `args`.
  argumentParameters: ({ calendarId }: CalendarArgument): CallArguments => ({
    calendarId: upstreamId(Calendar.resource, calendarId, 'calendarId'),
  }),
  arguments: {
    calendarId: [
      required('ID'),
      'Search the calendar with this id: a global id, a Google Calendar id, or `primary` for the primary calendar of the caller.',
      { default: 'primary' },
    ] as const,
  },
});

/** The key of an event. @param args of the call */
export const eventKey = (
  { id }: { readonly id: string },
  { calendarId }: CalendarArgument,
): readonly string[] => [calendarId, id];

/** The list of those events that a filter selects, in a time window. */
export function filteredEvents(parametersOf: Parameters<typeof eventsIn>[0] = () => ({})) {
  const call = eventsIn(parametersOf);
  return {
    ...call,
    argumentParameters: ({ calendarId, ...args }: EventListArguments & CalendarArgument) => ({
      ...eventParameters(args),
      ...call.argumentParameters({ calendarId }),
    }),
    argumentNames: eventArgumentNames,
    arguments: { ...call.arguments, ...windowArguments },
  };
}
