/** Unions of entities: a polymorphic link leads to one of several types, as its value tells. */
import { typeOf } from '../../data/read/resource.ts';
import { builder } from '../builder.ts';
import type { ResourceRef } from './field-factory.ts';

export interface PolymorphicType {
  readonly type: ReturnType<typeof builder.unionType>;
  readonly targets: readonly ResourceRef<any>[];
}

/** Declares a union of entities. */
export const polymorphicType = (
  name: string,
  targets: readonly ResourceRef<any>[],
  description: string,
): PolymorphicType => ({
  type: builder.unionType(name, {
    description,
    // Pothos wants the shapes of all members, which a list of refs of any shape does not have.
    types: targets as never,
    resolveType: (value) => typeOf(value) as never,
  }),
  targets,
});
