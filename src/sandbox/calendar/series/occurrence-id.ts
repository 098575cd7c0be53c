/**
 * The ids of the occurrences of series. Google documents no form of them, and clients have met
 * three:
 *
 * - `start`: the id of the series and the original start, `abc_20230515T083000Z`.
 * - `split`: a series that was divided in Google's own page has the id `abc_R20230324T093000`, and
 *   its occurrences keep the ids that begin with `abc_` (odoo/odoo#287171, read in November 2026).
 * - `opaque`: ids from which neither follows, which Google has announced for the third quarter of
 *   2026 (phw198/OutlookGoogleCalendarSync#2205, read in November 2026).
 */
export const occurrenceIdForms = ['start', 'split', 'opaque'] as const;

export type OccurrenceIdForm = (typeof occurrenceIdForms)[number];

/** The end of the id of a series that was divided in Google's own page. */
const dividedEnd = /_R\d{8}(?:T\d{6}Z?)?$/;

export const isDividedId = (id: string): boolean =>
  dividedEnd.test(id) && /^[a-v0-9]{5,1000}$/.test(id.replace(dividedEnd, ''));

/** @param place the original start: a date or a UTC time, in the format of iCalendar */
export const occurrenceId = (form: OccurrenceIdForm, seriesId: string, place: string): string =>
  form === 'opaque'
    ? `o${Buffer.from(`${place} ${seriesId}`).toString('hex')}`
    : `${seriesId.replace(dividedEnd, '')}_${place}`;

/** A series of which an id can name an occurrence, and the day of that in UTC. */
interface NamedDay {
  readonly seriesId: string;
  readonly day: string;
}

/**
 * What an id can name. It does whether or not the service has shown it to anybody.
 * @param eventIds the ids of the stored events
 */
export function namedDays(eventIds: Iterable<string>, id: string): NamedDay[] {
  const [, hidden = ''] = /^o((?:[0-9a-f]{2})+)$/.exec(id) ?? [];
  const [place = '', own = ''] = Buffer.from(hidden, 'hex').toString().split(' ');
  const [, base, end] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
  const dayOf = (text: string): string => text.replace(/^(....)(..)(..).*/, '$1-$2-$3');
  if (base === undefined) return own === '' ? [] : [{ seriesId: own, day: dayOf(place) }];
  const divided = [...eventIds].filter((key) => key.startsWith(`${base}_R`));
  return [base, ...divided].map((seriesId) => ({ seriesId, day: dayOf(end!) }));
}
