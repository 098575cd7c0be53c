/** Subscribing and unsubscribing. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import { subscriptions } from '../operations.ts';
import { oneOfObject } from '../../../engine/schema/field/input-row.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import { refFrom, upstreamId } from '../../../engine/schema/type/global-id.ts';
import { Channel, ChannelSubscription } from '../resources.ts';
import { ViewerSubscription } from './type.ts';

/** The caller's subscription to a channel; null if the caller is not subscribed. */
const findSubscription = async (
  execution: Execution,
  channelId: string,
  paths: Paths,
): Promise<object | null> =>
  execution.load(
    { resource: ViewerSubscription, key: [channelId] },
    { paths, downstream: new Set() },
  );

const subscribeToChannel = write('subscribeToChannel', {
  description:
    "Subscribe the caller's channel to another channel. If the caller is already subscribed to the channel, the mutation changes nothing and returns the existing subscription. Error `INVALID_INPUT` with the reason `subscriptionForbidden` if the channel is the caller's own or the caller has reached the limit of subscriptions.",
  operation: subscriptions.insert,
  target: ChannelSubscription,
  strategy: insert({
    constants: { 'snippet.resourceId.kind': 'youtube#channel' },
    unique: {
      reason: subscriptions.insert.reasons.subscriptionDuplicate,
      operations: [subscriptions.list],
      find: async (execution, { snippet }, requested) => {
        const { resourceId } = snippet as youtube_v3.Schema$SubscriptionSnippet;
        return (await findSubscription(execution, resourceId!.channelId!, requested)) ?? undefined;
      },
    },
  }),
  input: changes(subscriptions.insert, {
    channelId: [
      required('ID'),
      'snippet.resourceId.channelId',
      'The channel to subscribe to: a global id or a YouTube id.',
      { references: Channel },
    ],
  }),
  reasons: { publisherNotFound: 'snippet.resourceId.channelId' },
  result: 'The created subscription, or the existing one.',
});

const ChannelSubscriptionBy = oneOfObject(
  'ChannelSubscriptionBy',
  'The subscription to end, by channel or by subscription id.',
  {
    channelId: [
      'ID',
      'The subscribed channel: a global id or a YouTube id. Costs one more call, which finds the subscription.',
    ],
    id: ['ID', 'The subscription: a global id or a YouTube id.'],
  },
);

/**
 * Returns the ref of the subscription, which a call finds if the channel is given.
 * @throws InvalidInput for an invalid id, UpstreamError if the caller is not subscribed
 */
async function subscriptionOf(
  execution: Execution,
  { channelId, id: given }: typeof ChannelSubscriptionBy.$inferType,
): Promise<Ref> {
  const { resource } = ChannelSubscription;
  if (given != null) return refFrom(resource, given, 'by.id');
  const id = upstreamId(Channel.resource, channelId, 'by.channelId');
  const found = await findSubscription(execution, id, Paths.of('id'));
  if (found === null) throw upstreamError(subscriptions.list, 'NOT_FOUND', { id });
  return { resource, key: [(found as { readonly id: string }).id] };
}

const unsubscribeFromChannel = write('unsubscribeFromChannel', {
  description: "End a subscription of the caller's channel.",
  operation: subscriptions.delete,
  target: ChannelSubscription,
  id: {
    argument: 'by',
    operations: [subscriptions.list],
    fields: {
      by: [required(ChannelSubscriptionBy), 'The subscribed channel or the subscription.'],
    },
    resolve: (execution, { by }: { readonly by: typeof ChannelSubscriptionBy.$inferType }) =>
      subscriptionOf(execution, by),
  },
});

export const subscriptionWrites = [subscribeToChannel, unsubscribeFromChannel];
