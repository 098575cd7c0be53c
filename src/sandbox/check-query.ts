/** Checks of the query that follow from an operation's descriptor: names, values, parts and filters. */
import { type AnyOperation, type Param, serviceOf } from '../upstream/operation.ts';
import type { Params, Query } from './query.ts';
import { ApiError, throwBindingError } from './api-error.ts';

/** Query parameters that every operation of the service takes. */
const common: ReadonlySet<string> = new Set([
  'alt',
  'fields',
  'key',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'access_token',
  'callback',
  'uploadType',
  'upload_protocol',
  '$.xgafv',
]);

const isYoutube = (operation: AnyOperation): boolean =>
  ['video', 'live'].includes(serviceOf(operation));

/** Where the video services say a parameter's fault lies. */
const parameter = (location: string, message: string) => ({
  domain: 'youtube.parameter',
  location,
  message,
});

/** @throws ApiError for the first rule that the query breaks. */
export function checkQuery(operation: AnyOperation, query: Query): void {
  checkNames(operation, query);
  const params = operation.query as Params;
  for (const [name, param] of Object.entries(params)) checkParam(operation, name, param, query);
  if (operation.fieldsRequired && !query.has('fields'))
    throw new ApiError(400, 'required', {
      message: 'The "fields" parameter is required for this method.',
      location: 'fields',
    });
  checkFilters(operation, query);
}

function checkNames(operation: AnyOperation, query: Query): void {
  if (serviceOf(operation) === 'calendar') return;
  for (const name of query.names())
    if (!Object.hasOwn(operation.query, name) && !common.has(name))
      throwBindingError(
        `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter.`,
      );
}

function checkParam(operation: AnyOperation, name: string, param: Param, query: Query): void {
  const values = query.list(name);
  if (values.length === 0) {
    if (param.required) refuseMissing(operation, name);
    return;
  }
  if (name === 'part' && operation.parts) return checkParts(operation, values);
  if (param.maxItems !== undefined && values.length > param.maxItems)
    throw new ApiError(
      400,
      isYoutube(operation) ? 'invalidFilters' : 'invalid',
      parameter(name, `At most ${param.maxItems} values.`),
    );
  for (const value of param.list ? values : [query.text(name)!])
    checkValue(operation, name, param, value);
}

function refuseMissing(operation: AnyOperation, name: string): never {
  if (isYoutube(operation))
    throw new ApiError(
      400,
      'missingRequiredParameter',
      parameter(name, `Missing required parameter: ${name}`),
    );
  throw new ApiError(400, 'required', { message: `Required parameter: ${name}`, location: name });
}

function checkParts(operation: AnyOperation, values: readonly string[]): void {
  for (const value of values)
    if (!operation.parts!.includes(value))
      throw new ApiError(400, 'unknownPart', {
        domain: 'youtube.part',
        message: value,
        location: 'part',
      });
}

function checkValue(operation: AnyOperation, name: string, param: Param, value: string): void {
  const { type, values, min = -Infinity, max = Infinity } = param;
  const fits =
    type === 'integer'
      ? /^-?\d+$/.test(value)
      : type === 'boolean'
        ? /^(true|false|0|1)$/.test(value)
        : !values || values.includes(value);
  if (!fits) refuseValue(operation, name, value);
  if (type === 'integer' && (Number(value) < min || Number(value) > max))
    throw new ApiError(400, 'invalidParameter', {
      message: `Invalid value '${value}'. Values must be within the range: [${min}, ${max}]`,
      location: name,
    });
}

function refuseValue(operation: AnyOperation, name: string, value: string): never {
  if (serviceOf(operation) !== 'calendar')
    throwBindingError(`Invalid value at '${name}', "${value}"`);
  throw new ApiError(400, 'invalidParameter', {
    message: `Invalid value for: ${value}`,
    location: name,
  });
}

/** A filter that is a flag counts only when it is true. */
const given = (query: Query, name: string): boolean =>
  query.has(name) && query.text(name) !== 'false';

function checkFilters(operation: AnyOperation, query: Query): void {
  const { exactlyOne, atMostOne } = operation.filters ?? {};
  const other = {
    domain: 'youtube.parameter',
    location: 'parameters.',
    locationType: 'other',
  } as const;
  const chosen = [...(exactlyOne ?? []), ...(atMostOne ?? [])].filter((name) => given(query, name));
  if (exactlyOne && chosen.length === 0)
    throw new ApiError(400, 'missingRequiredParameter', {
      ...other,
      message: `No filter selected. Expected one of: ${exactlyOne.join(', ')}`,
    });
  if (chosen.length > 1)
    throw new ApiError(
      400,
      operation.key === 'video:channels.list' ? 'invalidCriteria' : 'incompatibleParameters',
      {
        ...other,
        message: `Incompatible parameters specified in the request: ${chosen.join(', ')}`,
      },
    );
}
