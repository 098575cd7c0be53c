/** `node` and `nodes`: any entity by its global id. */
import type { CallNeeds, EntityCount, FieldArguments } from '../../read/needs.ts';
import type { Ref } from '../../read/resource.ts';
import { builder, currentResources } from '../builder.ts';
import { field } from '../field/field-factory.ts';
import { loadEach, loadExisting } from '../field/lookup.ts';
import { validEntries } from '../field/list-entries.ts';
import { parseNodeId } from './global-id.ts';
import { Node } from './node-interface.ts';

/**
 * The entities of the refs, by resource. An invalid id has none: it is rejected without a call.
 * @param refsIn a ref for each id; undefined for an invalid one
 */
export const nodeNeeds = <A extends FieldArguments>(
  refsIn: (args: A) => readonly (Ref | undefined)[],
): CallNeeds => ({
  kind: 'calls',
  costOf: (args: A) => {
    const all = refsIn(args);
    const refs = all.filter((ref) => ref !== undefined);
    const byResource = Map.groupBy(refs, ({ resource }) => resource);
    const loads = [...byResource].map(
      ([resource, same]): EntityCount => ({
        resources: [resource],
        count: same.length,
        refs: same,
      }),
    );
    return { calls: [], loads, values: 0, rejected: all.length - refs.length };
  },
});

/** Adds the types and fields of this module to the schema. */
export function addNode(): void {
  const resources = currentResources();
  const refOf = (id: string, argument?: string): Ref => parseNodeId(resources, id, argument);
  const nodeRef = (id: string): Ref => refOf(id);
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
      needs: nodeNeeds(({ id }: { readonly id: string }) => validEntries([id], nodeRef)),
      resolve: (_, { id }: { id: string }, context, info) => loadExisting(context, refOf(id), info),
    }),
    nodes: field(t, {
      type: [Node],
      nullable: { list: false, items: true },
      description:
        'The objects with the given global ids, in the order of `ids`. An entry is null if the object does not exist or is not visible to the caller. The entry of an invalid id is null, too; one error names all of them.',
      args: {
        ids: t.arg.idList({
          required: true,
          description: 'Global ids of objects of any types. Maximum: 200.',
        }),
      },
      needs: nodeNeeds(({ ids }: { readonly ids: readonly string[] }) =>
        validEntries(ids, nodeRef),
      ),
      resolve: (_, { ids }: { ids: string[] }, context, info) =>
        loadEach({ context, info, argument: 'ids' }, ids, refOf),
    }),
  }));
}
