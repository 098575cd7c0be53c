import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../../src/services/schema.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { orderParameter } from '../../../src/services/storage/search/order.ts';
import {
  type FileFilter,
  filterTerms,
  inFolder,
  joinTerms,
  searchQuery,
} from '../../../src/services/storage/search/filter.ts';
import { driveTerms } from '../../support/random/drive-query.ts';

const read = (q: string | undefined) => (q === undefined ? [] : driveTerms(q));

/** Any text, and texts made of pieces that would end a quoted value if not escaped. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom("'", '\\', "\\'", ' or ', "' or '1", ')', '(', ' in parents', 'x', '{', '\n'),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join('')),
);

const present = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** Without the wildcards of MIME types. */
const plainType = hostile.filter((text) => !/\*|\/$/.test(text));

/** Its ends need not be times, but texts that happen to be times are in order. */
const range = fc
  .record({ from: present(hostile), to: present(hostile) })
  .filter(({ from, to }) => from !== null || to !== null)
  .filter(({ from, to }) => !(Date.parse(to ?? '') <= Date.parse(from ?? '')));

const properties = fc.array(fc.record({ key: hostile, value: hostile }), { maxLength: 3 });

const visibilities = ['anyoneCanFind', 'anyoneWithLink', 'domainWithLink', 'limited'] as const;

const filters: fc.Arbitrary<typeof FileFilter.$inferType> = fc.record(
  {
    name: present(hostile),
    nameContains: present(hostile),
    search: present(hostile),
    mimeTypes: present(fc.array(plainType, { maxLength: 1 })),
    ownerEmail: present(hostile),
    writerEmail: present(hostile),
    readerEmail: present(hostile),
    sharedWithMe: present(fc.boolean()),
    visibility: present(fc.constantFrom(...visibilities)),
    createdAt: present(range),
    viewedByMeAt: present(range),
    properties: present(properties),
    appProperties: present(properties),
    labelIds: present(fc.array(fc.constantFrom("a'b", 'c', '{'), { maxLength: 3 })),
    modifiedAt: present(range),
    isFolder: present(fc.boolean()),
    trash: present(fc.constantFrom('exclude' as const, 'include' as const, 'only' as const)),
    starred: present(fc.boolean()),
  },
  { requiredKeys: [] },
);

const folder = 'application/vnd.google-apps.folder';

type Properties = readonly { readonly key: string; readonly value: string }[] | null | undefined;

interface Range {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/** The meaning of a filter, as Google Drive must understand it. */
function expectedMeaning(filter: typeof FileFilter.$inferType) {
  const text = (field: string, operator: string, value: string | null | undefined) =>
    value == null ? [] : [{ field, operator, value, quoted: true }];
  const within = (field: string, value: Range | null | undefined) => [
    ...text(field, '>=', value?.from),
    ...text(field, '<', value?.to),
  ];
  const flag = (field: string, value: boolean | null | undefined) =>
    value == null ? [] : [{ field, operator: '=', value: `${value}`, quoted: false }];
  const all = (field: string, entries: Properties) =>
    (entries ?? []).map((entry) => ({ field, operator: 'has', quoted: true, ...entry }));
  // A blank search box is treated as absent.
  const search = (value: string | null | undefined) => (value?.trim() === '' ? null : value);
  return [
    ...text('name', '=', filter.name),
    ...text('name', 'contains', search(filter.nameContains)),
    ...text('fullText', 'contains', search(filter.search)),
    ...text('mimeType', '=', filter.mimeTypes?.[0]),
    ...(filter.isFolder == null ? [] : text('mimeType', filter.isFolder ? '=' : '!=', folder)),
    ...text('owners', 'in', filter.ownerEmail),
    ...text('writers', 'in', filter.writerEmail),
    ...text('readers', 'in', filter.readerEmail),
    ...flag('sharedWithMe', filter.sharedWithMe),
    ...text('visibility', '=', filter.visibility),
    ...within('createdTime', filter.createdAt),
    ...within('viewedByMeTime', filter.viewedByMeAt),
    ...all('properties', filter.properties),
    ...all('appProperties', filter.appProperties),
    ...(filter.labelIds ?? []).flatMap((id) => text('labels', 'in', `labels/${id}`)),
    ...within('modifiedTime', filter.modifiedAt),
    ...flag('trashed', filter.trash === 'include' ? null : filter.trash && filter.trash === 'only'),
    ...flag('starred', filter.starred),
  ];
}

describe('a filter', () => {
  it('has the same meaning for Google Drive whatever its values contain: all quotes are escaped', {
    tags: ['S20'],
  }, () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(read(joinTerms(filterTerms(filter)))).toEqual(expectedMeaning(filter));
      }),
    );
  });
  it.each([
    ["Maren's notes", String.raw`name = 'Maren\'s notes'`],
    [String.raw`A\B`, String.raw`name = 'A\\B'`],
    [String.raw`ends in \'`, String.raw`name = 'ends in \\\''`],
    ["' or '1' = '1", String.raw`name = '\' or \'1\' = \'1'`],
  ])('escapes quotes and backslashes of %s', (name, query) => {
    expect(joinTerms(filterTerms({ name, trash: 'include' }))).toBe(query);
  });
  it('contains a folder by its Drive id or its global id, in quotes', () => {
    const term = { field: 'parents', operator: 'in', value: "a'b", quoted: true };
    for (const parentId of ["a'b", globalId('File', ["a'b"])])
      expect(read(joinTerms(filterTerms({ parentId })))).toEqual([term]);
  });
  it('contains the target of shortcuts by its Drive id or its global id, in quotes', () => {
    const term = { field: 'shortcutDetails.targetId', operator: '=', value: "a'b", quoted: true };
    for (const shortcutTargetId of ["a'b", globalId('File', ["a'b"])])
      expect(read(joinTerms(filterTerms({ shortcutTargetId })))).toEqual([term]);
  });
  it.each(['createdAt', 'modifiedAt', 'viewedByMeAt'])('rejects an empty range of %s', (name) => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T02:00:00+01:00'];
    const terms = (range: object) => filterTerms({ trash: 'include', [name]: range });
    expect(terms({ from: early, to: late })).toHaveLength(1);
    for (const range of [{}, { from: null, to: null }])
      expect(() => terms(range)).toThrow(`filter.${name}: has neither \`from\` nor \`to\``);
    for (const from of [late, late.replace('02', '03')])
      expect(() => terms({ from, to: late })).toThrow(`filter.${name}.to: "${late}" is not after`);
  });
  it.each([
    'trash',
    'generateIds',
    '..',
    'a/b',
    '',
    globalId('File', ['trash']),
    globalId('Video', ['x']),
  ])('rejects %j as a folder or a target', (id) => {
    expect(() => filterTerms({ parentId: id })).toThrow(/^filter\.parentId: /);
    expect(() => filterTerms({ shortcutTargetId: id })).toThrow(/^filter\.shortcutTargetId: /);
  });
  it.each(['..', 'a/b', ''])('rejects %j as a label', (id) => {
    expect(() => filterTerms({ labelIds: ['a', id] })).toThrow(/^filter\.labelIds\.1: /);
  });
  it('searches a file kind with many formats by a prefix of the content type', () => {
    expect(filterTerms({ types: ['image/'] })).toEqual([`mimeType contains 'image/'`]);
    expect(filterTerms({ types: ['application/pdf'] })).toEqual([`mimeType = 'application/pdf'`]);
    expect(filterTerms({ mimeTypes: ['image/*'] })).toEqual([`mimeType contains 'image/'`]);
  });
  it('searches several content types in parentheses, with all quotes escaped', () => {
    expect(joinTerms(filterTerms({ mimeTypes: ["a'b", 'image/*'], starred: true }))).toBe(
      String.raw`(mimeType = 'a\'b' or mimeType contains 'image/') and starred = true`,
    );
  });
  it('excludes the trash unless another filter is set without `trash`', () => {
    expect([filterTerms(undefined), filterTerms(null)]).toEqual([
      ['trashed = false'],
      ['trashed = false'],
    ]);
    expect(filterTerms({ trash: 'include' })).toEqual([]);
  });
});

describe('a folder id in a search', () => {
  it('is one quoted value', () => {
    fc.assert(
      fc.property(hostile, (id) => {
        expect(read(inFolder(id))).toEqual([
          { field: 'parents', operator: 'in', value: id, quoted: true },
        ]);
      }),
    );
  });
});

describe('a query in the language of Google Drive', () => {
  it('is sent unchanged if it is alone', () => {
    expect(searchQuery(" name = 'a' or trashed = true ", undefined)).toBe(
      "name = 'a' or trashed = true",
    );
  });
  it('is in parentheses beside a filter, so that both must match', () => {
    expect(searchQuery("name = 'a' or name = 'b'", { trash: 'exclude' })).toBe(
      "(name = 'a' or name = 'b') and trashed = false",
    );
  });
  it('is omitted if it is empty', () => {
    for (const query of [undefined, null, '', '  '])
      expect(searchQuery(query, { trash: 'include', starred: true })).toBe('starred = true');
  });
});

describe('an order', () => {
  it('has its keys in the given order, and marks descending ones', () => {
    expect(
      orderParameter([
        { field: 'folder', direction: 'asc' },
        { field: 'modifiedTime', direction: 'desc' },
      ]),
    ).toBe('folder,modifiedTime desc');
  });
  it('is rejected beside a full-text search, which Google Drive does not sort', () => {
    const order = [{ field: 'name', direction: 'asc' }] as const;
    const rejected = [{ filter: { search: 'harbor' } }, { query: "fullText contains 'harbor'" }];
    for (const searched of rejected) {
      expect(() => orderParameter(order, searched)).toThrow(/^orderBy: .*full-text/);
      expect(orderParameter([], searched)).toBeUndefined();
    }
    const sorted = [{ filter: { search: ' ' } }, { query: String.raw`name = 'it\'s fullText'` }];
    for (const searched of sorted) expect(orderParameter(order, searched)).toBe('name');
  });
  it('is rejected for a term outside of quotes alone, whichever quotes these are', () => {
    const order = [{ field: 'name', direction: 'asc' }] as const;
    const quoted = `name = "it's" and fullText contains 'harbor'`;
    expect(() => orderParameter(order, { query: quoted })).toThrow(/^orderBy: .*full-text/);
    expect(orderParameter(order, { query: 'name = "fullText"' })).toBe('name');
  });
  it('is checked beside a long query with many quotes', () => {
    const query = `name = "${String.raw`\'`.repeat(300_000)}"`;
    expect(orderParameter([{ field: 'name', direction: 'asc' }], { query })).toBe('name');
  });
  it('is omitted without keys', () => {
    expect([orderParameter(undefined), orderParameter(null), orderParameter([])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('text with half of a character', () => {
  it.each([
    ['filter.nameContains', { nameContains: 'x\ud800' }],
    ['filter.properties.0.key', { properties: [{ key: '\udc00', value: 'x' }] }],
  ])('is rejected as %s', (argument, filter) => {
    expect(() => searchQuery(undefined, filter)).toThrow(`${argument}: "`);
  });
  it('is rejected in the query', () => {
    expect(() => searchQuery("name = '\ud800'", {})).toThrow('query: "');
  });
});
