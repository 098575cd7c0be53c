/**
 * Changes of events, access rules, the calendar list and settings: their types, and the pages of
 * their feeds.
 */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../../../engine/schema/builder.ts';
import { feedPageType } from '../../../engine/schema/feed/feed-page-type.ts';
import { fields, itself, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { changesPerPage } from './source.ts';
import { EventTime } from '../event/time.ts';
import { AccessRule, CalendarListEntry, CalendarSetting, Event } from '../resources.ts';

type EventJson = calendar_v3.Schema$Event;
type RuleJson = calendar_v3.Schema$AclRule;
type EntryJson = calendar_v3.Schema$CalendarListEntry;
type SettingJson = calendar_v3.Schema$Setting;

const EventChange = builder.interfaceType<EventJson>('EventChange').implement({
  description:
    'A change of an event of a calendar: a single event, a series, or an occurrence that differs from its series. Several changes of one event in a short time are one change, with the present state of the event.',
  extensions: { typePaths: ['status'] },
  resolveType: ({ status }) => (status === 'cancelled' ? 'EventDeleted' : 'EventChanged'),
  fields: (t) => ({
    eventId: ownKey(t, 'The Google Calendar id of the changed or deleted event.'),
    calendarId: parentKey(t, 'calendarId', 'The Google Calendar id of the calendar of the event.'),
  }),
});

const AccessRuleChange = builder.interfaceType<RuleJson>('AccessRuleChange').implement({
  description: 'A change of an access rule of a calendar.',
  extensions: { typePaths: ['role'] },
  // The REST API shows a deleted rule with this role.
  resolveType: ({ role }) => (role === 'none' ? 'AccessRuleDeleted' : 'AccessRuleChanged'),
  fields: (t) => ({
    ruleId: ownKey(t, 'The Google Calendar id of the changed or deleted access rule.'),
    calendarId: parentKey(
      t,
      'calendarId',
      'The Google Calendar id of the calendar that the access rule belongs to.',
    ),
  }),
});

const CalendarListChange = builder.interfaceType<EntryJson>('CalendarListChange').implement({
  description: 'A change of the calendar list of the caller.',
  extensions: { typePaths: ['deleted'] },
  resolveType: ({ deleted }) => (deleted ? 'CalendarListEntryRemoved' : 'CalendarListEntryChanged'),
  fields: (t) => ({
    calendarId: ownKey(t, 'The Google Calendar id of the added, changed or removed calendar.'),
  }),
});

const CalendarSettingChange = builder
  .interfaceType<SettingJson>('CalendarSettingChange')
  .implement({
    description: 'A change of a Google Calendar setting of the caller.',
    // Google Calendar deletes no setting.
    resolveType: () => 'CalendarSettingChanged',
    fields: (t) => ({
      settingId: ownKey(t, 'The Google Calendar id of the changed setting.'),
    }),
  });

/** A page of a feed: the type of its items, what has changed, and what a cursor belongs to. */
interface ChangePageSpec {
  readonly item: { readonly name: string };
  readonly what: string;
  readonly field: string;
  readonly of: string;
}

const changePage = (name: string, { item, what, field, of }: ChangePageSpec) =>
  feedPageType(name, {
    item,
    items: 'changes',
    description: `A page of changes of ${what}, as \`${field}\` returns it.`,
    itemsDescription: `The changes of ${what}. In the pages that begin a feed, and after a reset, all ${what}. Empty if nothing has changed.`,
    maxItems: changesPerPage,
    texts: {
      cursor: `The cursor at the end of this page. Pass as \`after\`, for the same ${of}, to read the next page: now if \`hasMore\` is true, later if not. Google Calendar lets cursors expire, which \`reset\` then says.`,
      reset: `Whether the cursor has expired. If true, the next pages have all ${what} again, up to the first one with \`hasMore: false\`. Delete what they do not have: it was deleted in the meantime.`,
      pollAfter:
        'The time to wait before the next page is read. Always null: Google Calendar states none.',
    },
  });

export const EventChangePage = changePage('EventChangePage', {
  item: EventChange,
  what: 'events',
  field: 'eventChanges',
  of: 'calendar and with the same other arguments',
});

export const AccessRuleChangePage = changePage('AccessRuleChangePage', {
  item: AccessRuleChange,
  what: 'access rules',
  field: 'accessRuleChanges',
  of: 'calendar',
});

export const CalendarListChangePage = changePage('CalendarListChangePage', {
  item: CalendarListChange,
  what: 'calendar list entries',
  field: 'calendarListChanges',
  of: 'account',
});

export const CalendarSettingChangePage = changePage('CalendarSettingChangePage', {
  item: CalendarSettingChange,
  what: 'settings',
  field: 'calendarSettingChanges',
  of: 'account',
});

export function addChange(): void {
  builder.objectType<EventJson>('EventChanged').implement({
    interfaces: [EventChange],
    description: 'An event was created or changed.',
    fields: (t) => ({
      event: itself(
        t,
        Event,
        'The changed event. Comes with the change: its own fields need no further call.',
      ),
    }),
  });
  builder.objectType<EventJson>('EventDeleted').implement({
    interfaces: [EventChange],
    description:
      'An event was deleted, or cancelled for this calendar. With a `recurringEventId`, the series does not have this occurrence, until the series changes: then read its occurrences again with `Event.instances`. Without one, the event can be a series: then also delete its occurrences from a copy. With `expandSeries: true`, just delete the event from a copy.',
    fields: (t) =>
      fields(t, {
        recurringEventId: [
          'ID',
          'The Google Calendar id of the series of a deleted occurrence. Null unless an occurrence was deleted.',
        ],
        originalStart: [
          EventTime,
          'The start that the series assigns to the deleted occurrence. Null unless an occurrence was deleted.',
          { rest: 'originalStartTime' },
        ],
      }),
  });
  builder.objectType<RuleJson>('AccessRuleChanged').implement({
    interfaces: [AccessRuleChange],
    description: 'An access rule was created or changed.',
    fields: (t) => ({
      accessRule: itself(
        t,
        AccessRule,
        'The changed rule. Comes with the change: its own fields need no further call.',
      ),
    }),
  });
  builder.objectType<RuleJson>('AccessRuleDeleted').implement({
    interfaces: [AccessRuleChange],
    description: 'An access rule was deleted: its grantee no longer has access by this rule.',
  });
  builder.objectType<EntryJson>('CalendarListEntryChanged').implement({
    interfaces: [CalendarListChange],
    description: 'A calendar was added to the list, or the caller changed its entry.',
    fields: (t) => ({
      calendarListEntry: itself(
        t,
        CalendarListEntry,
        'The changed entry. Comes with the change: its own fields need no further call.',
      ),
    }),
  });
  builder.objectType<EntryJson>('CalendarListEntryRemoved').implement({
    interfaces: [CalendarListChange],
    description: 'A calendar was removed from the list, or the caller has lost access to it.',
  });
  builder.objectType<SettingJson>('CalendarSettingChanged').implement({
    interfaces: [CalendarSettingChange],
    description: 'A setting was changed.',
    fields: (t) => ({
      calendarSetting: itself(
        t,
        CalendarSetting,
        'The changed setting. Comes with the change: its own fields need no further call.',
      ),
    }),
  });
}
