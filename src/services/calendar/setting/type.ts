/** The settings of the caller in Google Calendar. */
import { settings } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { Viewer } from '../../shared/viewer.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { CalendarSetting } from '../resources.ts';

export function addSetting(): void {
  CalendarSetting.implement({
    ...node,
    description:
      'A setting of the caller in Google Calendar, for example the time zone. The REST API cannot change settings.',
    fields: (t) => ({
      settingId: ownKey(
        t,
        'The Google Calendar id of the setting: `autoAddHangouts`, `dateFieldOrder`, `defaultEventLength`, `format24HourTime`, `hideInvitations`, `hideWeekends`, `locale`, `remindOnRespondedEventsOnly`, `showDeclinedEvents`, `timezone`, `useKeyboardShortcuts` or `weekStart`.',
      ),
      ...fields(t, {
        etag: 'The version of the setting. Changes with every change of the value.',
        value:
          'The value as text: `true` or `false`, a number, an IANA time zone, a language tag. `weekStart`: 0 for Sunday, 1 for Monday, 6 for Saturday. `defaultEventLength`: minutes.',
      }),
    }),
  });

  builder.objectFields(Viewer, (t) => ({
    calendarSettings: connection(
      t,
      connectionType(CalendarSetting, 'settings'),
      { operation: settings.list, args: () => ({}) },
      'The settings of the caller in Google Calendar.',
    ),
    calendarSetting: lookup(
      t,
      CalendarSetting,
      'The global id or the Google Calendar id of the setting, for example `timezone`.',
      'One setting of the caller in Google Calendar. Error `NOT_FOUND` if there is no such setting.',
    ),
  }));
}
