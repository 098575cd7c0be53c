/** The printed schema is up to date and complete. */
import { readFileSync } from 'node:fs';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printContract } from '../../src/graph/print.ts';
import { schema } from '../../src/graph/schema.ts';

const file = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');

describe('schema/schema.graphql', () => {
  it('equals the output of `npm run schema`', () => {
    expect(file).toBe(printContract(schema));
  });
  it('builds the same schema again', () => {
    expect(printSchema(lexicographicSortSchema(buildSchema(file)))).toBe(printSchema(schema));
  });
});
