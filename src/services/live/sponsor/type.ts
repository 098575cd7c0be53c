/** Sponsors: the older name of channel members, with a list operation of its own. */
import { type Sponsor as SponsorShape, sponsors } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { Viewer } from '../../shared/viewer.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { ChannelProfile } from '../channel-profile.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { SponsorFilter } from '../../shared/youtube/enums.ts';

export const Sponsor = builder.objectType<SponsorShape>('Sponsor');

const sponsorConnection = connectionType(Sponsor, 'sponsors', {
  counted: [sponsors.list, 'The number of sponsors, over all pages, as estimated by YouTube.'],
  minimumPath: 'snippet.sponsorDetails.channelId',
});

export function addSponsor(): void {
  Sponsor.implement({
    description: "A viewer who pays for a membership of the caller's channel. Now called a member.",
    fields: (t) => ({
      // YouTube gives sponsors no ids.
      id: unreadableId(
        t,
        { list: 'Viewer.sponsors' },
        {
          type: 'Sponsor',
          operation: sponsors.list,
          paths: ['snippet.channelId', 'snippet.sponsorDetails.channelId'],
        },
      ),
      ...fields(t, 'snippet', {
        channelId: 'The YouTube id of the sponsored channel.',
        supporterDetails: [
          ChannelProfile,
          'The name and the picture of the sponsor.',
          { rest: 'sponsorDetails' },
        ],
        startedAt: ['The time when the sponsorship began.', { rest: 'sponsorSince' }],
        totalMonths: [
          'The total number of months of sponsorship.',
          { rest: 'cumulativeDurationMonths' },
        ],
      }),
    }),
  });

  builder.objectField(Viewer, 'sponsors', (t) =>
    connection(
      t,
      sponsorConnection,
      {
        operation: sponsors.list,
        args: (_, { filter }) => ({ filter }),
        sameForAllParents: true,
        nullOnReasons: noChannel,
        arguments: {
          filter: [required(SponsorFilter), 'Return only these sponsors.', { default: 'newest' }],
        },
        deprecationReason:
          'YouTube has removed the operation: sponsors are channel members. Use `members`.',
      },
      "Sponsors of the caller's channel. Null with a warning if the caller has no channel.",
    ),
  );
}
