import { parse } from 'graphql';
import type { OperationDefinitionNode } from 'graphql';
import { expect, it } from 'vitest';
import { SpanNames } from '../../src/observability/tracing/span-names.ts';
import { RequestRecord } from '../../src/server/record/request-record.ts';

function recordOf(document: string): RequestRecord {
  const record = new RequestRecord();
  record.setOperation(parse(document).definitions[0] as OperationDefinitionNode);
  return record;
}

it('has the names of the first 1,000 operations in the names of spans', () => {
  const names = new SpanNames();
  const nameOf = (index: number): string => names.of(recordOf(`mutation M${index} { a }`));
  const first = Array.from({ length: 1_000 }, (_, index) => nameOf(index));
  expect(first).toEqual(first.map((_, index) => `mutation M${index}`));
  expect(nameOf(1_000)).toBe('mutation');
  expect(nameOf(7)).toBe('mutation M7');
  expect(names.of(recordOf('{ a }'))).toBe('query');
});
