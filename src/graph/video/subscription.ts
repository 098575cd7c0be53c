/** Subscriptions of channels, listed by subscriber or by publisher. */
import type { youtube_v3 } from '@googleapis/youtube';
import { ownId, type Resource } from '../../data/read/resource.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { subscriptions } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import type { AnyFieldBuilder } from '../field/field-factory.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { separateFetch } from '../field/separate-fetch.ts';
import { upstreamId } from '../global-id.ts';
import { Viewer } from '../link/viewer.ts';
import { node } from '../node-interface.ts';
import { Channel, ChannelSubscription, noChannel } from './resource.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';

const SubscriptionActivity = enumeration(
  'SubscriptionActivity',
  'What of a channel its subscriber is told about.',
  {
    all: 'Everything it does.',
    uploads: 'New videos alone.',
  },
);

const SubscriptionContentDetails = builder
  .objectRef<youtube_v3.Schema$SubscriptionContentDetails>('SubscriptionContentDetails')
  .implement({
    description: 'How much there is to see for a subscriber.',
    fields: (t) =>
      fields(t, {
        totalItemCount: ['Int', 'About how many things the channel has published.'],
        newItemCount: ['Int', 'How many of them are new since the subscriber last looked.'],
        activityType: [SubscriptionActivity, 'What the subscriber is told about.'],
      }),
  });

const SubscriberDetails = builder
  .objectRef<youtube_v3.Schema$SubscriptionSubscriberSnippet>('SubscriberDetails')
  .implement({
    description:
      'What is said of a subscriber along with their subscription: enough for a row of a list, without reading their channel.',
    fields: (t) => ({
      ...fields(t, {
        title: ['String', 'The name of their channel.'],
        description: ['String', 'What their channel says about itself.'],
      }),
      thumbnails: thumbnails(t, 'thumbnails'),
      thumbnail: thumbnail(t, 'thumbnails'),
    }),
  });

const subscriptionConnection = connectionType(ChannelSubscription, 'subscriptions', {
  countedBy: subscriptions.list,
});

const SubscriptionOrder = enumeration(
  'SubscriptionOrder',
  'In which order subscriptions are listed.',
  {
    relevance: 'What upstream takes to matter most.',
    unread: 'Where most is new.',
    alphabetical: 'By the names of the channels.',
  },
);

/** Maximum number of channels in one call. */
const maxChannels = 50;

interface SubscriptionArguments {
  readonly order: string;
  readonly channelIds?: readonly string[] | null;
}

const orderArgument = (t: AnyFieldBuilder) =>
  t.arg({
    type: SubscriptionOrder,
    required: true,
    defaultValue: 'relevance',
    description: 'Which subscriptions come first.',
  });

const filterArguments = (t: AnyFieldBuilder): Record<string, unknown> => ({
  order: orderArgument(t),
  channelIds: t.arg.idList({
    description:
      'Only subscriptions to these channels, at most 50: to see which of them are among them.',
  }),
});

const orderParameter = (order: string): Record<string, unknown> =>
  order === 'relevance' ? {} : { order };

function filterParameters({ order, channelIds }: SubscriptionArguments): Record<string, unknown> {
  if (channelIds == null) return orderParameter(order);
  if (channelIds.length === 0 || channelIds.length > maxChannels)
    throw new InvalidInput(
      'channelIds',
      `expected 1 to ${maxChannels} channels, got ${channelIds.length}`,
    );
  const ids = channelIds.map((id, index) =>
    upstreamId(Channel.resource, id, `channelIds.${index}`),
  );
  return { ...orderParameter(order), forChannelId: ids };
}

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

/** Adds the types and fields of this module to the schema. */
export function addSubscription(): void {
  ChannelSubscription.implement({
    ...node,
    description: 'That one channel has subscribed to another.',
    fields: (t) => ({
      subscriptionId: ownKey(t, 'What ends it: the id of the subscription, not of either channel.'),
      ...fields(t, 'snippet', {
        title: ['String', 'The name of the channel subscribed to, as the subscription keeps it.'],
        description: ['String', 'What the channel subscribed to says about itself.'],
        publishedAt: ['DateTime', 'When it was made.'],
      }),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      contentDetails: fieldAt(
        t,
        SubscriptionContentDetails,
        'contentDetails',
        'Figures for the subscriber: what is there, and what is new.',
      ),
      subscriberDetails: fieldAt(
        t,
        SubscriberDetails,
        'subscriberSnippet',
        'Name and picture of the subscriber.',
      ),
      channel: link(t, Channel, 'snippet.resourceId.channelId', 'The channel subscribed to.'),
      subscriber: link(
        t,
        Channel,
        {
          paths: ['snippet.channelId', 'subscriberSnippet.channelId'],
          key: ({ snippet, subscriberSnippet }: youtube_v3.Schema$Subscription) => {
            const id = snippet?.channelId || subscriberSnippet?.channelId;
            return id ? [id] : null;
          },
        },
        'The channel that subscribed.',
      ),
    }),
  });

  builder.objectFields(Channel, (t) => ({
    subscriptions: connection(
      t,
      subscriptionConnection,
      {
        operation: subscriptions.list,
        args: (channel, args) => ({ channelId: ownId(channel), ...filterParameters(args) }),
        argumentNames: { forChannelId: 'channelIds' },
        nullOnReasons: hiddenReasons,
        arguments: filterArguments(t),
      },
      'Channels that it has subscribed to; null with a warning where it keeps them to itself, or is no more.',
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
      "The caller's own subscription to it; null where there is none. Those to all channels of a query are looked up together.",
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    subscriptions: connection(
      t,
      subscriptionConnection,
      {
        operation: subscriptions.list,
        args: (_, args) => ({ mine: true, ...filterParameters(args) }),
        sameForAllParents: true,
        argumentNames: { forChannelId: 'channelIds' },
        nullOnReasons: noChannel,
        arguments: filterArguments(t),
      },
      'Channels that the caller has subscribed to; null with a warning for an account without a channel of its own.',
    ),
    subscribers: connection(
      t,
      subscriptionConnection,
      {
        operation: subscriptions.list,
        args: (_, { recent, order }) => ({
          [recent ? 'myRecentSubscribers' : 'mySubscribers']: true,
          ...orderParameter(order),
        }),
        sameForAllParents: true,
        nullOnReasons: noChannel,
        arguments: {
          recent: t.arg.boolean({
            required: true,
            defaultValue: false,
            description:
              'Whether the latest thousand are listed, the newest first, instead of all.',
          }),
          order: orderArgument(t),
        },
      },
      "Subscriptions to the caller's channel, of those who do not hide them: their `subscriber` is who it is about.",
    ),
  }));
}
