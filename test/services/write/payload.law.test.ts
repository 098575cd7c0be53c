/**
 * Payloads of every mutation: the entity is as a later read shows it, and only what the answer of
 * the write does not have costs a further read.
 */
import { writablePaths } from '../../../src/engine/write/change.ts';
import { type Mask, parseMask } from '../../../src/sandbox/call/mask.ts';
import { describe, expect, it } from 'vitest';
import { idPathOf } from '../../../src/engine/read/resource.ts';
import { isRead } from '../../../src/engine/api/operation.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { type Call, useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import { type Case, caseOf, fullInput, namesOf, requiredInput } from './case/case.ts';
import { changedFields, isEntityUpdate } from './case/field-value.ts';
import { once } from './case/once.ts';
import { run } from './case/run.ts';
import { allValuesOf, resultName, resultType } from './case/selection.ts';
import { resetState, send } from './case/step.ts';
import type { Input } from './fixture/fixture.ts';

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

/**
 * Paths that a write asks for although nothing is selected, beside an id, an etag and what it
 * writes: the answer has to show that.
 */
const alwaysRead: Readonly<Record<string, readonly string[]>> = {
  // They tell whether Google Drive has answered with the result alone.
  startFileDownload: ['done', 'error', 'name', 'response'],
  // The keys of these entities.
  watchFile: ['resourceId'],
  watchFileChanges: ['resourceId'],
  watchEvents: ['resourceId'],
  watchAccessRules: ['resourceId'],
  watchCalendarList: ['resourceId'],
  watchCalendarSettings: ['resourceId'],
};

/** Runs the mutation on the seeded state, which must succeed, with a selection of its entity. */
async function runSelecting(each: Case, selection: string, input: Input): Promise<Payload> {
  resetState(studio);
  const result = resultName(each)!;
  const { outcome, calls } = await send(studio, each, input, {
    select: `${result} { ${selection} }`,
  });
  expect([input, outcome.errors, outcome.failures]).toEqual([input, [], []]);
  const end = calls().findLastIndex(isWrite) + 1;
  return {
    entity: outcome.payload[result],
    before: calls().slice(0, end),
    reads: calls().slice(end),
  };
}

/** The entity that a mutation returned, with the calls to its last write and the reads after it. */
interface Payload {
  readonly entity: any;
  readonly before: readonly Call[];
  readonly reads: readonly Call[];
}

const isWrite = ({ operation }: Call): boolean => !isRead(catalogue.get(operation)!);

/** The values of a parameter with a list. */
const listIn = ({ query }: Call, name: string): readonly string[] =>
  (query[name] ?? []).flatMap((list) => list.split(','));

const pathsOf = (mask: Mask, path: string): string[] =>
  mask === 'all'
    ? [path]
    : [...mask].flatMap(([name, below]) => pathsOf(below, path === '' ? name : `${path}.${name}`));

/**
 * Whether a path is one of the others, in it or around it. The gateway has a function for it, too
 * (`meet`): the law does not reckon with what it tests.
 */
const overlaps = (others: readonly string[], path: string): boolean =>
  others.some((other) => `${path}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${path}.`));

/** The paths of the mask of a call. */
const maskedPaths = ({ query }: Call): string[] =>
  (query['fields'] ?? []).flatMap((fields) => pathsOf(parseMask(fields), ''));

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

/** The payload with all values of its entity, made once, and what a later read shows of it. */
interface Whole extends Payload {
  readonly later: unknown;
}

const wholeOf = once((name: string) => readWhole(caseOf(name)));

async function readWhole(each: Case): Promise<Whole> {
  const type = resultType(each)!;
  const selection = allValuesOf(type);
  const payload = await runSelecting(each, selection, fullInput(each));
  if (!isNode(each)) return { ...payload, later: undefined };
  const document = `query ($id: ID!) { node(id: $id) { ... on ${type.name} { ${selection} } } }`;
  const data = await studio.data(document, { id: payload.entity.id });
  return { ...payload, later: data.node };
}

/** The reads after a write whose payload has all values. */
function furtherReads(each: Case, { before, reads }: Payload) {
  const written = new Set(before.filter(isWrite).flatMap((write) => listIn(write, 'part')));
  const parts = reads.flatMap((read) => listIn(read, 'part'));
  // An update returns the parts that it writes.
  const isWhole = each.kind === 'insert' || Object.hasOwn(notReturned, each.name);
  return {
    // With `fields`, the answer has the whole entity.
    isFew: reads.length <= ('fields' in before.at(-1)!.query ? 0 : 1),
    again: parts.filter((part) => written.has(part)),
    notReturned: isWhole ? parts : [],
  };
}

const sample = sampled(namesOf((each) => resultType(each) !== undefined));

const isSettled = (name: string): boolean => isNode(caseOf(name)) && !Object.hasOwn(moving, name);

/** Whether the mutation answers with all that it writes. */
const isSingle = (name: string): boolean => !readAgain[name];

describe('the entity in a payload', () => {
  it.each(sample.filter(isSettled))('is the one that a later read shows: %s', async (name) => {
    const { entity, later } = await wholeOf(name);
    const { __typename, ...shown } = entity;
    expect(compact(shown)).toEqual(compact(later));
  });
  it.each(sample.filter(isSingle))(
    'costs a read only for what the write does not return: %s',
    async (name) => {
      const each = caseOf(name);
      const selection = allValuesOf(resultType(each)!);
      const payloads: Payload[] = [await wholeOf(name)];
      if (each.kind === 'insert')
        payloads.push(await runSelecting(each, selection, requiredInput(each)));
      const needed = { isFew: true, again: [], notReturned: notReturned[name] ?? [] };
      expect(payloads.map((payload) => furtherReads(each, payload))).toEqual(
        payloads.map(() => needed),
      );
    },
  );
  it.each(sample.filter(isSingle))(
    'costs no read if nothing of it is selected: %s',
    async (name) => {
      const each = caseOf(name);
      const { before, reads } = await runSelecting(each, '__typename', fullInput(each));
      expect(reads).toEqual([]);
      const written = each.write.operations.flatMap(writablePaths);
      const known = new Set([idPathOf(each.write.spec.target.resource), 'etag']);
      const paths = maskedPaths(before.at(-1)!).filter(
        (path) => !known.has(path) && !overlaps(written, path),
      );
      expect(paths).toEqual(alwaysRead[name] ?? []);
    },
  );
  it.each(sampled(withoutChange))('is NOT_FOUND without a change, too: %s', async (name) => {
    const each = caseOf(name);
    // Of the forms of a key of several ids, the last one.
    const [path, { missing, with: input = { id: missing } }] = Object.entries(
      each.fixture.ids!,
    ).findLast(([own]) => own === 'id' || own.startsWith('by.'))!;
    const select = `${resultName(each)} { ${allValuesOf(resultType(each)!)} }`;
    const { entity, errors, failures } = await run(studio, each, input, { select });
    expect([entity, failures]).toEqual([null, []]);
    expect(errors).toMatchObject([{ code: 'NOT_FOUND', path: [path.split('.')[0]] }]);
  });
});
