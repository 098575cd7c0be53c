/** When people are free. */
import * as z from 'zod/mini';
import { agentTool, input } from './agent-tool.ts';
import { ToolFailure } from './tool-failure.ts';

const document = `query (
  $people: [ID!]!, $from: DateTime!, $to: DateTime!, $duration: Duration!,
  $hours: [WorkingHoursInput!], $zone: String!, $max: Int!
) {
  findFreeSlots(
    people: $people, from: $from, to: $to, duration: $duration, workingHours: $hours,
    timeZone: $zone, ignoreUnreadable: true, first: $max
  ) {
    slots { from to }
    unreadable { calendarId error }
  }
}`;

interface Slots {
  readonly findFreeSlots: {
    readonly slots: readonly object[] | null;
    readonly unreadable: readonly { readonly calendarId: string; readonly error: string | null }[];
  } | null;
}

export const freeTimes = agentTool({
  name: 'free_times',
  title: 'Find free times',
  description:
    'Find times at which all people are free. The times say nothing about those in `unknown`.',
  input: {
    people: input.texts('Email addresses or ids of calendars; primary is that of the user.'),
    minutes: input.whole('At least so many minutes.', 1, 1_440),
    from: z.optional(input.text('2027-03-14T09:30 or a day; left out: now.', 100)),
    to: input.text('At most 90 days later; a day is included.', 100),
    hours: z.optional(
      input.text('Only Monday to Friday, 09:00-17:00 for example; left out: always.', 20),
    ),
    max: z._default(input.whole('The number of times; 10 if left out.', 1, 50), 10),
  },
  answer: {
    free: ['array', 'Each as long as possible, in the zone of the user.'],
    unknown: ['array', 'Those whose calendars could not be read, and why.'],
  },
  run: async ({ people, minutes, from, to, hours, max }, run) => {
    if (people.length === 0) throw ToolFailure.ofInput('people', 'empty; expected at least one');
    const workingHours = hours === undefined ? undefined : [hoursOf(hours)];
    const { findFreeSlots } = await run.read<Slots>(document, {
      people,
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
    const isKnown = unknown.length < new Set(people).size;
    return {
      ...(isKnown && { free: slots }),
      ...(unknown.length > 0 && { unknown }),
    };
  },
});

const reasons: Readonly<Record<string, string>> = {
  NOT_FOUND: 'does not exist, or shares nothing with the user',
  GROUP_TOO_BIG: 'a group with too many members: name them one by one',
  INTERNAL_ERROR: 'Google Calendar has failed; try again',
  TOO_MANY_CALENDARS_REQUESTED: 'a member of a group: name them alone',
};

function hoursOf(hours: string): { from: string; to: string } {
  const [, from, to] = /^(\d\d:\d\d) ?[-–] ?(\d\d:\d\d)$/.exec(hours.trim()) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw ToolFailure.ofInput('hours', `${JSON.stringify(hours)}; expected for example 09:00-17:00`);
}
