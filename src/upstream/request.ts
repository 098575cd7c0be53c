/** Pure: an operation and its arguments in, an HTTP request out. What must never reach upstream is refused here. */
import { InvalidArgument } from './error.ts';
import type { AnyOperation, Args, Method, Param } from './operation.ts';

export interface Request {
  readonly method: Method;
  /** Path below the service's base address, with the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Serialized JSON. */
  readonly body?: string;
}

/** Control, bidirectional and other invisible formatting characters, and lone surrogates: never part of an honest id. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Words that are operations of their own where an id is expected (`DELETE /files/trash`). */
const reserved: ReadonlySet<string> = new Set(['trash', 'generateIds']);

/** One id becomes exactly one path segment: dots would climb, slashes would add one, reserved words are other operations. */
export function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new InvalidArgument(name, 'an id is needed');
  if (value === '.' || value === '..' || reserved.has(value) || /[/\\?#%]/.test(value) || invisible.test(value))
    throw new InvalidArgument(name, 'this is no id');
  return encodeURIComponent(value);
}
/** One element of a comma-joined list: a comma would make two of it. */
export function listElement(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new InvalidArgument(name, 'an id is needed');
  if (/[,\s]/u.test(value) || invisible.test(value)) throw new InvalidArgument(name, 'this is no id');
  return value;
}

/** `prettyPrint=false` shrinks every answer; all operations of all services take it. */
const always = 'prettyPrint=false';

export function request<O extends AnyOperation>(operation: O, args: Args<O>, headers: Readonly<Record<string, string>> = {}): Request {
  const given = args as Readonly<Record<string, unknown>>;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) => segment(key, given[key]));
  const query = queryOf(operation.query as Readonly<Record<string, Param>>, given);
  const { fields, body } = given;
  if (typeof fields === 'string') query.push(`fields=${encode(fields)}`);
  query.push(always);
  const full = `${path}?${query.join('&')}`;
  if (body === undefined) return { method: operation.method, path: full, headers };
  return { method: operation.method, path: full, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function queryOf(params: Readonly<Record<string, Param>>, given: Readonly<Record<string, unknown>>): string[] {
  const out: string[] = [];
  for (const name in params) {
    const value = given[name];
    const param = params[name]!;
    if (value === undefined || value === null) {
      if (param.required) throw new InvalidArgument(name, 'a value is needed');
      continue;
    }
    if (param.list === undefined) out.push(`${name}=${encode(scalar(name, param, value))}`);
    else if (param.list === 'comma')
      out.push(
        `${name}=${elements(name, param, value)
          .map((element) => encode(listElement(name, element)))
          .join(',')}`,
      );
    else for (const element of elements(name, param, value)) out.push(`${name}=${encode(scalar(name, param, element))}`);
  }
  return out;
}
function elements(name: string, { most }: Param, value: unknown): readonly unknown[] {
  const list = value as readonly unknown[];
  if (list.length === 0) throw new InvalidArgument(name, 'the list is empty');
  if (most !== undefined && list.length > most) throw new InvalidArgument(name, `at most ${most} values`);
  return list;
}
function scalar(name: string, { type, values, min, max }: Param, value: unknown): string {
  if (type === 'integer') {
    const number = value as number;
    if (!Number.isInteger(number) || number < (min ?? -Infinity) || number > (max ?? Infinity))
      throw new InvalidArgument(name, `a whole number from ${min} to ${max}`);
  } else if (values !== undefined && !values.includes(value as string)) throw new InvalidArgument(name, `one of ${values.join(', ')}`);
  return String(value);
}
/** Commas, colons, slashes, parentheses and asterisks are legal in a query and keep masks readable in a log. */
const encode = (value: string): string => {
  if (!value.isWellFormed()) throw new InvalidArgument('value', 'broken Unicode');
  return encodeURIComponent(value).replace(/%(2C|3A|2F|28|29|2A)/g, decodeURIComponent);
};
