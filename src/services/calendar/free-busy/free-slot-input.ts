/** The arguments of the search for free slots: their types, checks and conversion. */
import { checkFirst } from '../../../engine/read/list/list.ts';
import type { FieldArguments } from '../../../engine/read/needs.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { countOf } from '../../../engine/schema/type/duration.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { checkWindow } from '../../../engine/schema/type/time-window.ts';
import type { DailyHours, Interval } from './free-slot.ts';
import { type AvailableTimes, dailyPeriods, weekdays } from '../calendar/working-hours.ts';
import { Calendar } from '../resources.ts';
import { checkKnownZone } from '../time-zone.ts';

export interface FindArguments extends FieldArguments {
  readonly people: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly duration: string;
  readonly workingHours?: AvailableTimes | null;
  readonly ownWorkingHours: boolean;
  readonly timeZone: string;
  readonly ignoreUnreadable: boolean;
  readonly first: number;
}

/** The arguments as instants and lengths in ms. */
interface Search {
  readonly window: Interval;
  readonly hours: readonly DailyHours[] | undefined;
  readonly minLength: number;
}

/** Applications report that Google Calendar rejects longer windows of free/busy queries. */
const maxWindowDays = 90;

/** @throws InvalidInput naming the argument */
export function searchOf({
  from,
  to,
  duration,
  workingHours,
  timeZone,
  first,
  people,
}: FindArguments): Search {
  checkFirst(first);
  if (people.length === 0)
    throw new InvalidInput('people', 'the list is empty; expected at least one person');
  for (const [index, id] of people.entries()) upstreamId(Calendar.resource, id, `people.${index}`);
  if (workingHours?.length === 0)
    throw new InvalidInput(
      'workingHours',
      'the list is empty; expected at least one entry, or null for all hours',
    );
  checkWindow({ from, to });
  checkKnownZone('timeZone', timeZone);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (end - start > maxWindowDays * 86_400_000)
    throw new InvalidInput(
      'to',
      `${showValue(to)} is more than ${maxWindowDays} days after from; expected an earlier time`,
    );
  return {
    window: { start, end },
    hours: workingHours ? dailyPeriods(workingHours, 'workingHours').map(dailyHours) : undefined,
    minLength: lengthOf(duration, end - start),
  };
}

/** The length of a duration in ms. @throws InvalidInput for one that fits no slot of the window */
function lengthOf(duration: string, max: number): number {
  const length = Number(countOf(duration, 'ms', 'duration'));
  if (length > 0 && length <= max) return length;
  throw new InvalidInput(
    'duration',
    `${showValue(duration)} is not more than 0 and at most the time from \`from\` to \`to\`; expected for example PT45M`,
  );
}

type Period = ReturnType<typeof dailyPeriods>[number];

const dailyHours = ({ day, start, end }: Period): DailyHours => ({
  days: new Set([weekdays.indexOf(day) + 1]),
  start,
  end,
});
