/** `node` and `nodes`: any entity by its global id. */
import type { CallNeeds, EntityCount, FieldArguments } from '../data/read/needs.ts';
import type { Ref } from '../data/read/resource.ts';
import { builder } from './builder.ts';
import { field } from './field/field-factory.ts';
import { loadEach, loadExisting } from './field/lookup.ts';
import { parseGlobalId } from './global-id.ts';
import { Node } from './node-interface.ts';

/** The entities of the ids, by resource. An invalid id is rejected without a call. */
const nodeNeeds = <A extends FieldArguments>(idsIn: (args: A) => readonly string[]): CallNeeds => ({
  kind: 'calls',
  costOf: (args: A) => {
    const refs = idsIn(args).flatMap((id) => tryParse(id) ?? []);
    const byResource = Map.groupBy(refs, ({ resource }) => resource);
    const loads = [...byResource].map(
      ([resource, same]): EntityCount => ({ resources: [resource], count: same.length }),
    );
    return { calls: [], loads, values: 0 };
  },
});

function tryParse(id: string): Ref | undefined {
  try {
    return parseGlobalId(id);
  } catch {
    return undefined;
  }
}

/** Adds the types and fields of this module to the schema. */
export function addNode(): void {
  builder.queryFields((t) => ({
    node: field(t, {
      type: Node,
      description: 'Anything that implements `Node`, by its global id.',
      args: {
        id: t.arg.id({ required: true, description: 'A global id, as any field `id` gives it.' }),
      },
      needs: nodeNeeds(({ id }: { readonly id: string }) => [id]),
      resolve: (_, { id }: { id: string }, context, info) =>
        loadExisting(context, parseGlobalId(id), info),
    }),
    nodes: field(t, {
      type: [Node],
      nullable: { list: false, items: true },
      description:
        'Many things by their global ids, in that order; null in place of what is not there or not shown to the caller.',
      args: {
        ids: t.arg.idList({
          required: true,
          description: 'Global ids, of any types; at most 200.',
        }),
      },
      needs: nodeNeeds(({ ids }: { readonly ids: readonly string[] }) => ids),
      resolve: (_, { ids }: { ids: string[] }, context, info) =>
        loadEach(context, ids, info, parseGlobalId),
    }),
  }));
}
