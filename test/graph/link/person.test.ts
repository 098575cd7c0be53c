/** Persons follow from their email addresses: `node(id:)` reads them without a call. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/graph/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();

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
