/**
 * Answers of writes that are not of the documented shape: the write may have been applied, so the
 * error says that its outcome is unknown. It is never an internal error.
 */
import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { runsFull } from '../../support/report/promised-size.ts';
import { useEditingProxy } from '../../support/proxy/use-editing-proxy.ts';
import { type Case, caseOf, cases, fullInput } from './case/case.ts';
import { type Outcome, run } from './case/run.ts';
import { resultName } from './case/selection.ts';
import { resetState } from './case/step.ts';

const { options, proxy } = useEditingProxy('video', 'storage', 'calendar');

const studio = useStudio(async () => ({
  ...(await options()),
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000' },
}));

type Answer = Record<string, unknown>;

const replaceAll = (answer: Answer, valueOf: (value: unknown) => unknown): void => {
  for (const [name, value] of Object.entries(answer)) answer[name] = valueOf(value);
};

/** Ways in which an answer has the wrong shape. */
const edits: Readonly<Record<string, (answer: Answer) => void>> = {
  'a number as its id': (answer) => void (answer['id'] = 12_345),
  'an object as its id': (answer) => void (answer['id'] = { id: 'x' }),
  'no value': (answer) => replaceAll(answer, () => undefined),
  'a number as each value': (answer) => replaceAll(answer, () => 7),
};

const typeOf = ({ write: { spec } }: Case): string =>
  (spec.resultType ?? spec.target).resource.name;

/** Selects the id of the written entity, which is made of the answer. */
function selectionOf(each: Case): string {
  const result = resultName(each);
  const type = schema.getType(typeOf(each));
  return result && isObjectType(type) && 'id' in type.getFields() ? `${result} { id }` : '';
}

/** Codes with their outcomes, of errors of all kinds. */
const failuresOf = ({ failures, errors }: Outcome): unknown[] => [
  ...failures.map(({ extensions: { code, outcome } }) => [code, outcome]),
  ...errors.map(({ code }) => [code, undefined]),
];

const tested = cases
  .map(({ name }) => name)
  .filter(
    (name) =>
      // An answer without a change says that Google Drive has ignored it.
      name !== 'updateFileRevision' &&
      // Without a version in the answer, it reads again before the next part.
      name !== 'updateChannel',
  );

/** Mutations that continue what they have begun: they ask again what was made. */
const continued: ReadonlySet<string> = new Set(['publishFileAsVideo']);

/** Mutations with the edits that are tried: all of them, or each other one in turns. */
const rows = tested.map((name, row) => {
  const own = Object.entries(edits).filter((_, column) => runsFull || (row + column) % 2 === 0);
  return [name, own] as const;
});

describe('an answer of a write with the wrong shape', () => {
  it.each(rows)('is no internal error: %s', { tags: ['fullSize'] }, async (name, own) => {
    const each = caseOf(name);
    const found: (readonly [title: string, failure: unknown])[] = [];
    for (const [title, edit] of own) {
      resetState(studio);
      proxy.editWrites(edit);
      const outcome = await run(studio, each, fullInput(each), { select: selectionOf(each) });
      for (const failure of failuresOf(outcome)) found.push([title, failure]);
    }
    const expected = continued.has(name)
      ? ['PARTLY_DONE', undefined]
      : ['UPSTREAM_INVALID', 'UNKNOWN'];
    expect(found).toEqual(found.map(([title]) => [title, expected]));
  });
});
