import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../../src/graph/schema.ts';
import { globalId } from '../../../src/graph/global-id.ts';
import { orderParameter } from '../../../src/graph/storage/order.ts';
import {
  type FileFilter,
  filterTerms,
  inFolder,
  joinTerms,
  searchQuery,
} from '../../../src/graph/storage/search.ts';
import { parseSearch, termsOf } from '../../../src/sandbox/storage/search-parser.ts';

const read = (q: string | undefined) =>
  q === undefined
    ? []
    : termsOf(parseSearch(q)).map(({ field, operator, value, quoted }) => ({
        field,
        operator,
        value,
        quoted,
      }));

/** Any text, and texts of the pieces that would break out of badly made quotes. */
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

const filters: fc.Arbitrary<typeof FileFilter.$inferInput> = fc.record(
  {
    name: present(hostile),
    nameContains: present(hostile),
    mimeType: present(hostile),
    ownerEmail: present(hostile),
    modifiedAfter: present(hostile),
    modifiedBefore: present(hostile),
    isFolder: present(fc.boolean()),
    trashed: present(fc.boolean()),
    starred: present(fc.boolean()),
  },
  { requiredKeys: [] },
);

const folder = 'application/vnd.google-apps.folder';

/** What a filter says, as the storage service must read it. */
function meaning(filter: typeof FileFilter.$inferInput) {
  const text = (field: string, operator: string, value: string | null | undefined) =>
    value == null ? [] : [{ field, operator, value, quoted: true }];
  const flag = (field: string, value: boolean | null | undefined) =>
    value == null ? [] : [{ field, operator: '=', value: `${value}`, quoted: false }];
  return [
    ...text('name', '=', filter.name),
    ...text('name', 'contains', filter.nameContains),
    ...text('mimeType', '=', filter.mimeType),
    ...(filter.isFolder == null ? [] : text('mimeType', filter.isFolder ? '=' : '!=', folder)),
    ...text('owners', 'in', filter.ownerEmail),
    ...text('modifiedTime', '>', filter.modifiedAfter),
    ...text('modifiedTime', '<', filter.modifiedBefore),
    ...flag('trashed', filter.trashed),
    ...flag('starred', filter.starred),
  ];
}

describe('a filter', () => {
  it('is read upstream as it was meant, whatever its values hold: none escapes its quotes', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(read(joinTerms(filterTerms(filter)))).toEqual(meaning(filter));
      }),
    );
  });
  it('names a folder by upstream’s id or the global one, in quotes', () => {
    const honest = { field: 'parents', operator: 'in', value: "a'b", quoted: true };
    for (const parentId of ["a'b", globalId('File', ["a'b"])])
      expect(read(joinTerms(filterTerms({ parentId })))).toEqual([honest]);
  });
  it.each([
    'trash',
    'generateIds',
    '..',
    'a/b',
    '',
    globalId('File', ['trash']),
    globalId('Video', ['x']),
  ])('refuses %j as a folder', (parentId) => {
    expect(() => filterTerms({ parentId })).toThrow(/^filter\.parentId: /);
  });
  it('takes a kind of many formats as the beginning of the content type', () => {
    expect(filterTerms({ type: 'image/' })).toEqual([`mimeType contains 'image/'`]);
    expect(filterTerms({ type: 'application/pdf' })).toEqual([`mimeType = 'application/pdf'`]);
  });
  it('leaves out the trash only where there is no filter at all, or the filter says so', () => {
    expect([filterTerms(undefined), filterTerms(null)]).toEqual([
      ['trashed = false'],
      ['trashed = false'],
    ]);
    expect(filterTerms({ trashed: null })).toEqual([]);
  });
});

describe('a folder’s id in a search', () => {
  it('stays one value', () => {
    fc.assert(
      fc.property(hostile, (id) => {
        expect(read(inFolder(id))).toEqual([
          { field: 'parents', operator: 'in', value: id, quoted: true },
        ]);
      }),
    );
  });
});

describe('a query in upstream’s own language', () => {
  it('goes as it was written where it stands alone', () => {
    expect(searchQuery(" name = 'a' or trashed = true ", undefined)).toBe(
      "name = 'a' or trashed = true",
    );
  });
  it('stands in brackets beside a filter, so that both must hold', () => {
    expect(searchQuery("name = 'a' or name = 'b'", { trashed: false })).toBe(
      "(name = 'a' or name = 'b') and trashed = false",
    );
  });
  it('that is empty counts as none', () => {
    for (const query of [undefined, null, '', '  '])
      expect(searchQuery(query, { trashed: null, starred: true })).toBe('starred = true');
  });
});

describe('an order', () => {
  it('keeps its keys in their order and marks those that go downwards', () => {
    expect(
      orderParameter([
        { field: 'folder', direction: 'asc' },
        { field: 'modifiedTime', direction: 'desc' },
      ]),
    ).toBe('folder,modifiedTime desc');
  });
  it('without keys is none', () => {
    expect([orderParameter(undefined), orderParameter(null), orderParameter([])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
