/** Ids of objects that no operation reads again. Writes accept some of them. */
import { type Needs, noNeeds } from '../../data/read/needs.ts';
import { type AnyFieldBuilder, type Field, field } from './field-factory.ts';
import { globalIdOf } from '../global-id.ts';

/** What an id is good for: for a mutation, or for caches of objects of which this list has more. */
type IdUse = { readonly mutation: string } | { readonly list: string };

interface IdSource {
  readonly needs: Needs;
  readonly resolve: (value: any) => string | null;
}

const ofResource: IdSource = { needs: noNeeds, resolve: globalIdOf };

/**
 * The field `id` of a type that is no `Node`.
 * @param source makes the id of values whose type is no resource
 */
export const unreadableId = (
  t: AnyFieldBuilder,
  use: IdUse,
  source: IdSource = ofResource,
): Field =>
  field(t, {
    type: 'ID',
    nullable: false,
    description:
      'mutation' in use
        ? `The global id, for client caches and for \`${use.mutation}\`. Not accepted by \`node\`.`
        : `The global id, for client caches alone: no argument accepts the id. \`${use.list}\` reads the object.`,
    ...source,
  });
