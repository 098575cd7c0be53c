/**
 * Names the GraphQL argument in errors about a REST parameter, and the parent in errors about a
 * missing object: clients know the arguments of the field, not the parameters of the operation.
 */
import { isReadByCall, refOf } from '../../read/resource.ts';
import { failedWith, InvalidInput, UpstreamError, upstreamError } from '../../api/error.ts';
import { isId } from '../../rest/request/request.ts';

/**
 * REST parameters whose GraphQL argument has another name: `{ videoCategoryId: 'categoryId' }`. Of
 * several arguments that a parameter is made from, the first that the client has set.
 */
export type ArgumentNames = Readonly<Record<string, string | readonly string[]>>;

/** REST parameters by the names of the arguments that they come from: `{ language: 'hl' }`. */
export type ParameterNames = Readonly<Record<string, string>>;

type Arguments = Readonly<Record<string, unknown>>;

/** The names of the arguments by REST parameter. */
export const argumentNamesOf = (parameters: ParameterNames = {}): ArgumentNames =>
  Object.fromEntries(Object.entries(parameters).map(([argument, name]) => [name, argument]));

/** The arguments that have a value, as REST parameters. */
export function parametersOf(
  args: Arguments,
  names: ParameterNames = {},
): Readonly<Record<string, unknown>> {
  const set = Object.entries(args).filter(([, value]) => value != null);
  return Object.fromEntries(set.map(([name, value]) => [names[name] ?? name, value]));
}

/** Returns the response unchanged; errors name arguments, see `nameArgumentsIn`. */
export const withArgumentNames = <T>(
  answer: Promise<T>,
  args: object,
  names?: ArgumentNames,
  parent?: unknown,
): Promise<T> =>
  answer.catch((error: unknown) => {
    throw nameArgumentsIn(error, args, names, parent);
  });

/**
 * An error about a parameter names the argument that it comes from. `NOT_FOUND` about a parameter
 * gets the id that the argument has.
 * @param args the field's arguments
 * @param parent the object of a list field: `NOT_FOUND` without an id gets the object's id, and an
 * id that no request can have is that of the object
 */
export const nameArgumentsIn = (
  error: unknown,
  args: object,
  names: ArgumentNames = {},
  parent?: unknown,
): unknown => {
  const named = renamed(error, args as Arguments, names);
  return withParentId(named === error ? blameAnswer(error, parent) : named, parent);
};

/**
 * The ids of clients are checked before any call, so an object with an id that no request can have
 * comes from an answer.
 * @returns UPSTREAM_INVALID for a call that was not made because of the id of the object
 */
export function blameAnswer(error: unknown, object: unknown): unknown {
  const ref = refOf(object);
  if (!(error instanceof InvalidInput) || !ref || ref.key.every(isId)) return error;
  return upstreamError(ref.resource.read.operation, 'UPSTREAM_INVALID', { cause: error });
}

function withParentId(error: unknown, parent: unknown): unknown {
  const ref = refOf(parent);
  // No service misses an object that the gateway itself has.
  const id = ref && isReadByCall(ref.resource) ? ref.key.at(-1) : undefined;
  if (!failedWith(error, 'NOT_FOUND') || id === undefined) return error;
  return error.failure.id === undefined
    ? new UpstreamError({ ...error.failure, id }, error)
    : error;
}

function renamed(error: unknown, args: Arguments, names: ArgumentNames): unknown {
  if (error instanceof InvalidInput) {
    const argument = argumentOf(error.argument, args, names);
    return argument === undefined ? error : error.at(argument);
  }
  if (!(error instanceof UpstreamError) || !argumentCodes.has(error.code)) return error;
  const parameter = error.failure.location;
  if (parameter === undefined) return error;
  const argument = argumentOf(parameter, args, names);
  if (argument === undefined) return error;
  const value = valueAt(args, argument);
  if (error.code === 'NOT_FOUND') return missing(error, argument, value);
  return new UpstreamError({ ...error.failure, argument, value }, error);
}

/** Codes of failures that a parameter can cause. */
const argumentCodes: ReadonlySet<string> = new Set(['INVALID_INPUT', 'NOT_FOUND']);

/** The failure with the id in the argument, unless the failure names another object. */
function missing(error: UpstreamError, argument: string, value: unknown): UpstreamError {
  const { id = value } = error.failure;
  const isId = /(^id|Id)$/.test(argument) && typeof value === 'string';
  if (!isId || id !== value) return error;
  return new UpstreamError({ ...error.failure, argument, id: value }, error);
}

/** @param path for example `filter.updatedFrom` */
const valueAt = (args: Arguments, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Arguments | null | undefined)?.[name], args);

/** The argument that a parameter comes from; undefined if it comes from none. */
function argumentOf(parameter: string, args: Arguments, names: ArgumentNames): string | undefined {
  // Keys come from responses: names of object methods must not match.
  const name = Object.hasOwn(names, parameter) ? names[parameter]! : undefined;
  if (typeof name === 'string') return name;
  if (name) return name.find((argument) => valueAt(args, argument) != null);
  return Object.hasOwn(args, parameter) ? parameter : undefined;
}
