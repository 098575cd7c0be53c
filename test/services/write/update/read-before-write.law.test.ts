/**
 * Reads before writes: without a path that every entity has, or that only its owner sees, nothing
 * is written.
 */
import {
  coerceInputValue,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../../../src/engine/write/change.ts';
import { schema } from '../../../../src/services/schema.ts';
import { changesOf } from '../../../../src/engine/schema/write/write-input.ts';
import { isRead } from '../../../../src/engine/api/operation.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';
import { sampled } from '../../../support/report/sample.ts';
import { type Case, caseOf, cases, fullInput } from '../case/case.ts';
import type { Input } from '../fixture/fixture.ts';
import { writeCalls } from '../case/request.ts';
import { codeOf, run } from '../case/run.ts';
import { changedPaths, stateOf } from '../../../support/gateway/state.ts';

const { options, proxy } = useEditingProxy('video', 'storage', 'calendar');
const studio = useStudio(options);

/** The entities in an answer: the items of a list, or the answer itself. */
const entitiesOf = (answer: JsonRecord): JsonRecord[] =>
  Array.isArray(answer['items']) ? (answer['items'] as JsonRecord[]) : [answer];

function removePath(entity: JsonRecord, path: string): void {
  const [step = '', ...rest] = path.split('.');
  if (rest.length === 0) delete entity[step];
  else if (entity[step] !== undefined) removePath(entity[step] as JsonRecord, rest.join('.'));
}

/** The input as the gateway gets it, with the values of enums. */
function coerced(mutation: string, input: Input): Input {
  const [{ type }] = schema.getMutationType()!.getFields()[mutation]!.args as [GraphQLArgument];
  const fields = (getNullableType(type) as GraphQLInputObjectType).getFields();
  const known = Object.entries(input).map(([name, value]) => {
    const field = fields[name];
    return [name, field ? coerceInputValue(value, field.type) : value];
  });
  return Object.fromEntries(known) as Input;
}

/** The paths that the read must show for an input. */
function requiredPaths({ mutation, write: { spec } }: Case, input: Input): readonly string[] {
  const { operation, target, strategy } = spec;
  const changes = spec.input ? changesOf(spec.input, coerced(mutation, input)) : [];
  const write = { operation, resource: target.resource, changes, parameters: {}, settings: input };
  return strategy.requiredPaths?.(write) ?? [];
}

/** Every required path of every mutation, with one input whose parts it belongs to. */
const required = cases.flatMap((each) => {
  const inputs = each.fields
    .filter(({ kind }) => kind === 'change')
    .map(({ name, values, with: more }) => ({ ...more, [name]: values[0] }));
  const byPath = new Map<string, Input>();
  for (const input of inputs)
    for (const path of requiredPaths(each, input)) if (!byPath.has(path)) byPath.set(path, input);
  return [...byPath].map(([path, input]) => [each.name, path, input] as const);
});

/**
 * What the declarations alone would not show to be missing: without the first, YouTube would reset
 * hidden values; a video, a playlist or a stream gets defaults for the others.
 */
const protectedPaths: readonly (readonly [mutation: string, path: string])[] = [
  ['updateVideo', 'processingDetails'],
  ['updateVideo', 'status.privacyStatus'],
  ['updatePlaylist', 'status.privacyStatus'],
  ['updateChannel', 'brandingSettings.channel.title'],
  ['updateStream', 'cdn.resolution'],
  ['updateStream', 'cdn.frameRate'],
];

/** Runs a mutation that must fail. @returns its code and everything that it wrote */
async function failureOf(each: Case, input: Input): Promise<object> {
  const before = stateOf(studio.sandbox);
  const outcome = await run(studio, each, { ...each.fixture.target, ...input });
  return {
    code: codeOf(outcome),
    writes: writeCalls(studio, each),
    changed: changedPaths(before, stateOf(studio.sandbox)),
  };
}

const nothingWritten = (codes: RegExp): object => ({
  code: expect.stringMatching(codes),
  writes: [],
  changed: [],
});

/** The mutations that merge changes with what they read. */
const merging = cases.filter(
  ({ kind, write }) =>
    (kind === 'replaceParts' || kind === 'replaceIfMatch') && write.operations.some(isRead),
);

/** Of mutations whose full input needs no read: inputs that do. */
const readingInputs: Readonly<Record<string, Input>> = {
  updateFile: { properties: { replaceAll: [{ key: 'season', value: '4' }] } },
};

describe('a read before a write', () => {
  it.each(sampled(required))(
    'must show what every entity has: %s %s',
    async (name, path, input) => {
      proxy.edit((answer) => {
        for (const entity of entitiesOf(answer)) removePath(entity, path);
      });
      // An incomplete answer can look like one for a caller who is not the owner, or like none.
      const failure = await failureOf(caseOf(name), input);
      expect(failure).toEqual(nothingWritten(/^(UPSTREAM_INVALID|FORBIDDEN|NOT_FOUND)$/));
    },
  );
  it.each(sampled(['has required paths for all that a service would reset']))('%s', () => {
    const found = required.map(([name, path]) => `${name} ${path}`);
    const expected = protectedPaths.map((each) => each.join(' '));
    expect(found).toEqual(expect.arrayContaining(expected));
  });
  it.each(sampled([...merging.map(({ name }) => name), ...Object.keys(readingInputs)]))(
    'must show the entity that was asked for: %s',
    async (name) => {
      proxy.edit((answer) => {
        for (const entity of entitiesOf(answer)) entity['id'] = 'another';
      });
      const each = caseOf(name);
      const failure = await failureOf(each, readingInputs[name] ?? fullInput(each));
      expect(failure).toEqual(nothingWritten(/^(UPSTREAM_INVALID|NOT_FOUND)$/));
    },
  );
  it.each(sampled(merging.map(({ name }) => name)))(
    'gives the etag that the write demands, in quotes: %s',
    async (name) => {
      const etags: string[] = [];
      proxy.edit((answer) => {
        for (const { etag } of entitiesOf(answer)) if (typeof etag === 'string') etags.push(etag);
      });
      const each = caseOf(name);
      await run(studio, each, fullInput(each));
      const [etag] = etags;
      const expected = etag!.startsWith('"') ? etag : `"${etag}"`;
      const [first] = writeCalls(studio, each);
      expect(first!.call.headers['if-match']).toBe(expected);
    },
  );
  it.each(sampled(['has required paths for every strategy that merges with what it reads']))(
    '%s',
    () => {
      const tested = new Set(required.map(([name]) => name));
      expect(merging.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
    },
  );
});
