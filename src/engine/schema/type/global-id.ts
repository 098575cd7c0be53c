/**
 * The resources of the schema, and their global ids: `~` and, base64url-encoded, the type name and
 * the key. No REST id begins with `~`.
 */
import { checkKey, isReadByCall, type Ref, refOf, type Resource } from '../../read/resource.ts';
import { checkSchemas } from '../../rest/operation/answer-check.ts';
import { pathKeys } from '../../api/operation.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import { currentApi, currentResources } from '../builder.ts';
import type { EntityType, HasResource } from '../field/field-factory.ts';

/**
 * Registers resources for global ids, in the schema that is being built.
 * @param named types that modules of the schema name without an import
 * @throws TypeError for a resource whose key lacks a name in the path of its read, for a named type
 * that is not registered, and for a type that the description of the API does not have
 */
export function registerResources(
  types: readonly EntityType<unknown>[],
  named: readonly NamedType[] = [],
): void {
  const api = currentApi();
  const resources = currentResources();
  checkSchemas(api);
  for (const { resource: each } of types) {
    if (isReadByCall(each)) checkKeyNames(each);
    if (each.read.kind === 'local') each.read.bind(api.operations);
    resources.set(each.name, each);
  }
  for (const each of named) each.bind(resources);
}

function checkKeyNames({ name, key, fixed = {}, read: { operation } }: Resource): void {
  const missing = pathKeys(operation.path).find((each) => !key.includes(each) && !(each in fixed));
  if (missing !== undefined)
    throw new TypeError(
      `${name}: the path of ${operation.key} has {${missing}}, which is not in the key (${key.join(', ')})`,
    );
}

export interface NamedType extends HasResource<unknown> {
  /** @throws TypeError if none is registered */
  bind(resources: ReadonlyMap<string, Resource>): void;
}

/**
 * A type by its name, for ids of a type that the module does not import: that of another service.
 * Its resource can be read when it is registered.
 */
export function typeNamed(name: string): NamedType {
  let bound: Resource | undefined;
  const found = (resource: Resource | undefined): Resource => {
    if (!resource) throw new TypeError(`no resource is registered as ${name}`);
    return resource;
  };
  return {
    get resource() {
      return found(bound);
    },
    bind: (resources) => {
      bound = found(resources.get(name));
    },
  };
}

/** No key contains a control character: `checkKey` rejects it. */
const SEPARATOR = '\n';

/** The beginning of a URL, also without a scheme. */
const urlPattern = /^(https?:|www\.|[a-z\d.-]+\.[a-z]{2,}\/)/i;

export const globalId = (type: string, key: readonly string[]): string =>
  `~${Buffer.from([type, ...key].join(SEPARATOR)).toString('base64url')}`;

/** Returns the global id of an entity, which must have a ref. */
export function globalIdOf(value: unknown): string {
  const { resource, key } = refOf(value)!;
  return globalId(resource.name, key);
}

/** The name of the type and the key; an empty name for other text. */
function partsOf(id: string): readonly [name: string, key: readonly string[]] {
  const [name = '', ...key] = id.startsWith('~')
    ? Buffer.from(id.slice(1), 'base64url').toString().split(SEPARATOR)
    : [];
  return [name, key];
}

/** The name of the type that a global id names; empty for other text. */
export const typeOfId = (id: string): string => partsOf(id)[0];

/** The key that a global id has; empty for other text. */
export const keyIn = (id: string): readonly string[] => partsOf(id)[1];

/** The REST id that a global id has; undefined for several keys, and for other text. */
export function restIdIn(id: string): string | undefined {
  const [, key] = partsOf(id);
  return key.length === 1 ? key[0] : undefined;
}

/**
 * Returns the ref that a global id names.
 * @throws {InvalidInput} naming the argument, for text that is not a global id, for types that
 * cannot be read by an id, and for malformed keys
 */
export function parseGlobalId(
  resources: ReadonlyMap<string, Resource>,
  id: string,
  argument = 'id',
): Ref {
  const [name, key] = partsOf(id);
  const resource = resources.get(name);
  if (!resource && isOwnId(name, key, id)) throw unreadable(id, name, argument);
  if (
    !resource ||
    key.length === 0 ||
    key.length !== resource.key.length ||
    globalId(name, key) !== id
  )
    throw notGlobal(id, argument);
  checkKey(resource, key, argument);
  return { resource, key };
}

const notGlobal = (id: string, argument: string): InvalidInput =>
  new InvalidInput(
    argument,
    `${showValue(id)} is not a global id; expected the value of an object's field "id"`,
  );

/**
 * Returns the ref that the global id of a `Node` names.
 * @throws {InvalidInput} as `parseGlobalId`, and for a type whose ids only writes accept
 */
export function parseNodeId(
  resources: ReadonlyMap<string, Resource>,
  id: string,
  argument = 'id',
): Ref {
  const ref = parseGlobalId(resources, id, argument);
  const { name, read } = ref.resource;
  if (read.kind === 'unreadable') throw unreadable(id, name, argument);
  return ref;
}

const unreadable = (id: string, type: string, argument: string): InvalidInput =>
  new InvalidInput(
    argument,
    `${showValue(id)} is an id of type ${type}, whose objects cannot be read by an id`,
  );

/** Whether the gateway makes such ids, for types without a resource too. */
const isOwnId = (name: string, key: readonly string[], id: string): boolean =>
  /^[A-Z][A-Za-z]{0,40}$/.test(name) && key.length > 0 && globalId(name, key) === id;

/**
 * Returns the ref of an `ID` argument: a global id, or the REST id if the resource has one key.
 * @throws {InvalidInput} naming the argument, for the id of another type, a URL or a malformed id
 */
export function refFrom<T>(resource: Resource<T>, id: string, argument = 'id'): Ref<T> {
  if (!id.startsWith('~')) return refFromRestId(resource, id, argument);
  const [name, key] = partsOf(id);
  if (!isOwnId(name, key, id)) throw notGlobal(id, argument);
  if (name !== resource.name && name !== resource.sameKeyAs)
    throw new InvalidInput(
      argument,
      `${showValue(id)} is an id of type ${name}; expected an id of type ${resource.name}`,
    );
  if (key.length !== resource.key.length) throw notGlobal(id, argument);
  checkKey(resource, key, argument);
  return { resource, key };
}

function refFromRestId<T>(resource: Resource<T>, id: string, argument: string): Ref<T> {
  if (resource.key.length > 1)
    throw new InvalidInput(
      argument,
      `${showValue(id)} is not a global id; expected the field "id" of an object of type ${resource.name}, or all keys (${resource.key.join(', ')})`,
    );
  checkRestId(resource.name, id, argument);
  checkKey(resource, [id], argument);
  return { resource, key: [id] };
}

/**
 * Checks text that must be the REST id of a type's entity.
 * @throws {InvalidInput} for a global id and for a URL
 */
export function checkRestId(type: string, id: string, argument: string): void {
  if (id.startsWith('~'))
    throw new InvalidInput(
      argument,
      `${showValue(id)} is a global id; expected the id of the REST API`,
    );
  if (urlPattern.test(id))
    throw new InvalidInput(argument, `${showValue(id)} is a URL, not an id of type ${type}`, true);
}

/**
 * Returns the REST id of a resource, from its global id or its REST id.
 * @throws TypeError if the key of the resource has several parts: no single one names the entity
 */
export function upstreamId(resource: Resource, id: string, argument = 'id'): string {
  if (resource.key.length > 1)
    throw new TypeError(
      `${argument}: one id cannot name ${resource.name} (${resource.key.join(', ')})`,
    );
  return refFrom(resource, id, argument).key[0]!;
}
