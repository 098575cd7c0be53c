/** Web addresses that name a thing of the graph. Their form alone decides; nothing is fetched, and nothing guessed. */

const hosts: ReadonlySet<string> = new Set(['youtube.com', 'youtube-nocookie.com']);
const pages: ReadonlySet<string> = new Set(['live', 'shorts', 'embed']);

/** Whether a text has the form of a video's id. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text);

/** The id of the video that an address shows: `watch?v=`, `youtu.be/`, `/live/`, `/shorts/`, `/embed/`; null for any other. */
export function videoIdIn(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const id = idOf(url.hostname.replace(/^(?:www|m|music)\./, ''), url) ?? '';
  return isVideoId(id) ? id : null;
}
function idOf(host: string, { pathname, searchParams }: URL): string | null | undefined {
  const [page = '', name] = pathname.split('/').slice(1);
  if (host === 'youtu.be') return page;
  if (!hosts.has(host)) return null;
  return page === 'watch' ? searchParams.get('v') : pages.has(page) ? name : null;
}

/** The storage service's pages stand on a host of these names, whatever the domain. */
const filePage = /^(?:drive|docs)\./;
const fileId = /^[\w-]{10,}$/;
/**
 * The id of the stored file that an address opens: `file/d/ID`, `open?id=`, `uc?id=`, `drive/folders/ID`,
 * `document|spreadsheets|presentation/d/ID`, each also below the number of a signed-in account (`/u/0/`) or behind a
 * domain (`/a/studio.example/`); null for any other.
 */
export function fileIdIn(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || !filePage.test(url.hostname)) return null;
  const path = url.pathname.replace(/^\/a\/[^/]+(?=\/)/, '').replace(/\/u\/\d+(?=\/)/, '');
  const named = /^\/(?:file\/d|drive\/folders|(?:document|spreadsheets|presentation)\/d)\/([^/]+)/.exec(path)?.[1];
  const id = named ?? (/^\/(?:open|uc)$/.test(path) ? url.searchParams.get('id') : null) ?? '';
  return fileId.test(id) ? id : null;
}
