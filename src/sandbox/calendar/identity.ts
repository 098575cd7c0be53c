/** Tags and addresses that follow from what an event is. */

/** A tag of its own for each instant of a write; quoted, as the calendar service gives them. */
export const tagOf = (date: Date): string => `"${date.getTime() * 2}"`;

/** The address under which a browser opens an event; `eid` is base64 of both ids. */
export const linkOf = (id: string, calendarId: string): string =>
  `https://calendar.example/calendar/event?eid=${Buffer.from(`${id} ${calendarId}`).toString('base64url')}`;

export const iCalUidOf = (id: string): string => `${id}@calendar.example`;

/** The file that an attachment's address leads to, if it leads to one. */
export const fileIdOf = (url: string): string | undefined =>
  /\/(?:d|folders)\/([\w-]+)/.exec(url)?.[1] ?? /[?&]id=([\w-]+)/.exec(url)?.[1];
