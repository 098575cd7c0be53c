/** Parsing of URLs that name a resource. Only the form of a URL is read; nothing is fetched. */

const hosts: ReadonlySet<string> = new Set(['youtube.com', 'youtube-nocookie.com']);
const pages: ReadonlySet<string> = new Set(['live', 'shorts', 'embed']);

/** Whether a text has the form of a video's id. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text);

/**
 * Returns the video id of a URL: `watch?v=`, `youtu.be/`, `/live/`, `/shorts/` or `/embed/`; null
 * for others.
 */
export function videoIdIn(address: string): string | null {
  const url = webAddress(address);
  const id = (url && idOf(hostOf(url), url)) ?? '';
  return isVideoId(id) ? id : null;
}

function webAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^(?:www|m|music)\./, '');

function idOf(host: string, { pathname, searchParams }: URL): string | null | undefined {
  const [page = '', name] = pathname.split('/').slice(1);
  if (host === 'youtu.be') return page;
  if (!hosts.has(host) || isPlayerOfOther(page, name)) return null;
  return page === 'watch' ? searchParams.get('v') : pages.has(page) ? name : null;
}

/** The embedded players of playlists and live streams: their names look like a video id. */
const isPlayerOfOther = (page: string, name: string | undefined): boolean =>
  page === 'embed' && (name === 'videoseries' || name === 'live_stream');

/** Hosts of Drive's pages, in any domain. */
const filePage = /^(?:drive|docs)\./;
const fileId = /^[\w-]{10,}$/;

/**
 * Returns the file id of a URL: `file/d/ID`, `open?id=`, `uc?id=`, `drive/folders/ID` or
 * `document|spreadsheets|presentation/d/ID`, each also with an account number (`/u/0/`) or a domain
 * (`/a/studio.example/`); null for others.
 */
export function fileIdIn(address: string): string | null {
  const url = webAddress(address);
  if (url === null || !filePage.test(url.hostname)) return null;
  const path = url.pathname.replace(/^\/a\/[^/]+(?=\/)/, '').replace(/\/u\/\d+(?=\/)/, '');
  const named =
    /^\/(?:file\/d|drive\/folders|(?:document|spreadsheets|presentation)\/d)\/([^/]+)/.exec(
      path,
    )?.[1];
  const id = named ?? (/^\/(?:open|uc)$/.test(path) ? url.searchParams.get('id') : null) ?? '';
  return fileId.test(id) ? id : null;
}

/**
 * Returns the playlist id of a URL: `playlist?list=` or `embed/videoseries?list=`; null for others.
 */
export function playlistIdIn(address: string): string | null {
  const url = webAddress(address);
  if (
    url === null ||
    !hosts.has(hostOf(url)) ||
    !/^\/(?:playlist|embed\/videoseries)\/?$/.test(url.pathname)
  )
    return null;
  const id = url.searchParams.get('list') ?? '';
  return /^[\w-]{2,}$/.test(id) ? id : null;
}

/** Returns the channel of a URL: `/channel/UC…` has its id, `/@…` its handle; null for others. */
export function channelIn(
  address: string,
): { readonly id: string } | { readonly handle: string } | null {
  const url = webAddress(address);
  if (url === null || !hosts.has(hostOf(url))) return null;
  const [page = '', name = ''] = url.pathname.split('/').slice(1);
  if (page === 'channel') return /^UC[\w-]{22}$/.test(name) ? { id: name } : null;
  const handle = decoded(page);
  return /^@[\p{L}\p{M}\p{N}._·-]{1,100}$/u.test(handle) ? { handle } : null;
}

/** Decodes a handle, which can be of any script. Empty for an invalid encoding. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** Hosts of Calendar's pages: in any domain, and the older `google.com`. */
const calendarPage = /^(?:calendar\.|(?:www\.)?google\.com$)/;

/**
 * Returns the calendar id and event id of a URL: `calendar/event?eid=` is the base64 of the event
 * id, a space and the calendar id. Null for others, and for an `eid` that abbreviates the domain of the
 * calendar to one letter.
 */
export function eventIn(address: string): readonly [calendarId: string, eventId: string] | null {
  const url = webAddress(address);
  if (
    url === null ||
    !calendarPage.test(url.hostname) ||
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
