/** List of the events of a calendar: filters and sort orders. */
import { ownId } from '../../data/read/resource.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { events } from '../../upstream/calendar/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import type { Field, FieldBuilder } from '../field/field-factory.ts';
import { enumeration } from '../field/enumeration.ts';
import { searchText } from '../text.ts';
import { EventType } from './event-enum.ts';
import { checkTimeZone } from './event-time.ts';
import { EventPropertyInput } from './property.ts';
import { Event } from './resource.ts';

const eventConnection = connectionType(Event, 'events');

const EventOrder = enumeration('EventOrder', 'In which order events are listed.', {
  startTime: 'By their start, earliest first; for lists that expand series.',
  updated: 'By their last change, oldest first.',
});

const EventFilter = builder.inputType('EventFilter', {
  description: 'Which events to list: those that fit all that is given.',
  fields: (t) => ({
    search: t.string({
      description: 'Words to find in title, description, place, guests and the like.',
    }),
    types: t.field({ type: [EventType], description: 'Only these kinds; left out, all of them.' }),
    iCalUid: t.string({ description: 'Only the event with this `iCalUid`, occurrences included.' }),
    privateProperties: t.field({
      type: [EventPropertyInput],
      description: 'Entries that this copy must carry.',
    }),
    sharedProperties: t.field({
      type: [EventPropertyInput],
      description: 'Entries that all copies must carry.',
    }),
    updatedSince: t.field({
      type: 'DateTime',
      description: 'Only what was changed since; deleted events are among it.',
    }),
    includeDeleted: t.boolean({
      required: true,
      defaultValue: false,
      description: 'List deleted events, too.',
    }),
    includeHiddenInvitations: t.boolean({
      required: true,
      defaultValue: false,
      description: 'List invitations that the caller has hidden, too.',
    }),
  }),
});

interface EventListArguments {
  readonly from?: string | null;
  readonly to?: string | null;
  readonly filter?: typeof EventFilter.$inferInput | null;
  readonly expandSeries: boolean;
  readonly orderBy?: 'startTime' | 'updated' | null;
  readonly timeZone?: string | null;
  readonly maxAttendees?: number | null;
}

const propertyPairs = (
  properties: readonly (typeof EventPropertyInput.$inferInput)[] | null | undefined,
): string[] | undefined => properties?.map(({ key, value }) => `${key}=${value}`);

const filterParameters = ({ filter, ...args }: EventListArguments): Record<string, unknown> => ({
  singleEvents: args.expandSeries,
  timeMin: args.from,
  timeMax: args.to,
  orderBy: args.orderBy,
  timeZone: args.timeZone,
  maxAttendees: args.maxAttendees,
  q: searchText(filter?.search),
  eventTypes: filter?.types,
  iCalUID: filter?.iCalUid,
  privateExtendedProperty: propertyPairs(filter?.privateProperties),
  sharedExtendedProperty: propertyPairs(filter?.sharedProperties),
  updatedMin: filter?.updatedSince,
  // Parameters with the default of the REST API are not sent.
  showDeleted: filter?.includeDeleted || undefined,
  showHiddenInvitations: filter?.includeHiddenInvitations || undefined,
});

const withoutNulls = (args: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value != null));

/** Argument of each REST parameter, for the paths of errors. */
const argumentNames = {
  timeMin: 'from',
  timeMax: 'to',
  singleEvents: 'expandSeries',
  q: 'filter.search',
  eventTypes: 'filter.types',
  iCalUID: 'filter.iCalUid',
  privateExtendedProperty: 'filter.privateProperties',
  sharedExtendedProperty: 'filter.sharedProperties',
  updatedMin: 'filter.updatedSince',
  showDeleted: 'filter.includeDeleted',
  showHiddenInvitations: 'filter.includeHiddenInvitations',
} as const;

/** @throws InvalidInput for arguments that the REST API rejects */
function checkArguments({ from, to, timeZone, orderBy, expandSeries }: EventListArguments): void {
  // Both bounds are exclusive, so that equal ones contain nothing.
  if (from != null && to != null && Date.parse(to) <= Date.parse(from))
    throw new InvalidInput(
      'to',
      `${showValue(to)} is not after ${showValue(from)}; expected an instant after \`from\``,
    );
  if (timeZone != null) checkTimeZone('timeZone', timeZone);
  if (orderBy === 'startTime' && !expandSeries)
    throw new InvalidInput('orderBy', 'START_TIME requires `expandSeries: true`');
}

/** @throws InvalidInput for arguments that the REST API rejects */
function listParameters(
  calendar: unknown,
  args: EventListArguments,
): Readonly<Record<string, unknown>> {
  checkArguments(args);
  return { calendarId: ownId(calendar), ...withoutNulls(filterParameters(args)) };
}

/** Field with the events of a calendar. */
export const eventList = <Shape>(t: FieldBuilder<Shape>): Field =>
  connection(
    t,
    eventConnection,
    {
      operation: events.list,
      args: (calendar: unknown, args: EventListArguments) => listParameters(calendar, args),
      argumentNames,
      arguments: {
        from: t.arg({ type: 'DateTime', description: 'Only what ends after this.' }),
        to: t.arg({ type: 'DateTime', description: 'Only what begins before this.' }),
        filter: t.arg({ type: EventFilter, description: 'What else must be true of them.' }),
        expandSeries: t.arg.boolean({
          defaultValue: true,
          required: true,
          description: 'List the occurrences of a series, each by itself, instead of the series.',
        }),
        orderBy: t.arg({
          type: EventOrder,
          description: 'The order; upstream promises none when it is left out.',
        }),
        timeZone: t.arg.string({
          description:
            "The zone in which times are told, `Asia/Tokyo`; left out, the calendar's own.",
        }),
        maxAttendees: t.arg.int({
          description:
            'The most guests to show of an event: if there are more, only the caller is shown.',
        }),
      },
    },
    'What stands on it. Give `from` and `to`: a series without an end has occurrences for ever.',
  );
