/**
 * The form of feeds: the argument `after`, pages of one shape, and queries at the object that they
 * follow.
 */
import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

/** Pages of feeds, by what no other type has. */
const pages = objectTypes.filter((type) => {
  const fields = type.getFields();
  return 'cursor' in fields && !('node' in fields);
});

/** Fields that return pages: queries and subscriptions of feeds. */
const feeds = objectTypes.flatMap((type) =>
  Object.values(type.getFields())
    .filter((field) => pages.some((page) => page === getNamedType(field.type)))
    .map((field) => ({ coordinate: `${type.name}.${field.name}`, type, field })),
);

/** Pages of feeds of which YouTube does not say whether more is ready. */
const moreUnknown: ReadonlySet<string> = new Set(['ChatMessagePage', 'MemberUpdatePage']);

it('there are feeds, and every page is one of a feed', () => {
  expect(feeds.length).toBeGreaterThan(pages.length);
  const read = new Set(feeds.map(({ field }) => getNamedType(field.type).name));
  expect([...read].toSorted()).toEqual(pages.map(({ name }) => name).toSorted());
});

describe.each(pages.map((page) => [page.name, page] as const))('%s', (name, page) => {
  it('has the fields of every page, and one list', () => {
    const fields = Object.values(page.getFields());
    const typeOf = Object.fromEntries(fields.map((field) => [field.name, String(field.type)]));
    expect(typeOf).toMatchObject({
      cursor: 'String',
      hasMore: moreUnknown.has(name) ? 'Boolean' : 'Boolean!',
      reset: 'Boolean!',
      pollAfter: 'Duration',
    });
    const lists = Object.values(typeOf).filter((type) => type.startsWith('['));
    expect(lists).toEqual([expect.stringMatching(/^\[\w+!\]!$/)]);
  });
});

describe.each(feeds.map((feed) => [feed.coordinate, feed] as const))('%s', (_, { type, field }) => {
  it('continues with `after`', () => {
    const after = field.args.find(({ name }) => name === 'after');
    expect(String(after?.type)).toBe('String');
    const others = field.args.filter(({ name }) => /^(?:since|cursor|\w*token)$/i.test(name));
    expect(others).toEqual([]);
  });
  it('is no query at the root', () => {
    expect(type).not.toBe(schema.getQueryType());
  });
});
