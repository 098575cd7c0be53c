/** `node` and `nodes`: any entity by its global id. */
import type { CallNeeds, EntityCount, FieldArguments } from '../../read/needs.ts';
import type { Ref } from '../../read/resource.ts';
import { builder } from '../builder.ts';
import { field } from '../field/field-factory.ts';
import { loadEach, loadExisting } from '../field/lookup.ts';
import { parseNodeId } from './global-id.ts';
import { Node } from './node-interface.ts';

/** The entities of the refs, by resource. An invalid id has none: it is rejected without a call. */
export const nodeNeeds = <A extends FieldArguments>(
  refsIn: (args: A) => readonly Ref[],
): CallNeeds => ({
  kind: 'calls',
  costOf: (args: A) => {
    const refs = refsIn(args);
    const byResource = Map.groupBy(refs, ({ resource }) => resource);
    const loads = [...byResource].map(
      ([resource, same]): EntityCount => ({
        resources: [resource],
        count: same.length,
        refs: same,
      }),
    );
    return { calls: [], loads, values: 0 };
  },
});

/** @returns the ref of an id in a list, which is empty for an invalid one */
export function validRef(read: () => Ref): readonly Ref[] {
  try {
    return [read()];
  } catch {
    return [];
  }
}

const refOf = (id: string): readonly Ref[] => validRef(() => parseNodeId(id));

/** Adds the types and fields of this module to the schema. */
export function addNode(): void {
  builder.queryFields((t) => ({
    node: field(t, {
      type: Node,
      description:
        'The object with the given global id. Error `NOT_FOUND` if there is no such object or the caller may not see it.',
      args: {
        id: t.arg.id({
          required: true,
          description: 'The global id: the value of the field `id` of an object.',
        }),
      },
      needs: nodeNeeds(({ id }: { readonly id: string }) => refOf(id)),
      resolve: (_, { id }: { id: string }, context, info) =>
        loadExisting(context, parseNodeId(id), info),
    }),
    nodes: field(t, {
      type: [Node],
      nullable: { list: false, items: true },
      description:
        'The objects with the given global ids, in the order of `ids`. An entry is null if the object does not exist or is not visible to the caller. An invalid id is an error of its entry alone.',
      args: {
        ids: t.arg.idList({
          required: true,
          description: 'Global ids of objects of any types. Maximum: 200.',
        }),
      },
      needs: nodeNeeds(({ ids }: { readonly ids: readonly string[] }) => ids.flatMap(refOf)),
      resolve: (_, { ids }: { ids: string[] }, context, info) =>
        loadEach(context, ids, info, (id, index) => parseNodeId(id, `ids.${index}`)),
    }),
  }));
}
