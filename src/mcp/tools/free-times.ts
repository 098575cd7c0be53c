/** When people are free. */
import * as z from 'zod/mini';
import { showValue } from '../../engine/api/error.ts';
import { typeOfId } from '../../engine/schema/type/global-id.ts';
import { agentTool, input } from './agent-tool.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const document = `query (
  $people: [ID!]!, $from: DateTime!, $to: DateTime!, $duration: Duration!,
  $hours: [AvailableTimeInput!], $zone: String!, $max: Int!
) {
  findFreeSlots(
    people: $people, from: $from, to: $to, duration: $duration, workingHours: $hours,
    timeZone: $zone, ignoreUnreadable: true, first: $max
  ) {
    slots { from to }
    unreadable { calendarId error }
  }
}`;

/** The calendars whose events make the user busy. */
const ownCalendars = `query {
  viewer { calendars(first: 50, minAccessRole: OWNER) { nodes { calendarId primary } } }
}`;

interface OwnCalendars {
  readonly viewer: {
    readonly calendars: {
      readonly nodes: readonly { readonly calendarId: string; readonly primary: boolean | null }[];
    } | null;
  } | null;
}

interface Slots {
  readonly findFreeSlots: {
    readonly slots: readonly object[] | null;
    readonly unreadable: readonly { readonly calendarId: string; readonly error: string | null }[];
  } | null;
}

export const freeTimes = agentTool({
  name: 'free_times',
  title: 'Find free times',
  description: 'Find times at which all people are free. Of the user, all own calendars count.',
  input: {
    people: input.texts('Email addresses, or ids of calendars; me: the user.'),
    minutes: input.whole('At least so many minutes.', 1, 1_440),
    from: z.optional(input.text('2027-03-14T09:30 or a day; left out: now.', 100)),
    to: input.text('At most 90 days later; a day is included.', 100),
    hours: z.optional(
      input.text('Only Monday to Friday, 9-17 or 09:30-17:00; left out: always.', 20),
    ),
    max: z._default(input.whole('The number of times; 10 if left out.', 1, 50), 10),
  },
  answer: {
    free: ['array', 'Each as long as possible, in the zone of the user.'],
    unknown: ['array', 'Those whose calendars could not be read, and why.'],
    note: 'string',
  },
  run: async ({ people, minutes, from, to, hours, max }, run) => {
    if (people.length === 0) throw ToolFailure.ofInput('people', 'empty; expected at least one');
    checkPeople(people);
    const workingHours = hours === undefined ? undefined : [hoursOf(hours)];
    const all = await calendarsOf(people, run);
    const { findFreeSlots } = await run.read<Slots>(document, {
      people: all,
      from: from === undefined ? await run.inDays(0) : await run.instant('from', from),
      to: await run.endOf('to', to),
      duration: `PT${minutes}M`,
      hours: workingHours,
      zone: await run.zone,
      max,
    });
    const { slots, unreadable = [] } = findFreeSlots ?? {};
    const unknown = unreadable.map(({ calendarId, error }) => ({
      id: calendarId,
      why: reasons[error ?? ''] ?? error,
    }));
    // Without anybody who was read, all times would be free.
    const isKnown = unknown.length < all.length;
    return {
      ...(isKnown && { free: slots }),
      ...(unknown.length > 0 && { unknown }),
      ...(isKnown && unknown.length > 0 && { note: ignored }),
    };
  },
});

const ignored = 'The free times ignore those in `unknown`, who may be busy.';

/** Names are none: Google Calendar would only say that there is no such calendar. */
function checkPeople(people: readonly string[]): void {
  const wrong = people.find(
    (each) =>
      !isUser(each) && !/^[^\s@]+@[^\s@]+$/.test(each.trim()) && typeOfId(each) !== 'Calendar',
  );
  if (wrong !== undefined)
    throw ToolFailure.ofInput('people', `${showValue(wrong)}; expected an email address, or me`);
}

const isUser = (named: string): boolean => /^(me|primary)$/i.test(named.trim());

/** @returns ids of calendars, each once; the user, by any name, is all of the own ones */
async function calendarsOf(people: readonly string[], run: ToolRun): Promise<readonly string[]> {
  const { viewer } = await run.read<OwnCalendars>(ownCalendars);
  const own = viewer?.calendars?.nodes ?? [];
  const address = own.find(({ primary }) => primary)?.calendarId.toLowerCase();
  const isOwn = (named: string): boolean => isUser(named) || named.toLowerCase() === address;
  const ids = own.length > 0 ? own.map(({ calendarId }) => calendarId) : ['primary'];
  const all = people.map((each) => each.trim()).flatMap((each) => (isOwn(each) ? ids : each));
  return [...new Set(all)];
}

const reasons: Readonly<Record<string, string>> = {
  NOT_FOUND: 'does not exist, or shares nothing with the user',
  GROUP_TOO_BIG: 'a group with too many members: name them one by one',
  INTERNAL_ERROR: 'Google Calendar has failed; try again',
  TOO_MANY_CALENDARS_REQUESTED: 'a member of a group: name them alone',
};

function hoursOf(hours: string): { from: string; to: string } {
  const [, from, fromMinute, to, toMinute] = hoursPattern.exec(hours.trim()) ?? [];
  const times = { from: clockTime(from, fromMinute), to: clockTime(to, toMinute) };
  if (to !== undefined && times.from < times.to && times.to <= '24:00') return times;
  throw ToolFailure.ofInput('hours', `${showValue(hours)}; expected for example 09:00-17:00`);
}

const hoursPattern = /^(\d\d?)(?::([0-5]\d))? ?[-–] ?(\d\d?)(?::([0-5]\d))?$/;

const clockTime = (hour = '', minute = '00'): string => `${hour.padStart(2, '0')}:${minute}`;
