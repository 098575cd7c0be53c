/** A case of the checker: a series with exceptions, and a mutation of one of its occurrences. */

/** A recurrence rule. All times are local ones: see `wall-clock.ts`. */
export interface Rule {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  /** Such as `MO`, or `-1FR`. */
  readonly byDay?: readonly string[];
  readonly byMonthDay?: number;
  readonly byHour?: readonly number[];
  readonly count?: number;
  readonly until?: number;
}

/** The fields that the checker compares, beside the times. */
export interface Fields {
  readonly summary: string | null;
  readonly location: string | null;
  readonly description: string | null;
  readonly colorId: string | null;
}

/** Instants; of an all-day event, its dates in UTC. */
export interface Times {
  readonly start: number;
  readonly end: number;
}

/** A single change or deletion of an occurrence. */
export interface Exception {
  /** The occurrence, counted from 0 in the rule. */
  readonly index: number;
  readonly isDeleted: boolean;
  readonly fields: Partial<Fields>;
  /** Given if the occurrence is moved or longer. */
  readonly times?: Times;
}

/** What `updateEvent` changes. */
export interface CaseChange {
  readonly fields: Partial<Fields>;
  readonly start?: number;
  readonly end?: number;
  /** The time zone that `start` names. */
  readonly zone?: string;
}

export interface SeriesCase {
  /** Makes the same case again. */
  readonly seed: number;
  readonly model: { readonly reachesExceptions: boolean; readonly dropsExceptions: boolean };
  readonly calendarZone: string;
  readonly isAllDay: boolean;
  /** The time zone of the series; `UTC` for an all-day series. */
  readonly zone: string;
  /** The local start of the first occurrence. */
  readonly start: number;
  /** Elapsed milliseconds. */
  readonly duration: number;
  readonly rule: Rule;
  /** Occurrences of the rule that the series excludes by `EXDATE`. */
  readonly excluded: readonly number[];
  readonly exceptions: readonly Exception[];
  /** The occurrence that the mutation names. */
  readonly named: number;
  readonly scope: 'THIS' | 'FOLLOWING' | 'ALL';
  /** Undefined: `deleteEvent`. */
  readonly change: CaseChange | undefined;
  /** Occurrences are compared up to this instant, exclusive. */
  readonly windowEnd: number;
}

/** The fields of every series. */
export const usualFields: Fields = {
  summary: 'Series',
  location: 'Room 1',
  description: null,
  colorId: '3',
};
