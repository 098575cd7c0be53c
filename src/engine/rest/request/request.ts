/**
 * Builds the HTTP request of an operation from its arguments, and rejects arguments that must not
 * be sent. An id must name exactly one entity, regardless of its characters.
 */
import { memoize } from '../../api/memoize.ts';
import type { Api } from '../../api/api.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import type { AnyOperation, Method } from '../../api/operation.ts';
import type { Param } from '../../api/param.ts';

/** Path keys, query parameters, `body` and `fields` of a call by their names. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The request of an operation, without a credential. */
interface RestRequest {
  readonly method: Method;
  /** Path below the service's base address, with the query string. */
  readonly path: string;
  /** Serialized JSON. */
  readonly body?: string;
}

/**
 * The request of an operation; its parameters have the order of the descriptor.
 * @throws {InvalidInput} naming the first argument that must not be sent
 */
export function buildRequest(
  { calls }: Api,
  operation: AnyOperation,
  args: Arguments,
): RestRequest {
  const { method } = operation;
  const url = urlOf(templateOf(operation), args, operation.reservedIds);
  const path = calls.query === '' ? url.slice(0, -1) : url + calls.query;
  const { body } = args;
  return body === undefined ? { method, path } : { method, path, body: JSON.stringify(body) };
}

/**
 * Checks query parameters before a request is made.
 * @throws {InvalidInput} naming the first that must not be sent
 */
export function checkParameters(operation: AnyOperation, args: Arguments): void {
  for (const { name, start, param } of templateOf(operation).params) {
    const value = args[name];
    if (value !== undefined && value !== null) pairOf(name, start, param, value);
  }
}

/** The common part of all URLs of an operation. */
interface UrlTemplate {
  /** Text and names of path keys alternate. */
  readonly path: readonly string[];
  readonly params: readonly QueryParam[];
}

interface QueryParam {
  readonly name: string;
  /** `name=` */
  readonly start: string;
  readonly param: Param;
}

const templateOf = memoize(({ path, query }: AnyOperation): UrlTemplate => {
  const params = Object.entries(query).map(
    ([name, param]: [string, Param]): QueryParam => ({ name, start: `${name}=`, param }),
  );
  return { path: path.split(/\{(\w+)\}/), params };
});

/**
 * The path and the query, with `&` or `?` at its end. Adds text to one string: a list of all parts
 * would be copied.
 */
function urlOf(
  { path, params }: UrlTemplate,
  args: Arguments,
  reservedIds: AnyOperation['reservedIds'],
): string {
  let url = '';
  for (let index = 0; index < path.length; index += 1) {
    const part = path[index]!;
    if (index % 2 === 0) url += part;
    else {
      checkReserved(part, args[part], reservedIds?.[part]);
      url += encodePathId(part, args[part]);
    }
  }
  url += '?';
  for (const { name, start, param } of params) {
    const value = args[name];
    if (value !== undefined && value !== null) url += `${pairOf(name, start, param, value)}&`;
    else if (param.required) throw new InvalidInput(name, 'is missing; expected a value');
  }
  const { fields } = args;
  if (fields !== undefined && fields !== null) url += `fields=${encodeText('fields', fields)}&`;
  return url;
}

/** `name=value`; for a repeated parameter several pairs. */
function pairOf(name: string, start: string, param: Param, value: unknown): string {
  if (param.list === undefined) return start + encodeScalar(name, param, value);
  const elements = checkList(name, param, value);
  if (param.list === 'comma') return start + elements.map((id) => encodeId(name, id)).join();
  return elements.map((element) => start + encodeScalar(name, param, element)).join('&');
}

const encodeId = (name: string, id: unknown): string =>
  isPlainId(id) ? id : encodeText(name, checkListId(name, id));

function checkList(name: string, { maxItems }: Param, value: unknown): readonly unknown[] {
  if (!Array.isArray(value))
    throw new InvalidInput(name, `${showValue(value)} is not a list; expected a list`);
  if (value.length === 0)
    throw new InvalidInput(name, 'the list is empty; expected at least one value');
  if (maxItems !== undefined && value.length > maxItems)
    throw new InvalidInput(name, `has ${value.length} values; expected at most ${maxItems}`);
  return value;
}

function encodeScalar(name: string, param: Param, value: unknown): string {
  if (param.type === 'integer') return formatInteger(name, param, value);
  if (param.type === 'boolean') {
    if (typeof value !== 'boolean')
      throw new InvalidInput(name, `${showValue(value)} is not a boolean; expected true or false`);
    return String(value);
  }
  if (param.id) return encodeId(name, value);
  if (param.values !== undefined && !param.values.includes(value as string))
    throw new InvalidInput(
      name,
      `${showValue(value)} is not allowed; expected one of ${param.values.join(', ')}`,
    );
  return encodeText(name, value);
}

function formatInteger(name: string, param: Param, value: unknown): string {
  const { min = -Infinity, max = Infinity } = param;
  if (!isSafeInteger(value))
    throw new InvalidInput(name, `${showValue(value)} is not an integer; expected for example 10`);
  if (value < min) throw new InvalidInput(name, `${value} is too small; expected at least ${min}`);
  if (value > max) throw new InvalidInput(name, `${value} is too large; expected at most ${max}`);
  return String(value);
}

const isSafeInteger = (value: unknown): value is number => Number.isSafeInteger(value);

/**
 * Encodes a value of the query. Commas, colons and slashes are allowed there; unencoded they keep
 * the URL short and readable.
 */
function encodeText(name: string, value: unknown): string {
  if (typeof value !== 'string')
    throw new InvalidInput(name, `${showValue(value)} is not a string; expected a string`);
  if (unchangedText.test(value)) return value;
  if (!value.isWellFormed())
    throw new InvalidInput(
      name,
      `${showValue(value)} is not well-formed Unicode; expected text without lone surrogates`,
    );
  return encodeURIComponent(value).replace(/%(?:2C|3A|2F)/g, decodeURIComponent);
}

/** Characters that need no encoding, or whose encoding is undone: those of every mask. */
const unchangedText = /^[\w\-.!~*'(),:/]+$/;

/** Most ids contain only these characters, and need no further check. */
const plainId = /^[\w-]+$/;

const isPlainId = (id: unknown): id is string =>
  typeof id === 'string' && id.length <= maxLength && plainId.test(id);

/**
 * Control, bidirectional and other invisible characters, and lone surrogates, which no id of a
 * service contains.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The longest ids, those of events, have 1,024 characters. Longer ones would make the URL too long.
 */
const maxLength = 2_048;

/** @throws {InvalidInput} for the name of an operation in the place of an id */
export function checkReserved(name: string, id: unknown, reserved: readonly unknown[] = []): void {
  if (reserved.includes(id))
    throw new InvalidInput(name, `${showValue(id)} is a reserved word; expected an id`);
}

/**
 * Encodes one id as exactly one path segment, percent-encoded.
 * @param name of the argument
 * @throws {InvalidInput} for dots, slashes and other text that would name another operation or
 * entity
 */
export function encodePathId(name: string, value: unknown): string {
  const id = checkText(name, value);
  if (plainId.test(id)) return id;
  if (id === '.' || id === '..' || /[/\\?%]/.test(id) || invisible.test(id))
    throw new InvalidInput(
      name,
      `${showValue(id)} is not an id; expected text without "/", "\\", "?", "%" and invisible characters`,
    );
  return encodeURIComponent(id);
}

/** Whether a value of a response can be an id in a path. */
export function isPathId(id: string | undefined): id is string {
  try {
    return encodePathId('id', id) !== '';
  } catch {
    return false;
  }
}

/** Whether a value can be an id at any place of a request. */
export function isId(id: string): boolean {
  try {
    return isPathId(id) && checkListId('id', id) === id;
  } catch {
    return false;
  }
}

/**
 * Returns one id outside the path, unchanged.
 * @param name of the argument
 * @throws {InvalidInput} for commas and white space, which would turn one id into two
 */
export function checkListId(name: string, value: unknown): string {
  if (isPlainId(value)) return value;
  const id = checkText(name, value);
  if (/[,\s]/.test(id) || invisible.test(id))
    throw new InvalidInput(
      name,
      `${showValue(id)} is not an id; expected text without commas, white space and invisible characters`,
    );
  return id;
}

function checkText(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new InvalidInput(
      name,
      `${showValue(value)} is not an id; expected text that is not blank`,
    );
  if (value.length > maxLength)
    throw new InvalidInput(
      name,
      `${showValue(value)} is not an id; expected at most ${maxLength} characters`,
    );
  return value;
}
