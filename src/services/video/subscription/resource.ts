/** The keys of subscriptions to channels, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { subscriptions } from '../operations.ts';

export const ChannelSubscription = resource<youtube_v3.Schema$Subscription>({
  name: 'ChannelSubscription',
  key: ['subscriptionId'],
  read: batchRead(subscriptions.list),
});
