/** Subscribing, and its end. */
import type { Ref } from '../../data/read/resource.ts';
import { Paths } from '../../data/read/path.ts';
import type { Execution } from '../../data/execution.ts';
import { upstreamError } from '../../upstream/error.ts';
import { subscriptions } from '../../upstream/video/index.ts';
import { blaming, naming } from '../error-path.ts';
import { builder } from '../builder.ts';
import { mutation } from '../field/mutation.ts';
import { globalId, refFrom, upstreamId } from '../global-id.ts';
import { Channel, ChannelSubscription } from './resource.ts';
import { byPublisher } from './subscription.ts';

mutation('subscribeToChannel', {
  description:
    "Subscribes the caller's channel to another. Upstream refuses a second subscription (`subscriptionDuplicate`), and one to oneself or beyond the limit (`subscriptionForbidden`).",
  operations: [subscriptions.insert],
  inputDescription: 'Whom to subscribe to.',
  input: (t) => ({
    channelId: t.id({ required: true, description: 'The channel to follow from now on.' }),
  }),
  node: ['subscription', ChannelSubscription, 'The new subscription.'],
  run: async ({ channelId: given }, execution) => {
    const channelId = upstreamId(Channel.resource, given, 'channelId');
    const path = 'snippet.resourceId.channelId';
    const body = { snippet: { resourceId: { kind: 'youtube#channel', channelId } } };
    const changes = [{ argument: 'channelId', path, apply: () => channelId }];
    const made = await blaming(
      changes,
      naming(channelId, execution.send(subscriptions.insert, { part: ['snippet'], body })),
    );
    if (made.id == null) throw upstreamError(subscriptions.insert, 'UPSTREAM_INVALID');
    const ref = refFrom(ChannelSubscription.resource, made.id);
    execution.invalidate(ref, made, Paths.of('id', 'snippet'));
    return { ref };
  },
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

interface UnsubscribeByValue {
  readonly channelId?: string | null;
  readonly subscriptionId?: string | null;
}

mutation('unsubscribeFromChannel', {
  description: "Ends a subscription of the caller's channel.",
  operations: [subscriptions.list, subscriptions.delete],
  inputDescription: 'Which subscription to end.',
  input: (t) => ({
    by: t.field({
      type: UnsubscribeBy,
      required: true,
      description: 'The channel, or the subscription.',
    }),
  }),
  deletes: 'The global id of the subscription that is over.',
  run: async ({ by }, execution) => {
    const { key } = await subscriptionOf(by, execution);
    await naming(key[0]!, execution.send(subscriptions.delete, { id: key[0]! }));
    execution.invalidate();
    return { deletedId: globalId('ChannelSubscription', key) };
  },
});

async function subscriptionOf(
  { channelId, subscriptionId }: UnsubscribeByValue,
  execution: Execution,
): Promise<Pick<Ref, 'key'>> {
  if (subscriptionId != null)
    return refFrom(ChannelSubscription.resource, subscriptionId, 'by.subscriptionId');
  const key = [upstreamId(Channel.resource, channelId!, 'by.channelId')];
  const found = await execution.load(
    { resource: byPublisher, key },
    { paths: Paths.of('id'), downstream: new Set() },
  );
  if (found === null) throw upstreamError(subscriptions.list, 'NOT_FOUND', { id: key[0]! });
  return { key: [(found as { readonly id: string }).id] };
}
