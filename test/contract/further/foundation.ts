/** Documents of calendar and storage for the agreement with the official clients. */
import { globalId } from '../../../src/graph/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';

export const documents: readonly string[] = [
  `{ viewer { calendars(first: 1) { nodes { calendar { entry { accessRole } } } } } }`,
  `{ node(id: "${globalId('FilePermission', [ids.file.pressKit, 'anyoneWithLink'])}") { ... on FilePermission { role } } }`,
  `{ file(id: "${ids.file.archiveIndex}") { permissions(first: 1) { nodes { role } } } }`,
  `mutation { updateEvent(input: { id: "${globalId('Event', [ids.calendar.release, ids.event.townhallMeeting])}", location: "Pier 9", mode: PATCH }) { event { location } errors { code } } }`,
];
