/** Lists of events: those of a calendar, and the occurrences of a series. */
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { events } from '../operations.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { inputObject, required, flag } from '../../../engine/schema/field/input-row.ts';
import { searchText } from '../../../engine/schema/type/text.ts';
import { type AnswerArguments, answerArguments, checkAnswerArguments } from './answer-argument.ts';
import { checkProperties, EventPropertyInput } from './property.ts';
import { Event } from '../resources.ts';
import { checkWindow, type WindowArguments } from '../../../engine/schema/type/time-window.ts';
import { EventOrder, EventType } from '../enums.ts';

export const eventConnection = connectionType(Event, 'events');

const EventFilter = inputObject(
  'EventFilter',
  'A filter for events. Events must match all conditions. `includeDeleted` and `includeHiddenInvitations` are no conditions: they add events that a list does not contain by default.',
  {
    search: [
      'String',
      'Return only events with these words in text fields such as title, description, location or attendees.',
    ],
    types: [[EventType], 'Return only events of these types. Default: all types.'],
    iCalUid: ['String', 'Return only the event with this `iCalUid`, including its occurrences.'],
    privateProperties: [
      [EventPropertyInput],
      'Return only events with all of these private properties.',
    ],
    sharedProperties: [
      [EventPropertyInput],
      'Return only events with all of these shared properties.',
    ],
    updatedFrom: [
      'DateTime',
      'Return only events that changed at or after this time. Also returns deleted events, regardless of `includeDeleted`. Google Calendar rejects a time too long ago, and does not document the limit.',
    ],
    includeDeleted: flag('Also return deleted events that match the conditions.'),
    includeHiddenInvitations: flag(
      'Also return invitations that match the conditions and that the caller has hidden.',
    ),
  },
);

/** Values of `windowArguments`, and of those that only lists of a calendar have. */
export interface EventListArguments extends WindowArguments, AnswerArguments {
  readonly filter?: typeof EventFilter.$inferType | null;
  readonly expandSeries: boolean;
  readonly orderBy?: 'startTime' | 'updated' | null;
}

const propertyPairs = (
  properties: readonly (typeof EventPropertyInput.$inferType)[] | null | undefined,
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
  updatedMin: filter?.updatedFrom,
  // Parameters with the default of the REST API are not sent.
  showDeleted: filter?.includeDeleted || undefined,
  showHiddenInvitations: filter?.includeHiddenInvitations || undefined,
});

const withoutNulls = (args: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value != null));

/** The names of the arguments by REST parameter, for errors. */
export const eventArgumentNames = {
  timeMin: 'from',
  timeMax: 'to',
  singleEvents: 'expandSeries',
  q: 'filter.search',
  eventTypes: 'filter.types',
  iCalUID: 'filter.iCalUid',
  privateExtendedProperty: 'filter.privateProperties',
  sharedExtendedProperty: 'filter.sharedProperties',
  updatedMin: 'filter.updatedFrom',
  showDeleted: 'filter.includeDeleted',
  showHiddenInvitations: 'filter.includeHiddenInvitations',
} as const;

/** @throws InvalidInput for arguments that the REST API rejects */
function checkArguments({ orderBy, expandSeries, filter, ...args }: EventListArguments): void {
  checkWindow(args);
  checkAnswerArguments(args);
  for (const name of ['privateProperties', 'sharedProperties'] as const)
    checkProperties(filter?.[name] ?? [], `filter.${name}`);
  if (orderBy === 'startTime' && !expandSeries)
    throw new InvalidInput(
      'orderBy',
      'START is only allowed with expandSeries: true; expected UPDATED_AT, or no order',
    );
}

/** The REST parameters of the arguments. @throws InvalidInput for those that the API rejects */
export function eventParameters(args: EventListArguments): Readonly<Record<string, unknown>> {
  checkArguments(args);
  return withoutNulls(filterParameters(args));
}

/** The arguments of every list of events of a calendar. */
export const windowArguments = {
  from: ['DateTime', 'Return only events that end after this time. Default: no limit.'],
  to: ['DateTime', 'Return only events that start before this time. Default: no limit.'],
  expandSeries: [
    required('Boolean'),
    'Return the single occurrences of recurring events instead of the series.',
    { default: true },
  ],
  orderBy: [EventOrder, 'Sort order. Default: an unspecified, but stable order.'],
} as const;

export const eventList = <Shape>(t: FieldBuilder<Shape>): Field =>
  connection(
    t,
    eventConnection,
    {
      operation: events.list,
      shared: ['summary', 'description', 'timeZone'],
      argumentParameters: eventParameters,
      argumentNames: eventArgumentNames,
      arguments: {
        filter: [EventFilter, 'Return only events that match this filter.'],
        ...windowArguments,
        ...answerArguments,
      },
    },
    'The events of the calendar. Specify `from` and `to`: a recurring event without an end has an unlimited number of occurrences.',
  );

interface InstanceListArguments extends WindowArguments, AnswerArguments {
  readonly originalStart?: string | null;
  readonly includeDeleted: boolean;
}

/** Whether the text is a date, or a date-time with an offset, of a day that the calendar has. */
function isStart(text: string): boolean {
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(?:T.*(?:Z|[+-]\d{2}:\d{2}))?$/i.exec(text) ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || Number.isNaN(Date.parse(text))) return false;
  return new Date(midnight).toISOString().startsWith(day);
}

/** @throws InvalidInput for arguments that the REST API rejects */
function instanceParameters({
  originalStart,
  includeDeleted,
  ...args
}: InstanceListArguments): Readonly<Record<string, unknown>> {
  checkWindow(args);
  checkAnswerArguments(args);
  if (originalStart != null && !isStart(originalStart))
    throw new InvalidInput(
      'originalStart',
      `${showValue(originalStart)} is neither a date nor a date-time with an offset; expected for example 2024-01-01 or 2024-01-01T00:00:00Z`,
    );
  const { from: timeMin, to: timeMax, timeZone, maxAttendees } = args;
  return {
    ...withoutNulls({ timeMin, timeMax, timeZone, maxAttendees, originalStart }),
    ...(includeDeleted ? { showDeleted: true } : {}),
  };
}

/** Field with the occurrences of a series. */
export const instanceList = <Shape>(t: FieldBuilder<Shape>): Field =>
  connection(
    t,
    eventConnection,
    {
      operation: events.instances,
      argumentParameters: instanceParameters,
      argumentNames: { timeMin: 'from', timeMax: 'to', showDeleted: 'includeDeleted' },
      arguments: {
        from: ['DateTime', 'Return only occurrences that end after this time. Default: no limit.'],
        to: ['DateTime', 'Return only occurrences that start before this time. Default: no limit.'],
        originalStart: [
          'String',
          'Return only the occurrence to which the series assigns this start, even if the occurrence was moved: a date-time with an offset, or a date in an all-day series.',
        ],
        includeDeleted: flag('Also return deleted occurrences, with the status `CANCELLED`.'),
        ...answerArguments,
      },
    },
    'The occurrences of the series, changed ones included. Empty for an event that is no series. Specify `from` and `to`: a series without an end has an unlimited number of occurrences.',
  );
