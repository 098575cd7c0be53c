/**
 * Payloads of every mutation: the entity is as a later read shows it, and only what the answer of
 * the write does not have costs a further read.
 */
import { describe, expect, it } from 'vitest';
import { isRead } from '../../../src/engine/rest/operation/operation.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { type Call, useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import { type Case, caseOf, fullInput, namesOf, requiredInput } from './case/case.ts';
import { changedFields, isEntityUpdate } from './case/field-value.ts';
import { run } from './case/run.ts';
import { allValuesOf, resultType } from './case/selection.ts';

const studio = useStudio();

/** Mutations whose entity differs a moment later, with the reason. */
const moving: Readonly<Record<string, string>> = {
  createVideo: 'Each read of an upload session has another URL.',
  transitionBroadcast: 'YouTube leads the broadcast on to the status.',
  startFileDownload: 'Google Drive goes on with the operation.',
};

/** Mutations that read the entity after their last write, with the reason. */
const readAgain: Readonly<Record<string, string>> = {
  goLive: 'A workflow reads the state that it waits for.',
  endBroadcast: 'A workflow reads the state that it waits for.',
  prepareBroadcast: 'The last write is that of another entity.',
  publishFileAsVideo: 'The last write has no selection.',
  resetOccurrence: 'The values come from the series.',
};

/** Parts that YouTube does not return with what it creates or leads to another state. */
const notReturned: Readonly<Record<string, readonly string[]>> = {
  createBroadcast: ['statistics'],
  bindBroadcast: ['monetizationDetails', 'statistics'],
  transitionBroadcast: ['monetizationDetails', 'statistics'],
  subscribeToChannel: ['contentDetails', 'subscriberSnippet'],
};

/** Paths that a write asks for although nothing is selected, beside an id or an etag. */
const alwaysRead: Readonly<Record<string, readonly string[]>> = {
  // They tell whether Google Drive has ignored a flag.
  updateFileRevision: ['publishAuto', 'published', 'publishedOutsideDomain'],
  // The keys of these entities.
  startFileDownload: ['name'],
  watchFile: ['resourceId'],
  watchFileChanges: ['resourceId'],
  watchEvents: ['resourceId'],
  watchAccessRules: ['resourceId'],
  watchCalendarList: ['resourceId'],
  watchCalendarSettings: ['resourceId'],
};

/** Runs the mutation, which must succeed. @returns the entity in its payload */
async function entityOf(each: Case, selection: string, input = fullInput(each)): Promise<any> {
  const [result] = each.write.spec.result!;
  const select = `${result} { ${selection} }`;
  const { payload, errors, failures } = await run(studio, each, input, { select });
  expect([errors, failures]).toEqual([[], []]);
  return payload[result];
}

/** The calls to the last write, and the reads after it. */
function callsAround(): readonly [before: readonly Call[], reads: readonly Call[]] {
  const calls = studio.calls();
  const last = calls.findLastIndex(isWrite) + 1;
  return [calls.slice(0, last), calls.slice(last)];
}

const isWrite = ({ operation }: Call): boolean => !isRead(catalogue.get(operation)!);

/** The values of a parameter with a list. */
const listIn = ({ query }: Call, name: string): readonly string[] =>
  (query[name] ?? []).flatMap((list) => list.split(','));

/** An object without any value can be null or have nulls. */
function compact(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(compact);
  const entries = Object.entries(value).map(([name, each]) => [name, compact(each)] as const);
  const isEmpty = entries.every(([name, each]) => name === '__typename' || each === null);
  return isEmpty ? null : Object.fromEntries(entries);
}

/** Updates that can be sent without a change. */
const withoutChange = namesOf(
  (each) => isEntityUpdate(each) && !changedFields(each).some(({ isRequired }) => isRequired),
);

const isNode = (each: Case): boolean =>
  resultType(each)
    ?.getInterfaces()
    .some(({ name }) => name === 'Node') ?? false;

describe('the entity in a payload', () => {
  it.each(sampled(namesOf((each) => isNode(each) && !Object.hasOwn(moving, each.name))))(
    'is the one that a later read shows: %s',
    async (name) => {
      const each = caseOf(name);
      const type = resultType(each)!;
      const selection = allValuesOf(type);
      const entity = await entityOf(each, selection);
      const { data, errors } = await studio.query(
        `query ($id: ID!) { node(id: $id) { ... on ${type.name} { ${selection} } } }`,
        { id: entity.id },
      );
      expect(errors).toBeUndefined();
      const { __typename, ...shown } = entity;
      expect(compact(shown)).toEqual(compact(data.node));
    },
  );
  const single = namesOf((each) => resultType(each) !== undefined && !readAgain[each.name]);
  it.each(sampled(single))(
    'costs a read only for what the write does not return: %s',
    async (name) => {
      const each = caseOf(name);
      const isInsert = each.kind === 'insert';
      for (const input of [fullInput(each), ...(isInsert ? [requiredInput(each)] : [])]) {
        studio.sandbox.reset(start);
        studio.sandbox.clearCalls();
        await entityOf(each, allValuesOf(resultType(each)!), input);
        const [calls, reads] = callsAround();
        // With `fields`, the answer has the whole entity.
        expect(reads.length).toBeLessThanOrEqual('fields' in calls.at(-1)!.query ? 0 : 1);
        const written = new Set(calls.filter(isWrite).flatMap((write) => listIn(write, 'part')));
        const readAfter = reads.flatMap((read) => listIn(read, 'part'));
        expect(readAfter.filter((part) => written.has(part))).toEqual([]);
        // An update returns the parts that it writes.
        const isWhole = isInsert || Object.hasOwn(notReturned, name);
        expect(isWhole ? readAfter : []).toEqual(notReturned[name] ?? []);
      }
    },
  );
  it.each(sampled(single))('costs no read if nothing of it is selected: %s', async (name) => {
    await entityOf(caseOf(name), '__typename');
    const [calls, reads] = callsAround();
    expect(reads).toEqual([]);
    const paths = listIn(calls.at(-1)!, 'fields').filter(
      (path) => path !== 'id' && path !== 'etag',
    );
    expect(paths).toEqual(alwaysRead[name] ?? []);
  });
  it.each(sampled(withoutChange))('is NOT_FOUND without a change, too: %s', async (name) => {
    const each = caseOf(name);
    // Of the forms of a key of several ids, the last one.
    const [path, { missing, with: input = { id: missing } }] = Object.entries(
      each.fixture.ids!,
    ).findLast(([own]) => own === 'id' || own.startsWith('by.'))!;
    const [result] = each.write.spec.result!;
    const select = `${result} { ${allValuesOf(resultType(each)!)} }`;
    const { entity, errors, failures } = await run(studio, each, input, { select });
    expect([entity, failures]).toEqual([null, []]);
    expect(errors).toMatchObject([{ code: 'NOT_FOUND', path: [path.split('.')[0]] }]);
  });
});
