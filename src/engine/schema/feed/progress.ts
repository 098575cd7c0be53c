/** Subscriptions to the progress of workflows. */
import type { Api } from '../../api/api.ts';
import { identityKey } from '../../caller/identities.ts';
import type { Execution } from '../../execution/execution.ts';
import type { Reports } from '../../feed/progress.ts';
import type { ProgressReport } from '../../execution/progress-report.ts';
import type { Ref } from '../../read/resource.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Context } from '../builder.ts';
import { toGraphError } from '../error/error.ts';
import { toUserError } from '../error/user-error.ts';
import { type SubscribingField, subscriptionError, withGraphErrors } from './subscription-error.ts';

/** One event of a subscription to a workflow; the workflow has further values. */
export interface StepReport extends ProgressReport {
  /** The REST value of an enum. */
  readonly step: string;
  /** RFC 3339. */
  readonly at: string;
  readonly errorCode?: string | undefined;
  readonly errorMessage?: string | undefined;
}

/** Code and message of an error, as the client of the mutation gets them. */
export function reportedFailure(
  api: Api,
  error: unknown,
): {
  readonly errorCode: string;
  readonly errorMessage: string;
} {
  const known = toUserError(api, error);
  if (known) return { errorCode: known.code, errorMessage: known.message };
  const { message, extensions } = toGraphError(api, error);
  return { errorCode: extensions['code'] as string, errorMessage: message };
}

/** What a subscriber learns first. */
export interface FirstReport {
  readonly report: StepReport;
  /** Whether no step can follow. */
  readonly isOver: boolean;
}

/** What a subscription shows. */
interface ReportSource {
  /** Names the service in errors; the caller's access to it is checked. */
  readonly operation: AnyOperation;
  /** The entity that the workflow is about. @throws InvalidInput */
  readonly refOf: (execution: Execution) => Ref | Promise<Ref>;
  /** Whose reports these are. Default: those of the identity. */
  readonly ownerOf?: ((ref: Ref, execution: Execution) => Promise<string>) | undefined;
  /** The first event. @throws the error with which the subscription fails */
  readonly first: (ref: Ref, execution: Execution, owner: string) => Promise<FirstReport>;
  readonly follow?: Following | undefined;
}

/** Called when a subscription has begun. @returns is called when it has ended */
export type Following = (ref: Ref, execution: Execution, owner: string) => () => void;

/**
 * Subscribes before the first report is made, so that no step between the two is lost.
 * @throws GraphQLError
 */
export async function subscribe(
  { operation, refOf, ownerOf, first, follow }: ReportSource,
  field: Pick<SubscribingField, 'args' | 'info'>,
  { execution, feeds }: Context,
): Promise<Reports> {
  const { api } = execution;
  const subscribing = { ...field, api, advice: 'Subscribe again.' };
  let reports: Reports | undefined;
  try {
    const ref = await refOf(execution);
    execution.checkAccess(operation);
    const owner =
      (await ownerOf?.(ref, execution)) ?? identityKey(execution.identities.of(operation));
    reports = feeds.progress.subscribe(owner, ref, operation);
    const { report, isOver } = await first(ref, execution, owner);
    if (isOver) await reports.return!();
    const rest = withGraphErrors(reports, subscribing);
    return startingWith(report, rest, follow?.(ref, execution, owner));
  } catch (error) {
    await reports?.return!();
    throw subscriptionError(api, error, subscribing.advice);
  }
}

/**
 * The first report, and then the others. Not a generator: `return` of a generator that waits for a
 * report takes effect only after the report.
 * @param end called when the subscription has ended, for whatever reason
 */
function startingWith(first: StepReport, reports: Reports, end = (): void => {}): Reports {
  let isStarted = false;
  const next = async (): ReturnType<Reports['next']> => {
    try {
      const result = await reports.next();
      if (result.done) end();
      return result;
    } catch (error) {
      end();
      throw error;
    }
  };
  return {
    next: () => {
      if (isStarted) return next();
      isStarted = true;
      const value = { items: [first], cursor: null, hasMore: false };
      return Promise.resolve({ value, done: false });
    },
    return: () => {
      isStarted = true;
      end();
      return reports.return!();
    },
    throw: (error) => {
      end();
      return reports.throw!(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
