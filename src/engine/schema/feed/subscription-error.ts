/** Errors of subscriptions, which do not pass through a resolver. */
import type { Api } from '../../api/api.ts';
import { type GraphQLError, type GraphQLResolveInfo, locatedError } from 'graphql';
import type { FeedBatch } from '../../feed/batch.ts';
import { HubClosedError } from '../../feed/hub.ts';
import { SlowSubscriberError } from '../../feed/topic/subscriber.ts';
import { graphError, toGraphError } from '../error/error.ts';
import { nameArgumentsIn } from '../field/argument-name.ts';

type Batches = AsyncIterableIterator<FeedBatch, undefined>;

/** The field that subscribes, and what its errors say. */
export interface SubscribingField<Args extends object = object> {
  readonly api: Api;
  readonly args: Args;
  readonly info: GraphQLResolveInfo;
  /** How the client continues after `OVERLOADED`, as a sentence. */
  readonly advice: string;
}

/**
 * The same batches. An error is thrown as `subscriptionError` returns it, with the path of the
 * field and the argument that is its cause: no resolver adds them.
 */
export function withGraphErrors(
  batches: Batches,
  { api, args, info: { fieldNodes, path }, advice }: SubscribingField,
): Batches {
  // What else is in `info` is not kept as long as the subscription.
  const names = [path.key];
  return {
    next: async () => {
      try {
        return await batches.next();
      } catch (error) {
        const named = nameArgumentsIn(error, args);
        throw locatedError(subscriptionError(api, named, advice), fieldNodes, names);
      }
    },
    return: () => batches.return!(),
    throw: (error) => batches.throw!(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/**
 * The error for the client. A slow client and the end of the process have the code `OVERLOADED`,
 * like HTTP status 503: the operation is valid (not `QUERY_TOO_LARGE`), no service limits its
 * callers (not `RATE_LIMITED`), and the client continues by subscribing again.
 * @param advice how the client continues after `OVERLOADED`, as a sentence
 */
export function subscriptionError(api: Api, error: unknown, advice: string): GraphQLError {
  if (error instanceof SlowSubscriberError)
    return graphError(
      'OVERLOADED',
      `More than ${error.maxBufferedItems} items were waiting for the client. ${advice}`,
    );
  if (error instanceof HubClosedError)
    return graphError('OVERLOADED', `The gateway is stopping. ${advice}`);
  return toGraphError(api, error);
}
