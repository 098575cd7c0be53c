/** CPU time that one request of a hostile client may cost. */
import { isScalarType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { cpuOf } from '../../support/report/cpu-of.ts';
import { promised } from '../../support/report/promised-size.ts';
import type { RunningServer } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

/** In a run at the promised size, the bound itself: there, nothing else uses the processor. */
const timesBound = promised(1, 20);

/** @returns CPU time of this process in ms, in which both client and gateway run */
const cpuTimeOf = async (work: () => unknown): Promise<number> => (await cpuOf(work)).cpuMs;

const times = (n: number, text: (index: number) => string): string =>
  Array.from({ length: n }, (_, index) => text(index)).join(' ');

const spreadTwice = (levels: number): string =>
  `{ self { ...F0 } } ${times(levels, (index) => `fragment F${index} on Item { ...F${index + 1} ...F${index + 1} }`)} fragment F${levels} on Item { name }`;

const cycle = (length: number): string =>
  `{ self { ...F0 } } ${times(length, (index) => `fragment F${index} on Item { self { ...F${(index + 1) % length} } }`)}`;

const conflicts = (n: number): string =>
  `{ ${times(n, (index) => `self { name a: need(n: ${index}) self { name b: name } }`)} }`;

const spreadsInConflict = (n: number): string =>
  `{ ${times(n, (index) => `...F${index}`)} } ${times(n, (index) => `fragment F${index} on Query { self { a: need(n: ${index}) } }`)}`;

const KB = 1_024;

describe('a document', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startSmall();
    // Loads and compiles what later requests use.
    for (let index = 0; index < 20; index += 1) await server.query(`{ name need(n: ${index}) }`);
    for (const document of ['{', '{ unknown }', cycle(2), conflicts(2)])
      await server.query(document);
  });
  afterAll(() => server.close());

  const tooMany: readonly [title: string, document: string][] = [
    ['of 2,001 tokens', `{ ${'name '.repeat(2_000)} }`],
    ['of 900 KB in tokens', `{ ${'name '.repeat(180 * KB)} }`],
    ['of 900 KB in one comment', `{ name } #${'x'.repeat(900 * KB)}`],
    ['of 900 KB in one name', `{ ${'x'.repeat(900 * KB)} }`],
    ['of 900 KB in one string', `{ fail(how: "${'x'.repeat(900 * KB)}") }`],
    ['of 900 KB in commas', `{ name ${','.repeat(900 * KB)} }`],
  ];
  it.each(tooMany)(
    '%s is rejected within 50 ms',
    { tags: ['S3', 'fullSize'] },
    async (_, document) => {
      const ms = await cpuTimeOf(async () => {
        const { status, body } = await server.query(document);
        expect([status, body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_LARGE']);
      });
      expect(ms).toBeLessThan(50 * timesBound);
    },
  );
  it.each([
    ['that doubles on 64 levels', spreadTwice(64), 'QUERY_TOO_LARGE'],
    ['that doubles on 250 levels', spreadTwice(250), 'QUERY_TOO_LARGE'],
    ['in a cycle of 150', cycle(150), 'QUERY_TOO_DEEP'],
    [
      'that spreads itself',
      '{ self { ...A } } fragment A on Item { ...A ...A ...A }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])(
    'with a fragment %s is rejected within 500 ms',
    { tags: ['S7', 'fullSize'] },
    async (_, document, code) => {
      const ms = await cpuTimeOf(async () => {
        const { body } = await server.query(document);
        expect(body.errors[0].extensions.code).toBe(code);
      });
      expect(ms).toBeLessThan(500 * timesBound);
    },
  );
  it.each([
    ['fields in conflict', conflicts(100)],
    ['fragments in conflict', spreadsInConflict(110)],
    ['the same field 1,990 times', `{ ${'name '.repeat(1_990)} }`],
    [
      'nested selections of the same field',
      `{ ${'self { name '.repeat(18)} ${times(200, () => 'self { name other { name } }')} ${'}'.repeat(18)} }`,
    ],
    ['400 KB of fields in conflict', conflicts(8_000)],
    ['400 KB of fragments in conflict', spreadsInConflict(5_000)],
  ])('with %s costs at most 300 ms', { tags: ['S8', 'fullSize'] }, async (_, document) => {
    const ms = await cpuTimeOf(async () => {
      expect((await server.query(document)).status).toBeLessThan(500);
    });
    expect(ms).toBeLessThan(300 * timesBound);
  });
});

/** Parts whose repetition makes expressions with nested repetitions slow. */
const parts = [
  'a',
  '0',
  ' ',
  '.',
  '-',
  ':',
  ',',
  ';',
  '=',
  '/',
  '\\',
  '"',
  'a.',
  'a-',
  '0:',
  'a@',
  'aA-',
  '00',
  'x=',
  'x;',
  'q=0.1,',
  '%2',
  '\t ',
  'T0',
  'P1',
  '+0',
  '\u00e9',
  '\ud83d',
];

const ends = ['', '!', '\0', '\n'];

/** Headers that the gateway reads. */
const headers = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'x-content-owner',
  'x-youtube-authorization',
  'x-request-id',
  'origin',
  'access-control-request-headers',
  'if-none-match',
  'range',
  'traceparent',
];

describe('a hostile text', () => {
  it('of 100 KB costs at most 50 ms as a value of any scalar type', {
    tags: ['S31', 'fullSize'],
  }, async () => {
    const slow: string[] = [];
    for (const scalar of Object.values(schema.getTypeMap()).filter(isScalarType))
      for (const part of parts)
        for (const end of ends) {
          const value = part.repeat((100 * KB) / part.length) + end;
          const ms = await cpuTimeOf(() => {
            try {
              scalar.coerceInputValue(value);
            } catch {
              // Most values are no values of the type.
            }
          });
          if (ms > 50 * timesBound) slow.push(`${scalar.name} ${part}${end}`);
        }
    expect(slow).toEqual([]);
  });

  it('of 15 KB costs at most 50 ms as the value of any header', {
    tags: ['S31', 'fullSize'],
  }, async () => {
    await using server = await startSmall();
    await server.query('{ name }');
    const slow: string[] = [];
    for (const name of headers)
      for (const part of parts.filter((each) => /^[\t -~]+$/.test(each))) {
        const prefix = name === 'content-type' ? 'application/json;' : 'Bearer ';
        const value = prefix + part.repeat((15 * KB) / part.length);
        const ms = await cpuTimeOf(async () => {
          const { status } = await server.query('{ name }', undefined, { [name]: value });
          expect(status).toBeLessThan(500);
        });
        if (ms > 50 * timesBound) slow.push(`${name} ${part}`);
      }
    expect(slow).toEqual([]);
  });
});
