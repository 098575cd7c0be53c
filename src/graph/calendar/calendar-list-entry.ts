/** The caller's list of calendars. */
import { calendarList } from '../../upstream/calendar/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { computed, fieldAt, fields, ownKey } from '../field/path-field.ts';
import { Viewer } from '../link/viewer.ts';
import { node } from '../node-interface.ts';
import { EventReminder } from './reminder.ts';
import { Calendar, CalendarListEntry } from './resource.ts';

const CalendarAccessRole = enumeration(
  'CalendarAccessRole',
  'What somebody may do with a calendar.',
  {
    freeBusyReader: 'See when it is busy, and nothing else.',
    reader: 'See its events, too; of private ones, only that they are there.',
    writer: 'See private events, too, and change all of them.',
    owner: 'All that a writer may; and change the calendar itself and who may use it.',
  },
);

interface CalendarListArguments {
  readonly minAccessRole?: string | null;
  readonly showHidden: boolean;
  readonly showDeleted: boolean;
  readonly ownOrganizationOnly: boolean;
}

/** Parameters with the default of the REST API are not sent. */
const listParameters = ({
  minAccessRole,
  showHidden,
  showDeleted,
  ownOrganizationOnly,
}: CalendarListArguments): Record<string, unknown> => ({
  ...(minAccessRole == null ? {} : { minAccessRole }),
  ...(showHidden ? { showHidden } : {}),
  ...(showDeleted ? { showDeleted } : {}),
  ...(ownOrganizationOnly ? { showOwnOrganizationOnly: true } : {}),
});

/** Adds the types and fields of this module to the schema. */
export function addCalendarListEntry(): void {
  CalendarListEntry.implement({
    ...node,
    description:
      'A calendar as the caller has it on their list: in their colour, under their name for it.',
    fields: (t) => ({
      calendarId: ownKey(t, 'The id of the calendar that is listed.'),
      ...fields(t, {
        etag: ['String', 'Names this version of the entry.'],
        summary: ['String', "The calendar's own name."],
        summaryOverride: [
          'String',
          'The name that the caller has given it; null where they keep its own.',
        ],
        description: ['String', 'What its owner says it is for.'],
        dataOwner: [
          'EmailAddress',
          'The email address of the owner of the calendar. Null for primary calendars.',
        ],
        location: ['String', 'Where its owner says it belongs to.'],
        timeZone: ['String', 'The zone that the calendar is kept in.'],
        accessRole: [CalendarAccessRole, 'How far the caller may go with it.'],
        colorId: ['String', 'The number of its colour among those that upstream names.'],
        backgroundColor: ['String', 'The colour itself, `#0088aa`.'],
        foregroundColor: ['String', 'The colour for text upon it.'],
        hidden: ['Boolean', 'Whether the caller has put it out of sight; null means no.'],
        selected: [
          'Boolean',
          "Whether its events are shown in upstream's own interface; null means no.",
        ],
        primary: ['Boolean', "Whether it is the caller's own calendar; null means no."],
        deleted: ['Boolean', 'Whether it has left the list; only lists that ask for it show that.'],
      }),
      allowedConferenceSolutionTypes: computed(
        t,
        ['String'],
        {
          paths: ['conferenceProperties.allowedConferenceSolutionTypes'],
          compute: ({ conferenceProperties }) =>
            conferenceProperties?.allowedConferenceSolutionTypes ?? null,
        },
        'The types of conferences that events of the calendar may have, for example `hangoutsMeet`.',
      ),
      defaultReminders: fieldAt(
        t,
        [EventReminder],
        'defaultReminders',
        'The reminders that events on it have for the caller unless told otherwise.',
      ),
      calendar: link(
        t,
        Calendar,
        { usesRef: true, key: (_, ref) => [ref!.key[0]!] },
        'The calendar itself, as everybody sees it.',
      ),
    }),
  });

  builder.objectFields(Viewer, (t) => ({
    calendars: connection(
      t,
      connectionType(CalendarListEntry, 'calendar entries'),
      {
        operation: calendarList.list,
        args: (_: unknown, args: CalendarListArguments) => listParameters(args),
        arguments: {
          minAccessRole: t.arg({
            type: CalendarAccessRole,
            description: 'Only calendars with which the caller may do at least this.',
          }),
          showHidden: t.arg.boolean({
            defaultValue: false,
            required: true,
            description: 'List those that were put out of sight, too.',
          }),
          showDeleted: t.arg.boolean({
            defaultValue: false,
            required: true,
            description: 'List those that have left the list, too.',
          }),
          ownOrganizationOnly: t.arg.boolean({
            defaultValue: false,
            required: true,
            description: "Only calendars of the caller's own organization.",
          }),
        },
      },
      "The calendars on the caller's list.",
    ),
  }));
}
