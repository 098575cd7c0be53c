/** Conditions of clients that name an etag (RFC 9110, 13.1). */

/** Whether a condition names the etag. */
export const namesEtag = (condition: string, etag: string | undefined): boolean =>
  condition.trim() === '*' || condition.split(',').some((each) => each.trim() === etag);
