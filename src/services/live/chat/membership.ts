/** Chat messages about memberships of the channel. */
import { fieldAt } from '../../../engine/schema/field/path-field.ts';
import { messageType } from './message.ts';

/** The type of received gifts. `links/live-channel.ts` adds the channel that bought the gift. */
export const MembershipGiftReceivedMessage = messageType(
  'MembershipGiftReceivedMessage',
  'A viewer, the author of the message, received a channel membership as a gift.',
  (t) => ({
    levelName: fieldAt(
      t,
      'String',
      'snippet.giftMembershipReceivedDetails.memberLevelName',
      'The name of the membership level. REST field: `memberLevelName`.',
    ),
    gifterChannelId: fieldAt(
      t,
      'ID',
      'snippet.giftMembershipReceivedDetails.gifterChannelId',
      'The YouTube id of the channel that bought the membership.',
    ),
    giftMessageId: fieldAt(
      t,
      'ID',
      'snippet.giftMembershipReceivedDetails.associatedMembershipGiftingMessageId',
      'The YouTube id of the `MembershipGiftMessage` about the purchase. REST field: `associatedMembershipGiftingMessageId`.',
    ),
  }),
);

/** Adds the types of this module to the schema. */
export function addMembershipMessages(): void {
  messageType(
    'NewMemberMessage',
    'A viewer became a channel member or changed to a higher level.',
    (t) => ({
      levelName: fieldAt(
        t,
        'String',
        'snippet.newSponsorDetails.memberLevelName',
        'The name of the membership level. REST field: `memberLevelName`.',
      ),
      isUpgrade: fieldAt(
        t,
        'Boolean',
        'snippet.newSponsorDetails.isUpgrade',
        'Whether the author was a member before and changed to a higher level.',
      ),
    }),
  );

  messageType(
    'MemberMilestoneMessage',
    'A channel member celebrates the duration of the membership.',
    (t) => ({
      levelName: fieldAt(
        t,
        'String',
        'snippet.memberMilestoneChatDetails.memberLevelName',
        'The name of the membership level. REST field: `memberLevelName`.',
      ),
      totalMonths: fieldAt(
        t,
        'Int',
        'snippet.memberMilestoneChatDetails.memberMonth',
        'The total duration of the membership in months, rounded up. REST field: `memberMonth`.',
      ),
      comment: fieldAt(
        t,
        'String',
        'snippet.memberMilestoneChatDetails.userComment',
        'The text of the author. Null if the author wrote none. REST field: `userComment`.',
      ),
    }),
  );

  messageType(
    'MembershipGiftMessage',
    'A viewer bought channel memberships for other viewers.',
    (t) => ({
      giftCount: fieldAt(
        t,
        'Int',
        'snippet.membershipGiftingDetails.giftMembershipsCount',
        'The number of memberships. REST field: `giftMembershipsCount`.',
      ),
      levelName: fieldAt(
        t,
        'String',
        'snippet.membershipGiftingDetails.giftMembershipsLevelName',
        'The name of the membership level. REST field: `giftMembershipsLevelName`.',
      ),
    }),
  );
}
