/** What is measured: documents whose fewest REST calls are known, so that a hand-written handler can make the same ones. */
import { globalId } from '../src/graph/global-id.ts';
import { ids } from '../src/sandbox/seed/ids.ts';

export interface Workload {
  readonly name: string;
  readonly what: string;
  readonly query: string;
}

/** The window that holds the 50 events of W4 is counted from the sandbox's start instant. */
export const start = new Date('2026-03-10T09:00:00Z');

/** Five playlists of fifty: windows of the seeded long one, so that videos stand in several of them. */
export const shelves: readonly { readonly id: string; readonly from: number }[] = [
  0, 17, 35, 52, 70,
].map((from) => ({
  id: `PLbench${String(from).padStart(27, '0')}`,
  from,
}));

export const shelfSize = 50;

export const workloads: readonly Workload[] = [
  { name: 'W1', what: 'one title', query: `{ video(id: "${ids.video.trailer}") { title } }` },
  {
    name: 'W2',
    what: 'playlist of 50 -> video -> channel',
    query: `{ playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } } }`,
  },
  {
    name: 'W3',
    what: '5 playlists of 50 -> video -> channel and top comment',
    query: `{ nodes(ids: ${JSON.stringify(shelves.map(({ id }) => globalId('Playlist', [id])))}) { ... on Playlist { items(first: ${shelfSize}) { nodes { video { title channel { title } commentThreads(first: 1) { nodes { topLevelComment { text } } } } } } } } }`,
  },
  {
    name: 'W4',
    what: '50 events -> attachment -> file',
    query: `{ calendar(id: "${ids.calendar.release}") { events(first: 50) { nodes { summary attachments { title file { name mimeType } } } } } }`,
  },
];
