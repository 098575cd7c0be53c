/** Persons follow from their email addresses: `node(id:)` reads them without a call. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../support/scenario/calendar.ts';
import { successfulMutator } from '../../support/client/mutation.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const mutate = successfulMutator(studio);

const email = ids.person.ben;
const window = 'from: "2026-03-01T00:00:00Z", to: "2026-03-31T00:00:00Z"';

describe('a person', () => {
  it('is read by the id, with the fields that links show', async () => {
    const shown = await studio.query(
      `{ file(id: "${ids.file.benTreatment}") { owners { person { id email busy(${window}) { from to } } } } }`,
    );
    const [{ person }] = shown.data.file.owners;
    const { data, errors } = await studio.query(
      `query ($id: ID!) { node(id: $id) { id ... on Person { email busy(${window}) { from to } } } }`,
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
});

describe('the files of a person', () => {
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
});
