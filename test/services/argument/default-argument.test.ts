/** An argument with a default is nullable, and null means the default. */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();

it('is nullable wherever it is', () => {
  const inputs = Object.values(schema.getTypeMap()).flatMap(
    (type): (GraphQLArgument | GraphQLInputField)[] => {
      if (isInputObjectType(type)) return Object.values(type.getFields());
      return isObjectType(type) ? Object.values(type.getFields()).flatMap(({ args }) => args) : [];
    },
  );
  const withDefault = inputs.filter(({ defaultValue }) => defaultValue !== undefined);
  expect(withDefault.length).toBeGreaterThan(100);
  expect(withDefault.filter(({ type }) => isNonNullType(type))).toEqual([]);
});

describe('null as a value means the default', () => {
  /** Data and calls of a document with its argument left out, and with null in its place. */
  const both = async (
    documentOf: (argument: string) => string,
    argument: string,
  ): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (const each of ['', `(${argument}: null)`, `(${argument}: $value)`]) {
      const document = `${each.includes('$') ? 'query ($value: Int) ' : ''}${documentOf(each)}`;
      const { data, errors, extensions } = await studio.query(document, { value: null });
      answers.push({ data, errors, operations: extensions['cost'].operations });
    }
    return answers;
  };

  it('of a list, and in its estimate', async () => {
    const [left, literal, variable] = await both(
      (args) => `{ playlist(id: "${ids.playlist.fifty}") { items${args} { nodes { position } } } }`,
      'first',
    );
    expect(left).toMatchObject({ errors: undefined });
    expect([literal, variable]).toEqual([left, left]);
  });
  it('of a list inside an answer', async () => {
    const [left, literal, variable] = await both(
      (args) => `{ video(id: "${ids.video.trailer}") { captions${args} { name } } }`,
      'first',
    );
    expect(left).toMatchObject({ errors: undefined });
    expect([literal, variable]).toEqual([left, left]);
  });
  it('of an enum', async () => {
    const document = (argument: string): string =>
      `{ video(id: "${ids.video.trailer}") { thumbnail${argument} { url } } }`;
    const { data } = await studio.query(document(''));
    expect((await studio.query(document('(size: null)'))).data).toEqual(data);
    expect(data.video.thumbnail).not.toBeNull();
  });
  it('inside an input object', async () => {
    const list = (filter: string): Promise<unknown> =>
      studio
        .query(`{ files(first: 5, filter: ${filter}) { nodes { fileId } } }`)
        .then(({ data, errors }) => ({ data, errors }));
    expect(await list('{ trash: null, isFolder: true }')).toEqual(await list('{ isFolder: true }'));
    expect(studio.calls().map(({ query }) => query['q'])).toEqual([
      expect.arrayContaining([expect.stringContaining('trashed = false')]),
      expect.arrayContaining([expect.stringContaining('trashed = false')]),
    ]);
  });
  it('of a subscription', async () => {
    const stream = await openEventStream(studio.gateway.url, {
      query: 'subscription { fileChanges(includeRemoved: null, myDriveOnly: null) { cursor } }',
      token: 'studio-owner',
    });
    const [event] = await stream.until(1);
    stream.leave();
    expect(event.errors).toBeUndefined();
    expect(event.data.fileChanges.cursor).toEqual(expect.any(String));
  });
  it('of a mutation', async () => {
    const { data, errors } = await studio.query(
      'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { summary } errors { message } } }',
      {
        input: {
          calendarId: 'primary',
          summary: 'Dusk',
          start: { date: '2027-03-14' },
          end: { date: '2027-03-15' },
          notify: null,
        },
      },
    );
    expect(errors).toBeUndefined();
    expect(data.createEvent).toEqual({ event: { summary: 'Dusk' }, errors: [] });
    const insert = studio.calls().find(({ operation }) => operation === 'calendar:events.insert')!;
    expect(insert.query['sendUpdates'] ?? ['none']).toEqual(['none']);
  });
});
