/** What a mutation does beside its result: `@effect`. It follows from the declaration. */
import type { AnyOperation } from '../../upstream/operation.ts';
import type { WriteEffect } from './field-factory.ts';
import type { WriteSpec } from './write-spec.ts';

type AnyWriteSpec = Pick<
  WriteSpec<AnyOperation, any, any, any>,
  'strategy' | 'operation' | 'parameters' | 'settings'
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

/** Parameters of the REST APIs that decide whether people are told. */
const notifying: ReadonlySet<string> = new Set([
  'notifySubscribers',
  'sendNotification',
  'sendNotificationEmail',
  'sendNotifications',
  'sendUpdates',
]);

/** Operations that remove entities although neither method nor declaration says so. */
const clearing: ReadonlySet<string> = new Set(['calendar:calendars.clear']);

const isDestructive = ({ key, method, removes }: AnyOperation): boolean =>
  method === 'DELETE' || removes === true || clearing.has(key);

export const effectOf = (
  { strategy, operation, parameters, settings }: AnyWriteSpec,
  operations: readonly AnyOperation[],
): WriteEffect => ({
  destructive: operations.some(isDestructive) && strategy.kind !== 'workflow',
  repeatable:
    strategy.isRepeatable ??
    (stateful.has(strategy.kind) || (strategy.kind !== 'insert' && operation.idempotent)),
  notifies:
    'notify' in (settings?.rows ?? {}) ||
    Object.values(parameters?.rows ?? {}).some(([, parameter]) => notifying.has(parameter)),
});
