/** Web addresses that name a thing of the graph. Their form alone decides; nothing is fetched, and nothing guessed. */

const hosts: ReadonlySet<string> = new Set(['youtube.com', 'youtube-nocookie.com']);
const pages: ReadonlySet<string> = new Set(['live', 'shorts', 'embed']);

/** Whether a text has the form of a video's id. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text);

/** The id of the video that an address shows: `watch?v=`, `youtu.be/`, `/live/`, `/shorts/`, `/embed/`; null for any other. */
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

/** The players of a list and of whatever a channel has on air: their names have the form of a video's id. */
const isPlayerOfOther = (page: string, name: string | undefined): boolean =>
  page === 'embed' && (name === 'videoseries' || name === 'live_stream');

/** The storage service's pages stand on a host of these names, whatever the domain. */
const filePage = /^(?:drive|docs)\./;
const fileId = /^[\w-]{10,}$/;

/**
 * The id of the stored file that an address opens: `file/d/ID`, `open?id=`, `uc?id=`, `drive/folders/ID`,
 * `document|spreadsheets|presentation/d/ID`, each also below the number of a signed-in account (`/u/0/`) or behind a
 * domain (`/a/studio.example/`); null for any other.
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

/** The id of the playlist that an address lists or plays: `playlist?list=`, `embed/videoseries?list=`; null for any other. */
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

/** What an address says of a channel, on whichever page of it: `/channel/UC…` its id, `/@…` its handle; null for any other. */
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

/** Handles may be of any script. What is ill-encoded names nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** The calendar service's pages, whatever the domain, and the older ones below the domain itself. */
const calendarPage = /^(?:calendar\.|(?:www\.)?google\.com$)/;

/**
 * The calendar and the event that an address opens: `calendar/event?eid=`, base64 of the event's id, a blank and the
 * calendar's. Null for any other, and where the calendar's domain is cut to a letter: what it stood for is not said.
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
