/**
 * Every mutation that replaces or patches an entity keeps all values that it does not change: each
 * value that the types of Google's clients allow in the body, whether the schema shows it or not,
 * and one with an invented name in each object of the body, which no schema has.
 *
 * A proxy adds the values to the reads before the write, as far as the read asks for them. What a
 * replacing request lacks, or what a PATCH removes, would be lost.
 */
import type { Schemas } from '../../../../src/engine/api/api.ts';
import { describe, expect, it } from 'vitest';
import { setAt } from '../../../../src/engine/read/path.ts';
import { applyMask, parseMask } from '../../../../src/sandbox/call/mask.ts';
import { fieldTypeOf, shapeOf } from '../../../../src/engine/rest/operation/answer-check.ts';
import { schemasOf, signatureOf } from '../../../../src/services/rest-schema.ts';
import { type AnyOperation, serviceOf } from '../../../../src/engine/api/operation.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';
import { type Call, useStudio } from '../../../support/gateway/studio.ts';
import { sampled } from '../../../support/report/sample.ts';
import { bodyTypeOf, type Leaf } from '../../../contract/operation/official-type.ts';
import { isWithin, plainPath } from '../../../contract/operation/rest-field.ts';
import { unwritablePaths } from '../../../contract/operation/unwritable-path.ts';
import readOnly from '../../../data/read-only.json' with { type: 'json' };
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { type Case, caseOf, cases, fullInput } from '../case/case.ts';
import { changedFields } from '../case/field-value.ts';
import type { Input } from '../fixture/fixture.ts';
import { run } from '../case/run.ts';
import { type Variant, variantsOf } from '../case/entity-variant.ts';

const { options, proxy } = useEditingProxy('video', 'storage', 'calendar');
const studio = useStudio(options);

const replaces = ({ method }: AnyOperation): boolean => method === 'PUT';

/** Whether it replaces more than the one value that it writes, so that the object is read first. */
const readsBefore = (operation: AnyOperation): boolean =>
  replaces(operation) && (operation.writable ?? []).length > 1;

const isUpdate = ({ method, hasRequestBody }: AnyOperation): boolean =>
  (method === 'PUT' || method === 'PATCH') && hasRequestBody;

/** An update and the PATCH of the same entities have the same variants. */
const keyOf = ({ key }: AnyOperation): string => key.replace('.patch', '.update');

/** Paths that a mutation writes beside the rows of its fields, by mutation or by field of it. */
const alsoWritten: Readonly<Record<string, readonly string[]>> = {
  // A banner is written as its address.
  setChannelBanner: ['brandingSettings.image.bannerExternalUrl'],
  // Only the entry of the attendee, with a flag by which the others stay.
  respondToEvent: ['attendees'],
  // The link to the broadcast, and attendees to which others are added.
  prepareBroadcast: ['extendedProperties.private', 'attendees'],
  // The link to the video: an entry beside the others.
  publishFileAsVideo: ['appProperties'],
  // The color id stands for both colors.
  'updateCalendarListEntry colorId': ['backgroundColor', 'foregroundColor'],
};

/** Further inputs, which lead to operations that no single field leads to. */
const further: Readonly<Record<string, readonly Input[]>> = {
  updateBroadcast: [{ id: ids.broadcast.nightShift, title: 'On air' }],
};

type Json = Record<string, unknown>;

const stepsOf = (path: string): string[] => path.replaceAll('[]', '.0').split('.');

/** The key of the entry that a map has. */
const keyIn = (object: Json): string => Object.keys(object)[0] ?? 'kept';

/** The value at the path of a leaf: in the first element of a list, at the first key of a map. */
function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  return valueAt((value as Json)[step === '(key)' ? keyIn(value as Json) : step], rest);
}

/** Sets the value of a leaf that an object lacks. */
function add(object: Json, [step = '', ...rest]: readonly string[], value: unknown): void {
  const name = step === '(key)' ? keyIn(object) : step;
  if (rest.length === 0) object[name] ??= value;
  else add((object[name] ??= rest[0] === '0' ? [] : {}) as Json, rest, value);
}

const valuesByKind = { string: 'kept', number: 1, boolean: true, any: {} } as const;

/** Values of the types of REST schemas that are texts of a form. */
const valuesByType: Readonly<Record<string, string>> = {
  datetime: '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  int64: '1',
  duration: 'PT1M',
};

/** The type of the value at a path of a body; undefined: the REST schema does not have it. */
function typeAt(schemas: Schemas, type: string, steps: readonly string[]): string | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return type;
  if (type.endsWith('[]')) return typeAt(schemas, type.slice(0, -2), rest);
  const shape = shapeOf(schemas, type);
  const inner = shape && fieldTypeOf(shape, step);
  return inner && typeAt(schemas, inner, rest);
}

/** A value that the gateway accepts in an answer. */
function validValue(operation: AnyOperation, { path, kind }: Leaf): unknown {
  const { body = '' } = signatureOf(operation.key);
  const type = typeAt(schemasOf(serviceOf(operation)), body, stepsOf(path));
  return valuesByType[type ?? ''] ?? valuesByKind[kind];
}

const isListed = (paths: readonly string[], leaf: string): boolean =>
  paths.some((each) => isWithin(plainPath(leaf), plainPath(each)));

/** The name of a value that no schema has. */
const invented = 'inventedValue';

/** The objects of a body that can have further values: around its values, in no list and no map. */
const objectsOf = (leaves: readonly Leaf[]): readonly string[] => [
  ...new Set(
    leaves.flatMap(({ path }) => {
      const steps = path.replace(/(\[\]|\.\(key\)).*$/, '').split('.');
      return steps.map((_, index) => steps.slice(0, index).join('.'));
    }),
  ),
];

const within = (object: string, name: string): string =>
  object === '' ? name : `${object}.${name}`;

interface Update {
  readonly operation: AnyOperation;
  /** Name of the body's type, with its service. */
  readonly type: string;
  readonly leaves: readonly Leaf[];
}

/** The updates that a mutation may send, with the values of their bodies. */
const updatesOf = ({ write }: Case): Update[] =>
  write.operations.filter(isUpdate).map((operation) => {
    const { name, leaves } = bodyTypeOf(operation);
    return { operation, type: `${serviceOf(operation)}:${name}`, leaves };
  });

const listedPaths = (type: string): readonly string[] => [
  ...(unwritablePaths[type] ?? []).flatMap(({ paths }) => paths),
  ...((readOnly as Readonly<Record<string, readonly string[]>>)[type] ?? []),
];

/** The values that an update has to keep of such an entity. */
const keptLeaves = ({ type, leaves }: Update, { without = {} }: Variant): readonly Leaf[] =>
  leaves.filter(({ path }) => !isListed(listedPaths(type), path) && !Object.hasOwn(without, path));

/** Adds the values to the entities of an answer, and removes what the request does not ask for. */
function addTo(answer: Json, requested: URL, update: TestedUpdate): void {
  const { leaves, variant, operation } = update;
  const fields = requested.searchParams.get('fields');
  const parts = requested.searchParams.get('part')?.split(',');
  const entities = Array.isArray(answer['items']) ? (answer['items'] as Json[]) : [answer];
  const isRequested = (path: string): boolean => !parts || parts.includes(stepsOf(path)[0]!);
  for (const entity of entities) {
    for (const [path, value] of Object.entries(variant.set ?? {}))
      if (isRequested(path)) setAt(entity, path, structuredClone(value));
    for (const leaf of leaves)
      if (isRequested(leaf.path)) add(entity, stepsOf(leaf.path), validValue(operation, leaf));
    if (!readsBefore(operation)) continue;
    for (const object of objectsOf(leaves)) {
      const value = object === '' ? entity : valueAt(entity, object.split('.'));
      if (typeof value === 'object' && value !== null) (value as Json)[invented] = 'kept';
    }
  }
  const masked = fields === null ? answer : (applyMask(parseMask(fields), answer) as Json);
  for (const name of Object.keys(answer)) delete answer[name];
  Object.assign(answer, masked);
}

/** Whether a PATCH body leaves a path as it is. */
function isUntouched(body: unknown, [step = '', ...rest]: readonly string[]): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (step === '(key)') return !(keyIn(body as Json) in body);
  const value = (body as Json)[step];
  return value === undefined || (rest.length > 0 && isUntouched(value, rest));
}

/** The values of an update that a request would erase or change. */
function lostBy({ query, body }: Call, update: Update, read: Json | undefined): string[] {
  const parts = query['part']?.flatMap((part) => part.split(','));
  const further = readsBefore(update.operation)
    ? objectsOf(update.leaves).map((object) => within(object, invented))
    : [];
  return [...update.leaves.map(({ path }) => path), ...further]
    .filter((path) => parts === undefined || parts.includes(stepsOf(path)[0]!))
    .filter((path) => {
      if (!replaces(update.operation) && isUntouched(body, stepsOf(path))) return false;
      const value = valueAt(read, stepsOf(path));
      const sent = valueAt(body, stepsOf(path));
      return value === undefined || JSON.stringify(sent) !== JSON.stringify(value);
    });
}

/** Whether an input writes a leaf. */
const writes = (each: Case, input: Input, leaf: string): boolean =>
  changedFields(each).some(
    ({ name, path }) =>
      name in input &&
      [path, ...(alsoWritten[`${each.name} ${name}`] ?? [])].some((own) => overlaps(leaf, own)),
  ) || (alsoWritten[each.name] ?? []).some((own) => overlaps(leaf, own));

const overlaps = (leaf: string, path: string): boolean =>
  isWithin(plainPath(leaf), path) || isWithin(path, plainPath(leaf));

/** Every input that changes one field, in each mode; the whole input of a mutation without any. */
function inputsOf(each: Case): readonly Input[] {
  const fields = changedFields(each);
  const inputs = fields.map((field) => ({ ...field.with, [field.name]: field.values[0] }));
  const own = fields.length === 0 ? [fullInput(each)] : inputs;
  const mode = each.fields.find(({ name }) => name === 'mode');
  const modes: readonly Input[] = mode ? mode.values.map((value) => ({ mode: value })) : [{}];
  return [
    ...own.flatMap((input) => modes.map((more) => ({ ...each.fixture.target, ...input, ...more }))),
    ...(further[each.name] ?? []),
  ];
}

/** Mutations with an update that is tested elsewhere, with the reason. */
const testedElsewhere: Readonly<Record<string, string>> = {
  deleteEvent: '`series.test.ts`: its PATCH has the end of a series alone.',
  resetOccurrence: '`series-exception.test.ts`: all values are those of the series.',
  'createUploadSession caption.existing':
    '`request.law.test.ts`: a session begins with the input alone.',
  updatePlaylistImage: '`request.law.test.ts`: the input has all that the body has.',
  'createUploadSession playlistImage.existing':
    '`request.law.test.ts`: a session begins with the input alone.',
  'createUploadSession fileContent':
    '`request.law.test.ts`: a session begins with the input alone.',
};

const updating = cases.filter(
  ({ name, write }) => !Object.hasOwn(testedElsewhere, name) && write.operations.some(isUpdate),
);

/** An update with an entity to try it on. */
interface TestedUpdate extends Update {
  readonly variant: Variant;
}

/** The updates of a mutation, for each variant of the entity. */
function testedUpdates(each: Case): readonly (readonly TestedUpdate[])[] {
  const all = updatesOf(each);
  const count = Math.max(...all.map(({ operation }) => variantsOf[keyOf(operation)]?.length ?? 1));
  return Array.from({ length: count }, (_, index) =>
    all.map((update) => {
      const variant = variantsOf[keyOf(update.operation)]?.[index] ?? {};
      return { ...update, variant, leaves: keptLeaves(update, variant) };
    }),
  );
}

describe('an update', () => {
  it.each(sampled(updating.map(({ name }) => name)))(
    'keeps what it does not change: %s',
    async (name) => {
      const each = caseOf(name);
      const variants = testedUpdates(each);
      const lost: unknown[] = [];
      const sent = new Set<string>();
      for (const updates of variants)
        for (const input of inputsOf(each)) {
          const calls = await callsOf(each, input, updates);
          for (const { call, update, read } of calls) {
            sent.add(call.operation);
            const paths = lostBy(call, update, read).filter((path) => !writes(each, input, path));
            lost.push(...paths.map((path) => [input, call.operation, path]));
          }
        }
      expect(lost).toEqual([]);
      const expected = new Set(variants.flat().map(({ operation }) => operation.key));
      expect([...sent].toSorted()).toEqual([...expected].toSorted());
    },
  );
  it.each(sampled(['has no listed path that the operation writes']))('%s', () => {
    const wrong: string[] = [];
    for (const update of updating.flatMap(updatesOf)) {
      const writable = (update.operation.writable ?? []).map(plainPath);
      const listed = listedPaths(update.type).filter((path) => path !== 'attendeesOmitted');
      wrong.push(
        ...listed.filter((path) => writable.some((own) => isWithin(own, plainPath(path)))),
      );
    }
    expect(wrong).toEqual([]);
  });
});

/** A request of an update, with the entity that was read before. */
interface SentUpdate {
  readonly call: Call;
  readonly update: TestedUpdate;
  readonly read: Json | undefined;
}

/** Runs a mutation on entities with all values. @returns the updates that it sends */
async function callsOf(
  each: Case,
  input: Input,
  updates: readonly TestedUpdate[],
): Promise<SentUpdate[]> {
  studio.sandbox.reset(start);
  const read = new Map<string, Json>();
  proxy.edit((answer, requested) => {
    const update = updates.find(({ operation }) => isReadFor(requested, operation));
    if (!update) return;
    addTo(answer, requested, update);
    const [entity] = Array.isArray(answer['items']) ? (answer['items'] as Json[]) : [answer];
    if (entity) read.set(resourceOf(update.operation), entity);
  });
  await run(studio, each, input);
  return studio.calls().flatMap((call) => {
    const update = updates.find(({ operation }) => operation.key === call.operation);
    return update ? [{ call, update, read: read.get(resourceOf(update.operation)) }] : [];
  });
}

/** The resource of an operation: `video:videos`. */
const resourceOf = ({ key }: AnyOperation): string => key.slice(0, key.indexOf('.'));

/** Whether a request reads an entity, or a list of entities by ids, that the operation updates. */
function isReadFor({ pathname }: URL, { key, path }: AnyOperation): boolean {
  const last = path.split('/').findLast((step) => !step.startsWith('{'))!;
  const steps = pathname.split('/');
  return key.startsWith('video:') || key.startsWith('live:')
    ? steps.at(-1) === last
    : steps.at(-2) === last;
}
