/** Checks of the query string that follow from the descriptor of the operation. */
import { type AnyOperation, serviceOf } from '../../engine/api/operation.ts';
import type { Param } from '../../engine/api/param.ts';
import { ApiError, throwBindingError } from '../http/api-error.ts';
import type { Query } from './query.ts';
import type { RefusalReason } from '../rule.ts';

/** Parameters that every operation has. */
const commonParameters: ReadonlySet<string> = new Set([
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

const isYouTube = (operation: AnyOperation): boolean =>
  ['video', 'live'].includes(serviceOf(operation));

/** The detail of a YouTube error about a parameter. */
const parameterError = (location: string, message: string) => ({
  domain: 'youtube.parameter',
  location,
  message,
});

/**
 * Checks names, values, required parameters and filters.
 * @param filterConflictReason the reason if several filters are set
 * @throws ApiError 400 for the first rule that the query breaks
 */
export function checkQuery(
  operation: AnyOperation,
  query: Query,
  filterConflictReason?: RefusalReason,
): void {
  checkNames(operation, query);
  for (const [name, param] of Object.entries(operation.query))
    checkParameter(operation, name, param, query);
  if (operation.fieldsRequired && !query.has('fields'))
    throw new ApiError(400, 'required', {
      message: 'The "fields" parameter is required for this method.',
      location: 'fields',
    });
  checkFilters(operation, query, filterConflictReason);
}

/** The forms of answers that Google's services know. */
const knownAlts: ReadonlySet<string> = new Set(['json', 'media', 'proto', 'sse']);

/**
 * Checks the form of the answer, before everything else: hypothesis/via#620 (2021), and, measured,
 * brekkylab/backlot#309 (September 2026).
 * @throws ApiError 400
 */
export function checkAlt(query: Query): void {
  const alt = query.text('alt');
  if (alt !== undefined && !knownAlts.has(alt))
    throw new ApiError(400, 'invalidAltValue', {
      message: `Invalid alt value: ${alt}`,
      location: 'alt',
    });
}

/** Calendar ignores unknown parameters, the other services reject them. */
function checkNames(operation: AnyOperation, query: Query): void {
  if (serviceOf(operation) === 'calendar') return;
  for (const name of query.names())
    if (!Object.hasOwn(operation.query, name) && !commonParameters.has(name))
      throwBindingError(
        `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter.`,
      );
}

function checkParameter(operation: AnyOperation, name: string, param: Param, query: Query): void {
  const values = query.list(name);
  if (values.length === 0) {
    if (param.required) throwMissing(operation, name);
    return;
  }
  if (name === 'part' && operation.parts) return checkParts(operation.parts, values);
  if (param.maxItems !== undefined && values.length > param.maxItems)
    throw new ApiError(
      400,
      isYouTube(operation) ? 'invalidFilters' : 'invalid',
      parameterError(name, `Too many values; expected at most ${param.maxItems}.`),
    );
  for (const value of param.list ? values : [query.text(name)!])
    checkValue(operation, name, param, value);
}

function throwMissing(operation: AnyOperation, name: string): never {
  if (isYouTube(operation))
    throw new ApiError(
      400,
      'missingRequiredParameter',
      parameterError(name, `Missing required parameter: ${name}`),
    );
  throw new ApiError(400, 'required', { message: `Required parameter: ${name}`, location: name });
}

function checkParts(parts: readonly string[], values: readonly string[]): void {
  for (const value of values)
    if (!parts.includes(value))
      throw new ApiError(400, 'unknownPart', {
        domain: 'youtube.part',
        message: value,
        location: 'part',
      });
}

function checkValue(operation: AnyOperation, name: string, param: Param, value: string): void {
  if (!hasType(param, value)) throwInvalidValue(operation, name, value);
  const { type, min = -Infinity, max = Infinity } = param;
  if (type === 'integer' && (Number(value) < min || Number(value) > max))
    throw new ApiError(400, 'invalidParameter', {
      message: `Invalid value '${value}'. Values must be within the range: [${min}, ${max}]`,
      location: name,
    });
}

function hasType({ type, values }: Param, value: string): boolean {
  if (type === 'integer') return /^-?\d+$/.test(value);
  if (type === 'boolean') return /^(true|false|0|1)$/.test(value);
  return values === undefined || values.includes(value);
}

function throwInvalidValue(operation: AnyOperation, name: string, value: string): never {
  if (serviceOf(operation) !== 'calendar')
    throwBindingError(`Invalid value at '${name}', "${value}"`);
  throw new ApiError(400, 'invalidParameter', {
    message: `Invalid value for: ${value}`,
    location: name,
  });
}

function checkFilters(
  { filters }: AnyOperation,
  query: Query,
  conflictReason: RefusalReason = 'incompatibleParameters',
): void {
  const { exactlyOne, atMostOne = [] } = filters ?? {};
  const detail = {
    domain: 'youtube.parameter',
    location: 'parameters.',
    locationType: 'other',
  } as const;
  // A boolean filter counts only if it is true.
  const set = [...(exactlyOne ?? []), ...atMostOne].filter(
    (name) => query.has(name) && query.text(name) !== 'false',
  );
  if (exactlyOne && set.length === 0)
    throw new ApiError(400, 'missingRequiredParameter', {
      ...detail,
      message: `No filter selected. Expected one of: ${exactlyOne.join(', ')}`,
    });
  if (set.length > 1)
    throw new ApiError(400, conflictReason, {
      ...detail,
      message: `Incompatible parameters specified in the request: ${set.join(', ')}`,
    });
}
