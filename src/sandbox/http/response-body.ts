/** Selects the parts of YouTube resources and adds their entity tags. */
import { type AnyOperation, serviceOf } from '../../engine/api/operation.ts';
import { fingerprint } from '../random.ts';
import { copyOf } from '../seed/copy.ts';

type Resource = Readonly<Record<string, unknown>>;

/**
 * A copy of what a handler returned. YouTube resources keep only the parts that the call names, and
 * get entity tags.
 */
export function selectParts(
  operation: AnyOperation,
  result: object,
  parts: ReadonlySet<string>,
): object {
  const service = serviceOf(operation);
  if (service !== 'video' && service !== 'live') return copyOf(result) as object;
  const excluded = new Set(
    (operation.parts ?? []).filter((part) => part !== 'id' && !parts.has(part)),
  );
  const select = (resource: object): object => {
    const selected = Object.entries(resource).filter(([name]) => !excluded.has(name));
    return withEtag(copyOf(Object.fromEntries(selected)) as Resource, resource);
  };
  const { items } = result as { readonly items?: readonly object[] };
  return items === undefined ? select(result) : withEtag({ ...result, items: items.map(select) });
}

/**
 * Returns a resource with its entity tag: a hash of all parts of the entity, whichever of them the
 * response contains. It differs for other languages and callers. Objects without a kind, such as
 * thumbnails, get none.
 */
export function withEtag(resource: Resource, whole: object = resource): object {
  if (!('kind' in resource)) return resource;
  const { kind, ...rest } = resource;
  return { ...(kind !== undefined && { kind }), etag: etagOf(whole), ...rest };
}

/** @param entity as a handler returns it, with all parts */
export const etagOf = (entity: object): string => fingerprint({ ...entity, kind: undefined });

const unquoted = (tag: string): string => tag.trim().replace(/^"|"$/g, '');

/** Whether a header `If-Match` or `If-None-Match` contains the etag. */
export const etagMatches = (etag: string, header: string): boolean =>
  header
    .split(',')
    .map(unquoted)
    .some((tag) => tag === '*' || tag === unquoted(etag));
