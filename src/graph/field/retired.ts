/** Mutations whose operation still stands in upstream's documents and does nothing any more: they say so, and send nothing. */
import type { AnyOperation } from '../../upstream/operation.ts';
import { MutationError } from '../user-error.ts';
import { mutation, type MutationSpec } from './mutation.ts';

interface RetiredSpec extends Pick<MutationSpec, 'description' | 'inputDescription' | 'input'> {
  readonly operation: AnyOperation;
  /** What to use instead, or that there is nothing: a sentence. */
  readonly instead: string;
}

/** Adds a deprecated mutation that answers `OPERATION_RETIRED`, whatever it is given. */
export function retired(name: string, { operation, instead, ...spec }: RetiredSpec): void {
  mutation(name, {
    ...spec,
    deprecationReason: `Upstream no longer supports \`${operation.key}\`: it is answered with \`OPERATION_RETIRED\` and without a call. ${instead}`,
    operations: [],
    retires: operation,
    run: async () => {
      throw new MutationError('OPERATION_RETIRED', 'Upstream no longer supports this operation.', {
        operation: operation.key,
      });
    },
  });
}
