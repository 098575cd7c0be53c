/** Notifications that the caller receives about a calendar. */
import type { calendar_v3 } from '@googleapis/calendar';
import { mergeFields } from '../../../engine/write/update/keyed-list.ts';
import { type ListRules, listChangeType } from '../../../engine/schema/write/list-change.ts';
import { valueType } from '../../../engine/schema/field/path-field.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { CalendarNotificationMethod, CalendarNotificationType } from '../enums.ts';

export const CalendarNotification = valueType<calendar_v3.Schema$CalendarNotification>(
  'CalendarNotification',
).rows('A kind of notification that the caller receives about a calendar.', {
  type: [CalendarNotificationType, 'The occasion of the notification.'],
  method: [CalendarNotificationMethod, 'The way in which the notification is delivered.'],
});

export const CalendarNotificationInput = inputObject(
  'CalendarNotificationInput',
  'A kind of notification to receive about a calendar.',
  {
    type: [
      required(CalendarNotificationType),
      'The occasion of the notification, for example a new event.',
    ],
    method: [
      required(CalendarNotificationMethod),
      'The delivery method. Google Calendar supports email only.',
      { default: 'email' },
    ],
  },
);

export const CalendarNotificationChangesInput = listChangeType('CalendarNotificationChangesInput', {
  entry: CalendarNotificationInput,
  key: CalendarNotificationInput,
  many: 'notifications',
  one: 'notification',
  keys: 'type and method',
});

type Notification = calendar_v3.Schema$CalendarNotification;
type NotificationInput = typeof CalendarNotificationInput.$inferType;

const keyOf = ({ type, method }: Notification): string => `${type}, ${method}`;

/** The notifications about a calendar. Nothing but the key is known of them. */
export const notificationList: ListRules<Notification, NotificationInput, NotificationInput> = {
  one: 'notification',
  many: 'notifications',
  keyOf,
  inputKeyOf: keyOf,
  removedKeyOf: keyOf,
  merge: (input, current) => mergeFields(current, input),
};
