/** Executes a declared write: checks, ids, the strategy, errors with their paths, the payload. */
import type { Execution } from '../../data/execution.ts';
import type { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Change, JsonRecord } from '../../data/write/change.ts';
import { keyArguments } from '../../data/write/key-arguments.ts';
import type { BulkResult, WriteOutcome, WriteRequest } from '../../data/write/strategy.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { type ErrorPlaces, type InputValue, withErrorPath } from '../error-path.ts';
import { globalId, refFrom } from '../global-id.ts';
import { toUserError, type UserErrorValue } from '../user-error.ts';
import { resolveKey, type RefValue } from './ref-input.ts';
import { checkAll, mapChecked } from './invalid-inputs.ts';
import { changesOf, noRows, referencedType, restParametersOf, shownValue } from './write-input.ts';
import { failedItem, failedPayload, type ItemPayload, type Payload } from './write-payload.ts';
import type { AnyWriteSpec, EntriesSpec, GroupSpec, IdSpec, Input } from './write-spec.ts';

interface WriteCall {
  readonly input: Input;
  readonly execution: Execution;
  /** Paths of the written entity that the client selects. */
  readonly selected: Paths;
}

/**
 * Executes a write.
 * @returns the payload, also of a write that failed with an error that the client can act on
 * @throws any other error
 */
export const runWrite = (spec: AnyWriteSpec, call: WriteCall): Promise<Payload> =>
  call.execution.runWrite((begin) => writeEntity(spec, call, begin));

async function writeEntity(
  spec: AnyWriteSpec,
  call: WriteCall,
  begin: () => void,
): Promise<Payload> {
  // Until the request is built, an error is about the entity that the input names.
  let places: ErrorPlaces = { values: [], idArgument: idArgument(spec) };
  try {
    const request = await requestOf(spec, call);
    places = placesOf(spec, request);
    const locked = await spec.lock?.of(call.execution, { ref: request.ref, input: call.input });
    const work = (): Promise<WriteOutcome> => {
      begin();
      return spec.strategy.run(request);
    };
    const outcome = locked
      ? await call.execution.runExclusive(locked, spec.operation, work)
      : await work();
    return payloadOf(spec, { request, locked, outcome });
  } catch (error) {
    return failedPayload(withErrorPath(error, places), listIn(spec, call.input)?.length);
  }
}

/** All checks run before the entity's id is resolved by a call. */
async function requestOf(spec: AnyWriteSpec, call: WriteCall): Promise<WriteRequest> {
  const { operation, target, adjust, file, ids } = spec;
  const { input, execution, selected } = call;
  const { resource } = target;
  const [ref, refs, groupChange, ownChanges, entries, parameters] = checkAll(
    () => directRef(spec, input),
    () => ids && refsOf(spec, input[ids.argument] as readonly string[]),
    () => groupChanges(spec.group, input),
    () => changesOf(spec.input ?? noRows, input),
    () => entriesOf(spec.entries, input),
    () => restParametersOf(spec.parameters ?? noRows, input),
    () => checkConditions(input),
  );
  spec.validate?.(input);
  const changes = [...groupChange, ...ownChanges];
  if (input['file'] === null)
    throw new InvalidInput('file', 'null is not allowed; leave the field out to send no file');
  const content = file && input['file'] ? file.read(operation, input['file']) : undefined;
  // The reads before a write must not be made for a caller who may not write. A bulk insert reads
  // nothing, and fails entry by entry.
  if (!entries && !spec.strategy.choosesOperation) execution.checkAccess(operation);
  return {
    execution,
    operation,
    resource,
    ref: ref ? await wellKnownRef(spec.id, call, ref) : await resolvedRef(spec.id, call),
    parentKey: await parentKeyOf(spec, call),
    refs,
    changes,
    entries,
    parameters: { ...parameters, ...spec.derivedParameters?.(input) },
    settings: input,
    file: content,
    selected,
    adjust: adjust && ((next: JsonRecord, current: JsonRecord) => adjust(next, current, input)),
  };
}

/** The entities of a bulk write. */
function refsOf({ target, ids }: AnyWriteSpec, given: readonly string[]): Ref[] {
  const { argument } = ids!;
  if (given.length === 0) throw new InvalidInput(argument, 'expected at least one id, got none');
  return mapChecked(given, (id, index) => refFrom(target.resource, id, `${argument}.${index}`));
}

/** The entity, if the input names it by one id. */
function directRef({ id, target }: AnyWriteSpec, input: Input): Ref | undefined {
  if (id === undefined || (typeof id === 'object' && ('ref' in id || 'fields' in id)))
    return undefined;
  const argument = typeof id === 'string' ? 'id' : id.argument;
  return refFrom(target.resource, input[argument] as string, argument);
}

/** The entity that a well-known id means for the caller. */
async function wellKnownRef(
  id: IdSpec | undefined,
  { execution }: WriteCall,
  ref: Ref,
): Promise<Ref> {
  if (typeof id !== 'object' || !('wellKnown' in id) || !id.wellKnown) return ref;
  return { ...ref, key: [await id.wellKnown.resolve(execution, ref.key[0]!)] };
}

/** The entity, if resolving its id may need a call. */
async function resolvedRef(id: IdSpec | undefined, call: WriteCall): Promise<Ref | undefined> {
  if (typeof id !== 'object') return undefined;
  const { execution, input } = call;
  if ('ref' in id) return id.ref.resolve(execution, input['by'] as RefValue, 'by');
  return 'fields' in id ? id.resolve(execution, input) : undefined;
}

/** The first keys of the new entity, where the input names the entity above it. */
async function parentKeyOf(
  { below, target }: AnyWriteSpec,
  { execution, input }: WriteCall,
): Promise<readonly string[] | undefined> {
  if (!below) return undefined;
  if ('ref' in below) {
    const { argument, ref } = below;
    return (await ref.resolve(execution, input[argument] as RefValue, argument)).key;
  }
  const { key: parts } = below;
  const ids = Object.keys(parts).map((name) => input[name] as string);
  return resolveKey(execution, { resource: target.resource, parts }, ids, (name) => name);
}

const groupChanges = (group: GroupSpec | undefined, input: Input): Change[] =>
  group ? changesOf(group.input, input[group.argument] as Input, `${group.argument}.`) : [];

function entriesOf(entries: EntriesSpec | undefined, input: Input): Change[][] | undefined {
  if (!entries) return undefined;
  const { argument, max } = entries;
  const given = input[argument] as readonly Input[];
  if (given.length < 1 || given.length > max)
    throw new InvalidInput(argument, `expected 1 to ${max} entries, got ${given.length}`);
  return mapChecked(given, (entry, index) =>
    changesOf(entries.input, entry, `${argument}.${index}.`),
  );
}

function placesOf(spec: AnyWriteSpec, request: WriteRequest): ErrorPlaces {
  const { ref, parentKey, resource, operation } = request;
  return {
    values: [...request.changes, ...parameterValues(spec, request)],
    reasons: spec.reasons,
    locations: spec.locations,
    id: (ref?.key ?? parentKey)?.at(-1),
    idArgument: idArgument(spec),
    ...(ref && isBelowParent(operation, ref) && { parentId: ref.key.at(-2) }),
    type: namedType(spec),
    created: (id) => ({ resource, key: [...(parentKey ?? []), id] }),
    condition: conditions.find((name) => request.settings[name] != null),
  };
}

/** The type of the entity that `idArgument` names. */
function namedType({ below, target }: AnyWriteSpec): string | undefined {
  if (below === undefined) return target.resource.name;
  if ('ref' in below) return below.ref.resource.name;
  return Object.values(below.key).at(-1)?.resource?.resource.name;
}

/** Whether the operation names the entity above, too. */
const isBelowParent = (operation: AnyOperation, ref: Ref): boolean =>
  Object.keys(keyArguments(operation, ref)).length > 1;

/** The arguments with a version that the client has read. */
const conditions = ['ifMatch', 'ifVersion'];

/** An entity tag, with its quotes. Source: RFC 9110, section 8.8.3. */
const entityTag = /^(W\/)?"[^"]+"$/;

/** @throws InvalidInput for text that is no version of any object */
function checkConditions(input: Input): void {
  for (const name of conditions)
    if (input[name] === '')
      throw new InvalidInput(
        name,
        '"" is no version of an object; expected one that you have read, or null for no condition',
      );
  const { ifMatch } = input;
  if (typeof ifMatch === 'string' && !entityTag.test(ifMatch))
    throw new InvalidInput(
      'ifMatch',
      `${showValue(ifMatch)} is not an etag; expected one that you have read, quotes included, for example ${showValue('"3181161784712000"')}`,
    );
}

/**
 * The values of the input that are sent as REST parameters; elements of a list before the whole
 * list.
 */
const parameterValues = (
  { parameters = noRows }: AnyWriteSpec,
  { settings: input, parameters: sent }: Pick<WriteRequest, 'settings' | 'parameters'>,
): InputValue[] =>
  Object.entries(parameters.rows).flatMap(([argument, [type, path, , options]]) => {
    const value = input[argument];
    if (value == null || !Object.hasOwn(sent, path)) return [];
    const elements: readonly unknown[] = Array.isArray(value) ? value : [];
    return [
      ...elements.map((element, index) => ({
        argument: `${argument}.${index}`,
        path: `${path}.${index}`,
        apply: () => element,
        ...referencedType(options),
      })),
      {
        argument,
        path,
        apply: () => value,
        ...shownValue(type, value),
        ...referencedType(options),
        ...(value === options?.default && { isDefault: true }),
      },
    ];
  });

/** The name of the argument that names the entity, or the one below which it is created. */
function idArgument({ id, below }: AnyWriteSpec): string | undefined {
  if (id === undefined && below)
    return 'ref' in below ? below.argument : Object.keys(below.key).at(-1);
  if (id === undefined) return undefined;
  if (typeof id === 'string') return 'id';
  return 'ref' in id ? 'by' : id.argument;
}

interface Finished {
  readonly request: WriteRequest;
  readonly locked: Ref | undefined;
  readonly outcome: WriteOutcome;
}

function payloadOf(spec: AnyWriteSpec, { request, locked, outcome }: Finished): Payload {
  const { results, failure, extra = locked, ref } = outcome;
  if (results) {
    const items = results.map((result) => itemOf(spec, request, result));
    const failedCount = results.filter(({ error }) => error !== undefined).length;
    return { results: items, failedCount, extra, errors: wholeErrors(spec, request, failure) };
  }
  if (spec.deletes && ref)
    return { deletedId: globalId(ref.resource.name, ref.key), extra, errors: [] };
  return { ref, extra, errors: [] };
}

function itemOf(
  spec: AnyWriteSpec,
  request: WriteRequest,
  { index, ref, error }: BulkResult,
): ItemPayload | Error {
  if (error === undefined) return { index, ref, errors: [] };
  const common = placesOf(spec, request);
  const places: ErrorPlaces = {
    ...common,
    values: [...(request.entries?.[index] ?? []), ...common.values],
    id: request.refs?.[index]?.key.at(-1),
    idArgument: spec.ids && `${spec.ids.argument}.${index}`,
  };
  const { argument } = (spec.ids ?? spec.entries)!;
  return failedItem({ index, error: withErrorPath(error, places) }, [argument, String(index)]);
}

/** The list of the input that a bulk write acts on. */
function listIn({ ids, entries }: AnyWriteSpec, input: Input): readonly unknown[] | undefined {
  const { argument } = ids ?? entries ?? {};
  return argument === undefined ? undefined : (input[argument] as readonly unknown[]);
}

/** Errors about the whole input of a bulk write, for the payload's own `errors`. */
function wholeErrors(
  spec: AnyWriteSpec,
  request: WriteRequest,
  failure: unknown,
): UserErrorValue[] {
  if (failure === undefined) return [];
  const known = toUserError(withErrorPath(failure, placesOf(spec, request)));
  return known ? [known] : [];
}
