/** Mutations that delete one thing of which upstream needs no more than the id. */
import type { AnyOperation } from '../../upstream/operation.ts';
import { naming } from '../error-path.ts';
import { globalId, refFrom } from '../global-id.ts';
import type { ResourceRef } from './field-factory.ts';
import { mutation, type MutationSpec } from './mutation.ts';

interface DeletionSpec extends Pick<MutationSpec, 'description' | 'inputDescription'> {
  readonly target: ResourceRef<any>;
  /** Takes the thing's own id as `id`. */
  readonly operation: AnyOperation;
  /** What may be given as `id`. */
  readonly which: string;
  /** What `deletedId` is. */
  readonly deletes: string;
}

/** Adds a mutation that answers the global id of what is gone; where nothing is there, the error names the id. */
export function deletion(
  name: string,
  { target: { resource }, operation, which, ...spec }: DeletionSpec,
): void {
  mutation(name, {
    ...spec,
    operations: [operation],
    input: (t) => ({ id: t.id({ required: true, description: which }) }),
    run: async ({ id }: { readonly id: string }, execution) => {
      const { key } = refFrom(resource, id);
      const own = key.at(-1)!;
      await naming(own, execution.send(operation, { id: own }));
      execution.invalidate();
      return { deletedId: globalId(resource.name, key) };
    },
  });
}
