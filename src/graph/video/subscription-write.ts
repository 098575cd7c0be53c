/** Subscribing and unsubscribing. */
import type { Execution } from '../../data/execution.ts';
import { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import { remove } from '../../data/write/action.ts';
import { insert } from '../../data/write/insert.ts';
import { upstreamError } from '../../upstream/error.ts';
import { subscriptions } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { write } from '../field/write.ts';
import { changes, required } from '../field/write-input.ts';
import { refFrom, upstreamId } from '../global-id.ts';
import { Channel, ChannelSubscription } from './resource.ts';
import { ViewerSubscription } from './subscription.ts';

const subscribeToChannel = write('subscribeToChannel', {
  description:
    "Subscribes the caller's channel to another. Upstream refuses a second subscription (`subscriptionDuplicate`), and one to oneself or beyond the limit (`subscriptionForbidden`).",
  inputDescription: 'Whom to subscribe to.',
  operation: subscriptions.insert,
  target: ChannelSubscription,
  strategy: insert({ constants: { 'snippet.resourceId.kind': 'youtube#channel' } }),
  input: changes(subscriptions.insert, {
    channelId: [
      required('ID'),
      'snippet.resourceId.channelId',
      'The channel to follow from now on.',
      { references: Channel },
    ],
  }),
  reasons: { publisherNotFound: 'snippet.resourceId.channelId' },
  result: ['subscription', 'The new subscription.'],
});

const UnsubscribeBy = builder.inputType('UnsubscribeBy', {
  description: 'What names the subscription to end.',
  isOneOf: true,
  fields: (t) => ({
    channelId: t.id({
      description:
        'The channel that is followed: the subscription to it is looked up first, with a call more.',
    }),
    subscriptionId: t.id({
      description: 'The subscription itself: its global id, or the one it has upstream.',
    }),
  }),
});

async function subscriptionOf(
  execution: Execution,
  { channelId, subscriptionId }: typeof UnsubscribeBy.$inferInput,
): Promise<Ref> {
  const { resource } = ChannelSubscription;
  if (subscriptionId != null) return refFrom(resource, subscriptionId, 'by.subscriptionId');
  const key = [upstreamId(Channel.resource, channelId, 'by.channelId')];
  const paths = Paths.of('id');
  const found = await execution.load(
    { resource: ViewerSubscription, key },
    { paths, downstream: new Set() },
  );
  if (found === null) throw upstreamError(subscriptions.list, 'NOT_FOUND', { id: key[0]! });
  return { resource, key: [(found as { readonly id: string }).id] };
}

const unsubscribeFromChannel = write('unsubscribeFromChannel', {
  description: "Ends a subscription of the caller's channel.",
  inputDescription: 'Which subscription to end.',
  operation: subscriptions.delete,
  target: ChannelSubscription,
  id: {
    argument: 'by',
    operations: [subscriptions.list],
    fields: (t) => ({
      by: t.field({
        type: UnsubscribeBy,
        required: true,
        description: 'The channel, or the subscription.',
      }),
    }),
    resolve: (execution, { by }: { readonly by: typeof UnsubscribeBy.$inferInput }) =>
      subscriptionOf(execution, by),
  },
  strategy: remove(),
  deletes: 'The global id of the subscription that is over.',
});

export const subscriptionWrites = [subscribeToChannel, unsubscribeFromChannel];
