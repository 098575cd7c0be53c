/** Subscriptions of channels, listed by subscriber or by publisher. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Resource } from '../../../engine/read/resource.ts';
import { subscriptions } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { computed, fields, valueType, ownKey } from '../../../engine/schema/field/path-field.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';
import { flag, required } from '../../../engine/schema/field/input-row.ts';
import { Viewer } from '../../shared/viewer.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { parseChannelIds } from '../channel/ids.ts';
import { Channel, ChannelSubscription } from '../resources.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';
import { SubscriptionOrder } from '../../shared/youtube/enums.ts';

const SubscriptionContentDetails = valueType<youtube_v3.Schema$SubscriptionContentDetails>(
  'SubscriptionContentDetails',
).rows(
  'The items of the subscribed channel from the point of view of the subscriber: their number, the number of new items, and the activity that the subscriber is notified about.',
  {
    totalItemCount: 'The approximate number of items that the channel has published.',
    newItemCount:
      'The number of items that the channel has published since the subscriber last read its content.',
    activityType: 'The activity that the subscriber is notified about.',
  },
);

const SubscriberDetails = builder
  .objectType<youtube_v3.Schema$SubscriptionSubscriberSnippet>(
    'SubscriberDetails',
    'SubscriptionSubscriberSnippet',
  )
  .implement({
    description:
      'The channel of a subscriber as included in the subscription, without a further call.',
    fields: (t) => ({
      ...fields(t, {
        title: 'The title of the channel of the subscriber.',
        description: 'The description of the channel of the subscriber.',
      }),
      thumbnails: thumbnails(t, 'thumbnails'),
      thumbnail: thumbnail(t, 'thumbnails'),
    }),
  });

const subscriptionConnection = connectionType(ChannelSubscription, 'subscriptions', {
  counted: [
    subscriptions.list,
    'The number of subscriptions in the list, over all pages, as estimated by YouTube. Can include subscriptions to channels that no longer exist.',
  ],
});

/** Maximum number of channels in one call. */
const maxChannels = 50;

interface SubscriptionArguments {
  readonly orderBy: string;
  readonly channelIds?: readonly string[] | null;
}

const orderByArgument = [
  required(SubscriptionOrder),
  'Sort order.',
  { default: 'relevance' },
] as const;

const filterArguments = {
  orderBy: orderByArgument,
  channelIds: [
    ['ID'],
    'Return only subscriptions to these channels: global ids or YouTube ids. At most 50.',
  ],
} as const;

const argumentNames = { forChannelId: 'channelIds', order: 'orderBy' } as const;

const orderParameter = (order: string): Record<string, unknown> =>
  order === 'relevance' ? {} : { order };

const filterParameters = ({
  orderBy,
  channelIds,
}: SubscriptionArguments): Record<string, unknown> => ({
  ...orderParameter(orderBy),
  ...(channelIds == null ? {} : { forChannelId: parseChannelIds(channelIds, maxChannels) }),
});

/** The caller's subscription to a channel. Its key is the id of the channel. */
export const ViewerSubscription: Resource = {
  name: 'ViewerSubscription',
  key: ['channelId'],
  read: {
    kind: 'batch',
    operation: subscriptions.list,
    param: 'forChannelId',
    idPath: 'snippet.resourceId.channelId',
  },
  fixed: { mine: true, maxResults: maxChannels },
};

/** Error reasons for a channel whose subscriptions the caller cannot see. */
const { accountClosed, accountSuspended, subscriptionForbidden } = subscriptions.list.reasons;
const hiddenReasons = [subscriptionForbidden, accountClosed, accountSuspended];

const subscriberPaths = ['snippet.channelId', 'subscriberSnippet.channelId'] as const;

/** The id of the subscriber, which is in one of two parts. */
const subscriberIdOf = ({
  snippet,
  subscriberSnippet,
}: youtube_v3.Schema$Subscription): string | null =>
  snippet?.channelId || subscriberSnippet?.channelId || null;

export function addSubscription(): void {
  ChannelSubscription.implement({
    ...node,
    description: 'A subscription of a YouTube channel to another channel.',
    fields: (t) => ({
      subscriptionId: ownKey(
        t,
        'The YouTube id of the subscription, used to unsubscribe. Not the id of a channel. REST field: `id`.',
      ),
      ...fields(t, 'snippet', {
        title: 'The title of the subscribed channel.',
        description: 'The description of the subscribed channel.',
        publishedAt: 'The time when the subscription was created.',
        channelId: [
          'The YouTube id of the subscribed channel. REST field: `snippet.resourceId.channelId`.',
          { path: 'resourceId.channelId' },
        ],
        channel: [Channel, 'The subscribed channel.', { id: 'resourceId.channelId' }],
      }),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      ...fields(t, {
        contentDetails: [
          SubscriptionContentDetails,
          'Numbers for the subscriber: items of the channel and new items.',
        ],
        subscriberDetails: [
          SubscriberDetails,
          'The title, description and thumbnails of the channel of the subscriber.',
          { rest: 'subscriberSnippet' },
        ],
        subscriber: [
          Channel,
          'The channel that subscribed.',
          {
            paths: subscriberPaths,
            key: (subscription: youtube_v3.Schema$Subscription) => {
              const id = subscriberIdOf(subscription);
              return id === null ? null : [id];
            },
          },
        ],
      }),
      subscriberChannelId: computed<youtube_v3.Schema$Subscription>(
        t,
        'ID',
        { paths: [...subscriberPaths], compute: subscriberIdOf },
        'The YouTube id of the channel that subscribed. REST field: `snippet.channelId`.',
      ),
    }),
  });

  builder.objectFields(Channel, (t) => ({
    subscriptions: connection(
      t,
      subscriptionConnection,
      {
        operation: subscriptions.list,
        argumentParameters: filterParameters,
        argumentNames,
        nullOnReasons: hiddenReasons,
        arguments: filterArguments,
      },
      'The subscriptions of the channel to other channels. Null with a warning if the channel hides its subscriptions, is closed or is suspended.',
    ),
    viewerSubscription: separateFetch(
      t,
      ChannelSubscription,
      {
        resource: ViewerSubscription,
        fetch: 'always',
        minimumPath: 'id',
        nullOnReasons: noChannel,
      },
      "The caller's subscription to the channel. Null if the caller is not subscribed. Requires an access token; otherwise an `UNAUTHENTICATED` error. One call serves up to 50 channels.",
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    subscriptions: connection(
      t,
      subscriptionConnection,
      {
        operation: subscriptions.list,
        args: () => ({ mine: true }),
        forCaller: true,
        argumentParameters: filterParameters,
        sameForAllParents: true,
        argumentNames,
        nullOnReasons: noChannel,
        arguments: filterArguments,
      },
      "The subscriptions of the caller's channel. Null with a warning if the account has no channel.",
    ),
    subscribers: connection(
      t,
      subscriptionConnection,
      {
        operation: subscriptions.list,
        args: (_, { recentOnly, orderBy }) => ({
          [recentOnly ? 'myRecentSubscribers' : 'mySubscribers']: true,
          ...orderParameter(orderBy),
        }),
        forCaller: true,
        sameForAllParents: true,
        argumentNames,
        nullOnReasons: noChannel,
        arguments: {
          recentOnly: flag(
            'Return only the 1,000 most recent subscribers, newest first. `orderBy` is then sent only if it is not the default; YouTube does not document the order of that combination.',
          ),
          orderBy: orderByArgument,
        },
      },
      "The subscriptions of other channels to the caller's channel, without subscribers who hide their subscriptions. Null with a warning if the account has no channel.",
    ),
  }));
}
