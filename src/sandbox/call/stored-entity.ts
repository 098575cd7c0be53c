/** The entity that a write is about, as a read shows it, and writes that services ignore. */
import { catalogue } from '../../services/catalogue.ts';
import { type AnyOperation, pathKeys } from '../../engine/api/operation.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiCall } from './handler.ts';
import { findHandler } from './handlers.ts';
import { selectParts } from '../http/response-body.ts';
import { Query } from './query.ts';

/** Last names of the keys of actions that answer the entity on which they act. */
const actions: ReadonlySet<string> = new Set(['bind', 'transition', 'move', 'hide', 'unhide']);

const nameOf = ({ key }: AnyOperation): string => key.slice(key.lastIndexOf('.') + 1);

/** The operation that reads what a write is about, by its id alone; undefined if there is none. */
function readOf({ key, parts }: AnyOperation): AnyOperation | undefined {
  const read = catalogue.get(key.replace(/\w+$/, parts ? 'list' : 'get'));
  const required = Object.entries(read?.query ?? {}).filter(([, param]) => param.required);
  return required.every(([name]) => name === 'part') ? read : undefined;
}

/** Like `readOf`; undefined for writes that create something. */
function readOfChange(operation: AnyOperation): AnyOperation | undefined {
  const { method } = operation;
  const changes = method === 'PUT' || method === 'PATCH' || actions.has(nameOf(operation));
  return changes ? readOf(operation) : undefined;
}

/**
 * The entity of the kind that a write is about, with all parts.
 * @param id last key of the path of the operation that reads it, or its parameter
 * @returns undefined if there is none, or no operation that reads it
 * @throws ApiError if the caller may not read it
 */
export function entityWithId(call: ApiCall, id: string): object | undefined {
  const operation = readOf(call.operation);
  const handler = operation && findHandler(operation.key);
  if (!handler) return undefined;
  const read = { ...call, operation, body: {} };
  const [key] = pathKeys(operation.path).slice(-1);
  if (key !== undefined) return handler.handle({ ...read, path: { ...call.path, [key]: id } });
  const query = new Query(new URLSearchParams({ id }), operation.query);
  const { items } = handler.handle({ ...read, query }) as { readonly items?: readonly object[] };
  return items?.[0];
}

/**
 * The stored entity that a write names, with all parts.
 * @returns undefined if there is none, or no operation that reads it
 * @throws ApiError if the caller may not read it
 */
export function storedEntity(call: ApiCall): object | undefined {
  const operation = readOfChange(call.operation);
  const [key] = pathKeys(operation?.path ?? '').slice(-1);
  const id = key === undefined ? (call.query.text('id') ?? call.body['id']) : call.path[key];
  return operation && typeof id === 'string' ? entityWithId(call, id) : undefined;
}

/** Whether a write can be ignored: it creates nothing, and what it changes can be read. */
export const canBeIgnored = (operation: AnyOperation): boolean =>
  operation.method !== 'GET' &&
  (!operation.hasResponseBody || readOfChange(operation) !== undefined);

/**
 * The answer of a write that the service ignores: the entity as it is, or nothing where a success
 * has no content. Services answer success and ignore changes: Calendar those of guests, for example
 * (googleapis/google-api-nodejs-client 2989, read 2026-11-29).
 * @throws ApiError 404 for an entity that does not exist
 */
export function ignoredAnswer(call: ApiCall): object | undefined {
  if (!call.operation.hasResponseBody) return undefined;
  const entity = storedEntity(call);
  if (!entity) throw new ApiError(404, 'notFound', { message: 'Not Found' });
  // The read can have parts that the write does not have.
  return selectParts(readOfChange(call.operation)!, entity, call.parts);
}
