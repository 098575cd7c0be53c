import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, getter, Paths, pathsIn, setAt, valuesAt } from '../../../src/engine/read/path.ts';

const path = fc
  .array(fc.constantFrom('id', 'a', 'b', 'snippet', 'title'), { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join('.'));

const paths = fc.uniqueArray(path, { minLength: 1, maxLength: 12 });

/** A second parser of the grammar of masks: returns the leaves that a mask selects. */
function leavesOf(mask: string): string[] {
  let at = 0;
  const list = (prefix: string): string[] => {
    const out = [...item(prefix)];
    while (mask[at] === ',') {
      at += 1;
      out.push(...item(prefix));
    }
    return out;
  };
  const item = (prefix: string): string[] => {
    const name = /^[a-z]+/i.exec(mask.slice(at))![0];
    at += name.length;
    const full = prefix === '' ? name : `${prefix}.${name}`;
    if (mask[at] === '/') {
      at += 1;
      return item(full);
    }
    if (mask[at] !== '(') return [full];
    at += 1;
    const inner = list(full);
    at += 1;
    return inner;
  };
  return list('');
}

describe('the fields mask', () => {
  it('selects exactly the paths, a whole object instead of its members', () => {
    fc.assert(
      fc.property(paths, (all) => {
        const set = new Set(all);
        const outermost = all.filter(
          (each) => !each.includes('.') || !covers(set, each.slice(0, each.lastIndexOf('.'))),
        );
        const { mask } = new Paths(set);
        expect(leavesOf(mask).toSorted()).toEqual(outermost.toSorted());
        expect([...pathsIn(mask)].toSorted()).toEqual(outermost.toSorted());
      }),
    );
  });
  it('groups paths with a common prefix', () => {
    expect(Paths.of('statistics.viewCount', 'snippet.title', 'id', 'snippet.channelId').mask).toBe(
      'id,snippet(channelId,title),statistics/viewCount',
    );
    expect(Paths.of('snippet', 'snippet.title').mask).toBe('snippet');
  });
});

describe('part', () => {
  it('has the first segment of every path, except id and etag, which are in every response', () => {
    expect(Paths.of('snippet.title', 'id', 'status.license', 'etag', 'snippet.tags').parts).toEqual(
      ['snippet', 'status'],
    );
  });
  it('is never empty', () => {
    expect(Paths.of('id').parts).toEqual(['id']);
    expect(Paths.none.parts).toEqual(['id']);
  });
});

describe('a set of paths', () => {
  it('covers its paths and the paths below them, but not paths with a similar name', () => {
    const covering = new Set(['snippet', 'status.license']);
    expect(
      ['snippet', 'snippet.title', 'snippet.a.b', 'status.license', 'status.license.x'].map(
        (each) => covers(covering, each),
      ),
    ).toEqual([true, true, true, true, true]);
    expect(['snippets', 'status', 'status.licenses'].map((each) => covers(covering, each))).toEqual(
      [false, false, false],
    );
  });
  it('without other paths contains the paths that they do not cover', () => {
    fc.assert(
      fc.property(paths, paths, (wanted, covering) => {
        const open = new Paths(new Set(wanted)).without(new Set(covering));
        for (const each of wanted)
          expect(open.set.has(each)).toBe(!covers(new Set(covering), each));
      }),
    );
  });
  it('is returned itself by a union with itself and by an extension with its own path', () => {
    const some = Paths.of('id', 'a.b');
    expect(Paths.union([some, some])).toBe(some);
    expect(some.with('id')).toBe(some);
  });
  it('is extended by the paths of each call, also if their joined names are equal', () => {
    const some = Paths.of('id');
    for (const separator of [',', ' ', '.', '/', '|', '\n', '\0', '","', ''])
      for (const added of [
        [`a${separator}b`, 'c'],
        ['a', `b${separator}c`],
        ['a', 'b', 'c'],
        [`a${separator}b${separator}c`],
        ['a', 'b', 'c', ''],
      ])
        expect([separator, ...some.with(...added).set]).toEqual([separator, 'id', ...added]);
  });
  it('has all of its own and the added paths and no others, and makes an extension once', () => {
    const separator = fc.constantFrom(',', ' ', '.', '/', '\n', '\0', '","', '\\', '');
    const extensions = separator.chain((between) => {
      // Steps of one path are joined by the separator, so that joined extensions are often equal.
      const name = fc.array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 3 });
      const extension = fc.array(
        name.map((steps) => steps.join(between)),
        { maxLength: 3 },
      );
      return fc.array(extension, { minLength: 20, maxLength: 40 });
    });
    fc.assert(
      fc.property(fc.array(path, { maxLength: 3 }), extensions, (own, all) => {
        const some = Paths.of(...own);
        for (const added of all) {
          const extended = some.with(...added);
          expect(extended.set).toEqual(new Set([...own, ...added]));
          expect(some.with(...added)).toBe(extended);
        }
        expect(some.set).toEqual(new Set(own));
      }),
    );
  });
  it('is united with any others to all of their paths', () => {
    fc.assert(
      fc.property(fc.array(paths, { maxLength: 4 }), (all) => {
        const sets = all.map((each) => new Paths(new Set(each)));
        expect(Paths.union([...sets, ...sets]).set).toEqual(new Set(all.flat()));
      }),
    );
  });
  it('below a prefix is what was put under it', () => {
    fc.assert(
      fc.property(path, paths, paths, (prefix, inside, others) => {
        const outside = others.filter((each) => !each.startsWith(`${prefix}.`));
        const all = Paths.union([new Paths(new Set(inside)).under(prefix), Paths.of(...outside)]);
        expect(all.below(prefix).set).toEqual(new Set(inside));
      }),
    );
  });
});

describe('values', () => {
  it('are read and written at a path of any depth, and a missing value is undefined', () => {
    fc.assert(
      fc.property(path, fc.jsonValue(), (at, value) => {
        const target = {};
        setAt(target, at, value);
        expect(getter(at)(target)).toEqual(value);
        expect(getter(at)(undefined)).toBeUndefined();
        setAt(target, at, undefined);
        expect(getter(at)(target)).toBeUndefined();
      }),
    );
  });
  it('are found in lists along the path', () => {
    const answer = {
      items: [
        { attachments: [{ fileId: 'a' }, { fileId: 'b' }] },
        {},
        { attachments: [{ fileId: 'c' }] },
      ],
    };
    expect(valuesAt(answer, 'items.attachments')).toEqual([
      { fileId: 'a' },
      { fileId: 'b' },
      { fileId: 'c' },
    ]);
    expect(valuesAt(answer, 'items.attachments', new Map([[2, 1]]))).toEqual([
      { fileId: 'a' },
      { fileId: 'c' },
    ]);
    expect(valuesAt(answer, 'items.attachments', new Map([[1, 1]]))).toEqual([
      { fileId: 'a' },
      { fileId: 'b' },
    ]);
    expect(valuesAt(answer, '')).toEqual([answer]);
    expect(valuesAt(null, 'items')).toEqual([]);
  });
});
