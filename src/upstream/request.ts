/** Pure: an operation and its arguments in, an HTTP request out. What must never reach upstream is refused here. */
import { InvalidInput } from './error.ts';
import { checkListId, encodePathId } from './id.ts';
import type { AnyOperation, Args, Method, Param } from './operation.ts';

export interface RestRequest {
  readonly method: Method;
  /** Path below the service's base address, with the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Serialized JSON. */
  readonly body?: string;
}

type Given = Readonly<Record<string, unknown>>;

/** Characters that need no encoding. */
const plain = /^[\w-]+$/;

/** `prettyPrint=false` shrinks every answer; all operations of all services take it. */
const always = 'prettyPrint=false';

/**
 * The request that an operation with these arguments is; parameters stand in the catalogue's order.
 * @throws {InvalidArgument} naming the first argument that must not leave.
 */
export function buildRequest<O extends AnyOperation>(
  operation: O,
  args: Args<O>,
  headers: RestRequest['headers'] = {},
): RestRequest {
  const given = args as Given;
  const { method } = operation;
  const path = `${pathOf(operation.path, given)}?${queryOf(operation.query as Readonly<Record<string, Param>>, given)}`;
  const { body } = given;
  if (body === undefined) return { method, path, headers };
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

const pathOf = (template: string, given: Given): string =>
  template.includes('{')
    ? template.replace(/\{(\w+)\}/g, (_, key: string) => encodePathId(key, given[key]))
    : template;

function queryOf(params: Readonly<Record<string, Param>>, given: Given): string {
  const out: string[] = [];
  for (const name in params) {
    const value = given[name];
    const param = params[name]!;
    if (value !== undefined && value !== null) out.push(parameter(name, param, value));
    else if (param.required) throw new InvalidInput(name, 'a value is needed');
  }
  const { fields } = given;
  if (fields !== undefined && fields !== null) out.push(`fields=${encode('fields', fields)}`);
  out.push(always);
  return out.join('&');
}

function parameter(name: string, param: Param, value: unknown): string {
  if (param.list === undefined) return `${name}=${scalar(name, param, value)}`;
  const list = elements(name, param, value);
  if (param.list === 'comma')
    return `${name}=${list.map((element) => encode(name, checkListId(name, element))).join(',')}`;
  return list.map((element) => `${name}=${scalar(name, param, element)}`).join('&');
}

function elements(name: string, { maxItems: most }: Param, value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new InvalidInput(name, 'a list of at least one value is needed');
  if (most !== undefined && value.length > most)
    throw new InvalidInput(name, `at most ${most} values`);
  return value;
}

function scalar(name: string, param: Param, value: unknown): string {
  if (param.type === 'integer') return integer(name, param, value);
  if (param.type === 'boolean') {
    if (typeof value !== 'boolean') throw new InvalidInput(name, 'true or false');
    return String(value);
  }
  if (param.id) return encode(name, checkListId(name, value));
  if (param.values !== undefined && !param.values.includes(value as string))
    throw new InvalidInput(name, `one of ${param.values.join(', ')}`);
  return encode(name, value);
}

function integer(name: string, { min = -Infinity, max = Infinity }: Param, value: unknown): string {
  if (!Number.isSafeInteger(value)) throw new InvalidInput(name, 'a whole number is needed');
  const number = value as number;
  if (number < min) throw new InvalidInput(name, `at least ${min}`);
  if (number > max) throw new InvalidInput(name, `at most ${max}`);
  return String(number);
}

/** Commas, colons and slashes are legal in a query, and unencoded they keep masks short and readable. */
function encode(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new InvalidInput(name, 'a text is needed');
  if (plain.test(value)) return value;
  if (!value.isWellFormed()) throw new InvalidInput(name, 'broken Unicode');
  return encodeURIComponent(value).replace(/%(?:2C|3A|2F)/g, decodeURIComponent);
}
