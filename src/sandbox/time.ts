/** Units of time in milliseconds, and dates as the services write them. */
/** Milliseconds. */
export const minute = 60_000;

/** Milliseconds. */
export const hour = 60 * minute;

/** Milliseconds. */
export const day = 24 * hour;

/** RFC 3339 in UTC and whole seconds, as YouTube writes dates. Drive writes milliseconds. */
export const rfc3339 = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
