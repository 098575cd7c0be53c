/** Parts of a channel that only some callers can read. Each is a separate fetch. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { separateFetch } from '../field/separate-fetch.ts';
import { fields } from '../field/path-field.ts';
import { Channel } from './resource.ts';

const ChannelAuditDetails = builder
  .objectRef<youtube_v3.Schema$ChannelAuditDetails>('ChannelAuditDetails')
  .implement({
    description:
      'Whether a channel has kept to the rules, as a network asks before it takes one in.',
    fields: (t) =>
      fields(t, {
        communityGuidelinesGoodStanding: [
          'Boolean',
          'Whether it respects the guidelines of the community.',
        ],
        copyrightStrikesGoodStanding: [
          'Boolean',
          'Whether no strike for copyright stands against it.',
        ],
        contentIdClaimsGoodStanding: [
          'Boolean',
          'Whether no claim for found content is open against it.',
        ],
      }),
  });

const ChannelContentOwnerDetails = builder
  .objectRef<youtube_v3.Schema$ChannelContentOwnerDetails>('ChannelContentOwnerDetails')
  .implement({
    description: 'The partner who manages a channel.',
    fields: (t) =>
      fields(t, {
        contentOwner: ['ID', 'The id to give as the header `x-content-owner`.'],
        timeLinked: ['DateTime', 'Since when the channel is managed.'],
      }),
  });

/** Adds the types and fields of this module to the schema. */
export function addChannelRestricted(): void {
  builder.objectFields(Channel, (t) => ({
    auditDetails: separateFetch(
      t,
      ChannelAuditDetails,
      { resource: Channel.resource, path: 'auditDetails', fetch: 'always' },
      'How it stands with the rules: for its owner alone, with a token of the scope `youtubepartner-channel-audit`; `FORBIDDEN` or `MISSING_SCOPE` for others.',
    ),
    contentOwnerDetails: separateFetch(
      t,
      ChannelContentOwnerDetails,
      { resource: Channel.resource, path: 'contentOwnerDetails', fetch: 'always' },
      'Who manages it: told to that content owner alone, named by the header `x-content-owner`; `FORBIDDEN` for others.',
    ),
  }));
}
