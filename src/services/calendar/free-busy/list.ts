/** The free/busy query: the busy times of several people, rooms, groups and other calendars. */
import type { GraphQLResolveInfo } from 'graphql';
import type { FieldArguments } from '../../../engine/read/needs.ts';
import { calendars, freebusy } from '../operations.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import { withArgumentNames } from '../../../engine/schema/field/argument-name.ts';
import { enumResolver } from '../../../engine/schema/field/enumeration.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import {
  cut,
  type FirstArgument,
  firstArgument,
} from '../../../engine/schema/list/first-argument.ts';
import { resolveEach } from '../../../engine/schema/field/link.ts';
import { readEntries, validEntries } from '../../../engine/schema/field/list-entries.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import {
  absenceOf,
  argumentNames,
  callsForFreeBusy,
  checkArguments,
  errorOf,
  type FreeBusyArguments,
  freeBusyRef,
  idInQuery,
  isGroup,
  loadFreeBusy,
  memberRefs,
  TimePeriod,
  windowArguments,
} from './type.ts';
import { resolvePrimary } from '../calendar-id.ts';
import { Calendar, FreeBusy, type FreeBusyValue, maxGroupMembers } from '../resources.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { FreeBusyError } from '../enums.ts';

const rejectedIn = (ids: readonly string[]): number =>
  validEntries(ids, (id) => idInQuery(id, 'ids')).filter((id) => id === undefined).length;

interface FreeBusyQueryArguments extends FreeBusyArguments, FieldArguments {
  readonly ids: readonly string[];
}

export function addFreeBusy(): void {
  FreeBusy.implement({
    description:
      'The busy times of a person, a room or another calendar in a time window; or the members of a group.',
    fields: (t) => ({
      calendarId: ownKey(
        t,
        'The Google Calendar id of the calendar: for a person or a room, the email address. For a group, the email address of the group.',
      ),
      ...fields(t, {
        calendar: [
          Calendar,
          'The calendar. Null for a group, and if the calendar does not exist or is visible to the caller only as busy times.',
          {
            paths: ['calendars', 'errors'],
            key: (value: FreeBusyValue, ref?: Ref) => (isGroup(value) ? null : ref!.key),
            usesRef: true,
          },
        ],
      }),
      busy: field(t, {
        type: [TimePeriod],
        nullable: { list: true, items: false },
        description:
          'The times at which the calendar is busy, in order and without overlaps. Null for a group, and if `error` is set.',
        needs: {
          kind: 'nested',
          path: 'busy',
          paths: ['busy', 'calendars', 'errors'],
          maxItems: Infinity,
        },
        resolve: (value: FreeBusyValue) =>
          absenceOf(value) === undefined ? (value.busy ?? []) : null,
      }),
      error: field(t, {
        type: FreeBusyError,
        description:
          'The reason why Google Calendar returned no busy times. Null if it returned them, and with a warning for a reason that the schema does not know.',
        needs: { kind: 'paths', paths: ['errors'] },
        resolve: enumResolver(FreeBusyError, errorOf),
      }),
      members: field(t, {
        type: [FreeBusy],
        nullable: { list: true, items: true },
        description:
          'The members of a group with their busy times in the same time window, at no further cost. Null for a calendar. A group has at most 100.',
        ...firstArgument(t, { maxItems: maxGroupMembers, defaultFirst: 20 }),
        needs: {
          kind: 'nested',
          path: '',
          paths: ['calendars'],
          maxItems: maxGroupMembers,
          limitArgument: 'first',
          isCut: true,
        },
        resolve: (value: FreeBusyValue, { first }: FirstArgument, { execution }: Context) =>
          value.calendars
            ? cut(memberRefs(value), first, maxGroupMembers).map((ref) =>
                loadFreeBusy(execution, ref),
              )
            : null,
      }),
    }),
  });

  builder.queryField('freeBusy', (t) =>
    field(t, {
      type: [FreeBusy],
      nullable: { list: true, items: true },
      description:
        'The busy times of people, rooms, groups and other calendars, in the order of `ids`. One call for up to 50 of them. A calendar that the caller may not see has an `error` in place of busy times. The entry of an invalid id is null, too, and the id is not sent; one error names all of them.',
      args: {
        ids: [
          required(['ID']),
          'Email addresses of people, rooms and groups, or calendars: global ids, Google Calendar ids, or `primary` for the primary calendar of the caller. Maximum: 200.',
        ],
        ...windowArguments,
        groupExpansionMax: [
          required('Int'),
          `A group with more members has the error \`GROUP_TOO_BIG\`. Default and maximum: ${maxGroupMembers}.`,
          { default: maxGroupMembers },
        ],
      },
      needs: {
        kind: 'calls',
        costOf: ({ ids }: FreeBusyQueryArguments) => ({
          calls: callsForFreeBusy(ids),
          loads: [],
          values: ids.length,
          rejected: rejectedIn(ids),
        }),
      },
      operations: [freebusy.query, calendars.get],
      resolve: async (
        _: unknown,
        { ids, ...args }: FreeBusyQueryArguments,
        context: Context,
        info: GraphQLResolveInfo,
      ) => {
        const { execution } = context;
        checkArguments(args);
        const named = readEntries({ context, info, argument: 'ids' }, ids, idInQuery);
        // All before any busy times are read, so that these share a call.
        const keys = await Promise.allSettled(
          named.map(async (id) => id && resolvePrimary(execution, id)),
        );
        return resolveEach(keys, (key) => {
          if (key.status === 'rejected') throw key.reason;
          if (key.value === null) return null;
          const loading = loadFreeBusy(execution, freeBusyRef(key.value, args));
          return withArgumentNames(loading, args, argumentNames);
        });
      },
    }),
  );
}
