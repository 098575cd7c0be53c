/** Checks of the JSON body: names and types by its schema, parts, and required fields. */
import type { Schemas } from '../../engine/api/api.ts';
import { type AnyOperation, serviceOf } from '../../engine/api/operation.ts';
import { ApiError, throwBindingError } from '../http/api-error.ts';
import type { HandlerEntry } from './handler.ts';
import { isObject } from '../json.ts';
import { schemasOf, signatureOf, valuesOf } from '../../services/rest-schema.ts';
import { fieldTypeOf, shapeOf } from '../../engine/rest/operation/answer-check.ts';
import type { RefusalReason } from '../rule.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * The body of a call; an empty text is an empty object. YouTube reads a field that is null as one
 * that is absent; Drive and Calendar keep it, because null deletes a value there.
 * @throws ApiError 400 if it is not a JSON object, or does not match the schema of the operation
 */
export function parseBody(operation: AnyOperation, text: string): Body {
  const { body: type } = signatureOf(operation.key);
  if (type === undefined || text === '') return {};
  const body = parseJson(text);
  if (!isObject(body))
    throw new ApiError(400, 'parseError', { message: 'This API expects an object as root.' });
  checkObject(schemasOf(serviceOf(operation)), type, body, type.toLowerCase());
  return /^(video|live):/.test(operation.key) ? withoutNulls(body) : body;
}

const withoutNulls = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, withoutNullFields(value)]),
  );

function withoutNullFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullFields);
  return isObject(value) ? withoutNulls(value) : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'parseError', { message: 'Parse Error' });
  }
}

function checkObject(schemas: Schemas, type: string, value: Body, path: string): void {
  const shape = shapeOf(schemas, type)!;
  for (const [name, inner] of Object.entries(value)) {
    const fieldType = fieldTypeOf(shape, name);
    if (fieldType === undefined)
      throwBindingError(
        `Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`,
      );
    if (inner !== null) checkValue(schemas, fieldType, inner, `${path}.${name}`);
  }
}

/** Checks of the primitive types in `rest-schema.json`. */
const primitives: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  id: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  int64: (value) => Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
  email: (value) => typeof value === 'string',
  datetime: (value) => isDate(value, /^\d{4}-\d\d-\d\dT/),
  date: (value) => isDate(value, /^\d{4}-\d\d-\d\d$/),
  duration: (value) => typeof value === 'string' && /^P[\dT]/.test(value),
  any: () => true,
};

const isDate = (value: unknown, pattern: RegExp): boolean =>
  typeof value === 'string' && pattern.test(value) && !Number.isNaN(Date.parse(value));

function checkValue(schemas: Schemas, type: string, value: unknown, path: string): void {
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return throwInvalidValue(path, value);
    for (const element of value) checkValue(schemas, type.slice(0, -2), element, path);
  } else if (shapeOf(schemas, type) !== undefined) {
    if (!isObject(value)) return throwInvalidValue(path, value);
    checkObject(schemas, type, value, path);
  } else if (!isPrimitive(type, value)) throwInvalidValue(path, value);
}

/** @param type a primitive, or one of several texts: `=a|b`, or `=Name` for those of an enum */
const isPrimitive = (type: string, value: unknown): boolean =>
  type.startsWith('=')
    ? typeof value === 'string' && valuesOf(type).includes(value)
    : primitives[type]!(value);

function throwInvalidValue(path: string, value: unknown): never {
  throwBindingError(`Invalid value at '${path}', ${JSON.stringify(value)}`);
}

/**
 * Checks that the body of a write contains only parts that the call names, and all required fields.
 * @throws ApiError 400
 */
export function checkWrittenParts(
  operation: AnyOperation,
  body: Body,
  parts: ReadonlySet<string>,
  { missingReasons = {}, mayBeEmpty = [] }: Partial<HandlerEntry> = {},
): void {
  for (const name of Object.keys(body))
    if (name !== 'id' && operation.parts?.includes(name) && !parts.has(name))
      throw new ApiError(400, 'unexpectedPart', {
        domain: 'youtube.part',
        message: `Part ${name} is not named in part`,
        location: 'part',
      });
  for (const { path, whenPart } of operation.requiredBody ?? []) {
    if (whenPart !== undefined && !parts.has(whenPart)) continue;
    const values = path.split('|').map((alternative) => valueAt(body, alternative));
    const isMissing = (value: unknown): boolean =>
      value === undefined || value === null || (value === '' && !mayBeEmpty.includes(path));
    if (values.every(isMissing)) throwMissingField(operation, path, missingReasons[path]);
  }
}

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isObject(value) ? value[name] : undefined), body);

/** @param reason the one that the resource documents. Default: `required` */
function throwMissingField(operation: AnyOperation, path: string, reason?: RefusalReason): never {
  const detail = {
    message: `Missing: ${path}`,
    location: `body.${path}`,
    locationType: 'other',
  } as const;
  if (reason === undefined) throw new ApiError(400, 'required', detail);
  const resource = /:(\w+?)s?\./.exec(operation.key)![1]!;
  throw new ApiError(400, reason, { ...detail, domain: `youtube.${resource}` });
}
