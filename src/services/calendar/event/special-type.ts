/** Properties that only events of one type have. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields, valueType } from '../../../engine/schema/field/path-field.ts';
import {
  AutoDeclineMode,
  BirthdayType,
  FocusTimeChatStatus,
  WorkingLocationType,
} from '../enums.ts';

export const EventFocusTimeProperties = valueType<calendar_v3.Schema$EventFocusTimeProperties>(
  'EventFocusTimeProperties',
).rows('The treatment of invitations and chat messages during focus time.', {
  autoDeclineMode: [AutoDeclineMode, 'The invitations that are declined during focus time.'],
  chatStatus: [FocusTimeChatStatus, 'The status of the calendar owner in chat during focus time.'],
  declineMessage: 'The message of automatic declines during focus time. Null if there is none.',
});

export const EventOutOfOfficeProperties = valueType<calendar_v3.Schema$EventOutOfOfficeProperties>(
  'EventOutOfOfficeProperties',
).rows('The treatment of invitations during out-of-office time.', {
  autoDeclineMode: [
    AutoDeclineMode,
    'The invitations that are declined during out-of-office time.',
  ],
  declineMessage:
    'The message of automatic declines during out-of-office time. Null if there is none.',
});

type WorkingLocation = calendar_v3.Schema$EventWorkingLocationProperties;

const EventCustomLocation = valueType<NonNullable<WorkingLocation['customLocation']>>(
  'EventCustomLocation',
  'EventWorkingLocationPropertiesCustomLocation',
).rows('A working location that is neither an office nor the home.', {
  label: 'The name of the place. Null if it has none.',
});

const EventOfficeLocation = valueType<NonNullable<WorkingLocation['officeLocation']>>(
  'EventOfficeLocation',
  'EventWorkingLocationPropertiesOfficeLocation',
).rows('A working location in an office. Ids are those of the resources of Workspace.', {
  buildingId: ['String', 'The id of the building, as the organization has defined it.'],
  floorId: ['String', 'The id of the floor, as the organization has defined it.'],
  floorSectionId: [
    'String',
    'The id of the part of the floor, as the organization has defined it.',
  ],
  deskId: ['String', 'The id of the desk, as the organization has defined it.'],
  label: 'The name of the office, as Google Calendar shows it.',
});

export const EventWorkingLocationProperties = builder
  .objectType<WorkingLocation>('EventWorkingLocationProperties')
  .implement({
    description: 'Where the calendar owner works: at home, in an office or elsewhere.',
    fields: (t) => ({
      ...fields(t, {
        type: [WorkingLocationType, 'The kind of the working location, for example the home.'],
        customLocation: [
          EventCustomLocation,
          'The place of a working location of the type `CUSTOM_LOCATION`. Null for other types, and if no details are given.',
        ],
        officeLocation: [
          EventOfficeLocation,
          'The office of a working location of the type `OFFICE_LOCATION`. Null for other types, and if no details are given.',
        ],
      }),
      homeOffice: computed(
        t,
        'Boolean',
        // An answer with `homeOffice` alone would lack the whole object for other types.
        { paths: ['type', 'homeOffice'], compute: ({ homeOffice }) => homeOffice != null },
        'Whether the calendar owner works at home.',
      ),
    }),
  });

export const EventBirthdayProperties = valueType<calendar_v3.Schema$EventBirthdayProperties>(
  'EventBirthdayProperties',
).rows('The properties of a birthday or of another special date of a contact.', {
  type: [BirthdayType, 'The kind of the special date, for example a birthday.'],
  customTypeName: 'The label of the special date. Null unless `type` is `CUSTOM`.',
  contactResourceName: [
    'The resource name of the contact in the People API, for example `people/c12345`. Null for the birthday of the calendar owner.',
    { rest: 'contact' },
  ],
});
