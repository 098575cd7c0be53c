/** What is measured: documents whose fewest REST calls are known, so that a hand-written handler can make the same ones. */
import { ids } from '../src/sandbox/seed/ids.ts';

export interface Workload {
  readonly name: string;
  readonly what: string;
  readonly query: string;
}
/** The window that holds the 50 events of W4 is counted from the sandbox's start instant. */
export const start = new Date('2026-03-10T09:00:00Z');

export const workloads: readonly Workload[] = [
  {
    name: 'W2',
    what: 'playlist of 50 -> video -> channel',
    query: `{ playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } } }`,
  },
  {
    name: 'W4',
    what: '50 events -> attachment -> file',
    query: `{ calendar(id: "${ids.calendar.release}") { events(first: 50) { nodes { summary attachments { title file { name mimeType } } } } } }`,
  },
];
