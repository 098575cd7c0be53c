/** Parsing of URLs that name a resource. Only the form of a URL is read; nothing is fetched. */

const youtubeHosts: ReadonlySet<string> = new Set(['youtube.com', 'youtube-nocookie.com']);
const videoPages: ReadonlySet<string> = new Set(['live', 'shorts', 'embed']);

/** Whether a text has the form of a video's id. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text);

/**
 * Returns the video id of a URL: `watch?v=`, `youtu.be/`, `/live/`, `/shorts/` or `/embed/`; null
 * for others.
 */
export function videoIdFromUrl(text: string): string | null {
  const url = parseWebUrl(text);
  const id = (url && videoIdFromPath(hostOf(url), url)) ?? '';
  return isVideoId(id) ? id : null;
}

function parseWebUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^(?:www|m|music)\./, '');

function videoIdFromPath(host: string, { pathname, searchParams }: URL): string | null | undefined {
  const [page = '', name] = pathname.split('/').slice(1);
  if (host === 'youtu.be') return page;
  if (!youtubeHosts.has(host) || isOtherPlayer(page, name)) return null;
  if (page === 'watch') return searchParams.get('v');
  return videoPages.has(page) ? name : null;
}

/** The embedded players of playlists and live streams: their names have the form of a video id. */
const isOtherPlayer = (page: string, name: string | undefined): boolean =>
  page === 'embed' && (name === 'videoseries' || name === 'live_stream');

/** Hosts of Drive's pages. Any domain is accepted, because the sandbox has its own. */
const driveHost = /^(?:drive|docs)\./;
const fileIdPattern = /^[\w-]{10,}$/;

/**
 * Returns the file id of a URL: `file/d/ID`, `open?id=`, `uc?id=`, `drive/folders/ID` or
 * `document|spreadsheets|presentation/d/ID`, each also with an account number (`/u/0/`) or a domain
 * (`/a/studio.example/`); null for others.
 */
export function fileIdFromUrl(text: string): string | null {
  const url = parseWebUrl(text);
  if (url === null || !driveHost.test(url.hostname)) return null;
  const path = url.pathname.replace(/^\/a\/[^/]+(?=\/)/, '').replace(/\/u\/\d+(?=\/)/, '');
  const pathId =
    /^\/(?:file\/d|drive\/folders|(?:document|spreadsheets|presentation)\/d)\/([^/]+)/.exec(
      path,
    )?.[1];
  const id = pathId ?? (/^\/(?:open|uc)$/.test(path) ? url.searchParams.get('id') : null) ?? '';
  return fileIdPattern.test(id) ? id : null;
}

/** Returns the resource key in the URL of a file; null without one. */
export const resourceKeyFromUrl = (text: string): string | null =>
  parseWebUrl(text)?.searchParams.get('resourcekey') ?? null;

/**
 * Returns the playlist id of a URL: `playlist?list=` or `embed/videoseries?list=`; null for others.
 */
export function playlistIdFromUrl(text: string): string | null {
  const url = parseWebUrl(text);
  if (
    url === null ||
    !youtubeHosts.has(hostOf(url)) ||
    !/^\/(?:playlist|embed\/videoseries)\/?$/.test(url.pathname)
  )
    return null;
  const id = url.searchParams.get('list') ?? '';
  return /^[\w-]{2,}$/.test(id) ? id : null;
}

/** Returns the channel of a URL: `/channel/UC…` has its id, `/@…` its handle; null for others. */
export function channelFromUrl(
  text: string,
): { readonly id: string } | { readonly handle: string } | null {
  const url = parseWebUrl(text);
  if (url === null || !youtubeHosts.has(hostOf(url))) return null;
  const [page = '', name = ''] = url.pathname.split('/').slice(1);
  if (page === 'channel') return /^UC[\w-]{22}$/.test(name) ? { id: name } : null;
  const handle = decodeSegment(page);
  return /^@[\p{L}\p{M}\p{N}._·-]{1,100}$/u.test(handle) ? { handle } : null;
}

/** Decodes a handle, which can be of any script. Empty for an invalid encoding. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** Hosts of Calendar's pages, in any domain as those of Drive; and `google.com`, which is older. */
const calendarHost = /^(?:calendar\.|(?:www\.)?google\.com$)/;

/**
 * Returns the calendar id and event id of a URL: `calendar/event?eid=` is the base64 of the event
 * id, a space and the calendar id. Null for others, and for an `eid` that abbreviates the domain of
 * the calendar to one letter.
 */
export function eventFromUrl(text: string): readonly [calendarId: string, eventId: string] | null {
  const url = parseWebUrl(text);
  if (
    url === null ||
    !calendarHost.test(url.hostname) ||
    !/^\/calendar(?:\/u\/\d+)?\/event\/?$/.test(url.pathname)
  )
    return null;
  const eid = url.searchParams.get('eid') ?? '';
  if (!/^[\w+/-]+={0,2}$/.test(eid)) return null;
  const [, eventId, calendarId] =
    /^([\w-]{5,1024}) ([^\s,/@]+@[^\s,/@]+\.[^\s,/@]+)$/.exec(
      Buffer.from(eid, 'base64').toString(),
    ) ?? [];
  return eventId === undefined ? null : [calendarId!, eventId];
}
