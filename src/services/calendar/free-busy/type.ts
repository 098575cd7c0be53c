/**
 * Reads of busy times of people, rooms and calendars, without the events behind them. All fields of
 * a query with the same time window share calls.
 */
import type { calendar_v3 } from '@googleapis/calendar';
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { Execution } from '../../../engine/execution/execution.ts';
import type { OperationCount } from '../../../engine/read/needs.ts';
import type { EntityProjection } from '../../../engine/read/walk/projection.ts';
import {
  attachRef,
  checkKey,
  entitiesPerCall,
  type Ref,
  refOf,
} from '../../../engine/read/resource.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { calendars, freebusy } from '../operations.ts';
import { type Context } from '../../../engine/schema/builder.ts';
import {
  type ArgumentNames,
  withArgumentNames,
} from '../../../engine/schema/field/argument-name.ts';
import {
  type Field,
  type FieldBuilder,
  field,
} from '../../../engine/schema/field/field-factory.ts';
import { resolveLink } from '../../../engine/schema/field/link.ts';
import { valueType } from '../../../engine/schema/field/path-field.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import {
  Calendar,
  FreeBusy,
  freeBusyPaths,
  type FreeBusyValue,
  maxGroupMembers,
} from '../resources.ts';
import { PRIMARY } from '../calendar-id.ts';
import { checkTimeZone } from '../time-zone.ts';
import { checkWindow } from '../../../engine/schema/type/time-window.ts';

export const TimePeriod = valueType<calendar_v3.Schema$TimePeriod>('TimePeriod').rows(
  'A period with a start and an end.',
  {
    from: ['The start of the period, inclusive.', { path: 'start' }],
    to: ['The end of the period, exclusive.', { path: 'end' }],
  },
);

/** The reason why the value has no busy times. */
export const errorOf = ({ errors }: FreeBusyValue): string | undefined =>
  errors?.[0]?.reason ?? undefined;

export const isGroup = (value: FreeBusyValue): boolean =>
  value.calendars != null || errorOf(value) === 'groupTooBig';

export interface FreeBusyArguments {
  readonly from: string;
  readonly to: string;
  readonly timeZone?: string | null;
  readonly groupExpansionMax?: number;
}

/** @throws InvalidInput for arguments that the REST API rejects */
export function checkArguments(args: FreeBusyArguments): void {
  const { timeZone, groupExpansionMax: max = maxGroupMembers } = args;
  checkWindow(args);
  if (timeZone != null) checkTimeZone('timeZone', timeZone);
  if (max < 1 || max > maxGroupMembers)
    throw new InvalidInput(
      'groupExpansionMax',
      `${max} is out of range; expected a whole number from 1 to ${maxGroupMembers}`,
    );
}

/** The id of a calendar in a query, or `primary`. @throws InvalidInput */
export function idInQuery(id: string, argument: string): string {
  const calendarId = upstreamId(Calendar.resource, id, argument);
  checkKey(FreeBusy.resource, [calendarId], argument);
  return calendarId;
}

/** The ref of the busy times of a calendar in a window. */
export const freeBusyRef = (
  calendarId: string,
  { from, to, timeZone, groupExpansionMax = maxGroupMembers }: FreeBusyArguments,
): Ref<FreeBusyValue> => ({
  resource: FreeBusy.resource,
  key: [calendarId],
  args: { timeMin: from, timeMax: to, ...(timeZone != null && { timeZone }), groupExpansionMax },
});

/** Arguments of fields by their names in the request. */
export const argumentNames: ArgumentNames = { timeMin: 'from', timeMax: 'to' };

const everything: EntityProjection = { paths: freeBusyPaths, downstream: new Set() };

/**
 * The busy times of a calendar, or the members of a group. An id that the answer lacks is unknown.
 * The ids in arguments are checked before: one that no query can have is that of an answer.
 */
export const loadFreeBusy = async (
  execution: Execution,
  ref: Ref<FreeBusyValue>,
): Promise<FreeBusyValue> =>
  ((await resolveLink(execution, ref, everything)) as FreeBusyValue | null) ??
  attachRef<FreeBusyValue>({ errors: [{ reason: freebusy.query.reasons.notFound }] }, ref);

/** The maximum calls of a query about these calendars; `primary` takes one for all of them. */
export const callsForFreeBusy = (ids: readonly string[]): readonly OperationCount[] => [
  [freebusy.query, Math.ceil(ids.length / entitiesPerCall(FreeBusy.resource.read))],
  [calendars.get, ids.includes(PRIMARY) ? 1 : 0],
];

export const windowArguments = {
  from: [
    required('DateTime'),
    'Return busy times after this time. A busy time that began earlier is cut.',
  ],
  to: [
    required('DateTime'),
    'Return busy times before this time. A busy time that ends later is cut. Google Calendar rejects a time more than about 90 days after `from`.',
  ],
  timeZone: [
    'String',
    'The time zone of the returned times as an IANA name, for example `Asia/Tokyo`. Default: UTC.',
  ],
} as const;

/**
 * Field with the busy times of a calendar, or of the person with this address.
 * @param idOf the id of the calendar
 */
export const busyTimes = <Shape>(
  t: FieldBuilder<Shape>,
  idOf: (value: Shape) => string,
  description: string,
): Field =>
  field(t, {
    type: [TimePeriod],
    nullable: { list: true, items: false },
    description: `${description} Fields with equal \`from\`, \`to\` and \`timeZone\` share one call for up to 50 calendars.`,
    args: windowArguments,
    needs: {
      kind: 'separateFetch',
      resource: FreeBusy.resource,
      path: 'busy',
      paths: [],
      withoutArguments: null,
    },
    check: checkArguments,
    operations: [freebusy.query],
    resolve: async (
      parent: Shape,
      args: FreeBusyArguments,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      checkArguments(args);
      const loading = loadFreeBusy(execution, freeBusyRef(idOf(parent), args));
      const value = await withArgumentNames(loading, args, argumentNames);
      const absence = absenceOf(value);
      if (absence === undefined) return value.busy ?? [];
      execution.warn({
        code: 'EXPECTED_ABSENCE',
        path: responsePathAsArray(info.path),
        value: absence,
      });
      return null;
    },
  });

/** The reason for which a value has no busy times of its own. */
export const absenceOf = (value: FreeBusyValue): string | undefined =>
  errorOf(value) ?? (isGroup(value) ? 'group' : undefined);

/** The refs of the members of a group, whose busy times came with the answer for the group. */
export const memberRefs = (value: FreeBusyValue): Ref<FreeBusyValue>[] =>
  (value.calendars ?? []).map((id) => ({ ...(refOf(value) as Ref<FreeBusyValue>), key: [id] }));
