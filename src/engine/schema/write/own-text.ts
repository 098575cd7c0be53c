/** What a declared write need not state: it follows from the names of the mutation and the type. */
import { remove } from '../../write/action.ts';
import { type AnyOperation, serviceOf } from '../../api/operation.ts';
import { currentApi } from '../builder.ts';
import type { AnyWriteSpec, IdSpec, WriteSpec } from './write-spec.ts';

/** A declaration of any input. */
export type StatedSpec = WriteSpec<AnyOperation, any, any, any>;

/** The words of a name in camel case: `playlist item`. */
const wordsOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** @throws TypeError if no strategy is stated, and the operation is no DELETE */
export function wholeSpec(name: string, { id, strategy, ...spec }: StatedSpec): AnyWriteSpec {
  const { operation, target } = spec;
  if (!strategy && operation.method !== 'DELETE')
    throw new TypeError(`${name}: ${operation.key} needs a strategy`);
  const noun = wordsOf(target.resource.name);
  const [verb] = wordsOf(name).replace('update', 'change').split(' ');
  const done = verb === 'remove' ? 'removed' : 'deleted';
  return {
    ...(!strategy && { deletes: `The global id of the ${done} ${noun}.` }),
    ...spec,
    strategy: strategy ?? remove(),
    ...(id !== undefined && { id: wholeId(id, `The ${noun} to ${verb}`, operation) }),
  };
}

function wholeId(
  id: NonNullable<StatedSpec['id']>,
  entity: string,
  operation: AnyOperation,
): IdSpec {
  if (typeof id === 'string' || 'argument' in id || 'description' in id) return id;
  const { ref, note = '' } = id;
  if (ref) return { ref, description: `${entity}. ${note}`.trim() };
  return {
    argument: 'id',
    // The schema that is being built knows how the ids of the service are called.
    get description() {
      const { product, ids = product } = currentApi().services[serviceOf(operation)];
      return `${entity}: a global id or a ${ids} id. ${note}`.trim();
    },
  };
}
