/**
 * `write(...)`: declares a mutation. The declaration determines the input and payload types, the
 * typed input, id parsing, REST arguments, cost, errors with their path in the input, and the
 * loader's cache after the write. `addWrites` adds declared mutations to the schema.
 */
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { CallNeeds } from '../../read/needs.ts';
import type { CallCount, PlannedWrite } from '../../write/strategy.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { builder, type Context, type InputType } from '../builder.ts';
import { capitalized } from '../type/text.ts';
import { field, type WriteEffect } from '../field/field-factory.ts';
import { argumentFields } from '../field/input-row.ts';
import { operationsOfKey } from '../field/ref-input.ts';
import {
  changesOf,
  type InputBuilder,
  type InputFields,
  inputFields,
  hasRequiredOnly,
  noRows,
  restParametersOf,
} from './write-input.ts';
import { entriesArgument, maxEntries, runBulk } from './bulk-run.ts';
import { bulkPayloadType, type Payload, payloadType, selectedPaths } from './write-payload.ts';
import { conditions } from './write-place.ts';
import { type StatedSpec, wholeSpec } from './own-text.ts';
import { runWrite, type WriteCall } from './write-run.ts';
import type {
  AnyWriteSpec,
  BelowSpec,
  EntriesSpec,
  GroupSpec,
  IdSpec,
  Input,
  WriteSpec,
} from './write-spec.ts';

/** A declared mutation. */
export interface Write {
  readonly name: string;
  /** Whether the input is a `@oneOf` input. */
  readonly isOneOf?: true;
  readonly spec: AnyWriteSpec;
  readonly operations: readonly AnyOperation[];
  /** The operation that the API has retired. */
  readonly retires?: AnyOperation;
  /** The maximum calls for an input. */
  readonly calls: (input: Input) => readonly CallCount[];
  /** The read that a caller who is not accepted yet makes for a turn to write, once. */
  readonly readForTurn?: AnyOperation | undefined;
  /** The maximum time in ms that the write waits between its calls. */
  readonly waitMs?: (input: Input) => number;
  readonly inputFields: (t: InputBuilder) => InputFields;
  readonly run: (call: WriteCall) => Promise<Payload>;
}

/** Declares the mutation `name(input: NameInput!): NamePayload`. */
export function write<
  O extends AnyOperation,
  T = Record<never, never>,
  P = Record<never, never>,
  S = Record<never, never>,
>(name: string, declared: WriteSpec<O, T, P, S>): Write {
  // One type for declarations of any input: callers have the exact type.
  const spec = wholeSpec(name, declared as unknown as StatedSpec);
  const { strategy, operation, target, id, below, lock } = spec;
  checkConditions(name, spec);
  const before = [...idOperations(id), ...belowOperations(below), ...(lock?.operations ?? [])];
  const own = strategy.operations({ operation, resource: target.resource });
  const readForTurn = readForTurnOf(spec);
  const operations = [...new Set([...before, ...(readForTurn ? [readForTurn] : []), ...own])];
  return {
    name,
    spec,
    operations,
    calls: (input) =>
      strategy.calls
        ? [...before.map(once), ...strategy.calls(plannedWrite(spec, input))]
        : [...new Set([...before, ...own])].map(once),
    readForTurn,
    waitMs: (input) => strategy.waitMs?.(plannedWrite(spec, input)) ?? 0,
    inputFields: (t) => allInputFields(spec, t),
    run: (call) => runWrite(spec, call),
  };
}

/** The read for a turn in which a write can come first; see `ProvisionalTurn`. */
function readForTurnOf({ lock, strategy, target }: AnyWriteSpec): AnyOperation | undefined {
  if (lock) return lock.operations ? undefined : lock.resource.read.operation;
  return strategy.mayWriteFirst && target.resource.read.operation;
}

/** @throws TypeError for a condition that nothing would check: the write would be unconditional */
function checkConditions(name: string, { strategy, settings = noRows }: AnyWriteSpec): void {
  const unknown = conditions.find(
    (each) => each in settings.rows && !strategy.conditions?.includes(each),
  );
  if (unknown !== undefined)
    throw new TypeError(`${name}: the strategy ${strategy.kind} does not check ${unknown}`);
}

const idOperations = (id: IdSpec | undefined): readonly AnyOperation[] => {
  if (typeof id !== 'object') return [];
  if ('ref' in id) return id.ref.operations;
  if ('operations' in id) return id.operations;
  return 'wellKnown' in id ? (id.wellKnown?.operations ?? []) : [];
};

function belowOperations(below: BelowSpec | undefined): readonly AnyOperation[] {
  if (below === undefined) return [];
  return 'ref' in below ? below.ref.operations : operationsOfKey(below.key);
}

const once = (operation: AnyOperation): CallCount => [operation, 1];

function plannedWrite(spec: AnyWriteSpec, input: Input): PlannedWrite {
  const { operation, target, ids, entries } = spec;
  const listed = (argument: string): readonly string[] => input[argument] as readonly string[];
  return {
    operation,
    resource: target.resource,
    changes: changesOf(spec.input ?? noRows, input),
    parameters: restParametersOf(spec.parameters ?? noRows, input),
    refs: ids && listed(ids.argument).map((id) => ({ resource: target.resource, key: [id] })),
    entries: entries && listed(entries.argument).map(() => []),
    settings: input,
  };
}

function allInputFields(spec: AnyWriteSpec, t: InputBuilder): InputFields {
  const { input = noRows, parameters = noRows, settings = noRows, entries, file, ids } = spec;
  return {
    ...idFields(spec.id, t),
    ...belowFields(spec.below, t),
    ...(ids && {
      [ids.argument]: t.idList({ required: true, description: ids.description }),
    }),
    ...(spec.group && groupField(spec.group, t)),
    ...inputFields(t, input),
    ...(entries && entriesField(entries, t)),
    ...inputFields(t, parameters),
    ...inputFields(t, settings),
    ...(file && {
      file: t.field({ type: 'Upload', required: file.required, description: file.description }),
    }),
  };
}

function idFields(id: IdSpec | undefined, t: InputBuilder): InputFields {
  if (id === undefined) return {};
  if (typeof id === 'string') return { id: t.id({ required: true, description: id }) };
  if ('fields' in id) return argumentFields(id.fields);
  const { description } = id;
  if ('ref' in id) return { by: t.field({ type: id.ref.type, required: true, description }) };
  return { [id.argument]: t.id({ required: true, description }) };
}

function belowFields(below: BelowSpec | undefined, t: InputBuilder): InputFields {
  if (below === undefined) return {};
  if ('ref' in below) {
    const { argument, ref, description } = below;
    return { [argument]: t.field({ type: ref.type, required: true, description }) };
  }
  return Object.fromEntries(
    Object.entries(below.key).map(([name, { description }]) => [
      name,
      t.id({ required: true, description }),
    ]),
  );
}

function groupField(group: GroupSpec, t: InputBuilder): InputFields {
  const { argument, description, typeName, typeDescription, isOneOf = false, input } = group;
  const type = builder.inputType(typeName, {
    description: typeDescription,
    isOneOf,
    fields: (nested) => inputFields(nested, input),
  });
  return { [argument]: t.field({ type, required: true, description }) };
}

function entriesField(entries: EntriesSpec, t: InputBuilder): InputFields {
  const { argument, description, typeName, typeDescription, input } = entries;
  const type = builder.inputType(typeName, {
    description: typeDescription,
    fields: (entry) => inputFields(entry, input),
  });
  return { [argument]: t.field({ type: [type], required: true, description }) };
}

/** The description of an input that states none; of a change, with what omitted fields mean. */
function inputDescription(name: string, { strategy, input = noRows }: AnyWriteSpec): string {
  const description = `Input of \`${name}\`.`;
  const isChange = /^(patch|replace)/.test(strategy.kind) && !hasRequiredOnly(input);
  return isChange
    ? `${description} An omitted field keeps its value. Null clears the field unless stated otherwise.`
    : description;
}

/** Adds the mutation field of a declaration, and that of its bulk form. */
function addWrite(declared: Write): void {
  const type = addSingle(declared);
  if (declared.spec.bulk) addBulk(declared, type);
}

/** @returns the type of the input */
function addSingle(declared: Write): InputType<unknown> {
  const { name, spec, operations, retires, run } = declared;
  const title = capitalized(name);
  const type = builder.inputType(`${title}Input`, {
    description: spec.inputDescription ?? inputDescription(name, spec),
    isOneOf: declared.isOneOf ?? false,
    fields: (t) => declared.inputFields(t),
  });
  const payload = payloadType(name, spec, spec);
  const { deprecationReason } = spec;
  addField(name, type, {
    type: payload,
    description: spec.description,
    ...(deprecationReason === undefined ? {} : { deprecationReason }),
    needs: writeNeeds(declared),
    operations,
    ...(retires && { retires }),
    effect: effectOf(spec, operations),
    run,
  });
  return type;
}

/** Says what all bulk mutations have in common. */
const bulkText =
  'Each entry is written on its own: one that fails leaves the others. The gateway first checks all entries: if one is invalid, or two are the same, the whole input is rejected, `results` is null and nothing is written. At most 10 entries are written at a time. An error that concerns the caller, for example a missing scope, ends the mutation: the remaining entries are not sent.';

/** @param entry the type of the input of one write */
function addBulk(
  { spec, operations, calls, readForTurn, ...declared }: Write,
  entry: InputType<unknown>,
): void {
  const { name, description, entries } = spec.bulk!;
  const type = builder.inputType(`${capitalized(name)}Input`, {
    description: `The list of inputs of \`${name}\`.`,
    fields: (t) => ({
      [entriesArgument]: t.field({
        type: [entry],
        required: true,
        description: `${entries} 1 to ${maxEntries} entries, each as the input of \`${declared.name}\`.`,
      }),
    }),
  });
  const payload = bulkPayloadType(name, spec, spec);
  const entriesOf = (input: Input) => input[entriesArgument] as readonly Input[];
  addField(name, type, {
    type: payload,
    description: `${description} ${bulkText}`,
    needs: {
      kind: 'calls',
      costOf: ({ input }: { readonly input: Input }) => ({
        calls: [...(readForTurn ? [once(readForTurn)] : []), ...entriesOf(input).flatMap(calls)],
        loads: [],
        values: Math.max(1, entriesOf(input).length),
      }),
    },
    operations,
    effect: effectOf(spec, operations),
    run: ({ input, ...call }) => runBulk(spec, { entries: entriesOf(input), ...call }),
  });
}

type FieldOptions = Parameters<typeof field>[1];

/** The field of a mutation, but for what all of them have. */
interface MutationField extends Omit<FieldOptions, 'args' | 'isNullOnErrorOnly' | 'resolve'> {
  readonly run: (call: WriteCall) => Promise<unknown>;
}

/** Adds the field of a mutation, whose only argument is its input. */
function addField(
  name: string,
  input: InputType<unknown>,
  { run, ...options }: MutationField,
): void {
  builder.mutationField(name, (t) =>
    field(t, {
      ...options,
      isNullOnErrorOnly: true,
      args: {
        input: t.arg({
          type: input,
          required: true,
          description: `The arguments of \`${name}\`, as one object.`,
        }),
      },
      resolve: (
        _: unknown,
        given: { readonly input: Input },
        { execution }: Context,
        info: GraphQLResolveInfo,
      ) =>
        run({
          input: given.input,
          execution,
          selected: selectedPaths(info),
          path: responsePathAsArray(info.path),
        }),
    }),
  );
}

/** Adds declared mutations to the schema. */
export function addWrites(writes: readonly Write[]): void {
  for (const each of writes) addWrite(each);
}

function writeNeeds({ spec: { ids, entries }, calls, readForTurn, waitMs }: Write): CallNeeds {
  const many = ids ?? entries;
  const entitiesIn = (input: Input): number =>
    many ? Math.max(1, (input[many.argument] as readonly unknown[]).length) : 1;
  return {
    kind: 'calls',
    costOf: ({ input }: { readonly input: Input }) => ({
      calls: [...(readForTurn ? [once(readForTurn)] : []), ...calls(input)],
      loads: [],
      values: entitiesIn(input),
      waitMs: waitMs?.(input),
    }),
  };
}

/** Strategies that read the state first, or write a state. */
const stateful: ReadonlySet<string> = new Set([
  'patch',
  'remove',
  'replaceByState',
  'replaceIfMatch',
  'replaceParts',
  'workflow',
]);

const isDestructive = ({ method, removes, clears }: AnyOperation): boolean =>
  method === 'DELETE' || removes === true || clears === true;

/** What a mutation does beside its result: `@effect`. It follows from the declaration. */
const effectOf = (
  { strategy, operation, notifies, input, parameters, settings }: AnyWriteSpec,
  operations: readonly AnyOperation[],
): WriteEffect => ({
  destructive: operations.some(isDestructive) && strategy.kind !== 'workflow',
  repeatable:
    strategy.isRepeatable ??
    (stateful.has(strategy.kind) || (strategy.kind !== 'insert' && operation.idempotent)),
  // Where an input decides who is notified, it is by `notify`.
  notifies:
    notifies ?? [input, parameters, settings].some((table) => 'notify' in (table?.rows ?? {})),
});
