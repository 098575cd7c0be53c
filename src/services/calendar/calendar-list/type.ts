/** The caller's list of calendars. */
import { calendarList } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { Viewer } from '../../shared/viewer.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { CalendarNotification } from './notification.ts';
import { color } from '../color/type.ts';
import { owner } from '../calendar/owner.ts';
import { EventReminder } from '../event/reminder.ts';
import { Calendar, CalendarListEntry } from '../resources.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { flag } from '../../../engine/schema/field/input-row.ts';
import { CalendarAccessRole } from '../enums.ts';

interface CalendarListArguments {
  readonly minAccessRole?: string | null;
  readonly includeHidden: boolean;
  readonly includeDeleted: boolean;
  readonly ownOrganizationOnly: boolean;
}

/** Parameters with the default of the REST API are not sent. */
const listParameters = ({
  minAccessRole,
  includeHidden,
  includeDeleted,
  ownOrganizationOnly,
}: CalendarListArguments): Record<string, unknown> => ({
  ...(minAccessRole == null ? {} : { minAccessRole }),
  ...(includeHidden ? { showHidden: true } : {}),
  ...(includeDeleted ? { showDeleted: true } : {}),
  ...(ownOrganizationOnly ? { showOwnOrganizationOnly: true } : {}),
});

export const calendarListConnection = connectionType(CalendarListEntry, 'calendar list entries');

export function addCalendarListEntry(): void {
  CalendarListEntry.implement({
    ...node,
    description:
      'A calendar in the calendar list of the caller, with the name, the colors and the default reminders of the caller.',
    fields: (t) => ({
      calendarId: ownKey(t, 'The Google Calendar id of the listed calendar.'),
      ...fields(t, {
        etag: 'The version of the calendar list entry. Changes with every update.',
        summary: 'The title of the calendar. Set by the owner of the calendar.',
        summaryOverride:
          'The title that the caller gave to the calendar. Null if the caller uses the original title.',
        description: 'The description of the calendar. Set by the owner of the calendar.',
        location:
          'The geographic location of the calendar, as free text. Set by the owner of the calendar.',
        timeZone: 'The time zone of the calendar as an IANA name, for example `Europe/Lisbon`.',
        accessRole: [CalendarAccessRole, 'The access of the caller to the calendar.'],
        colorId: [
          'ID',
          'The color id of the calendar, an index into the calendar colors of Google Calendar.',
        ],
        backgroundColor: 'The background color as a hexadecimal value, for example `#0088aa`.',
        foregroundColor: 'The foreground color as a hexadecimal value, for example `#ffffff`.',
        hidden: 'Whether the caller has hidden the calendar from the list. Null means false.',
        selected:
          'Whether Google Calendar displays the events of the calendar to the caller. Null means false.',
        primary: 'Whether the calendar is the primary calendar of the caller. Null means false.',
        deleted:
          'Whether the caller has removed the calendar from the list. Only in lists with `includeDeleted: true`. Null means false.',
        autoAcceptInvitations:
          'Whether the listed calendar accepts invitations automatically. Only for calendars of rooms and other resources.',
        dataOwnerEmail: [
          'The email address of the data owner of the calendar. Only the data owner can delete the calendar, always has the role `OWNER`, and cannot take the calendar off the own list. Others with the role `OWNER` are not data owners. Null for primary calendars.',
          { rest: 'dataOwner' },
        ],
        defaultReminders: [
          [EventReminder],
          'The default reminders of the caller for events of the calendar.',
        ],
        notifications: [
          [CalendarNotification],
          'The notifications that the caller receives about the calendar.',
          { rest: 'notificationSettings.notifications' },
        ],
        calendar: [
          Calendar,
          'The calendar without the settings of the caller. Its lists, its id, `summary`, `description`, `location` and `timeZone` cost no call for the calendar itself; other fields cost 1 call for each calendar.',
          { ...ancestor(Calendar), shared: ['summary', 'description', 'location', 'timeZone'] },
        ],
      }),
      owner: owner(t),
      ...fields(t, 'conferenceProperties', {
        allowedConferenceSolutionTypes:
          'The types of conferences that events of the calendar may have, for example `hangoutsMeet`.',
      }),
      color: color(
        t,
        'calendar',
        'The color that `colorId` names. If the caller chose another color, `backgroundColor` and `foregroundColor` differ from it.',
      ),
    }),
  });

  builder.objectFields(Viewer, (t) => ({
    calendars: connection(
      t,
      calendarListConnection,
      {
        operation: calendarList.list,
        args: (_: unknown, args: CalendarListArguments) => listParameters(args),
        arguments: {
          minAccessRole: [
            CalendarAccessRole,
            'Return only calendars to which the caller has at least this access.',
          ],
          includeHidden: flag('Also return hidden calendars.'),
          includeDeleted: flag('Also return calendars that the caller has removed from the list.'),
          ownOrganizationOnly: flag("Return only calendars of the caller's own organization."),
        },
      },
      'The calendar list of the caller.',
    ),
  }));
}
