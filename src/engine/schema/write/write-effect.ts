/** What a mutation does beside its result: `@effect`. It follows from the declaration. */
import type { AnyOperation } from '../../rest/operation/operation.ts';
import type { WriteEffect } from '../field/field-factory.ts';
import type { WriteSpec } from './write-spec.ts';

type AnyWriteSpec = Pick<
  WriteSpec<AnyOperation, any, any, any>,
  'strategy' | 'operation' | 'input' | 'parameters' | 'settings'
>;

/** Strategies that read the state first, or write a state. */
const stateful: ReadonlySet<string> = new Set([
  'patch',
  'remove',
  'replaceByState',
  'replaceIfMatch',
  'replaceParts',
  'workflow',
]);

const isDestructive = ({ method, removes, clears }: AnyOperation): boolean =>
  method === 'DELETE' || removes === true || clears === true;

export const effectOf = (
  { strategy, operation, input, parameters, settings }: AnyWriteSpec,
  operations: readonly AnyOperation[],
): WriteEffect => ({
  destructive: operations.some(isDestructive) && strategy.kind !== 'workflow',
  repeatable:
    strategy.isRepeatable ??
    (stateful.has(strategy.kind) || (strategy.kind !== 'insert' && operation.idempotent)),
  // Whoever is notified is named by `notify` in all inputs.
  notifies: [input, parameters, settings].some((table) => 'notify' in (table?.rows ?? {})),
});
