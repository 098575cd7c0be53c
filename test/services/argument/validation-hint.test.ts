/** Hints in validation errors for common mistakes. */
import { buildSchema, type DocumentNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { validator } from '../../../src/server/document/validation.ts';

const messages = (document: DocumentNode, showSchema = true): string[] =>
  validator(showSchema)(schema, document).map(({ message }) => message);

/** A mistake, the hint after it, and the query that follows the hint. */
const mistakes: readonly [mistake: string, hint: string, corrected?: string][] = [
  ['{ channel(id: "a") { title } }', 'by: { id }?', '{ channel(by: { id: "a" }) { title } }'],
  [
    '{ channel(forHandle: "a") { title } }',
    'by: { handle }?',
    '{ channel(by: { handle: "a" }) { title } }',
  ],
  ['{ event(id: "a") { summary } }', 'by: { id }?', '{ event(by: { id: "a" }) { summary } }'],
  ['{ event(eventId: "a") { summary } }', 'by: { key }?'],
  ['{ video(videoId: "a") { title } }', 'id?', '{ video(id: "a") { title } }'],
  [
    '{ video(id: "a", part: "snippet") { title } }',
    'to select fields? The parts follow from the selection.',
    '{ video(id: "a") { title } }',
  ],
  [
    '{ video(id: "a") { viewCount } }',
    'statistics { viewCount }?',
    '{ video(id: "a") { statistics { viewCount } } }',
  ],
  [
    '{ video(id: "a") { likeCount } }',
    'statistics { likeCount }?',
    '{ video(id: "a") { statistics { likeCount } } }',
  ],
  [
    '{ video(id: "a") { commentCount } }',
    'statistics { commentCount }?',
    '{ video(id: "a") { statistics { commentCount } } }',
  ],
  [
    '{ video(id: "a") { duration } }',
    'contentDetails { duration } or fileDetails { duration }?',
    '{ video(id: "a") { contentDetails { duration } } }',
  ],
  [
    '{ channel(by: { id: "a" }) { viewCount } }',
    'statistics { viewCount }?',
    '{ channel(by: { id: "a" }) { statistics { viewCount } } }',
  ],
  [
    '{ video(id: "a") { snippet { title } } }',
    'its fields? The fields of snippet are on Video itself.',
    '{ video(id: "a") { title } }',
  ],
  [
    '{ video(id: "a") { status { privacyStatus } } }',
    'its fields? The fields of status are on Video itself.',
    '{ video(id: "a") { privacyStatus } }',
  ],
  [
    '{ channel(handle: "a") { title } }',
    'by: { handle }?',
    '{ channel(by: { handle: "a" }) { title } }',
  ],
  [
    'mutation { deletePlaylist(id: "a") { deletedId } }',
    'input: { id }?',
    'mutation { deletePlaylist(input: { id: "a" }) { deletedId } }',
  ],
  [
    '{ videoChart(regionCode: "SE", last: 3) { nodes { title } } }',
    'first? Lists are read forwards only.',
    '{ videoChart(regionCode: "SE", first: 3) { nodes { title } } }',
  ],
  ['{ video(id: "a") { kind } }', '__typename?', '{ video(id: "a") { __typename } }'],
  [
    '{ videoChart(regionCode: "SE", maxResults: 3) { nodes { title } } }',
    'first?',
    '{ videoChart(regionCode: "SE", first: 3) { nodes { title } } }',
  ],
  [
    '{ videoChart(regionCode: "SE", pageToken: "a") { nodes { title } } }',
    'after?',
    '{ videoChart(regionCode: "SE", after: "a") { nodes { title } } }',
  ],
  [
    '{ search(q: "a") { nodes { title } } }',
    'search?',
    '{ search(search: "a") { nodes { title } } }',
  ],
  [
    '{ playlist(id: "a") { items { items { title } } } }',
    'nodes?',
    '{ playlist(id: "a") { items { nodes { title } } } }',
  ],
  [
    '{ playlist(id: "a") { items { title } } }',
    'nodes { title }?',
    '{ playlist(id: "a") { items { nodes { title } } } }',
  ],
  [
    '{ playlist(id: "a") { items { nextPageToken } } }',
    'pageInfo { endCursor }?',
    '{ playlist(id: "a") { items { pageInfo { endCursor } } } }',
  ],
];

describe('a hint', () => {
  it.each(mistakes)('for %s is: Did you mean %s', (mistake, hint) => {
    const [first] = messages(parse(mistake));
    expect(first).toMatch(/^(Cannot query field|Unknown argument) "\w+"/);
    expect(first?.match(/ Did you mean .*/g)).toEqual([` Did you mean ${hint}`]);
  });

  it.each(mistakes.flatMap(([, , corrected]) => corrected ?? []))(
    'leads to the valid %s',
    (one) => {
      expect(messages(parse(one))).toEqual([]);
    },
  );

  it.each(mistakes.map(([mistake]) => mistake))('is not shown in production: %s', (mistake) => {
    const all = messages(parse(mistake), false);
    expect(all.length).toBeGreaterThan(0);
    expect(all.join('\n')).not.toContain('Did you mean');
  });

  it('leaves other errors as they are', () => {
    expect(messages(parse('{ video(id: "a") { titel } }'))).toEqual([
      'Cannot query field "titel" on type "Video". Did you mean "title"?',
    ]);
    expect(messages(parse('{ video(id: "a") { constructor } }'))).toEqual([
      'Cannot query field "constructor" on type "Video".',
    ]);
    expect(messages(parse('{ video(id: "a", toString: 1) { title } }'))).toEqual([
      'Unknown argument "toString" on field "Query.video".',
    ]);
  });

  it.each([
    ['hl', 'language'],
    ['order', 'orderBy'],
    ['timeMin', 'from'],
  ])('for the argument %s is %s where the field has it', (wrong, right) => {
    const small = buildSchema(`type Query { with(${right}: Int): Int without(unlike: Int): Int }`);
    const all = validator(true)(small, parse(`{ with(${wrong}: 1) without(${wrong}: 1) }`));
    expect(all.map(({ message }) => message)).toEqual([
      `Unknown argument "${wrong}" on field "Query.with". Did you mean ${right}?`,
      `Unknown argument "${wrong}" on field "Query.without".`,
    ]);
  });
});
