/** `node` and `nodes`: any thing by its global id. */
import { type Load, together } from '../data/cost/field-cost.ts';
import { projectionOf } from '../data/read/projection.ts';
import type { Ref } from '../data/read/resource.ts';
import { builder } from './builder.ts';
import { field } from './field/field-factory.ts';
import { loadEach, lookUp } from './field/link.ts';
import { parseGlobalId } from './global-id.ts';
import { Node } from './node-interface.ts';

builder.queryFields((t) => ({
  node: field(t, {
    type: Node,
    description: 'Anything that implements `Node`, by its global id.',
    args: {
      id: t.arg.id({ required: true, description: 'A global id, as any field `id` gives it.' }),
    },
    needs: { price: { loads: (_, given) => loadsOf([given()['id'] as string]) } },
    resolve: (_, { id }: { id: string }, context, info) => lookUp(context, parseGlobalId(id), info),
  }),
  nodes: field(t, {
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'Many things by their global ids, in that order; null in place of what is not there or not shown to the caller.',
    args: {
      ids: t.arg.idList({ required: true, description: 'Global ids, of any types; at most 200.' }),
    },
    needs: { price: { loads: (_, given) => loadsOf(given()['ids'] as string[]) } },
    resolve: (_, { ids }: { ids: string[] }, { execution }, info) =>
      loadEach(ids, (id, index) => {
        const ref = parseGlobalId(id, `ids.${index}`);
        return execution.load(ref, projectionOf(info, ref.resource.name));
      }),
  }),
}));

/** What is read by these ids, all of one type together. What is no id is refused without a call. */
function loadsOf(ids: readonly string[]): Load[] {
  const refs = ids.flatMap((id) => tryParse(id) ?? []);
  const byType = Map.groupBy(refs, ({ resource }) => resource);
  return [...byType].map(([resource, same]) => ({ of: [resource], keys: together(same.length) }));
}

function tryParse(id: string): Ref | undefined {
  try {
    return parseGlobalId(id);
  } catch {
    return undefined;
  }
}
