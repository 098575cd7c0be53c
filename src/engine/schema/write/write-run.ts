/** Executes a declared write: checks, ids, the strategy, errors with their paths, the payload. */
import type { Execution } from '../../execution/execution.ts';
import type { Warning } from '../../trace/response-extensions.ts';
import type { Paths } from '../../read/path.ts';
import { type Ref, refAbove } from '../../read/resource.ts';
import { NotApplied } from '../../write/acknowledgement.ts';
import type { Change, JsonRecord } from '../../write/change.ts';
import type { BulkResult, WriteOutcome, WriteRequest } from '../../write/strategy.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import type { FileContent } from '../../rest/upstream.ts';
import { type ErrorPlaces, withErrorPath } from '../error/error-path.ts';
import { globalId, refFrom } from '../type/global-id.ts';
import { MutationError } from '../error/mutation-error.ts';
import { defectIn } from '../error/user-error.ts';
import { resolveKey, type RefValue } from '../field/ref-input.ts';
import { checkAll, InvalidInputs, mapChecked } from './invalid-inputs.ts';
import { changesOf, noRows, restParametersOf } from './write-input.ts';
import { conditions, idArgument, placesOf } from './write-place.ts';
import {
  bulkPayload,
  failedItem,
  failedPayload,
  type ItemPayload,
  type Payload,
} from './write-payload.ts';
import type { AnyWriteSpec, EntriesSpec, GroupSpec, IdSpec, Input } from './write-spec.ts';

/** One call of a mutation, or of an entry of a bulk mutation. */
export interface WriteCall {
  readonly input: Input;
  readonly execution: Execution;
  /** Paths of the written entity that the client selects. */
  readonly selected: Paths;
  /** The path of the mutation in the response, for warnings. */
  readonly path: Warning['path'];
  /** The path of the input in the whole input of the mutation: `entries.0.` */
  readonly prefix?: string;
}

/**
 * Executes a write.
 * @returns the payload, also of a write that failed with an error that the client can act on
 * @throws any other error
 */
export const runWrite = (spec: AnyWriteSpec, call: WriteCall): Promise<Payload> =>
  call.execution.runWrite(async (begin) => {
    const attempt = await attemptWrite(spec, call, begin);
    return (
      attempt.payload ??
      failedPayload(call.execution.api, attempt.error, listIn(spec, call.input)?.length)
    );
  });

/** The end of a write. */
export interface WriteAttempt {
  /** Absent: the write has failed. */
  readonly payload?: Payload;
  /** Why it has failed, with its path in the input. */
  readonly error?: unknown;
  /** The same as it was thrown. */
  readonly cause?: unknown;
}

/** @param begin called when the checks have passed, and the write has its turn */
export async function attemptWrite(
  spec: AnyWriteSpec,
  call: WriteCall,
  begin: () => void,
): Promise<WriteAttempt> {
  const { prefix = '' } = call;
  // Until the request is built, an error is about the entity that the input names.
  let places: ErrorPlaces = { values: [], idArgument: idArgument(spec, prefix) };
  try {
    const request = await requestOf(spec, call);
    places = placesOf(spec, request, prefix);
    const locked = await lockedRef(spec, call, request);
    const work = (): Promise<WriteOutcome> => {
      begin();
      return spec.strategy.run(request);
    };
    const outcome = locked
      ? await call.execution.runExclusive(locked, spec.operation, work)
      : await work();
    return { payload: payloadOf(spec, { request, locked, outcome }) };
  } catch (cause) {
    reportDefect(call.execution, cause);
    return { error: withErrorPath(call.execution.api, withPrefix(cause, prefix), places), cause };
  }
}

/** The entity that the write locks. */
async function lockedRef(
  { lock }: AnyWriteSpec,
  { execution, input }: WriteCall,
  { ref, parentKey }: WriteRequest,
): Promise<Ref | undefined> {
  if (lock === undefined) return undefined;
  return lock.of?.(execution, { ref, input }) ?? refAbove(lock.resource, (ref?.key ?? parentKey)!);
}

/** Reports a defect that the payload may hide: in `PARTLY_DONE`, or in the result of an entry. */
function reportDefect(execution: Execution, error: unknown): void {
  const defect = defectIn(error);
  if (defect) execution.reportDefect(defect);
}

/** Adds the path of the write's input to an error that names a place in it. */
export function withPrefix(error: unknown, prefix: string): unknown {
  if (prefix === '') return error;
  if (error instanceof InvalidInputs)
    return new InvalidInputs(error.all.map((each) => withPrefix(each, prefix) as InvalidInput));
  if (error instanceof InvalidInput) return error.at(prefix + error.argument);
  if (error instanceof NotApplied)
    return new NotApplied(
      error.ref,
      error.ignored.map((argument) => prefix + argument),
    );
  if (!(error instanceof MutationError)) return error;
  const path = error.extra['path'] as readonly string[] | undefined;
  if (path === undefined) return error;
  const whole = [...prefix.split('.').slice(0, -1), ...path];
  const { code, message, extra } = error;
  const isNamed = message.startsWith(`${path.join('.')}: `);
  return new MutationError(code, isNamed ? prefix + message : message, { ...extra, path: whole });
}

/** The parts of a request that the input alone decides. */
interface CheckedInput {
  readonly ref: Ref | undefined;
  readonly refs: readonly Ref[] | undefined;
  readonly changes: readonly Change[];
  readonly entries: readonly (readonly Change[])[] | undefined;
  readonly parameters: JsonRecord;
  readonly file: FileContent | undefined;
}

/** Makes all checks that need no call. @throws InvalidInput or MutationError */
export function checkInput(spec: AnyWriteSpec, input: Input): CheckedInput {
  const { operation, file, ids } = spec;
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
  if (input['file'] === null)
    throw new InvalidInput('file', 'null is not allowed; leave the field out to send no file');
  return {
    ref,
    refs,
    changes: [...groupChange, ...ownChanges],
    entries,
    parameters: { ...parameters, ...spec.derivedParameters?.(input) },
    file: file && input['file'] ? file.read(operation, input['file']) : undefined,
  };
}

/** All checks run before the entity's id is resolved by a call. */
async function requestOf(spec: AnyWriteSpec, call: WriteCall): Promise<WriteRequest> {
  const { operation, target, adjust } = spec;
  const { input, execution, selected, path, prefix = '' } = call;
  const { ref, ...checked } = checkInput(spec, input);
  // The reads before a write must not be made for a caller who may not write. A bulk insert reads
  // nothing, and fails entry by entry.
  if (!checked.entries && !spec.strategy.choosesOperation) execution.checkAccess(operation);
  return {
    ...checked,
    execution,
    operation,
    resource: target.resource,
    ref: ref ? await wellKnownRef(spec.id, call, ref) : await resolvedRef(spec.id, call),
    parentKey: await parentKeyOf(spec, call),
    settings: input,
    selected,
    warnNotShown: (argument) =>
      execution.warn({ code: 'NOT_SHOWN', path, value: prefix + argument }),
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
export function directRef({ id, target }: AnyWriteSpec, input: Input): Ref | undefined {
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

interface Finished {
  readonly request: WriteRequest;
  readonly locked: Ref | undefined;
  readonly outcome: WriteOutcome;
}

function payloadOf(spec: AnyWriteSpec, { request, locked, outcome }: Finished): Payload {
  const { results, failure, extra = locked, ref } = outcome;
  if (results) {
    const items = results.map((result) => itemOf(spec, request, result));
    const { api } = request.execution;
    const whole = withErrorPath(api, failure, placesOf(spec, request));
    return bulkPayload(api, { results: items, extra }, whole);
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
  reportDefect(request.execution, error);
  const common = placesOf(spec, request);
  const places: ErrorPlaces = {
    ...common,
    values: [...(request.entries?.[index] ?? []), ...common.values],
    changedId: request.refs?.[index]?.key.at(-1),
    id: request.refs?.[index]?.key.at(-1),
    idArgument: spec.ids && `${spec.ids.argument}.${index}`,
  };
  const { api } = request.execution;
  const { argument } = (spec.ids ?? spec.entries)!;
  return failedItem({ api, index, error: withErrorPath(api, error, places) }, [
    argument,
    String(index),
  ]);
}

/** The list of the input that a bulk write acts on. */
function listIn({ ids, entries }: AnyWriteSpec, input: Input): readonly unknown[] | undefined {
  const { argument } = ids ?? entries ?? {};
  return argument === undefined ? undefined : (input[argument] as readonly unknown[]);
}
