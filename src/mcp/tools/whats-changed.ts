/** What has changed in files and in a calendar. */
import * as z from 'zod/mini';
import { globalId } from '../../engine/schema/type/global-id.ts';
import { agentTool, input } from './agent-tool.ts';
import { cursorOf, cursorText, type FeedPlace, partOf } from './change-cursor.ts';
import { listCharacters } from './fitting.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const kinds = ['files', 'events', 'both'] as const;

const fileFields =
  'id name mimeType createdAt modifiedAt trashed webViewLink lastModifyingUser { email }';

const eventFields =
  'id summary status createdAt updatedAt start { dateTime date } end { dateTime date } htmlLink';

const fileFeed = `query ($after: String) {
  viewer {
    fileChanges(after: $after) {
      cursor hasMore reset
      changes {
        changedAt
        ... on FileChanged { file { ${fileFields} } }
        ... on FileRemoved { fileId }
        ... on SharedDriveChanged { sharedDrive { id name } }
        ... on SharedDriveRemoved { driveId }
      }
    }
  }
}`;

const eventFeed = `query ($calendar: ID!, $after: String) {
  calendar(id: $calendar) {
    eventChanges(after: $after, maxAttendees: 1) {
      cursor hasMore reset
      changes {
        calendarId eventId
        ... on EventChanged { event { ${eventFields} } }
        ... on EventDeleted { recurringEventId originalStart { dateTime date } }
      }
    }
  }
}`;

/** The feed of events begins with all of them: they are passed over. */
const eventStart = `query ($calendar: ID!, $after: String) {
  calendar(id: $calendar) { eventChanges(after: $after, maxAttendees: 1) { cursor hasMore } }
}`;

const filesSince = `query ($from: DateTime!) {
  files(filter: { modifiedAt: { from: $from }, trash: INCLUDE }, orderBy: [{ field: MODIFIED_AT, direction: DESC }], first: 25) {
    pageInfo { hasNextPage }
    nodes { ${fileFields} }
  }
}`;

const eventsSince = `query ($calendar: ID!, $from: DateTime!) {
  calendar(id: $calendar) {
    events(filter: { updatedFrom: $from }, expandSeries: false, first: 25, orderBy: UPDATED_AT, maxAttendees: 1) {
      pageInfo { hasNextPage }
      nodes { ${eventFields} }
    }
  }
}`;

/** Pages of 250 events that are passed over at most. */
const maxPages = 40;

export const whatsChanged = agentTool({
  name: 'whats_changed',
  title: 'What has changed',
  description:
    'List changes of files and of a calendar: since a time, or by the cursor of an answer before, which alone tells all deletions of files. Without both: a cursor from now on.',
  input: {
    kind: z.optional(input.choice(kinds, 'Left out: both.')),
    since: z.optional(
      input.text('2027-03-14 or 2027-03-14T09:30; of events, some weeks back at most.', 100),
    ),
    cursor: z.optional(input.text('`cursor` of the answer before.', 6_000)),
    calendar: z.optional(input.text('Whose events; left out: that of the user.', 1_000)),
  },
  answer: {
    changes: ['array', 'What has changed, each with its id.'],
    more: ['boolean', 'Whether there is more: with the cursor.'],
    cursor: ['string', 'Pass it to get what changes after this answer.'],
    note: 'string',
  },
  run: async (given, run) => {
    const { since, cursor } = given;
    if (cursor === undefined) {
      const from = since === undefined ? undefined : await run.instant('since', since);
      return begin({ kind: given.kind ?? 'both', calendar: given.calendar, from }, run);
    }
    for (const name of ['since', 'kind', 'calendar'] as const)
      if (given[name] !== undefined)
        throw ToolFailure.ofInput(name, 'not with a cursor, which knows what it follows');
    return goOn(cursor, run);
  },
});

interface Beginning {
  readonly kind: (typeof kinds)[number];
  /** undefined: that of the user. */
  readonly calendar: string | undefined;
  readonly from: string | undefined;
}

/** The cursor begins before the lists are read: nothing is lost between. */
async function begin({ kind, calendar: given, from }: Beginning, run: ToolRun): Promise<object> {
  const calendar = given ?? 'primary';
  const files = kind === 'events' ? undefined : await startOfFiles(run);
  const events = kind === 'files' ? undefined : await startOfEvents(calendar, run);
  const notes = [
    kind !== 'files' &&
      given === undefined &&
      'Events are those of the calendar of the user alone.',
    kind !== 'files' && !events && 'The calendar is too large to be followed by a cursor.',
  ];
  const next = files || events ? cursorText({ calendar, files, events }) : undefined;
  if (from === undefined) return { changes: [], cursor: next, note: noteOf(notes) };
  const changed = kind === 'events' ? empty : await listOfFiles(from, run);
  const updated = kind === 'files' ? empty : await listOfEvents(calendar, from, run);
  if (kind !== 'events') notes.push(unknownFiles);
  if (changed.isCut || updated.isCut) notes.push('Only 25 of each kind are listed.');
  const changes = [...changed.entries, ...updated.entries];
  return { changes, cursor: next, note: noteOf(notes) };
}

/**
 * Google Drive does not change the time of a file that goes into the trash
 * (elastic/connectors#2679, July 2024).
 */
const unknownFiles =
  'Files that were deleted since are not known, nor those put into the trash without another change.';

const noteOf = (notes: readonly (string | false)[]): string | undefined =>
  notes.filter((each) => each !== false).join(' ') || undefined;

async function goOn(text: string, run: ToolRun): Promise<object> {
  const { calendar, ...places } = cursorOf(text);
  const both = places.files !== undefined && places.events !== undefined;
  const characters = both ? listCharacters / 2 : listCharacters;
  const files = places.files && (await readFiles(places.files, characters, run));
  const events =
    places.events && (await readEvents({ ...places.events, calendar }, characters, run));
  const parts = [files, events].filter((each) => each !== undefined);
  const cursor = cursorText({ calendar, files: files?.place, events: events?.place });
  return {
    changes: parts.flatMap(({ shown }) => shown),
    more: parts.some(({ hasMore }) => hasMore),
    cursor,
    note: noteOf(parts.map(({ isReset }) => isReset && outdated)),
  };
}

const outdated =
  'The cursor was too old: changes are missing before this answer. List what matters.';

interface Page {
  readonly cursor: string | null;
  readonly hasMore: boolean;
  readonly reset?: boolean;
  readonly changes?: readonly object[];
}

interface FilePage {
  readonly viewer: { readonly fileChanges: Page | null } | null;
}

interface EventPage {
  readonly calendar: { readonly eventChanges: Page | null } | null;
}

async function startOfFiles(run: ToolRun): Promise<FeedPlace> {
  const { viewer } = await run.read<FilePage>(fileFeed, {});
  const after = viewer?.fileChanges?.cursor;
  if (!after) throw new ToolFailure();
  return { after, seen: '' };
}

/** @returns undefined if there are too many events to pass over */
async function startOfEvents(calendar: string, run: ToolRun): Promise<FeedPlace | undefined> {
  let after: string | null | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const { calendar: found } = await run.read<EventPage>(eventStart, { calendar, after });
    const page: Page | null | undefined = found?.eventChanges;
    if (!page?.cursor) throw new ToolFailure();
    if (!page.hasMore) return { after: page.cursor, seen: '' };
    after = page.cursor;
  }
  return undefined;
}

/** What is shown of a feed, and where it goes on. */
interface ReadFeed extends ReturnType<typeof partOf> {
  readonly isReset: boolean;
}

async function readFiles(place: FeedPlace, characters: number, run: ToolRun): Promise<ReadFeed> {
  const { viewer } = await run.read<FilePage>(fileFeed, { after: place.after });
  const page = viewer?.fileChanges;
  if (!page) throw new ToolFailure();
  const changes = (page.changes as readonly FileChange[]).map(shownFile);
  return { ...partOf({ ...page, changes }, place, characters), isReset: page.reset === true };
}

async function readEvents(
  { calendar, ...place }: FeedPlace & { readonly calendar: string },
  characters: number,
  run: ToolRun,
): Promise<ReadFeed> {
  const { after } = place;
  const { calendar: found } = await run.read<EventPage>(eventFeed, { calendar, after });
  const page = found?.eventChanges;
  if (!page) throw new ToolFailure();
  if (page.reset) {
    // All events would come again, as if they had changed.
    const next = await startOfEvents(calendar, run);
    return { shown: [], place: next ?? place, hasMore: false, isReset: true };
  }
  const changes = (page.changes as readonly EventChange[]).map(shownEvent);
  return { ...partOf({ ...page, changes }, place, characters), isReset: false };
}

interface FileChange {
  readonly changedAt: string | null;
  readonly file?: ChangedFile | null;
  readonly fileId?: string;
  readonly sharedDrive?: object | null;
  readonly driveId?: string;
}

function shownFile({ changedAt, file, fileId, sharedDrive, driveId }: FileChange): object {
  if (file) return { ...ofFile(file), changedAt };
  if (fileId !== undefined)
    return { what: 'file deleted, or no longer shared', id: globalId('File', [fileId]), changedAt };
  if (sharedDrive) return { what: 'shared drive changed', ...sharedDrive, changedAt };
  return { what: 'shared drive deleted', id: driveId, changedAt };
}

/** @param from the beginning of the time that is asked for, which tells what is new */
const ofFile = (file: ChangedFile, from?: string): object => ({
  what: `file ${file.trashed ? 'in the trash' : newOrNot(file, from)}`,
  ...file,
  trashed: undefined,
});

interface Created {
  readonly createdAt: string | null;
}

interface ChangedFile extends Created {
  readonly trashed: boolean | null;
}

interface ChangedEvent extends Created {
  readonly status: string | null;
}

const newOrNot = ({ createdAt }: Created, from: string | undefined): 'changed' | 'created' =>
  createdAt !== null && from !== undefined && Date.parse(createdAt) >= Date.parse(from)
    ? 'created'
    : 'changed';

interface EventChange {
  readonly calendarId: string;
  readonly eventId: string;
  readonly event?: ChangedEvent | null;
  readonly recurringEventId?: string | null;
  readonly originalStart?: object | null;
}

const shownEvent = ({ calendarId, eventId, event, originalStart }: EventChange): object =>
  event
    ? ofEvent(event)
    : { what: 'event deleted', id: globalId('Event', [calendarId, eventId]), originalStart };

const ofEvent = (event: ChangedEvent, from?: string): object => ({
  what: `event ${event.status === 'CANCELLED' ? 'deleted' : newOrNot(event, from)}`,
  ...event,
  status: undefined,
});

/** A list that can have more than is read of it. */
interface CutList {
  readonly entries: readonly object[];
  readonly isCut: boolean;
}

const empty: CutList = { entries: [], isCut: false };

interface ListPage<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly Node[];
}

async function listOfFiles(from: string, run: ToolRun): Promise<CutList> {
  type Files = { readonly files: ListPage<ChangedFile> | null };
  const { files } = await run.read<Files>(filesSince, { from });
  return {
    entries: (files?.nodes ?? []).map((each) => ofFile(each, from)),
    isCut: files?.pageInfo.hasNextPage === true,
  };
}

async function listOfEvents(calendar: string, from: string, run: ToolRun): Promise<CutList> {
  type Events = {
    readonly calendar: { readonly events: ListPage<ChangedEvent> | null } | null;
  };
  const data = await run.read<Events>(eventsSince, { calendar, from });
  const events = data.calendar?.events;
  return {
    entries: (events?.nodes ?? []).map((each) => ofEvent(each, from)),
    isCut: events?.pageInfo.hasNextPage === true,
  };
}
