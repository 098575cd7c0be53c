/**
 * Fields of feeds. A feed has two forms: a query field that returns one page after a cursor, and a
 * subscription field that sends every new page. `src/engine/feed/` defines sources.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../execution/execution.ts';
import { type FeedBatch, readFeed } from '../../feed/batch.ts';
import { notACursor } from '../../feed/cursor.ts';
import type { FeedSource } from '../../feed/source/source.ts';
import { decodeParts } from '../../read/list/cursor.ts';
import type { CallNeeds, Poll } from '../../read/needs.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import type { KnownReason } from '../../api/register.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Context } from '../builder.ts';
import type { FeedPageType } from './feed-page-type.ts';
import {
  type AnyFieldBuilder,
  type ArgumentMap,
  type Field,
  field,
} from '../field/field-factory.ts';
import { withArgumentNames } from '../field/argument-name.ts';
import { nullOnReasons } from '../field/null-on-reason.ts';
import { subscriptionError, withGraphErrors } from './subscription-error.ts';

/** @typeParam Args the GraphQL arguments beside `after` */
interface FeedSpec<Args extends object = object> {
  readonly type: FeedPageType;
  /** Operations that one page may call. */
  readonly operations: readonly AnyOperation[];
  /** GraphQL arguments beside `after`. */
  readonly arguments?: ArgumentMap;
  readonly afterDescription?: string;
  /**
   * May call operations of `operations`, to resolve a well-known id.
   * @throws InvalidInput for arguments that are rejected before any call
   */
  readonly source: (
    parent: unknown,
    args: Args,
    execution: Execution,
  ) => FeedSource | Promise<FeedSource>;
  /** Checks the arguments alone, for the query form. @throws InvalidInput */
  readonly check?: (args: Args) => unknown;
  /** Error reasons of the REST API that the query form turns into null with a warning. */
  readonly nullOnReasons?: readonly KnownReason[];
  /** The reads of the subscription form, for its estimate. */
  readonly poll?: Poll;
  /** Called by the subscription form in the place of reads, and no more often: no further cost. */
  readonly stream?: AnyOperation;
}

interface CursorArgument {
  readonly after?: string | null;
}

/** The query form of a feed: exactly one page. */
export function feed<Args extends object>(
  t: AnyFieldBuilder,
  spec: FeedSpec<Args>,
  description: string,
): Field {
  return field(t, {
    ...fieldOptions(t, spec, description),
    check: (args: Args & CursorArgument) => {
      checkCursor(args.after);
      spec.check?.(args);
    },
    resolve: (
      parent: unknown,
      args: Args & CursorArgument,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const page = (async () => {
        checkCursor(args.after);
        const source = await spec.source(parent, args, execution);
        return readFeed(execution, source, args.after, projectionOf(info));
      })();
      const named = withArgumentNames(page, args, {}, parent);
      return nullOnReasons(named, spec.nullOnReasons, execution, info);
    },
  });
}

/**
 * Rejects a text that is no cursor before the source is made, which may take a call.
 * @throws InvalidInput
 */
function checkCursor(cursor: string | null | undefined): void {
  if (cursor != null && decodeParts(cursor) === undefined) throw notACursor(cursor);
}

/** Says in the description of a subscription which calls are in the cost of an event. */
export const costText =
  '`extensions.cost` of an event contains the calls that the selection needs beyond the changes, and under `polling` those of the poller since the event before, which all subscriptions of the access token share.';

/** Says in the description of a subscription when it fails. */
export const failureText =
  'Ends with an error after eight failed reads, which take two to seven minutes: subscribe again with the last cursor.';

/** Says in the description of a subscription when the gateway reads the changes of a service. */
export const pollingText = (service: string): string =>
  `The gateway receives a notification of each change from ${service} if it has a public address, and reads the changes every ten seconds if not.`;

const advice = 'Subscribe again with the last cursor.';

/** The subscription form of a feed: each event is a page with an execution of its own. */
export function feedSubscription<Args extends object>(
  t: AnyFieldBuilder,
  spec: FeedSpec<Args>,
  description: string,
): Field {
  const options = {
    ...fieldOptions(t, spec, description),
    nullable: false,
    subscribe: async (
      _: unknown,
      args: Args & CursorArgument,
      { execution, feeds }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const { api } = execution;
      try {
        checkCursor(args.after);
        const source = await spec.source(undefined, args, execution);
        // Others of the same caller may read the feed already, with more scopes.
        execution.checkAccess(source.operation);
        const identity = execution.identities.of(source.operation);
        const batches = feeds.subscribe({ identity, source, after: args.after });
        return withGraphErrors(batches, { api, args, info, advice });
      } catch (error) {
        throw subscriptionError(api, error, advice);
      }
    },
    resolve: (batch: FeedBatch, _: object, { execution }: Context) => {
      if (batch.polling) execution.usage.setPolling(batch.polling);
      return batch;
    },
  };
  return field(t, options);
}

/** One page calls each operation at most once. */
const pageNeeds = (operations: readonly AnyOperation[], poll?: Poll): CallNeeds => ({
  kind: 'calls',
  poll,
  costOf: () => ({ calls: operations.map((each) => [each, 1]), loads: [], values: 1 }),
});

const fieldOptions = (
  t: AnyFieldBuilder,
  spec: Omit<FeedSpec, 'source' | 'check'>,
  description: string,
) => ({
  type: spec.type,
  description,
  args: {
    ...spec.arguments,
    after: t.arg.string({
      description:
        spec.afterDescription ??
        'Continue after this cursor of the same feed. Default: the beginning of the feed.',
    }),
  },
  needs: pageNeeds(spec.operations, spec.poll),
  operations: spec.stream ? [...spec.operations, spec.stream] : spec.operations,
});
