/** Persons follow from their email addresses: `node(id:)` reads them without a call. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventNow, eventsOn } from '../../support/calendar.ts';
import { successfulMutator } from '../../support/mutation.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();
const mutate = successfulMutator(studio);

const email = ids.person.ben;
const window = 'from: "2026-03-01T00:00:00Z", to: "2026-03-31T00:00:00Z"';

describe('a person', () => {
  it('is read by the id, with the fields that links show', async () => {
    const shown = await studio.query(
      `{ file(id: "${ids.file.benTreatment}") { owners { person { id email busy(${window}) { startAt endAt } } } } }`,
    );
    const [{ person }] = shown.data.file.owners;
    const { data, errors } = await studio.query(
      `query ($id: ID!) { node(id: $id) { id ... on Person { email busy(${window}) { startAt endAt } } } }`,
      { id: person.id },
    );
    expect(errors).toBeUndefined();
    expect(data.node).toEqual(person);
    expect(person.busy.length).toBeGreaterThan(0);
  });
  it('is read without a call if no busy times are selected', async () => {
    const { data } = await studio.query(
      'query ($id: ID!) { node(id: $id) { ... on Person { email } } }',
      { id: globalId('Person', [email]) },
    );
    expect(data).toEqual({ node: { email } });
    expect(studio.operations()).toEqual([]);
  });
  it('is the same one for each spelling of the address', async () => {
    const spelling = `Ben${email.slice(3).toUpperCase()}`;
    const { data } = await studio.query(
      `mutation ($input: CreateEventInput!) { createEvent(input: $input) {
        event { attendees { email person { id email } } }
      } }`,
      {
        input: {
          calendarId: 'primary',
          start: { date: '2026-03-09' },
          end: { date: '2026-03-10' },
          attendees: [{ email: spelling }],
        },
      },
    );
    const attendees = data.createEvent.event.attendees as { email: string; person: object }[];
    expect(attendees.find((each) => each.email.toLowerCase() === email)!.person).toEqual({
      id: globalId('Person', [email]),
      email,
    });
  });
  it.each(['ben', email.toUpperCase(), '@'])(
    'is not found by a key that is no address in lower case: %j',
    async (key) => {
      const { data, errors } = await studio.query(
        'query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }',
        { id: globalId('Person', [key]) },
      );
      expect(data).toEqual({ node: null, nodes: [null] });
      expect(errors!.map(({ extensions }) => extensions['code'])).toEqual(['NOT_FOUND']);
    },
  );
});

/** What a selection shows of a person. */
async function ofPerson(address: string, selection: string): Promise<any> {
  const { data, errors } = await studio.query(`{ person(email: "${address}") { ${selection} } }`);
  expect(errors).toBeUndefined();
  return data.person;
}

describe('person(email:)', () => {
  it('makes no call, and has the id of the person in each spelling of the address', async () => {
    const expected = { id: globalId('Person', [email]), email };
    expect(await ofPerson(email, 'id email')).toEqual(expected);
    expect(await ofPerson(email.toUpperCase(), 'id email')).toEqual(expected);
    expect(studio.operations()).toEqual([]);
  });
  it('rejects text that is no address', async () => {
    const { errors } = await studio.query('{ person(email: "ben") { id } }');
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });
});

describe('the files of a person', () => {
  const filesOf = async (role: string, more = ''): Promise<string[]> => {
    const { files } = await ofPerson(
      email,
      `files(role: ${role}, first: 100${more}) { nodes { fileId } }`,
    );
    return files.nodes.map(({ fileId }: { fileId: string }) => fileId);
  };

  it.each([
    ['OWNER', 'owners'],
    ['WRITER', 'writers'],
    ['READER', 'readers'],
  ])('are those with the role %s', async (role, field) => {
    const found = await filesOf(role);
    const [call, ...others] = studio.calls();
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      operation: 'storage:files.list',
      query: { q: [`'${email}' in ${field} and trashed = false`] },
    });
    const filtered = await studio.query(
      `{ files(filter: { ${role.toLowerCase()}Email: "${email}" }, first: 100) { nodes { fileId } } }`,
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(filtered.data.files.nodes.map(({ fileId }: any) => fileId));
  });
  it('are those of the owner without a role', async () => {
    const { files } = await ofPerson(email, 'files { nodes { ownedByMe owners { email } } }');
    expect(files.nodes.length).toBeGreaterThan(0);
    for (const { owners } of files.nodes) expect(owners).toEqual([{ email }]);
  });
  it('are filtered and sorted like other files', async () => {
    const more = ', filter: { isFolder: false }, orderBy: [{ field: NAME, direction: DESC }]';
    await filesOf('READER', more);
    expect(studio.calls()).toMatchObject([
      {
        query: {
          q: [expect.stringMatching(/^'ben@studio\.example' in readers and mimeType != '/)],
          orderBy: ['name desc'],
        },
      },
    ]);
  });
  it('are those of an address with an apostrophe, which is quoted', async () => {
    const { files } = await ofPerson("o'hara@studio.example", 'files { nodes { id } }');
    expect(files.nodes).toEqual([]);
    expect(studio.calls()[0]!.query['q']).toEqual([
      "'o\\'hara@studio.example' in owners and trashed = false",
    ]);
  });
});

describe('the events of a person', () => {
  const { release } = ids.calendar;
  const wide = 'from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z"';
  const eventsOf = async (address: string, more = '', calendarId: string = release) =>
    (
      await ofPerson(
        address,
        `events(calendarId: "${calendarId}", first: 200, ${wide}${more}) { nodes { id eventId calendarId attendees { email } } }`,
      )
    ).events.nodes as { eventId: string; attendees: { email: string }[] | null }[];

  it('are those with the person among the attendees', async () => {
    const found = await eventsOf(email, ', expandSeries: false');
    const invited = [...eventsOn(studio.sandbox, release).values()].filter(
      ({ attendees = [], status }) =>
        status !== 'cancelled' && attendees.some((each) => each.email === email),
    );
    expect(invited.length).toBeGreaterThan(1);
    expect(found.map(({ eventId }) => eventId).toSorted()).toEqual(
      invited.map(({ id }) => id).toSorted(),
    );
    expect(studio.calls()).toMatchObject([
      { operation: 'calendar:events.list', query: { q: [email], singleEvents: ['false'] } },
    ]);
  });
  it('are not those that name the address elsewhere', async () => {
    const start = { date: '2026-04-01' };
    const input = { calendarId: release, start, end: { date: '2026-04-02' } };
    const { event } = await mutate(
      'createEvent',
      { ...input, summary: `Call ${email}`, attendees: [{ email: `big-${email}` }] },
      'event { eventId }',
    );
    const found = await eventsOf(email);
    expect(found.map(({ eventId }) => eventId)).not.toContain(event.eventId);
    expect(eventNow(studio.sandbox, [release, event.eventId]).summary).toContain(email);
    expect((await eventsOf(`big-${email}`)).map(({ eventId }) => eventId)).toEqual([event.eventId]);
  });
  it('are those of the primary calendar, for the alias', async () => {
    const byAlias = await eventsOf(email, '', 'primary');
    expect(byAlias).toEqual(await eventsOf(email, '', ids.calendar.ava));
    expect(byAlias.length).toBeGreaterThan(0);
  });
  it('are read page by page', async () => {
    const all = (await eventsOf(email)).map(({ eventId }) => eventId);
    const paged: string[] = [];
    for (let after = ''; ; ) {
      const { events } = await ofPerson(
        email,
        `events(calendarId: "${release}", first: 2, ${wide}${after}) { nodes { eventId } pageInfo { hasNextPage endCursor } }`,
      );
      paged.push(...events.nodes.map(({ eventId }: { eventId: string }) => eventId));
      if (!events.pageInfo.hasNextPage) break;
      after = `, after: "${events.pageInfo.endCursor}"`;
    }
    expect(paged).toEqual(all);
  });
  it('are an error for an empty window, before any call', async () => {
    const { errors } = await studio.query(
      `{ person(email: "${email}") { events(calendarId: "${release}", from: "2026-04-01T00:00:00Z", to: "2026-04-01T00:00:00Z") { nodes { id } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'to' } }]);
    expect(studio.operations()).toEqual([]);
  });
});

describe('the calendars of a person', () => {
  const calendarsOf = async (address: string): Promise<string[]> =>
    (await ofPerson(address, 'calendars { nodes { calendarId } }')).calendars.nodes.map(
      ({ calendarId }: { calendarId: string }) => calendarId,
    );

  it('are those of the list that the person owns', async () => {
    const { data } = await studio.query(
      '{ viewer { calendars(first: 100) { nodes { calendarId primary dataOwnerEmail owner { email } } } } }',
    );
    const { nodes } = data.viewer.calendars;
    const owners = new Set<string>(nodes.flatMap(({ owner }: any) => owner?.email ?? []));
    expect(owners.size).toBeGreaterThan(1);
    for (const address of owners) {
      const owned = nodes.filter(({ owner }: any) => owner?.email === address);
      expect(await calendarsOf(address)).toEqual(owned.map(({ calendarId }: any) => calendarId));
    }
    const secondary = nodes.filter(({ dataOwnerEmail }: any) => dataOwnerEmail !== null);
    expect(secondary.map(({ owner }: any) => owner.email)).toEqual(
      secondary.map(({ dataOwnerEmail }: any) => dataOwnerEmail),
    );
    expect(nodes.find(({ primary }: any) => primary).owner.email).toBe(ids.person.ava);
  });
  it('are none for a person who shares no calendar with the caller', async () => {
    expect(await calendarsOf(ids.person.dana)).toEqual([]);
  });
  it('have the primary one read for each person of a list', async () => {
    const { data, errors } = await studio.query(
      `{ file(id: "${ids.file.launchScript}") { permissions(first: 20) { nodes { type person { email primaryCalendar { calendarId summary } } } } } }`,
    );
    expect(errors).toBeUndefined();
    const persons = data.file.permissions.nodes.flatMap(({ person }: any) => person ?? []);
    expect(persons.length).toBeGreaterThan(1);
    const read = studio.calls().flatMap(({ operation, call }) => {
      const id = decodeURIComponent(call.path.split('/').at(-1)!);
      return operation === 'calendar:calendars.get' ? [id] : [];
    });
    expect(read.toSorted()).toEqual(persons.map((each: any) => each.email).toSorted());
    const visible = persons.filter(({ primaryCalendar }: any) => primaryCalendar !== null);
    expect(visible.length).toBeGreaterThan(0);
    expect(visible.map(({ primaryCalendar }: any) => primaryCalendar.calendarId)).toEqual(
      visible.map((each: any) => each.email),
    );
  });
  it('are read once for several persons', async () => {
    await studio.query(
      `{ a: person(email: "${ids.person.ava}") { calendars { nodes { summary } } } b: person(email: "${email}") { calendars { nodes { summary } } } }`,
    );
    expect(studio.operations()).toEqual(['calendar:calendarList.list']);
  });
  it('have the primary one as a link, which is null if the caller may not see it', async () => {
    const own = await ofPerson(ids.person.ava, 'primaryCalendar { calendarId summary }');
    expect(own.primaryCalendar.calendarId).toBe(ids.calendar.ava);
    const hidden = await ofPerson(ids.person.dana, 'primaryCalendar { summary }');
    expect(hidden.primaryCalendar).toBeNull();
  });
});
