/** Chat messages about memberships of the channel. */
import { fields } from '../../../engine/schema/field/path-field.ts';
import { messageType } from './message.ts';

/** The type of received gifts. `links/live-channel.ts` adds the channel that bought the gift. */
export const MembershipGiftReceivedMessage = messageType(
  'MembershipGiftReceivedMessage',
  'A viewer, the author of the message, received a channel membership as a gift.',
  (t) =>
    fields(t, 'snippet.giftMembershipReceivedDetails', {
      levelName: ['The name of the membership level.', { rest: 'memberLevelName' }],
      gifterChannelId: 'The YouTube id of the channel that bought the membership.',
      giftMessageId: [
        'The YouTube id of the `MembershipGiftMessage` about the purchase.',
        { rest: 'associatedMembershipGiftingMessageId' },
      ],
    }),
);

export function addMembershipMessages(): void {
  messageType(
    'NewMemberMessage',
    'A viewer became a channel member or changed to a higher level.',
    (t) =>
      fields(t, 'snippet.newSponsorDetails', {
        levelName: ['The name of the membership level.', { rest: 'memberLevelName' }],
        isUpgrade: 'Whether the author was a member before and changed to a higher level.',
      }),
  );

  messageType(
    'MemberMilestoneMessage',
    'A channel member celebrates the duration of the membership.',
    (t) =>
      fields(t, 'snippet.memberMilestoneChatDetails', {
        levelName: ['The name of the membership level.', { rest: 'memberLevelName' }],
        totalMonths: [
          'The total duration of the membership in months, rounded up.',
          { rest: 'memberMonth' },
        ],
        commentText: [
          'The text of the author. Null if the author wrote none.',
          { rest: 'userComment' },
        ],
      }),
  );

  messageType(
    'MembershipGiftMessage',
    'A viewer bought channel memberships for other viewers.',
    (t) =>
      fields(t, 'snippet.membershipGiftingDetails', {
        giftCount: ['The number of memberships.', { rest: 'giftMembershipsCount' }],
        levelName: ['The name of the membership level.', { rest: 'giftMembershipsLevelName' }],
      }),
  );
}
