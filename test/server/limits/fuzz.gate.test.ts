import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedOf } from '../../support/random/repeatable-seed.ts';
import { promised } from '../../support/report/promised-size.ts';
import { useSmall } from '../../support/gateway/small-schema.ts';

/** Tokens of GraphQL, and some that are not, in any order. */
const word = fc.constantFrom(
  '\n',
  '\0',
  '\uFEFF',
  '\uD800',
  ...'{ } ( ) [ ] : ! $ @ ... | & = , " """ \\ # true null 1 -1e400 "x" name self items ids deep paint RED'.split(
    ' ',
  ),
  ...'query mutation subscription fragment on type extend schema directive Query Item Deep F $v ...F'.split(
    ' ',
  ),
  ...'__typename __schema __type __proto__ constructor toString @defer @stream @oneOf'.split(' '),
  '@skip(if: true)',
  '@include(if: $v)',
  'fragment F on Item',
);

const words = fc.array(word, { maxLength: 60 }).map((all) => all.join(' '));

/** Documents of the GraphQL grammar; some of them are valid for the schema. */
const { document } = fc.letrec<{
  document: string;
  set: string;
  selection: string;
  value: string;
  directive: string;
}>((tie) => {
  const joined = (...parts: readonly fc.Arbitrary<string>[]) =>
    fc.tuple(...parts).map((all) => all.join(''));
  const alias = fc.constantFrom('', '', '', 'a: ', 'b: ');
  const leaf = fc.constantFrom(
    'name',
    'name',
    'need',
    '__typename',
    '__schema',
    'items(ids: [])',
    'fail(how: "x")',
    'paint(color: RED)',
  );
  const composite = fc.constantFrom(
    'self',
    'self',
    'other',
    'items(ids: [1 "a"])',
    'change',
    '... on Item',
    '... on Query',
    '__type',
  );
  const args = joined(
    fc.constantFrom('(ids: ', '(ids: [], deep: ', '(how: ', '(n: ', '(color: '),
    tie('value'),
    fc.constant(')'),
  );
  const called = joined(
    alias,
    fc.constantFrom('items', 'fail', 'paint', 'need', 'change'),
    args,
    fc.option(tie('set'), { nil: '' }),
  );
  const fragment = (...heads: readonly string[]) =>
    fc.option(joined(fc.constantFrom(...heads), tie('set')), { nil: '' });
  return {
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        '1',
        '"a"',
        'RED',
        'null',
        '$v',
        '$w',
        '1e999',
        '"""b"""',
        '[]',
        '{}',
        '-0',
        '9007199254740993',
      ),
      fc.array(tie('value'), { maxLength: 3 }).map((all) => `[${all.join(' ')}]`),
      joined(
        fc.constantFrom('{ids: ', '{deep: ', '{lists: ', '{x: '),
        tie('value'),
        fc.constant('}'),
      ),
    ),
    directive: fc.constantFrom(
      '',
      '',
      '',
      '',
      '',
      '',
      '@skip(if: $v)',
      '@include(if: true)',
      '@skip(if: 1)',
      '@defer',
      '@unknown',
    ),
    selection: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 8, arbitrary: joined(alias, leaf, tie('directive')) },
      { weight: 8, arbitrary: joined(composite, tie('directive'), tie('set')) },
      { weight: 2, arbitrary: called },
      { weight: 1, arbitrary: fc.constantFrom('...F', '...G', '...Missing') },
    ),
    set: fc
      .array(tie('selection'), { minLength: 1, maxLength: 3 })
      .map((all) => `{ ${all.join(' ')} }`),
    document: joined(
      fc.constantFrom(
        '',
        'query A',
        'query A($v: Boolean! = true)',
        'query ($v: Int, $w: [ID!]! = [1])',
        'mutation M',
        'subscription S',
      ),
      tie('set'),
      fragment(' fragment F on Item', ' fragment F on Query', ' query B'),
      fragment(' fragment G on Query', ' fragment F on Item'),
    ),
  };
});

/** A document of the grammar with a part missing or repeated. */
const broken = fc
  .tuple(document, fc.nat(), fc.nat(20), fc.boolean())
  .map(([text, at, length, doubled]) => {
    const start = at % (text.length + 1);
    const piece = text.slice(start, start + length);
    return text.slice(0, start) + (doubled ? piece + piece : '') + text.slice(start + length);
  });

describe('a random request', () => {
  const server = useSmall();
  /** Whether the response has data, or errors of the client. */
  const isAnswered = async (body: string | Uint8Array<ArrayBuffer>): Promise<boolean> => {
    const response = await server.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const errors: { extensions: { code: string } }[] = response.body.errors ?? [];
    const isInternal = errors.some(({ extensions }) => extensions.code === 'INTERNAL');
    return response.status < 500 && !isInternal && ('data' in response.body || errors.length > 0);
  };
  const variables = fc.option(fc.dictionary(fc.constantFrom('v', 'w'), fc.jsonValue()));
  const asBody = (query: fc.Arbitrary<string>) =>
    fc.record({ query, variables }).map((body) => JSON.stringify(body));
  const items = 'query ($ids: [ID!]!, $deep: Deep) { items(ids: $ids, deep: $deep) { name } }';

  it.each([
    ['tokens in any order', asBody(words), promised(33_000, 150)],
    ['documents of the grammar', asBody(document), promised(33_000, 150)],
    ['documents with a part missing or repeated', asBody(broken), promised(34_000, 150)],
    ['any text', asBody(fc.string({ unit: 'binary', maxLength: 200 })), promised(300, 100)],
    [
      'any bytes as body',
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
      promised(300, 100),
    ],
    ['any JSON as body', fc.json(), promised(300, 100)],
    [
      'any JSON as variables',
      fc
        .record({ ids: fc.jsonValue(), deep: fc.jsonValue() })
        .map((variables) => JSON.stringify({ query: items, variables })),
      promised(300, 100),
    ],
  ] as const)(
    'never causes an internal error: %s',
    { tags: ['S2', 'fullSize'] },
    async (_, body: fc.Arbitrary<string | Uint8Array<ArrayBuffer>>, numRuns) => {
      const { counterexample } = await fc.check(fc.asyncProperty(body, isAnswered), {
        seed: seedOf(process.env),
        numRuns,
      });
      expect(counterexample).toBeNull();
    },
  );
});
