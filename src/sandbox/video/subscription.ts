/** Subscriptions of channels to channels. */
import type { ApiCall, Handler } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import { ids, subscriptionId } from '../seed/ids.ts';
import { rfc3339 } from '../time.ts';
import { throwForbidden, throwInvalidValue, throwIdNotFound } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { type SubscriptionEntity, videoState } from './state.ts';

const domain = 'youtube.subscription';

/** Number of channels that a channel can subscribe to. */
const maxSubscriptions = 2000;

/** Number of subscribers that `myRecentSubscribers` returns. */
const maxRecentSubscribers = 1000;

/** `subscriptions.list`: the subscriptions of a channel, or the subscribers of the caller's. */
export const listSubscriptions: Handler = (call) => {
  const { query } = call;
  const publishers = new Set(query.list('forChannelId').flatMap((value) => value.split(',')));
  const subscriptions = selectSubscriptions(call).filter(
    ({ publisherId }) => publishers.size === 0 || publishers.has(publisherId),
  );
  return listResponse(call, sort(call, subscriptions), (subscription) =>
    serializeSubscription(call, subscription),
  );
};

function selectSubscriptions(call: ApiCall): readonly SubscriptionEntity[] {
  const { query, simulation, user } = call;
  const { subscriptions } = videoState(simulation);
  const all = [...subscriptions.values()];
  const isVisible = ({ channelId }: SubscriptionEntity): boolean =>
    isVisibleSubscriber(call, channelId);
  if (query.has('id'))
    return findByIds(query.list('id'), (id) => subscriptions.get(id)).filter(isVisible);
  if (query.has('channelId')) {
    const subscriber = query.text('channelId')!;
    checkSubscriber(call, subscriber);
    return all.filter(({ channelId }) => channelId === subscriber);
  }
  if (query.flag('mine')) return all.filter(({ channelId }) => channelId === user.channelId);
  const subscribers = all.filter(
    (subscription) => subscription.publisherId === user.channelId && isVisible(subscription),
  );
  return query.flag('myRecentSubscribers')
    ? subscribers.toReversed().slice(0, maxRecentSubscribers)
    : subscribers;
}

/** Whether the caller can see the subscriptions of a channel. */
const isVisibleSubscriber = ({ simulation, user }: ApiCall, channelId: string): boolean =>
  channelId === user.channelId || !videoState(simulation).privateSubscribers.has(channelId);

function checkSubscriber(call: ApiCall, channelId: string): void {
  if (channelId === ids.account.closed) throwForbidden(domain, 'accountClosed');
  if (channelId === ids.account.suspended) throwForbidden(domain, 'accountSuspended');
  if (!videoState(call.simulation).channels.has(channelId))
    throwIdNotFound(domain, 'subscriberNotFound', 'channelId');
  if (!isVisibleSubscriber(call, channelId)) throwForbidden(domain, 'subscriptionForbidden');
}

function sort(
  { query, simulation }: ApiCall,
  subscriptions: readonly SubscriptionEntity[],
): readonly SubscriptionEntity[] {
  const { channels } = videoState(simulation);
  const titleOf = ({ publisherId }: SubscriptionEntity): string =>
    channels.get(publisherId)?.snippet.title ?? '';
  switch (query.text('order')) {
    case 'alphabetical':
      return subscriptions.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b), 'en'));
    case 'unread':
      return subscriptions.toSorted((a, b) => b.newItems - a.newItems);
    default:
      return subscriptions;
  }
}

function serializeSubscription(
  { simulation }: ApiCall,
  { id, channelId, publisherId, publishedAt, newItems }: SubscriptionEntity,
): object {
  const { channels } = videoState(simulation);
  const publisher = channels.get(publisherId)!;
  const subscriber = channels.get(channelId)!;
  return {
    kind: 'youtube#subscription',
    id,
    snippet: {
      publishedAt,
      title: publisher.snippet.title,
      description: publisher.snippet.description,
      resourceId: { kind: 'youtube#channel', channelId: publisherId },
      channelId,
      thumbnails: publisher.snippet.thumbnails,
    },
    contentDetails: {
      totalItemCount: Number(publisher.statistics['videoCount']),
      newItemCount: newItems,
      activityType: 'all',
    },
    subscriberSnippet: {
      title: subscriber.snippet.title,
      description: subscriber.snippet.description,
      channelId,
      thumbnails: subscriber.snippet.thumbnails,
    },
  };
}

/** `subscriptions.insert`: subscribes the caller's channel to another channel. */
export const insertSubscription: Handler = (call) => {
  const { simulation, user, body } = call;
  const { subscriptions, channels } = videoState(simulation);
  const location = 'body.snippet.resourceId.channelId';
  const { resourceId } = body['snippet'] as {
    readonly resourceId: { readonly channelId?: string };
  };
  const publisherId = resourceId.channelId;
  if (!publisherId) return throwInvalidValue(domain, 'publisherRequired', location);
  if (!channels.has(publisherId))
    throw new ApiError(404, 'publisherNotFound', { domain, location, locationType: 'other' });
  const channelId = user.channelId!;
  const own = [...subscriptions.values()].filter(
    (subscription) => subscription.channelId === channelId,
  );
  if (publisherId === channelId || own.length >= maxSubscriptions)
    throwInvalidValue(domain, 'subscriptionForbidden', location);
  if (own.some((subscription) => subscription.publisherId === publisherId))
    throwInvalidValue(domain, 'subscriptionDuplicate', location);
  const subscription: SubscriptionEntity = {
    id: subscriptionId(channelId, publisherId),
    channelId,
    publisherId,
    publishedAt: rfc3339(simulation.now()),
    newItems: 0,
  };
  subscriptions.set(subscription.id, subscription);
  return serializeSubscription(call, subscription);
};

/** `subscriptions.delete`. */
export const deleteSubscription: Handler = (call) => {
  const { subscriptions } = videoState(call.simulation);
  const subscription = subscriptions.get(call.query.text('id')!);
  if (!subscription || !isVisibleSubscriber(call, subscription.channelId))
    return throwIdNotFound(domain, 'subscriptionNotFound', 'id');
  if (subscription.channelId !== call.user.channelId)
    throwForbidden(domain, 'subscriptionForbidden');
  subscriptions.delete(subscription.id);
  return undefined;
};
