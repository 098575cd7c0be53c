/** The files that `npm run schema` writes are up to date and complete. */
import { readFileSync } from 'node:fs';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printOperations } from '../../src/graph/operation-table.ts';
import { printContract } from '../../src/graph/print.ts';
import { schema } from '../../src/graph/schema.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('schema/schema.graphql', () => {
  const file = read('schema/schema.graphql');

  it('equals the output of `npm run schema`: run it after a change of the schema', () => {
    expect(file).toBe(printContract(schema));
  });
  it('builds the same schema again', () => {
    expect(printSchema(lexicographicSortSchema(buildSchema(file)))).toBe(printSchema(schema));
  });
});

describe('docs/operations.md', () => {
  const file = read('docs/operations.md');

  it('equals the output of `npm run schema`: run it after a change of the schema', () => {
    expect(file).toBe(printOperations(schema));
  });
  it('has a row for every operation', () => {
    const rows = [...file.matchAll(/^\| `(\w+:\S+)`/gm)].map(([, key]) => key!);
    expect(rows.toSorted()).toEqual([...catalogue.keys()].toSorted());
  });
});
