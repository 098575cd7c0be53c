/** Costs and times in words. */
import type { Cost, Units } from './plan.ts';

export const ms = (time: number): string => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

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
