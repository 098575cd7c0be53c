/** The keys of payments of viewers, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import {
  type FanFundingEvent as FanFundingEventShape,
  fanFundingEvents,
  superChatEvents,
} from '../operations.ts';

export const SuperChatEvent = resource<youtube_v3.Schema$SuperChatEvent>({
  name: 'SuperChatEvent',
  key: ['superChatEventId'],
  read: { kind: 'unreadable', operation: superChatEvents.list },
});

export const FanFundingEvent = resource<FanFundingEventShape>({
  name: 'FanFundingEvent',
  key: ['fanFundingEventId'],
  read: { kind: 'unreadable', operation: fanFundingEvents.list },
});
