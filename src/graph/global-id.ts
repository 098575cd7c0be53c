/** Global ids: `~` and the type with its keys, base64url. No upstream id begins with `~`. */
import { checkKey } from '../data/read/key.ts';
import { type Ref, refOf, type Resource } from '../data/read/resource.ts';
import { InvalidInput } from '../upstream/error.ts';
import { resourceNamed } from './field/field-factory.ts';

/** No id holds a control character: those are refused before one is minted. */
const BETWEEN = '\n';

export const globalId = (type: string, key: readonly string[]): string =>
  `~${Buffer.from([type, ...key].join(BETWEEN)).toString('base64url')}`;

export function globalIdOf(value: unknown): string {
  const { resource, key } = refOf(value)!;
  return globalId(resource.name, key);
}

/** @throws InvalidArgument naming the argument, for what is no global id of a type that can be read, or of keys that can be no ids */
export function parseGlobalId(id: string, argument = 'id'): Ref {
  const [name = '', ...key] = id.startsWith('~')
    ? Buffer.from(id.slice(1), 'base64url').toString().split(BETWEEN)
    : [];
  const resource = resourceNamed(name);
  if (!resource || key.length !== resource.key.length || globalId(name, key) !== id)
    throw new InvalidInput(argument, 'this is no global id of anything that can be read by one');
  checkKey(resource, key, argument);
  return { resource, key };
}

/**
 * An `ID` argument: the global id, or upstream's own where one key is enough.
 * @throws InvalidArgument for the id of another type, or what can be no id
 */
export function refFrom<T>(resource: Resource<T>, id: string, argument = 'id'): Ref<T> {
  if (!id.startsWith('~')) {
    if (resource.key.length > 1)
      throw new InvalidInput(argument, `a ${resource.name} has several keys: give its global id`);
    checkKey(resource, [id], argument);
    return { resource, key: [id] };
  }
  const ref = parseGlobalId(id, argument);
  if (ref.resource !== (resource as Resource))
    throw new InvalidInput(
      argument,
      `this is the id of a ${ref.resource.name}, not of a ${resource.name}`,
    );
  return { resource, key: ref.key };
}

/** The upstream id of a one-key resource, from either kind of id. */
export const upstreamId = (resource: Resource<any>, id: string, argument = 'id'): string =>
  refFrom(resource, id, argument).key[0]!;
