/**
 * Links between YouTube, Drive, Calendar and persons: a mutation of the graph makes each of them,
 * and it is followed in both directions.
 */
import { getNamedType, type GraphQLNamedType, isAbstractType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { serviceOf } from '../../../src/engine/api/operation.ts';
import { successfulMutator } from '../../support/client/mutation.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const mutate = successfulMutator(studio);

const { calendar, file, person, video, broadcast } = ids;

/**
 * The service to which the entities of a type belong. YouTube Live is YouTube, and persons are in
 * several services; undefined for types without entities, and for what the gateway itself stores.
 */
function serviceOfType(name: string): string | undefined {
  if (name === 'Person') return 'person';
  const read = resourcesOf(schema).get(name)?.read;
  if (!read || read.kind === 'local') return undefined;
  const service = serviceOf(read.operation);
  return service === 'live' ? 'video' : service;
}

/** Coordinates of the links below a type to entities of other services. */
function linksFrom(type: GraphQLNamedType, service: string, visited = new Set<string>()): string[] {
  if (isAbstractType(type))
    return schema.getPossibleTypes(type).flatMap((each) => linksFrom(each, service, visited));
  if (!isObjectType(type) || visited.has(type.name)) return [];
  visited.add(type.name);
  return Object.values(type.getFields()).flatMap((field) => {
    const { needs } = field.extensions;
    const named = getNamedType(field.type);
    const targets =
      needs?.kind === 'link'
        ? needs.link.targets.map(({ name }) => name)
        : [needs?.kind === 'list' ? needs.itemType : named.name];
    const services = targets.flatMap((name) => serviceOfType(name) ?? []);
    if (services.some((each) => each !== service)) return [`${type.name}.${field.name}`];
    // Parts of the same answer, and items that are no entities.
    const inner = needs?.kind === 'list' ? schema.getType(needs.itemType)! : named;
    return services.length > 0 ? [] : linksFrom(inner, service, visited);
  });
}

const links = [
  ...new Set(
    Object.values(schema.getTypeMap()).flatMap((type) => {
      const service = serviceOfType(type.name);
      return service === undefined ? [] : linksFrom(type, service);
    }),
  ),
].toSorted();

/** One direction of a link. */
interface Direction {
  /** The link, `Type.field`. */
  readonly link: string;
  /** The type of the entity where it begins. */
  readonly from: string;
  /** The selection that leads to the id of the other entity. */
  readonly select: string;
  /** The same with the id alone, if `select` goes on from there. */
  readonly onlyId?: string;
}

/** A link that a mutation makes. */
interface Made {
  /** @returns the ids of both entities */
  readonly make: () => Promise<readonly [string, string]>;
  readonly there: Direction;
  /** Why no field leads back, or the direction that does. */
  readonly back: Direction | string;
}

const window = 'from: "2026-04-01T00:00:00Z", to: "2026-04-02T00:00:00Z"';

/** Creates an event in the window. @returns its id */
async function newEvent(calendarId: string, more: object): Promise<string> {
  const start = { dateTime: '2026-04-01T10:00:00Z', timeZone: 'Europe/Lisbon' };
  const end = { dateTime: '2026-04-01T11:00:00Z', timeZone: 'Europe/Lisbon' };
  const input = { calendarId, summary: 'New', start, end, ...more };
  return (await mutate('createEvent', input, 'event { id }')).event.id as string;
}

/** Creates a calendar. @returns its REST id */
const newCalendar = async (): Promise<string> =>
  (await mutate('createCalendar', { summary: 'New' }, 'calendar { calendarId }')).calendar
    .calendarId as string;

const personId = (email: string): string => globalId('Person', [email]);

const made: readonly Made[] = [
  {
    make: async () => [
      await newEvent(calendar.release, { videoId: video.makingOf }),
      globalId('Video', [video.makingOf]),
    ],
    there: { link: 'Event.video', from: 'Event', select: 'video { id }' },
    back: {
      link: 'Video.events',
      from: 'Video',
      select: `events(calendarId: "${calendar.release}") { nodes { id } }`,
    },
  },
  {
    make: async () => {
      const id = globalId('Broadcast', [broadcast.townhall]);
      return [await newEvent(calendar.private, { videoId: id }), id];
    },
    there: { link: 'Event.broadcast', from: 'Event', select: 'broadcast { id }' },
    back: {
      link: 'Broadcast.event',
      from: 'Broadcast',
      select: `event(calendarId: "${calendar.private}") { id }`,
    },
  },
  {
    make: async () => {
      const input = { name: 'Making of.mp4', mimeType: 'video/mp4', videoId: video.makingOf };
      const { file: created } = await mutate('createFile', input, 'file { id }');
      return [created.id, globalId('Video', [video.makingOf])];
    },
    there: { link: 'File.video', from: 'File', select: 'video { id }' },
    back: { link: 'Video.sourceFile', from: 'Video', select: 'sourceFile { id }' },
  },
  {
    make: async () => [
      await newEvent(calendar.release, { attachments: [{ fileId: file.deck }] }),
      globalId('File', [file.deck]),
    ],
    there: {
      link: 'EventAttachment.file',
      from: 'Event',
      select: 'attachments { file { id } }',
    },
    back: {
      link: 'File.events',
      from: 'File',
      select: `events(calendarId: "${calendar.release}", ${window}) { nodes { id } }`,
    },
  },
  {
    make: async () => [
      await newEvent(calendar.release, { attendees: [{ email: person.dana }] }),
      personId(person.dana),
    ],
    there: {
      link: 'EventAttendee.person',
      from: 'Event',
      select: 'attendees { person { id } }',
    },
    back: {
      link: 'Person.events',
      from: 'Person',
      select: `events(calendarId: "${calendar.release}", ${window}) { nodes { id } }`,
    },
  },
  {
    make: async () => [await newEvent('primary', {}), personId(person.ava)],
    there: { link: 'EventPerson.person', from: 'Event', select: 'creator { person { id } }' },
    back: {
      link: 'Person.primaryCalendar',
      from: 'Person',
      select: `primaryCalendar { events(${window}) { nodes { id } } }`,
      onlyId: 'primaryCalendar { id }',
    },
  },
  {
    make: async () => {
      const input = { fileId: file.budget, type: 'USER', role: 'READER', email: person.emeka };
      const { filePermission } = await mutate(
        'createFilePermission',
        input,
        'filePermission { id }',
      );
      return [filePermission.id, personId(person.emeka)];
    },
    there: { link: 'FilePermission.person', from: 'FilePermission', select: 'person { id }' },
    back: {
      link: 'Person.files',
      from: 'Person',
      select:
        'files(role: READER, first: 100) { nodes { permissions(first: 20) { nodes { id } } } }',
    },
  },
  {
    make: async () => {
      const { file: created } = await mutate('createFile', { name: 'New' }, 'file { id }');
      return [created.id, personId(person.ava)];
    },
    there: { link: 'DriveUser.person', from: 'File', select: 'owners { person { id } }' },
    back: {
      link: 'Person.files',
      from: 'Person',
      select: 'files(filter: { name: "New" }) { nodes { id } }',
    },
  },
  {
    make: async () => [globalId('Calendar', [await newCalendar()]), personId(person.ava)],
    there: { link: 'Calendar.owner', from: 'Calendar', select: 'owner { id }' },
    back: {
      link: 'Person.calendars',
      from: 'Person',
      select: 'calendars { nodes { calendar { id } } }',
    },
  },
  {
    make: async () => [globalId('CalendarListEntry', [await newCalendar()]), personId(person.ava)],
    there: {
      link: 'CalendarListEntry.owner',
      from: 'CalendarListEntry',
      select: 'owner { id }',
    },
    back: { link: 'Person.calendars', from: 'Person', select: 'calendars { nodes { id } }' },
  },
  {
    make: async () => {
      const scope = { type: 'USER', email: person.emeka };
      const input = { calendarId: calendar.private, role: 'READER', scope };
      const { accessRule } = await mutate('createAccessRule', input, 'accessRule { id }');
      return [accessRule.id, personId(person.emeka)];
    },
    there: { link: 'AccessRule.person', from: 'AccessRule', select: 'person { id }' },
    back: 'Google Calendar lists the access rules of a calendar, and not those of a person.',
  },
];

/** Links that are not made here, and why. */
const notMade: Readonly<Record<string, string>> = {
  'AccessProposal.recipient': 'Users request access on the pages of Google Drive.',
  'AccessProposal.requester': 'Users request access on the pages of Google Drive.',
  'PublicationProgress.video': 'A test of its own publishes a file: `publication-state.test.ts`.',
};

const directionsOf = ({ there, back }: Made): Direction[] =>
  typeof back === 'string' ? [there] : [there, back];

/** All ids in a value. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'id' ? [each as string] : idsIn(each),
  );
}

/** The ids to which a direction leads from an entity. */
async function follow(id: string, { from, select }: Direction): Promise<string[]> {
  const document = `query ($id: ID!) { node(id: $id) { ... on ${from} { ${select} } } }`;
  const { data, errors } = await studio.query(document, { id });
  expect(errors).toBeUndefined();
  return idsIn(data.node);
}

/** Whether a link has the key of the other entity, so that its id takes no call. */
function hasKey({ link }: Direction): boolean {
  const [type = '', name = ''] = link.split('.');
  const parent = schema.getType(type);
  return isObjectType(parent) && parent.getFields()[name]!.extensions.needs?.kind !== 'list';
}

describe('every link between services', () => {
  it('is made by a mutation here, or has a reason why none makes it', () => {
    const tried = made.flatMap(directionsOf).map(({ link }) => link);
    expect([...new Set([...tried, ...Object.keys(notMade)])].toSorted()).toEqual(links);
  });
});

describe('a link that a mutation has made', () => {
  it.each(made.map((each) => [each.there.link, each] as const))(
    'leads there and back: %s',
    async (_, each) => {
      const ends = await each.make();
      for (const [index, direction] of directionsOf(each).entries())
        expect(await follow(ends[index]!, direction)).toContain(ends[1 - index]);
    },
  );
  it.each(made.map((each) => [each.there.link, each] as const))(
    'costs no call if only the id is selected: %s',
    async (_, each) => {
      const ends = await each.make();
      for (const [index, direction] of directionsOf(each).entries()) {
        if (!hasKey(direction)) continue;
        studio.sandbox.clearCalls();
        const { onlyId: select = direction.select } = direction;
        expect(await follow(ends[index]!, { ...direction, select })).not.toEqual([]);
        const { read } = resourcesOf(schema).get(direction.from)!;
        expect(studio.operations()).toEqual(read.kind === 'local' ? [] : [read.operation.key]);
      }
    },
  );
});
