/** The initial calendars, access rules, events and calendar lists. */
import { etagOf } from '../../calendar/event/identity.ts';
import { defaultSeriesModel } from '../../calendar/series/control.ts';
import { instanceOf, occurrencesOf } from '../../calendar/series/recurrence.ts';
import type {
  AclRule,
  CalendarEntity,
  CalendarListEntry,
  CalendarResource,
  CalendarRole,
  CalendarState,
  EventEntity,
  WorkingHours,
} from '../../calendar/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour } from '../../time.ts';
import { calendarId, ids } from '../ids.ts';
import { completeEvents } from './complete-event.ts';
import {
  avaEvents,
  avaHoliday,
  benEvents,
  danaEvents,
  premiereEvents,
  privateEvents,
  releaseEvents,
} from './event.ts';
import { buildEvent, type EventPlan } from './event-plan.ts';
import { eventLabels } from './label.ts';
import { slotPlans } from './production-slot.ts';
import { buildSettings } from './setting.ts';
import { buildChannels } from './watch-channel.ts';

const { ava, ben, chloe, dana, editors, emeka } = ids.person;

/** The id of a calendar that is public and that Ben may write. */
export const premieres = calendarId('premieres');

/** The ids of calendars that are in no calendar list: a public one, and one that Ava may read. */
export const holidays = calendarId('holidays');
export const rehearsals = calendarId('rehearsals');

type CalendarPlan = Omit<CalendarResource, 'kind' | 'etag' | 'conferenceProperties'>;
const studioTimeZone = 'Europe/Stockholm';

/** The same periods on each day from Monday to Friday. */
const workingHours = (periods: readonly (readonly [number, number])[]): WorkingHours => ({
  workingHoursEnabled: true,
  availableTimes: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].flatMap((dayOfWeek) =>
    periods.map(([periodStart, periodEnd]) => ({ dayOfWeek, periodStart, periodEnd })),
  ),
});

const calendarPlans = {
  ava: {
    id: ids.calendar.ava,
    summary: ava,
    timeZone: studioTimeZone,
    labelProperties: { eventLabels },
    workingHours: workingHours([[540, 1_020]]),
  },
  ben: {
    id: ids.calendar.ben,
    summary: ben,
    timeZone: 'Europe/London',
    workingHours: workingHours([
      [480, 720],
      [780, 960],
    ]),
  },
  dana: { id: dana, summary: dana, timeZone: 'America/New_York' },
  release: {
    id: ids.calendar.release,
    summary: 'Releases',
    description: 'What goes out when, and who has to be there.',
    location: 'Pier 9',
    timeZone: studioTimeZone,
    dataOwner: ava,
  },
  private: {
    id: ids.calendar.private,
    summary: 'Ava, private',
    timeZone: studioTimeZone,
    dataOwner: ava,
  },
  premieres: {
    id: premieres,
    summary: 'Premieres',
    description: 'For everybody.',
    timeZone: 'UTC',
    dataOwner: ava,
  },
  holidays: { id: holidays, summary: 'Holidays', timeZone: 'UTC', dataOwner: emeka },
  rehearsals: {
    id: rehearsals,
    summary: 'Rehearsals',
    timeZone: studioTimeZone,
    dataOwner: emeka,
  },
} as const satisfies Record<string, CalendarPlan>;

type RulePlan = readonly [
  type: AclRule['scope']['type'],
  value: string | undefined,
  role: CalendarRole,
];

const buildRule = (simulation: Simulation, [type, value, role]: RulePlan): AclRule => ({
  kind: 'calendar#aclRule',
  etag: etagOf(simulation.at(-300 * day)),
  id: value === undefined ? type : `${type}:${value}`,
  scope: { type, ...(value !== undefined && { value }) },
  role,
  ...(role === 'none' && { deleted: true }),
});

function buildCalendar(
  simulation: Simulation,
  plan: CalendarPlan,
  rules: readonly RulePlan[],
  events: readonly EventEntity[] = [],
): CalendarEntity {
  const updates = events.map(({ updated }) => updated).toSorted();
  return {
    resource: {
      kind: 'calendar#calendar',
      etag: etagOf(simulation.at(-300 * day)),
      ...plan,
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    },
    rules: rules.map((rule) => buildRule(simulation, rule)),
    events: new Map(events.map((event) => [event.id, event])),
    revisions: new Map(),
    vanished: new Map(),
    opaqueSeries: new Set(),
    updated: updates.at(-1) ?? simulation.at(-300 * day).toISOString(),
  };
}

/** Moves the sixth instance of the stand-up by two hours and cancels the seventh. */
function changeInstances(calendar: CalendarEntity): void {
  const series = calendar.events.get(ids.event.standup)!;
  const [sixth, seventh] = occurrencesOf(series, calendar, Infinity)
    .slice(5, 7)
    .map((start) => instanceOf(series, calendar, start)) as [EventEntity, EventEntity];
  const later = ({ dateTime, timeZone }: EventEntity['start']): EventEntity['start'] => ({
    dateTime: new Date(Date.parse(dateTime!) + 2 * hour).toISOString(),
    timeZone: timeZone!,
  });
  calendar.events.set(sixth.id, {
    ...sixth,
    start: later(sixth.start),
    end: later(sixth.end),
    sequence: sixth.sequence + 1,
  });
  calendar.events.set(seventh.id, { ...seventh, status: 'cancelled' });
}

function buildCalendars(simulation: Simulation): CalendarEntity[] {
  const build = (calendar: CalendarPlan, plans: readonly EventPlan[]): EventEntity[] =>
    plans.map((plan) => buildEvent(simulation, calendar, plan));
  const ownedBy = (email: string): RulePlan => ['user', email, 'owner'];
  const { release, private: hidden } = calendarPlans;
  // Copies of Ben's events keep the time zone of his calendar.
  const invitations = benEvents
    .filter(({ isAvaInvited }) => isAvaInvited)
    .map((plan) => ({ ...plan, organizer: ben }));
  const avaCopies = build({ ...calendarPlans.ava, timeZone: 'Europe/London' }, invitations);
  const holiday = build(calendarPlans.ava, [{ ...avaHoliday, organizer: chloe }]);
  const releases = buildCalendar(
    simulation,
    release,
    [ownedBy(ava), ['user', ben, 'reader'], ['group', editors, 'writer']],
    [...build(release, releaseEvents), ...build(release, slotPlans(simulation))],
  );
  changeInstances(releases);
  return [
    buildCalendar(
      simulation,
      calendarPlans.ava,
      [ownedBy(ava), ['user', ben, 'freeBusyReader']],
      [
        ...build(calendarPlans.ava, avaEvents),
        ...build(calendarPlans.ava, completeEvents),
        ...avaCopies,
        ...holiday,
      ],
    ),
    buildCalendar(
      simulation,
      calendarPlans.ben,
      [ownedBy(ben), ['user', ava, 'reader']],
      build(calendarPlans.ben, benEvents),
    ),
    buildCalendar(
      simulation,
      calendarPlans.dana,
      [ownedBy(dana)],
      build(calendarPlans.dana, danaEvents),
    ),
    releases,
    buildCalendar(
      simulation,
      hidden,
      // Dana had access.
      [ownedBy(ava), ['user', dana, 'none']],
      build(hidden, privateEvents),
    ),
    buildCalendar(
      simulation,
      calendarPlans.premieres,
      [ownedBy(ava), ['user', ben, 'writer'], ['default', undefined, 'reader']],
      build(calendarPlans.premieres, premiereEvents),
    ),
    buildCalendar(simulation, calendarPlans.holidays, [
      ownedBy(emeka),
      ['default', undefined, 'reader'],
    ]),
    buildCalendar(simulation, calendarPlans.rehearsals, [ownedBy(emeka), ['user', ava, 'reader']]),
  ];
}

function buildEntry(
  simulation: Simulation,
  id: string,
  colorId: string,
  more: Partial<CalendarListEntry> = {},
): CalendarListEntry {
  return {
    calendarId: id,
    etag: etagOf(simulation.at(-200 * day)),
    colorId,
    selected: true,
    defaultReminders: [{ method: 'popup', minutes: 10 }],
    ...more,
  };
}

const notificationTypes = ['eventCreation', 'eventChange', 'eventCancellation', 'eventResponse'];

const notificationSettings = {
  notifications: notificationTypes.map((type) => ({ type, method: 'email' })),
};

function buildCalendarLists(simulation: Simulation): Map<string, CalendarListEntry[]> {
  const entry = (id: string, colorId: string, more?: Partial<CalendarListEntry>) =>
    buildEntry(simulation, id, colorId, more);
  const primary = (id: string): CalendarListEntry => entry(id, '14', { notificationSettings });
  const silent = { defaultReminders: [] };
  return new Map([
    [
      ava,
      [
        primary(ava),
        entry(ids.calendar.release, '11'),
        entry(ids.calendar.private, '24'),
        entry(ids.calendar.ben, '6', { ...silent, summaryOverride: 'Ben (score)' }),
        entry(premieres, '9', { ...silent, hidden: true }),
      ],
    ],
    [ben, [primary(ben), entry(ids.calendar.release, '5', silent), entry(premieres, '9', silent)]],
    [dana, [primary(dana), entry(ids.calendar.private, '8', { ...silent, deleted: true })]],
  ]);
}

/** The initial data of the calendar service. */
export function seedCalendar(simulation: Simulation): CalendarState {
  return {
    calendars: new Map(
      buildCalendars(simulation).map((calendar) => [calendar.resource.id, calendar]),
    ),
    calendarLists: buildCalendarLists(simulation),
    settings: new Map([
      [ava, buildSettings(simulation, { timezone: studioTimeZone, hideWeekends: 'true' })],
      [ben, buildSettings(simulation, { timezone: 'Europe/London', locale: 'en_GB' })],
      [dana, buildSettings(simulation, { timezone: 'America/New_York', dateFieldOrder: 'MDY' })],
    ]),
    revision: 0,
    tokenGeneration: 0,
    seriesModel: defaultSeriesModel,
    channels: buildChannels(simulation),
  };
}
