/** Costs and times in words. */
import type { Cost, Units } from './plan.ts';

export const ms = (time: number): string => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

/** A local time: `14:03:12.045`. @param at in ms since 1970 */
export function timeText(at: number): string {
  const time = new Date(at);
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

/** @returns `1 call`, `2 calls` */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Quota units in words: `3 VIDEO units`. */
export const unitText = ({ bucket, units }: Units): string => counted(units, `${bucket} unit`);

/** A cost in words: `4 REST calls, 3 VIDEO units`. */
export const costText = ({ requests, units }: Cost): string =>
  [counted(requests, 'REST call'), ...units.map(unitText)].join(', ');

/** The name of a REST operation without that of its service. */
export const methodOf = (operation: string): string => operation.replace(/^\w+:/, '');
