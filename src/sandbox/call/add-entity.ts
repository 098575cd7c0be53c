/** Adds and changes entities for tests, past the limits that the services have for clients. */
import { isDeepStrictEqual } from 'node:util';
import { type AnyOperation, pathKeys, serviceOf } from '../../engine/api/operation.ts';
import { fieldTypeOf, shapeOf } from '../../engine/rest/operation/answer-check.ts';
import { catalogue } from '../../services/catalogue.ts';
import { schemasOf, signatureOf } from '../../services/rest-schema.ts';
import { ApiError } from '../http/api-error.ts';
import { authenticate } from '../http/auth.ts';
import type { Simulation } from '../simulation.ts';
import { copyOf } from '../seed/copy.ts';
import { type Media, MediaBuilder } from '../upload/media.ts';
import { parseBody } from './check-body.ts';
import { EntityError, type EntityKind, entityKinds } from './entity-kind.ts';
import type { EntityName } from './entity-name.ts';
import { validateCall } from './execute-call.ts';
import type { ApiCall } from './handler.ts';
import { Query } from './query.ts';
import { entityWithId } from './stored-entity.ts';
import { divide, leavesOf, mergeInto, type Tree, valueAt } from './tree.ts';
import { replacedPathsOf } from './writable-path.ts';

/** Options of `add`. */
export interface AddOptions {
  /** The access token of the person who makes the entity. Default: `studio-owner`. */
  readonly as?: string;
  /** The content of a file, a video or a caption track. */
  readonly content?: string | Uint8Array;
  /** Its MIME type. Default: that of texts; of videos, `video/mp4`. */
  readonly contentType?: string;
}

/** An entity that is to be stored. */
interface Draft {
  readonly name: string;
  readonly kind: EntityKind;
  readonly operation: AnyOperation;
  /** Keys of the path of the operation. */
  readonly path: Readonly<Record<string, string>>;
  readonly fields: Tree;
}

/** One that an operation makes. */
interface NewDraft extends Draft {
  /** Values that the operation takes for the fields that are set later. */
  readonly accepted: Tree;
}

/**
 * Adds an entity with the shape that its resource has in the REST API of the service. Fields that
 * are not given have default values. Fields that clients cannot write, such as `statistics`, are
 * set where the sandbox stores them.
 * @param name of the resource in Google's clients
 * @param given fields of the resource, and keys of the path such as `calendarId`
 * @returns the resource as the person who made it reads it
 * @throws EntityError for unknown names and fields, and for what the service would reject
 */
export function addEntity(
  simulation: Simulation,
  name: string,
  given: object,
  { as = 'studio-owner', ...file }: AddOptions = {},
): object {
  const kind = kindOf(name);
  return explained(name, () => {
    const defaults = kind.defaults?.(simulation, { ...given }) ?? {};
    const [accepted] = divide(defaults, (each) => isSetLater(kind, each));
    const draft = { ...draftOf(name, kind, mergeInto(defaults, given)), accepted };
    if (!kind.make) return insert(simulation, draft, as, mediaOf(simulation, draft, file));
    refuseUnset(draft, draft.fields);
    const call = callOf(simulation, draft, as);
    const id = kind.make(simulation);
    return change(call, draft, id, draft.fields) ?? { id };
  });
}

/**
 * Changes fields of an entity, also those that clients cannot write.
 * @param given the id and the fields; objects are merged, lists replaced
 * @returns the resource as the person reads it
 * @throws EntityError for unknown names, ids and fields
 */
export function changeEntity(
  simulation: Simulation,
  name: string,
  given: object,
  { as = 'studio-owner' }: Pick<AddOptions, 'as'> = {},
): object {
  const kind = kindOf(name);
  return explained(name, () => {
    const draft = draftOf(name, kind, given);
    const { id, ...fields } = draft.fields;
    const call = callOf(simulation, draft, as);
    if (typeof id !== 'string' || !entityWithId(call, id))
      throw new EntityError(`${name}: no entity has the id ${JSON.stringify(id)}`);
    refuseUnset(draft, fields);
    return change(call, draft, id, fields) ?? { id };
  });
}

const isName = (name: string): name is EntityName => Object.hasOwn(entityKinds, name);

function kindOf(name: string): EntityKind {
  if (isName(name)) return entityKinds[name];
  const names = Object.keys(entityKinds).join(', ');
  throw new EntityError(`${name}: unknown; expected one of ${names}`);
}

/** @throws EntityError with what the service would answer */
function explained(name: string, run: () => object): object {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { reason, message, detail } = error;
    const place = detail.location === undefined ? '' : ` at ${detail.location}`;
    throw new EntityError(`${name}: ${reason}${place}: ${message}`, { cause: error });
  }
}

function draftOf(name: string, kind: EntityKind, given: object): Draft {
  const operation = catalogue.get(kind.operation)!;
  const keys = pathKeys(operation.path);
  const [path, entity] = divide(given, (each) => keys.includes(each));
  const missing = keys.find((key) => typeof path[key] !== 'string');
  if (missing !== undefined) throw new EntityError(`${name}: ${missing}: missing`);
  const fields = asAnswered(operation, parseBody(operation, JSON.stringify(entity)));
  return { name, kind, operation, path: path as Draft['path'], fields };
}

/** Integers of 64 bits, which bodies may have as numbers, as the texts that answers have. */
function asAnswered(operation: AnyOperation, body: object): Tree {
  const schemas = schemasOf(serviceOf(operation));
  const convert = (value: unknown, type: string | undefined): unknown => {
    if (type === 'int64' && typeof value === 'number') return String(value);
    if (Array.isArray(value)) return value.map((each) => convert(each, type?.replace(/\[\]$/, '')));
    const shape = type === undefined ? undefined : shapeOf(schemas, type);
    if (!shape || typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, inner]) => [
      name,
      convert(inner, fieldTypeOf(shape, name)),
    ]);
    return Object.fromEntries(fields);
  };
  return convert(body, signatureOf(operation.key).body) as Tree;
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });

const isSetLater = ({ setLater = [] }: EntityKind, path: string): boolean =>
  setLater.includes(path);

/** A call of the person who makes an entity that no operation makes, or changes one. */
function callOf(simulation: Simulation, { operation, path }: Draft, as: string): ApiCall {
  const headers = headersOf(as);
  const params = new URLSearchParams();
  return {
    operation,
    simulation,
    user: authenticate(simulation, operation, headers, params),
    path,
    query: new Query(params, operation.query),
    parts: new Set(),
    body: {},
    headers,
  };
}

/** The uploaded file; undefined for entities without one. */
function mediaOf(
  simulation: Simulation,
  { name, kind, operation }: Draft,
  { content, contentType }: Omit<AddOptions, 'as'>,
): Media | undefined {
  const bytes = content ?? kind.content?.(simulation);
  if (bytes === undefined) return undefined;
  if (!operation.upload) throw new EntityError(`${name}: content: only uploads have one`);
  const builder = new MediaBuilder(operation);
  builder.append(Buffer.from(bytes));
  return builder.build(contentType ?? kind.contentType ?? 'text/plain');
}

/** Adds an entity by the operation, then sets the fields that the operation does not write. */
function insert(
  simulation: Simulation,
  draft: NewDraft,
  as: string,
  media: Media | undefined,
): object {
  const { kind, operation, path, fields, accepted } = draft;
  const written = replacedPathsOf(operation.key);
  const [body, others] = divide(fields, (each) => written.has(each) && !isSetLater(kind, each));
  refuseUnset(draft, others);
  const search = new URLSearchParams({ ...kind.query?.(simulation) });
  if (operation.parts) search.set('part', operation.parts.join());
  const { call, handle } = validateCall(
    { operation, path, ...(media && { upload: true }) },
    {
      search: `${search}`,
      headers: headersOf(as),
      body: JSON.stringify(mergeInto(accepted, body)),
      ...(media && { media }),
    },
    simulation,
  );
  simulation.tick();
  const made = handle(call) as { readonly id: string };
  return change({ ...call, parts: new Set() }, draft, made.id, others) ?? made;
}

/** @returns undefined if the person cannot read the entity by its id */
function change(call: ApiCall, draft: Draft, id: string, fields: Tree): object | undefined {
  draft.kind.set?.(call.simulation, id, fields);
  const entity = entityWithId(call, id);
  const isLost = (path: string[]): boolean =>
    !isDeepStrictEqual(valueAt(entity, path), valueAt(fields, path));
  // What the sandbox computes would be lost without a word.
  if (entity) refuseFirst(draft, leavesOf(fields).filter(isLost));
  return copyOf(entity) as object | undefined;
}

/** @throws EntityError for fields that nothing writes; the sandbox makes the ids */
const refuseUnset = (draft: Draft, fields: Tree): void =>
  refuseFirst(
    draft,
    leavesOf(fields).filter(([name]) => !draft.kind.set || name === 'id'),
  );

/** @throws EntityError if there is a path */
function refuseFirst({ name }: Draft, [path]: readonly string[][]): void {
  if (path) throw new EntityError(`${name}: ${path.join('.')}: cannot be set`);
}
