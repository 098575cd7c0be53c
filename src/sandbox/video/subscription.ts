/** Who subscribed to whom: lists from either end, and the caller's own subscriptions. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { subscriptionId, ids } from '../seed/ids.ts';
import { rfc3339 } from '../time.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { type SubscriptionEntity, videoState } from './state.ts';

const domain = 'youtube.subscription';

/** The most channels that one can subscribe to. */
const most = 2000;

export const listSubscriptions: Handler = (call) => {
  const { query } = call;
  const wanted = new Set(query.list('forChannelId').flatMap((value) => value.split(',')));
  const chosen = choose(call);
  const narrowed =
    wanted.size === 0 ? chosen : chosen.filter(({ publisherId }) => wanted.has(publisherId));
  return listResponse(call, 'subscriptionListResponse', ordered(call, narrowed), (subscription) =>
    show(call, subscription),
  );
};

function choose(call: ApiCall): readonly SubscriptionEntity[] {
  const { query, simulation, user } = call;
  const { subscriptions, privateSubscribers, channels } = videoState(simulation);
  const all = [...subscriptions.values()];
  const open = ({ channelId }: SubscriptionEntity): boolean =>
    channelId === user.channelId || !privateSubscribers.has(channelId);
  if (query.has('id'))
    return findByIds(query.list('id'), (id) => subscriptions.get(id)).filter(open);
  if (query.has('channelId')) {
    const subscriber = query.text('channelId')!;
    if (subscriber === ids.account.closed) return throwForbidden(domain, 'accountClosed');
    if (subscriber === ids.account.suspended) return throwForbidden(domain, 'accountSuspended');
    if (!channels.has(subscriber)) return throwNotFound(domain, 'subscriberNotFound', 'channelId');
    if (subscriber !== user.channelId && privateSubscribers.has(subscriber))
      return throwForbidden(domain, 'subscriptionForbidden');
    return all.filter(({ channelId }) => channelId === subscriber);
  }
  if (query.flag('mine')) return all.filter(({ channelId }) => channelId === user.channelId);
  const subscribers = all.filter(({ publisherId }) => publisherId === user.channelId).filter(open);
  return query.flag('myRecentSubscribers') ? subscribers.toReversed().slice(0, 1000) : subscribers;
}

function ordered(
  { query, simulation }: ApiCall,
  all: readonly SubscriptionEntity[],
): readonly SubscriptionEntity[] {
  const { channels } = videoState(simulation);
  const titleOf = ({ publisherId }: SubscriptionEntity): string =>
    channels.get(publisherId)?.snippet.title ?? '';
  const order = query.text('order');
  if (order === 'alphabetical')
    return all.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b), 'en'));
  return order === 'unread' ? all.toSorted((a, b) => b.newItems - a.newItems) : all;
}

function show(
  { simulation }: ApiCall,
  { id, channelId, publisherId, publishedAt, newItems }: SubscriptionEntity,
): object {
  const { channels } = videoState(simulation);
  const [publisher, subscriber] = [channels.get(publisherId)!, channels.get(channelId)!];
  const { title, description, thumbnails } = publisher.snippet;
  const resourceId = { kind: 'youtube#channel', channelId: publisherId };
  const { title: name, description: about, thumbnails: portrait } = subscriber.snippet;
  return {
    kind: 'youtube#subscription',
    id,
    snippet: { publishedAt, title, description, resourceId, channelId, thumbnails },
    contentDetails: {
      totalItemCount: Number(publisher.statistics['videoCount']),
      newItemCount: newItems,
      activityType: 'all',
    },
    subscriberSnippet: { title: name, description: about, channelId, thumbnails: portrait },
  };
}

export const insertSubscription: Handler = (call) => {
  const { simulation, user, body } = call;
  const { subscriptions, channels } = videoState(simulation);
  const { resourceId } = body['snippet'] as {
    readonly resourceId: { readonly channelId?: string };
  };
  const publisherId = resourceId.channelId;
  const location = {
    domain,
    location: 'body.snippet.resourceId.channelId',
    locationType: 'other',
  } as const;
  if (!publisherId) throw new ApiError(400, 'publisherRequired', location);
  if (!channels.has(publisherId)) throw new ApiError(404, 'publisherNotFound', location);
  const channelId = user.channelId!;
  const mine = [...subscriptions.values()].filter((each) => each.channelId === channelId);
  if (publisherId === channelId || mine.length >= most)
    throw new ApiError(400, 'subscriptionForbidden', location);
  if (mine.some((each) => each.publisherId === publisherId))
    throw new ApiError(400, 'subscriptionDuplicate', location);
  const id = subscriptionId(channelId, publisherId);
  const subscription = {
    id,
    channelId,
    publisherId,
    publishedAt: rfc3339(simulation.now()),
    newItems: 0,
  };
  subscriptions.set(id, subscription);
  return show(call, subscription);
};

export const deleteSubscription: Handler = ({ simulation, user, query }) => {
  const { subscriptions, privateSubscribers } = videoState(simulation);
  const subscription = subscriptions.get(query.text('id')!);
  const own = subscription?.channelId === user.channelId;
  if (!subscription || (!own && privateSubscribers.has(subscription.channelId)))
    return throwNotFound(domain, 'subscriptionNotFound', 'id');
  if (!own) return throwForbidden(domain, 'subscriptionForbidden');
  subscriptions.delete(subscription.id);
  return undefined;
};
