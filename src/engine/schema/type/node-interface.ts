/** The interface of entities that can be read by a global id. */
import { typeOf } from '../../read/resource.ts';
import { builder } from '../builder.ts';
import { globalIdOf } from './global-id.ts';

export const Node = builder.interfaceType<object>('Node').implement({
  description: 'An object with a global id, which `node(id:)` can read again.',
  resolveType: (value) => typeOf(value)!,
  fields: (t) => ({
    id: t.field({
      type: 'ID',
      nullable: false,
      description:
        'The global id. Unique across all types and services. Opaque. `node(id:)` reads the object.',
      resolve: globalIdOf,
    }),
  }),
});

/** Options of every type that implements `Node`. */
export const node = { interfaces: [Node] };
