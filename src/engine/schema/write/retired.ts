/**
 * Mutations whose operation is documented and no longer supported: they return an error, without a
 * call.
 */
import type { Strategy } from '../../write/strategy.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { MutationError } from '../error/mutation-error.ts';
import type { ArgumentMap, EntityType } from '../field/field-factory.ts';
import { argumentFields } from '../field/input-row.ts';
import type { Write } from './write.ts';
import { failedPayload } from './write-payload.ts';

interface RetiredSpec {
  readonly operation: AnyOperation;
  readonly target: EntityType<unknown>;
  readonly description: string;
  readonly input: ArgumentMap;
  /** The replacement, or the fact that there is none: a sentence. */
  readonly instead: string;
  /** The name of the service. */
  readonly product: string;
}

/** Declares a deprecated mutation that returns `OPERATION_RETIRED` for any input. */
export function retired(name: string, declared: RetiredSpec): Write {
  const { operation, product, target, description, input, instead } = declared;
  const deprecationReason = `${product} no longer supports \`${operation.key}\`. The mutation makes no call and returns the error \`OPERATION_RETIRED\`. ${instead}`;
  const retiredError = new MutationError(
    'OPERATION_RETIRED',
    `${product} no longer supports this operation. ${instead}`,
    { operation: operation.key },
  );
  const strategy: Strategy = {
    kind: 'retired',
    operations: () => [],
    run: () => Promise.reject(retiredError),
  };
  return {
    name,
    spec: { description, deprecationReason, operation, target, strategy },
    retires: operation,
    operations: [],
    calls: () => [],
    inputFields: () => argumentFields(input),
    run: ({ execution: { api } }) => Promise.resolve(failedPayload(api, retiredError)),
  };
}
