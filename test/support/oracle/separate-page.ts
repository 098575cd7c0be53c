/** Calls for one page of a list that one call could have been for. */
import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { schema } from './schema.ts';

/** A call for one page of a list. */
export interface PageCall {
  /** Key of the operation. */
  readonly operation: string;
  /** The request without the size of the page. */
  readonly page: string;
}

/**
 * One sentence for each page with more calls than it can need: lists of one value are requested in
 * one tick, so that a page takes one call at most for each place of the document. Only a list of
 * several lists, as of comments with two statuses, reads the second one after the first.
 */
export function separatePages(document: string, calls: readonly PageCall[]): string[] {
  const places = placesOf(document);
  const byPage = Map.groupBy(calls, ({ operation, page }) => `${operation} ${page}`);
  return [...byPage].flatMap(([page, same]) => {
    const limit = places.get(same[0]!.operation)?.size ?? 1;
    return same.length > limit
      ? [`${same.length} calls for one page, at most ${limit}: ${page}`]
      : [];
  });
}

/**
 * The values whose lists a document selects, as paths of response keys, by operation; of a list of
 * several lists its own path.
 */
function placesOf(document: string): ReadonlyMap<string, ReadonlySet<string>> {
  const { definitions } = parse(document);
  const fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  );
  const places = new Map<string, Set<string>>();
  const walk = ({ selections }: SelectionSetNode, type: string, path: string): void => {
    for (const node of selections) {
      if (node.kind !== Kind.FIELD) {
        const fragment =
          node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)! : node;
        walk(fragment.selectionSet, fragment.typeCondition?.name.value ?? type, path);
        continue;
      }
      const parent = schema.getType(type);
      const field =
        isObjectType(parent) || isInterfaceType(parent)
          ? parent.getFields()[node.name.value]
          : undefined;
      if (!field) continue;
      const below = `${path}.${(node.alias ?? node.name).value}`;
      const readsOneAfterTheOther = (node.arguments ?? []).some(
        ({ name, value }) =>
          name.value === 'moderationStatuses' &&
          value.kind === Kind.LIST &&
          value.values.length > 1,
      );
      for (const { key } of field.extensions.operations ?? []) {
        if (!places.has(key)) places.set(key, new Set());
        places.get(key)!.add(readsOneAfterTheOther ? below : path);
      }
      if (node.selectionSet) walk(node.selectionSet, getNamedType(field.type).name, below);
    }
  };
  for (const each of definitions)
    if (each.kind === Kind.OPERATION_DEFINITION) walk(each.selectionSet, 'Query', '');
  return places;
}
