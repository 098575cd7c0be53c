/**
 * Every mutation with a request of its own: each field is sent to its place and nothing else with
 * it, null is like an absent field or is rejected, and an equal second request adds nothing
 * unforeseen. `update/field.law.test.ts` is about the mutations that change an entity.
 */
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { isRead } from '../../../src/engine/api/operation.ts';
import { getter } from '../../../src/engine/read/path.ts';
import { parseGlobalId } from '../../../src/engine/schema/type/global-id.ts';
import type { Strategy } from '../../../src/engine/write/strategy.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import {
  type Case,
  type CaseField,
  caseOf,
  cases,
  fullInput,
  namesOf,
  requiredInput,
} from './case/case.ts';
import { isEntityUpdate, storedValue } from './case/field-value.ts';
import { once } from './case/once.ts';
import {
  bodyPaths,
  lastBody,
  lastWrite,
  needlessParameters,
  readOnlyPaths,
  writeCalls,
  writeOperations,
} from './case/request.ts';
import { codeOf, run } from './case/run.ts';
import { rejections, resetState, type Sent, send, type Step, takeStep } from './case/step.ts';
import type { Input } from './fixture/fixture.ts';

const studio = useStudio();

/** Fields whose values the API gets. */
const sentFields = ({ fields }: Case): CaseField[] =>
  fields.filter(({ kind }) => kind !== 'setting');

/** A request with one field beside the required ones. */
interface SingleField<Made extends Sent> {
  readonly field: CaseField;
  readonly made: Made;
}

/** All requests of a mutation, each made once, for all laws about them. */
interface RequestRun {
  readonly whole: Sent;
  /** The same request after it. */
  readonly again: Step;
  /** With the required fields alone. */
  readonly required: Sent;
  readonly single: readonly SingleField<Sent>[];
  /** With null for every field that may be null. */
  readonly cleared: Sent;
  /** With null for one field that may not. */
  readonly rejected: readonly SingleField<Step>[];
}

/** Makes the requests, each on the seeded state. */
async function requestRun(each: Case): Promise<RequestRun> {
  const base = requiredInput(each);
  const begin = (more: Input): Promise<Sent> => {
    resetState(studio);
    return send(studio, each, { ...base, ...more });
  };
  const whole = await begin(fullInput(each));
  const again = await takeStep(studio, each, fullInput(each));
  const required = await begin({});
  const fields = sentFields(each);
  const isCleared = ({ isClearable, cleared: after }: CaseField): boolean =>
    isClearable && after !== 'INVALID_INPUT';
  const nulls = fields.filter(isCleared).map(({ name }) => [name, null]);
  const cleared = await begin(Object.fromEntries(nulls));
  const single: SingleField<Sent>[] = [];
  for (const field of fields.filter(({ isRequired }) => !isRequired)) {
    const made = await begin({ ...field.with, [field.name]: field.values[0] });
    single.push({ field, made });
  }
  resetState(studio);
  const rejected: SingleField<Step>[] = [];
  for (const field of fields.filter((one) => !isCleared(one))) {
    const made = await takeStep(studio, each, { ...base, [field.name]: null });
    rejected.push({ field, made });
  }
  return { whole, again, required, single, cleared, rejected };
}

/** The value that the last write call has for a field. */
function sentValue(each: Case, { kind, path }: CaseField, request: Sent): unknown {
  if (kind === 'change') return getter(path)(lastBody(request, each));
  const values = lastWrite(request, each)!.query[path] ?? [];
  if (values.length > 1) return values;
  const [sent] = values;
  return sent === 'true' || sent === 'false' ? sent === 'true' : sent;
}

/** Path of a field in what `sentBy` returns. */
const sentPath = ({ kind, path }: CaseField): string =>
  kind === 'change' ? `body.${path}` : `query.${path}`;

const isBelow = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`);

/** The values that a request sends, by path in the body or name in the query. */
function sentBy(each: Case, sent: Sent): Readonly<Record<string, unknown>> {
  const call = lastWrite(sent, each);
  expect([sent.input, call]).toEqual([sent.input, expect.anything()]);
  // The ids that the gateway makes differ from write to write.
  const { id: _, ...body } = lastBody(sent, each);
  return Object.fromEntries([
    ...bodyPaths(body).map((path) => [`body.${path}`, getter(path)(body)]),
    ...Object.entries(call!.query)
      .filter(([parameter]) => !['part', 'fields', 'requestId'].includes(parameter))
      .map(([parameter, values]) => [`query.${parameter}`, values]),
  ]);
}

/** What YouTube changes of a new video while nobody writes. */
const isProcessing = /\/(uploadStatus|processingStatus)$/;

/** The end of a second write by strategy, where the fixture says nothing else. */
const secondEnds: Partial<Record<Strategy['kind'], string>> = {
  insert: 'ADDED',
  insertEach: 'ADDED',
  remove: 'NOT_FOUND',
};

/** Mutations that are not repeatable as the second request of the sandbox ends, with the reason. */
const otherwise: Readonly<Record<string, string>> = {
  addChatModerator: 'YouTube does not document how a second one ends.',
  createAccessRule: 'It can send mail again.',
  createVideo: 'It uploads a second file.',
  modifyFileLabels: 'Google Drive counts a modification; the labels stay as they are.',
  prepareBroadcast: 'Without the id of the event, it makes a second one.',
  setChannelBanner: 'It uploads a second file.',
  uploadChannelBanner: 'It uploads a second file.',
};

/** How a second request ends, as the fixture says. */
const secondEnd = ({ fixture, kind }: Case): string => fixture.again ?? secondEnds[kind] ?? 'SAME';

/** All requests of a mutation. */
const requestsOf = once(async (name: string) => {
  const each = caseOf(name);
  return { each, requests: await requestRun(each) };
});

const sample = sampled(namesOf((each) => !isEntityUpdate(each)));

const isWithoutReads = (name: string): boolean => !caseOf(name).write.operations.some(isRead);

const isDeletion = (name: string): boolean => {
  const { deletes, each: many } = caseOf(name).write.spec;
  return deletes !== undefined && !many;
};

describe('a mutation with a request of its own', () => {
  it.each(sample)('sends all fields at once: %s', async (name) => {
    const { each, requests } = await requestsOf(name);
    expect(rejections([requests.whole])).toEqual([]);
    const fields = sentFields(each).filter((field) => !field.with);
    expect(fields.map((field) => [field.name, sentValue(each, field, requests.whole)])).toEqual(
      fields.map((field) => [field.name, storedValue(field, 0)]),
    );
  });
  it.each(sample)('sends one field alone: %s', async (name) => {
    const { each, requests } = await requestsOf(name);
    const base = sentBy(each, requests.required);
    const others = requests.single.flatMap(({ field, made }) => {
      const added = Object.keys(sentBy(each, made)).filter((path) => !(path in base));
      const allowed = each.fields
        .filter((one) => one === field || one.name in (field.with ?? {}))
        .map(sentPath)
        .concat((field.alsoSends ?? []).map((parameter) => `query.${parameter}`));
      const further = added.filter((path) => !allowed.some((own) => isBelow(path, own)));
      return further.map((path) => [field.name, path]);
    });
    expect(others).toEqual([]);
  });
  it.each(sample)('sends no parameter that nobody asks for: %s', async (name) => {
    const { each, requests } = await requestsOf(name);
    expect(needlessParameters(requests.required, each)).toEqual([]);
  });
  it.each(sample)('takes null like an absent field, or rejects it: %s', async (name) => {
    const { each, requests } = await requestsOf(name);
    expect(sentBy(each, requests.cleared)).toEqual(sentBy(each, requests.required));
    const found = requests.rejected.map(({ field, made }) => {
      const { outcome, changed } = made;
      expect(outcome.entity).toBeNull();
      const path = outcome.errors[0]?.path;
      return { field: field.name, code: codeOf(outcome), path, calls: made.calls(), changed };
    });
    expect(found).toEqual(
      requests.rejected.map(({ field: { name: field, isRequired } }) => ({
        field,
        code: 'INVALID_INPUT',
        // The schema rejects the whole request.
        path: isRequired ? undefined : [...each.above, field],
        calls: [],
        changed: [],
      })),
    );
  });
  it.each(sample)('sends no value that is read-only: %s', async (name) => {
    const { each, requests } = await requestsOf(name);
    const { whole, required, cleared, single } = requests;
    const all = [whole, required, cleared, ...single.map(({ made }) => made)];
    const calls = all.flatMap((sent) => writeCalls(sent, each));
    expect(calls.flatMap(readOnlyPaths)).toEqual([]);
  });
  it.each(sample)(
    'adds nothing by an equal second request but what the fixture says: %s',
    async (name) => {
      const { each, requests } = await requestsOf(name);
      const isSame = requests.again.changed.every((path) => isProcessing.test(path));
      const end = codeOf(requests.again.outcome) ?? (isSame ? 'SAME' : 'ADDED');
      expect(end).toBe(secondEnd(each));
      expect(isSame).toBe(end !== 'ADDED');
    },
  );
  it('is repeatable if an equal second request changes nothing, or for a reason is not', () => {
    const isRepeatable = ({ mutation }: Case): boolean =>
      schema.getMutationType()!.getFields()[mutation]!.extensions.effect!.repeatable;
    const wrong = cases.filter((each) =>
      isRepeatable(each) ? secondEnd(each) === 'ADDED' : secondEnd(each) === 'SAME',
    );
    // An upload session is one of many, and does nothing without its file.
    const found = wrong.map(({ name }) => name).filter((name) => !name.includes(' '));
    expect(found.toSorted()).toEqual(Object.keys(otherwise));
  });
  it.each(sample.filter(isWithoutReads))('makes no read: %s', async (name) => {
    const { requests } = await requestsOf(name);
    const { calls } = requests.whole;
    expect(calls().filter(({ call }) => call.method === 'GET')).toEqual([]);
  });
  it.each(sample.filter(isDeletion))(
    'answers with the global id of what it has deleted: %s',
    async (name) => {
      const { each, requests } = await requestsOf(name);
      const { deletedId } = requests.whole.outcome.payload;
      const { resource, key } = parseGlobalId(resourcesOf(schema), deletedId as string);
      expect(resource.name).toBe(each.write.spec.target.resource.name);
      expect(key).toContain(each.fixture.entity!.split('/').at(-1));
    },
  );
});

describe('a mutation with a file', () => {
  const withFile = cases.flatMap(({ name, write: { spec } }) =>
    spec.file ? [{ name, isRequired: spec.file.required }] : [],
  );
  it.each(sampled(withFile))('takes no null instead of it: $name', async ({ name, isRequired }) => {
    const each = caseOf(name);
    const outcome = await run(studio, each, { ...fullInput(each), file: null }, { file: null });
    // The schema rejects the whole request.
    const place = isRequired ? undefined : [...each.above, 'file'];
    expect([codeOf(outcome), outcome.errors[0]?.path]).toEqual(['INVALID_INPUT', place]);
    expect(studio.operations()).toEqual([]);
  });
  it.each(sampled(['is found where the file is optional, too']))('%s', () => {
    expect(new Set(withFile.map(({ isRequired }) => isRequired))).toEqual(new Set([true, false]));
  });
});

it.each(
  sampled([
    'request bodies are checked against the writable fields of every operation that takes one',
  ]),
)('%s', () => {
  const unknown = cases
    .flatMap(writeOperations)
    .filter(({ hasRequestBody, writable }) => hasRequestBody && !writable);
  // The banner is sent without metadata.
  expect([...new Set(unknown.map(({ key }) => key))]).toEqual(['video:channelBanners.insert']);
});
