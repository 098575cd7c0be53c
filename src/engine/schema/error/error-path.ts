/**
 * Maps failures of REST calls to paths of a mutation's input. A REST API names a rejected value by
 * a path of its own, only by its reason, or not at all; clients know only the input.
 */
import { type Api, ownCode } from '../../api/api.ts';
import type { Ref } from '../../read/resource.ts';
import type { Change } from '../../write/change.ts';
import { Conflict } from '../../write/update/conditional-write.ts';
import { PartlyDone } from '../../write/partly-done.ts';
import { type Failure, UpstreamError } from '../../api/error.ts';
import { hasUnknownOutcome, unknownOutcome } from '../../rest/call/unknown-outcome.ts';
import { messageOf } from './failure-message.ts';
import { MutationError } from './mutation-error.ts';

/** A value of the input and its path in the request. */
export interface InputValue
  extends Pick<Change, 'argument' | 'path' | 'apply' | 'parts' | 'shown' | 'type'> {
  /** Whether the argument has its default value: the client may have left it out. */
  readonly isDefault?: boolean;
}

/**
 * Paths of rejected values in the request, by the API's reason or location: a path of the body, the
 * name of a REST parameter, or `entity` for the written one. Of several paths, the only one for
 * which the input has a value; of an empty list, none.
 */
export type ValuePaths = Readonly<Record<string, string | readonly string[]>>;

/** Known facts of a failed write. */
export interface ErrorPlaces {
  readonly values: readonly InputValue[];
  readonly reasons?: ValuePaths | undefined;
  readonly locations?: ValuePaths | undefined;
  /** The id of the entity that exists already, and that the write changes. */
  readonly changedId?: string | undefined;
  /** The id of the written entity, and the argument that names it. */
  readonly id?: string | undefined;
  readonly idArgument?: string | undefined;
  /** The id of the entity above, if the operation names it, too. */
  readonly parentId?: string | undefined;
  /** The GraphQL type of the entity that `idArgument` names. */
  readonly type?: string | undefined;
  /** The new entity with the id in the input. */
  readonly created?: ((id: string) => Ref) | undefined;
  /** The argument with the client's condition (`ifMatch`, `ifVersion`), if the input has one. */
  readonly condition?: string | undefined;
}

/** Codes of the engine for failures that one value of the input can cause. */
const valueCodes: ReadonlySet<string> = new Set([
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'FORBIDDEN',
]);

/**
 * Returns the failure with its path in the input, as far as it is known; other errors unchanged.
 */
export function withErrorPath(api: Api, error: unknown, places: ErrorPlaces): unknown {
  if (error instanceof PartlyDone)
    return new PartlyDone(error.facts, withErrorPath(api, error.cause, places));
  if (error instanceof MutationError) return withPath(api, error, places);
  if (error instanceof Conflict) return atCondition(error, places);
  if (hasUnknownOutcome(error)) return unknownOutcome(error, places.changedId);
  if (!(error instanceof UpstreamError)) return error;
  const value = rejectedValue(api, error.failure, places);
  if (value) {
    const { argument, path, shown } = value;
    const given = shown ?? value.apply(undefined);
    return atArgument(api, withType(error, value, places), {
      argument,
      value: given,
      extra: { current: existing(error, path, given, places) },
    });
  }
  const possible = possibleArguments(error.failure, places);
  if (possible.length > 1) {
    const { code, reason } = error.failure;
    return new MutationError(code, messageOf(api, { ...error.failure, possible }), { reason });
  }
  if (!concernsEntity(error.failure, places)) return error;
  if (places.idArgument !== undefined) {
    const argument = places.idArgument;
    const named = withType(error, { argument }, places);
    return atArgument(api, named, { argument, value: places.id });
  }
  if (places.id === undefined) return error;
  return new UpstreamError({ ...error.failure, id: places.id }, error);
}

/**
 * The failure with the type of the entity that the argument names, and the id of the entity above
 * if the operation names it, too.
 */
function withType(
  error: UpstreamError,
  { argument, type }: Pick<InputValue, 'argument' | 'type'>,
  places: ErrorPlaces,
): UpstreamError {
  const named = argument === places.idArgument ? places : { type, parentId: undefined };
  if (named.type === undefined) return error;
  const { type: ownType, parentId } = named;
  return new UpstreamError({ ...error.failure, type: ownType, parentId }, error);
}

/** Adds the path to an error that a strategy or a declaration has made from a failure. */
function withPath(api: Api, error: MutationError, places: ErrorPlaces): MutationError {
  const { code, message, extra } = error;
  if (extra['path'] !== undefined) return error;
  const reason = extra['reason'] as string | undefined;
  const value = rejectedValue(api, { code, reason }, places);
  if (!value) return error;
  return new MutationError(code, message, { ...extra, path: value.argument.split('.') });
}

/** Adds the path of the client's condition, which a conflict is about. */
function atCondition(error: Conflict, { condition }: ErrorPlaces): Error {
  if (condition === undefined) return error;
  return new MutationError('CONFLICT', error.message, {
    current: error.ref,
    path: condition.split('.'),
  });
}

/** Whether a failure without a path is about the written entity. */
const concernsEntity = (failure: Failure, places: ErrorPlaces): boolean => {
  const { code, id } = failure;
  if (failure.meaning?.accountWide) return false;
  return (
    code === 'NOT_FOUND' ||
    code === 'GONE' ||
    (code === 'FORBIDDEN' &&
      (places.values.every(({ isDefault }) => isDefault) || (id !== undefined && id === places.id)))
  );
};

interface Rejection {
  readonly code: string;
  readonly location?: string | undefined;
  readonly reason?: string | undefined;
}

function rejectedValue(
  api: Api,
  { code, location = '', reason = '' }: Rejection,
  { values, reasons = {}, locations = {}, id, idArgument }: ErrorPlaces,
): InputValue | undefined {
  if (!valueCodes.has(code) && !ownCode(api, code)?.isAboutValue) return undefined;
  const entity =
    idArgument === undefined ? [] : [{ argument: idArgument, path: 'entity', apply: () => id }];
  // A part is a more exact place than the value that contains it.
  const all = [...values.flatMap(({ parts = [] }) => parts), ...values, ...entity];
  const ownPath = location.replace(/^body\./, '');
  return (
    onlyValue(all, pathsOf({ [location]: ownPath, ...locations }, location)) ??
    onlyValue(all, ownPath === 'id' ? ['entity'] : []) ??
    onlyValue(all, pathsOf({ ...api.messages.entityReasons, ...reasons }, reason))
  );
}

/** The arguments that a rejection for the reason can be about; none if it names a place. */
function possibleArguments(
  { code, location, reason = '' }: Rejection,
  { values, reasons = {} }: ErrorPlaces,
): readonly string[] {
  if (code !== 'INVALID_INPUT' || location !== undefined) return [];
  const found = valuesAt(values, pathsOf(reasons, reason));
  return [...new Set(found.map(({ argument }) => argument))];
}

/** Keys come from responses: names of object methods must not match. */
const pathsOf = (table: Partial<ValuePaths>, key: string): readonly string[] =>
  Object.hasOwn(table, key) ? [table[key] ?? []].flat() : [];

/** The value at one of the paths; undefined if the input has several of them, or none. */
function onlyValue(
  values: readonly InputValue[],
  paths: readonly string[],
): InputValue | undefined {
  const found = valuesAt(values, paths);
  return new Set(found).size === 1 ? found[0] : undefined;
}

const valuesAt = (values: readonly InputValue[], paths: readonly string[]): InputValue[] =>
  paths.flatMap((path) => values.find((value) => isWithin(path, value.path)) ?? []);

const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

/** The id in a value: the id itself, or a list of it alone, as in `parents` of a file. */
function idIn(value: unknown): string | undefined {
  const id: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof id === 'string' ? id : undefined;
}

/** The entity that already has the id in the input. */
const existing = (
  { code }: UpstreamError,
  path: string,
  value: unknown,
  { created }: ErrorPlaces,
): Ref | undefined =>
  code === 'CONFLICT' && path === 'id' && typeof value === 'string' ? created?.(value) : undefined;

/** An argument that is the cause of a failure. */
interface RejectedArgument {
  readonly argument: string;
  readonly value: unknown;
  /** Further fields of the error. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

function atArgument(
  api: Api,
  { failure }: UpstreamError,
  { argument, value, extra = {} }: RejectedArgument,
): MutationError {
  const { code, reason } = failure;
  const isAbsent = code === 'NOT_FOUND' || code === 'GONE';
  const { id = isAbsent ? idIn(value) : undefined } = failure;
  const message = messageOf(api, { ...failure, argument, value, id });
  return new MutationError(code, message, { ...extra, path: argument.split('.'), reason, id });
}
