/** Parts of a channel that only some callers can read. Each is a separate fetch. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';
import { valueType } from '../../../engine/schema/field/path-field.ts';
import { Channel } from '../resources.ts';

const ChannelAuditDetails = valueType<youtube_v3.Schema$ChannelAuditDetails>(
  'ChannelAuditDetails',
).rows(
  'The compliance of a channel with YouTube rules, for multi-channel networks that review the channel.',
  {
    communityGuidelinesGoodStanding: 'Whether the channel complies with the community guidelines.',
    copyrightStrikesGoodStanding: 'Whether the channel has no copyright strikes.',
    contentIdClaimsGoodStanding: 'Whether the channel has no open Content ID claims.',
  },
);

const ChannelContentOwnerDetails = valueType<youtube_v3.Schema$ChannelContentOwnerDetails>(
  'ChannelContentOwnerDetails',
).rows('The content owner that manages a channel.', {
  contentOwnerId: [
    'ID',
    'The id of the content owner, for the request header `x-content-owner`.',
    { rest: 'contentOwner' },
  ],
  linkedAt: ['The time when the channel was linked to the content owner.', { rest: 'timeLinked' }],
});

export function addChannelRestricted(): void {
  builder.objectFields(Channel, (t) => ({
    auditDetails: separateFetch(
      t,
      ChannelAuditDetails,
      { resource: Channel.resource, path: 'auditDetails', fetch: 'always' },
      'The compliance of the channel with YouTube rules. Requires a separate call, shared with `contentOwnerDetails`. Channel owner only, with the scope `https://www.googleapis.com/auth/youtubepartner-channel-audit`; `FORBIDDEN` or `MISSING_SCOPE` otherwise.',
    ),
    contentOwnerDetails: separateFetch(
      t,
      ChannelContentOwnerDetails,
      { resource: Channel.resource, path: 'contentOwnerDetails', fetch: 'always' },
      'The content owner that manages the channel. Requires a separate call, shared with `auditDetails`. Requires the request header `x-content-owner` with the managing content owner; `FORBIDDEN` otherwise.',
    ),
  }));
}
