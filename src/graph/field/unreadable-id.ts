/** Ids of objects that no operation reads again. Writes accept some of them. */
import { noNeeds } from '../../data/read/needs.ts';
import { type AnyFieldBuilder, type Field, field } from './field-factory.ts';
import { globalIdOf } from '../global-id.ts';

/** The field `id` of such a type. @param mutation the write that accepts the id, if there is one */
export const unreadableId = (t: AnyFieldBuilder, mutation?: string): Field =>
  field(t, {
    type: 'ID',
    nullable: false,
    description:
      mutation === undefined
        ? 'The global id, usable as a cache key. Not accepted by `node`.'
        : `The global id. Accepted by \`${mutation}\`, and not by \`node\`.`,
    needs: noNeeds,
    resolve: globalIdOf,
  });
