/** Links of which the value tells where they lead: one of several types, each loaded with all others of its kind. */
import type { GraphQLResolveInfo } from 'graphql';
import { loadingAny } from '../../data/cost/field-cost.ts';
import { projectionOf } from '../../data/read/projection.ts';
import { type Ref, typeOf } from '../../data/read/resource.ts';
import { builder, type Context } from '../builder.ts';
import { type Field, type FieldBuilder, field, type ResourceRef } from './field-factory.ts';
import { follow } from './link.ts';

export interface Choice {
  readonly type: ReturnType<typeof builder.unionType>;
  readonly targets: readonly ResourceRef<any>[];
}

/** Declares a union of things that can be read by their ids. */
export const choice = (
  name: string,
  targets: readonly ResourceRef<any>[],
  description: string,
): Choice => ({
  type: builder.unionType(name, {
    description,
    types: targets as never,
    resolveType: (value) => typeOf(value) as never,
  }),
  targets,
});

export interface ChoiceSpec<Shape> {
  /** What `ref` reads. */
  readonly paths: readonly string[];
  /** Where it leads, or null where there is no edge. */
  readonly ref: (value: Shape) => Ref | null;
}

/** An edge to whichever of the types the value says. Its own ids cost nothing: only what else is asked of it is loaded. */
export function linkToAny<Shape>(
  t: FieldBuilder<Shape>,
  { type, targets }: Choice,
  { paths, ref }: ChoiceSpec<Shape>,
  description: string,
): Field {
  return field(t, {
    type,
    description,
    needs: {
      paths,
      calls: targets.map(({ resource }) => resource.name),
      price: loadingAny(() => targets.map(({ resource }) => resource)),
    },
    operations: targets.map(({ resource }) => resource.read.operation),
    resolve: (value: Shape, _: object, { execution }: Context, info: GraphQLResolveInfo) => {
      const found = ref(value);
      return found && follow(execution, found, projectionOf(info, found.resource.name));
    },
  });
}
