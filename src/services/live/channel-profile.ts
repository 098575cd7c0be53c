/** Profiles of channels that an answer has beside its events. */
import type { youtube_v3 } from '@googleapis/youtube';
import { valueType } from '../../engine/schema/field/path-field.ts';

export const ChannelProfile = valueType<youtube_v3.Schema$ChannelProfileDetails>(
  'ChannelProfile',
  'ChannelProfileDetails',
).rows('The name and the picture of a channel. Needs no further call, unlike `Channel`.', {
  channelId: 'The YouTube id of the channel.',
  channelUrl: ['URL', 'The URL of the page of the channel on YouTube.'],
  displayName: 'The title of the channel, as known at the time of the event.',
  profileImageUrl: ['URL', 'The profile picture of the channel.'],
});
