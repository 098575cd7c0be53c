/** The calendar service as the studio's people would have filled it. */
import { tagOf } from '../../calendar/identity.ts';
import { instanceOf, occurrences } from '../../calendar/recurrence.ts';
import type {
  Calendar,
  CalendarState,
  Entry,
  Event,
  CalendarRole,
  Rule,
  StoredCalendar,
} from '../../calendar/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour } from '../../time.ts';
import { calendarId, ids } from '../ids.ts';
import { locked, onAva, onBen, onDana, onPremieres, onPrivate, onRelease } from './event.ts';
import { eventOf, person, type Plan } from './plan.ts';
import { slotPlans } from './slot.ts';

const { ava, ben, chloe, dana, editors } = ids.person;

/** Everybody may read it; Ben may write. */
export const premieres = calendarId('premieres');

type Place = Omit<Calendar, 'kind' | 'etag' | 'conferenceProperties'>;
const zone = 'Europe/Stockholm';

const places = {
  ava: { id: ids.calendar.ava, summary: ava, timeZone: zone },
  ben: { id: ids.calendar.ben, summary: ben, timeZone: 'Europe/London' },
  dana: { id: dana, summary: dana, timeZone: 'America/New_York' },
  release: {
    id: ids.calendar.release,
    summary: 'Releases',
    description: 'What goes out when, and who has to be there.',
    location: 'Pier 9',
    timeZone: zone,
    dataOwner: ava,
  },
  private: { id: ids.calendar.private, summary: 'Ava, private', timeZone: zone, dataOwner: ava },
  premieres: {
    id: premieres,
    summary: 'Premieres',
    description: 'For everybody.',
    timeZone: 'UTC',
    dataOwner: ava,
  },
} as const satisfies Record<string, Place>;

type Share = readonly [type: Rule['scope']['type'], value: string | undefined, role: CalendarRole];

const ruleOf = (simulation: Simulation, [type, value, role]: Share): Rule => ({
  kind: 'calendar#aclRule',
  etag: tagOf(simulation.at(-300 * day)),
  id: value === undefined ? type : `${type}:${value}`,
  scope: { type, ...(value !== undefined && { value }) },
  role,
});

function shelfOf(
  simulation: Simulation,
  place: Place,
  shares: readonly Share[],
  events: readonly Event[],
): StoredCalendar {
  const calendar: Calendar = {
    kind: 'calendar#calendar',
    etag: tagOf(simulation.at(-300 * day)),
    ...place,
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  };
  const updated = events.map((event) => event.updated).toSorted();
  return {
    calendar,
    rules: shares.map((share) => ruleOf(simulation, share)),
    events: new Map(events.map((event) => [event.id, event])),
    revisions: new Map(),
    updated: updated.at(-1)!,
  };
}

/** Of the stand-up's instances the sixth was moved by two hours and the seventh called off. */
function changeInstances(shelf: StoredCalendar): void {
  const series = shelf.events.get(ids.event.standup)!;
  const all = [...occurrences(series, shelf, Infinity)].map((at) => instanceOf(series, shelf, at));
  const [sixth, seventh] = [all[5]!, all[6]!];
  const later = ({ dateTime, timeZone }: Event['start']): Event['start'] => ({
    dateTime: new Date(Date.parse(dateTime!) + 2 * hour).toISOString(),
    timeZone: timeZone!,
  });
  shelf.events.set(sixth.id, {
    ...sixth,
    start: later(sixth.start),
    end: later(sixth.end),
    sequence: sixth.sequence + 1,
  });
  shelf.events.set(seventh.id, { ...seventh, status: 'cancelled' });
}

function calendars(simulation: Simulation): StoredCalendar[] {
  const on = (place: Place, plans: readonly Plan[]): Event[] =>
    plans.map((plan) => eventOf(simulation, place, plan, ava));
  const invited = { ...places.ava, timeZone: places.ben.timeZone };
  const guest = onBen
    .filter((plan) => plan.ava)
    .map((plan) => eventOf(simulation, invited, plan, ava, person(ben)));
  const closed = eventOf(simulation, places.ava, locked, ava, person(chloe));
  const owner = (email: string): Share => ['user', email, 'owner'];
  const release = shelfOf(
    simulation,
    places.release,
    [owner(ava), ['user', ben, 'reader'], ['group', editors, 'writer']],
    [...on(places.release, onRelease), ...on(places.release, slotPlans(simulation))],
  );
  changeInstances(release);
  return [
    shelfOf(
      simulation,
      places.ava,
      [owner(ava), ['user', ben, 'freeBusyReader']],
      [...on(places.ava, onAva), ...guest, closed],
    ),
    shelfOf(simulation, places.ben, [owner(ben), ['user', ava, 'reader']], on(places.ben, onBen)),
    shelfOf(simulation, places.dana, [owner(dana)], on(places.dana, onDana)),
    release,
    shelfOf(simulation, places.private, [owner(ava)], on(places.private, onPrivate)),
    shelfOf(
      simulation,
      places.premieres,
      [owner(ava), ['user', ben, 'writer'], ['default', undefined, 'reader']],
      on(places.premieres, onPremieres),
    ),
  ];
}

function entryOf(
  simulation: Simulation,
  id: string,
  colorId: string,
  more: Partial<Entry> = {},
): Entry {
  const defaultReminders = [{ method: 'popup', minutes: 10 }];
  return {
    calendarId: id,
    etag: tagOf(simulation.at(-200 * day)),
    colorId,
    selected: true,
    defaultReminders,
    ...more,
  };
}

const mails = ['eventCreation', 'eventChange', 'eventCancellation', 'eventResponse'];
const notificationSettings = { notifications: mails.map((type) => ({ type, method: 'email' })) };

export function seedCalendar(simulation: Simulation): CalendarState {
  const primary = (id: string): Entry => entryOf(simulation, id, '14', { notificationSettings });
  const plain = { defaultReminders: [] };
  return {
    calendars: new Map(calendars(simulation).map((shelf) => [shelf.calendar.id, shelf])),
    entries: new Map([
      [
        ava,
        [
          primary(ava),
          entryOf(simulation, ids.calendar.release, '11'),
          entryOf(simulation, ids.calendar.private, '24'),
          entryOf(simulation, ids.calendar.ben, '6', { ...plain, summaryOverride: 'Ben (score)' }),
          entryOf(simulation, premieres, '9', { ...plain, hidden: true }),
        ],
      ],
      [
        ben,
        [
          primary(ben),
          entryOf(simulation, ids.calendar.release, '5', plain),
          entryOf(simulation, premieres, '9', plain),
        ],
      ],
      [dana, [primary(dana)]],
    ]),
    revision: 0,
  };
}
