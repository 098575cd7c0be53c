/** Fields of Google Calendar resources that no GraphQL field shows. Add a field: remove it here. */
import type { UnexposedFields } from './field-group.ts';

export const calendarFields: readonly UnexposedFields[] = [
  {
    reason: 'The values of both maps are shown as `FreeBusy`; the window is that of the arguments.',
    fields: [
      'FreeBusyResponse.calendars',
      'FreeBusyResponse.groups',
      'FreeBusyResponse.timeMax',
      'FreeBusyResponse.timeMin',
    ],
  },
  {
    reason: 'Deprecated by the documentation of Google Calendar.',
    fields: ['Event.anyoneCanAddSelf', 'Event.gadget'],
  },
];
