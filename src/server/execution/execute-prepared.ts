/** Executes prepared operations: by their plans, and by graphql-js those that have none. */
import {
  executeRootSelectionSet,
  executeSubscriptionEvent,
  type ExecutionResult,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
} from 'graphql';
import { planOf } from './plan-cache.ts';
import { executePlan } from './plan-execution.ts';

type MaybePromise<T> = T | Promise<T>;

/** Executes a prepared operation. */
export type ExecutePrepared = (prepared: ValidatedExecutionArgs) => MaybePromise<ExecutionResult>;

/** Executes a query or a mutation. */
export const executeByPlan: ExecutePrepared = (prepared) => {
  const plan = planOf(prepared);
  return plan ? executePlan(plan, prepared) : executeRootSelectionSet(prepared);
};

/** Executes an event of a subscription, which is the root value. */
export function executeEvent(prepared: ValidatedSubscriptionArgs): MaybePromise<ExecutionResult> {
  const plan = planOf(prepared);
  return plan ? executePlan(plan, prepared) : executeSubscriptionEvent(prepared);
}
