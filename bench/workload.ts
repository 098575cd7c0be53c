/**
 * The measured queries. The minimum number of REST calls is known for each, so that a hand-written
 * handler can make the same calls.
 */
import { globalId } from '../src/engine/schema/type/global-id.ts';
import { ids } from '../src/sandbox/seed/ids.ts';

export interface Workload {
  readonly name: string;
  readonly description: string;
  readonly query: string;
}

/** The sandbox's start time: the 50 events of W4 are in a window relative to it. */
export const start = new Date('2026-03-10T09:00:00Z');

/** A playlist of W3: a part of the long playlist, so that videos are in several playlists. */
interface Window {
  readonly id: string;
  /** Index of the first item. */
  readonly from: number;
}

export const windows: readonly Window[] = [0, 17, 35, 52, 70].map((from) => ({
  id: `PLbench${String(from).padStart(27, '0')}`,
  from,
}));

export const windowSize = 50;

const windowIds = JSON.stringify(windows.map(({ id }) => globalId('Playlist', [id])));

export const workloads: readonly Workload[] = [
  {
    name: 'W1',
    description: 'one title',
    query: `{ video(id: "${ids.video.trailer}") { title } }`,
  },
  {
    name: 'W2',
    description: 'playlist of 50 -> video -> channel',
    query: `{ playlist(id: "${ids.playlist.fifty}") {
      items(first: 50) { nodes { video { title channel { title } } } } } }`,
  },
  {
    name: 'W3',
    description: '5 playlists of 50 -> video -> channel and top comment',
    query: `{ nodes(ids: ${windowIds}) { ... on Playlist {
      items(first: ${windowSize}) { nodes { video {
        title channel { title }
        commentThreads(first: 1) { nodes { topLevelComment { text } } } } } } } } }`,
  },
  {
    name: 'W4',
    description: '50 events -> attachment -> file',
    query: `{ calendar(id: "${ids.calendar.release}") { events(first: 50) {
      nodes { summary attachments { title file { name mimeType } } } } } }`,
  },
];

/** @throws Error if there is no workload of this name */
export function workloadOf(name: string): Workload {
  const found = workloads.find((each) => each.name === name);
  if (found === undefined) throw new Error(`Unknown query ${name}; expected for example W1`);
  return found;
}
