/** Fields of an event that derive from its ids or from the time of a write. */

/** The entity tag of an event that is written at a time; quoted, as Calendar returns it. */
export const etagOf = (date: Date): string => `"${date.getTime() * 2}"`;

/** The address of an event in a browser; `eid` is the base64 form of both ids. */
export function htmlLinkOf(id: string, calendarId: string): string {
  const eid = Buffer.from(`${id} ${calendarId}`).toString('base64url');
  return `https://calendar.example/calendar/event?eid=${eid}`;
}

/** The `iCalUID` of an event that was inserted without one. */
export const iCalUidOf = (id: string): string => `${id}@calendar.example`;

/** The id of the Drive file that an attachment's address contains, if any. */
export const fileIdOf = (url: string): string | undefined =>
  /\/(?:d|folders)\/([\w-]+)/.exec(url)?.[1] ?? /[?&]id=([\w-]+)/.exec(url)?.[1];
