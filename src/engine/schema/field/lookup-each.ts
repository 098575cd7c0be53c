/** Root fields that read several entities by their ids. An entity that does not exist is null. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Ref } from '../../read/resource.ts';
import type { Context } from '../builder.ts';
import { refFrom } from '../type/global-id.ts';
import { nodeNeeds } from '../type/node.ts';
import { type AnyFieldBuilder, type EntityType, type Field, field } from './field-factory.ts';
import { validEntries } from './list-entries.ts';
import { loadEach } from './lookup.ts';

/** @param ids the description of the argument `ids` */
export function lookupEach<T>(
  t: AnyFieldBuilder,
  target: EntityType<T>,
  ids: string,
  description: string,
): Field {
  const { resource } = target;
  const refOf = (id: string, argument: string): Ref => refFrom(resource, id, argument);
  return field(t, {
    type: [target],
    nullable: { list: false, items: true },
    description,
    args: { ids: t.arg.idList({ required: true, description: ids }) },
    needs: nodeNeeds(({ ids: given }: { readonly ids: readonly string[] }) =>
      validEntries(given, (id) => refOf(id, 'ids')),
    ),
    operations: [resource.read.operation],
    resolve: (
      _: unknown,
      { ids: given }: { ids: string[] },
      context: Context,
      info: GraphQLResolveInfo,
    ) => loadEach({ context, info, argument: 'ids' }, given, refOf),
  });
}
