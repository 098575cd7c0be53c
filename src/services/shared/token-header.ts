/** The request headers with the access token of some services alone; `authorization` is for all. */
export const tokenHeaders = {
  youtube: 'x-youtube-authorization',
  drive: 'x-drive-authorization',
  calendar: 'x-calendar-authorization',
} as const;
