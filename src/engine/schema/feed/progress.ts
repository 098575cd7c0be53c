/**
 * Subscriptions to the progress of workflows: the fields that all reports have, and the field that
 * subscribes.
 */
import type { Api } from '../../api/api.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { identityKey } from '../../caller/identities.ts';
import type { Execution } from '../../execution/execution.ts';
import type { FeedBatch } from '../../feed/batch.ts';
import type { Reports } from '../../feed/progress.ts';
import type { ProgressReport } from '../../execution/progress-report.ts';
import { noNeeds, type OperationCount } from '../../read/needs.ts';
import type { Ref } from '../../read/resource.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { builder, type Context } from '../builder.ts';
import { toGraphError } from '../error/error.ts';
import { toUserError } from '../error/user-error.ts';
import { enumResolver } from '../field/enumeration.ts';
import {
  type AnyEnum,
  type ArgumentMap,
  type Field,
  field,
  type FieldBuilder,
} from '../field/field-factory.ts';
import { type SubscribingField, subscriptionError, withGraphErrors } from './subscription-error.ts';
import { ErrorCodeEnum } from '../error/user-error-type.ts';

/** One event of a subscription to a workflow. */
export interface WorkflowReport extends ProgressReport {
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

/** A field that shows a value of the report. */
export function reportField<Report extends object>(
  t: FieldBuilder<Report>,
  type: AnyEnum | 'BigInt' | 'ID' | 'DateTime' | 'String',
  [name, description]: readonly [name: keyof Report & string, description: string],
  nullable = true,
): Field {
  const read = (report: Report): unknown => report[name] ?? null;
  const resolve = typeof type === 'string' ? read : enumResolver(type, read);
  return field(t, { type, nullable, description, needs: noNeeds, resolve });
}

/** The fields that all reports have. */
export const reportFields = <Report extends WorkflowReport>(
  t: FieldBuilder<Report>,
  step: AnyEnum,
): Readonly<Record<'step' | 'at' | 'errorCode' | 'errorMessage', Field>> => ({
  step: reportField(t, step, ['step', 'The point that the mutation has reached.'], false),
  at: reportField(
    t,
    'DateTime',
    ['at', 'The time of the step, by the clock of the gateway.'],
    false,
  ),
  errorCode: reportField(t, ErrorCodeEnum, [
    'errorCode',
    'The code of the error. Null except for the step `FAILED`.',
  ]),
  errorMessage: reportField(t, 'String', [
    'errorMessage',
    'The English message of the error, for developers and logs. Null except for the step `FAILED`.',
  ]),
});

/** What a subscriber learns first. */
interface FirstReport<Report> {
  readonly report: Report;
  /** Whether no step can follow. */
  readonly isOver: boolean;
}

// any: each subscription declares the types of its own arguments.
interface ProgressSpec<Report extends WorkflowReport> {
  /** The type of the events. */
  readonly type: any;
  readonly description: string;
  readonly args: ArgumentMap;
  /** Names the service in errors; the caller's access to it is checked. */
  readonly operation: AnyOperation;
  readonly operations: readonly AnyOperation[];
  readonly calls: (args: any) => readonly OperationCount[];
  /** The entity that the workflow is about. @throws InvalidInput */
  readonly ref: (args: any, execution: Execution) => Ref | Promise<Ref>;
  /** Whose reports these are. Default: those of the identity. */
  readonly owner?: (ref: Ref, execution: Execution) => Promise<string>;
  /** The first event. @throws the error with which the subscription fails */
  readonly first: (ref: Ref, execution: Execution, owner: string) => Promise<FirstReport<Report>>;
  /** Called when the subscription has begun. @returns is called when it has ended */
  readonly follow?: (ref: Ref, execution: Execution, owner: string) => () => void;
}

/** Adds a subscription to the progress of a workflow. */
export function addProgressSubscription<Report extends WorkflowReport>(
  name: string,
  declare: (t: FieldBuilder<object>) => ProgressSpec<Report>,
): void {
  builder.subscriptionField(name, (t) => {
    const spec = declare(t);
    const { type, description, args, calls, operations } = spec;
    const options = {
      type,
      nullable: false,
      description,
      args,
      needs: {
        kind: 'calls' as const,
        costOf: (given: object) => ({ calls: calls(given), loads: [], values: 1 }),
      },
      operations,
      subscribe: (_: unknown, given: object, context: Context, info: GraphQLResolveInfo) =>
        subscribe(
          spec,
          { api: context.execution.api, args: given, info, advice: 'Subscribe again.' },
          context,
        ),
      resolve: ({ items: [report] }: FeedBatch) => report,
    };
    return field(t, options);
  });
}

/**
 * Subscribes before the first report is made, so that no step between the two is lost.
 * @throws GraphQLError
 */
async function subscribe<Report extends WorkflowReport>(
  { operation, ref: refOf, owner: ownerOf, first, follow }: ProgressSpec<Report>,
  subscribing: SubscribingField,
  { execution, feeds }: Context,
): Promise<Reports> {
  let reports: Reports | undefined;
  try {
    const ref = await refOf(subscribing.args, execution);
    execution.checkAccess(operation);
    const owner =
      (await ownerOf?.(ref, execution)) ?? identityKey(execution.identities.of(operation));
    reports = feeds.progress.subscribe(owner, ref, operation);
    const { report, isOver } = await first(ref, execution, owner);
    if (isOver) await reports.return!();
    const all = startingWith(report, withGraphErrors(reports, subscribing));
    return follow ? followed(all, follow(ref, execution, owner)) : all;
  } catch (error) {
    await reports?.return!();
    throw subscriptionError(subscribing.api, error, subscribing.advice);
  }
}

/** Calls `end` when the subscription has ended, for whatever reason. */
function followed(reports: Reports, end: () => void): Reports {
  return {
    next: async () => {
      try {
        const result = await reports.next();
        if (result.done) end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    return: () => {
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

/**
 * The first report, and then the others. Not a generator: `return` of a generator that waits for a
 * report takes effect only after the report.
 */
function startingWith(first: WorkflowReport, reports: Reports): Reports {
  let isStarted = false;
  return {
    next: () => {
      if (isStarted) return reports.next();
      isStarted = true;
      const value = { items: [first], cursor: null, hasMore: false };
      return Promise.resolve({ value, done: false });
    },
    return: () => {
      isStarted = true;
      return reports.return!();
    },
    throw: (error) => reports.throw!(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
