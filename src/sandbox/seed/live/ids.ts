/** The ids of seeded broadcasts and of what is in their chats. */
import { chatBanId, chatMessageId, liveChatId, videoId } from '../entity-id.ts';
import { table } from '../id-table.ts';

/** Broadcasts, with their initial status. */
export const broadcast = table(
  videoId,
  /** Ready, public, bound to the active stream, with a monitor stream: must be tested first. */
  'launch',
  /** Ready, bound to the active stream, without a monitor stream: can go live at once. */
  'direct',
  /** Ready, bound to an inactive stream. */
  'townhall',
  /** Created, not bound to a stream. */
  'draft',
  /** Testing. */
  'rehearsal',
  /** Live. */
  'nightShift',
  /** Complete. */
  'retrospective',
  'winterGala',
  /** The persistent broadcast: listed only for the types `all` and `persistent`. */
  'always',
  /** Ben's: ready, unlisted. */
  'benPreview',
);

const broadcastNames = Object.keys(broadcast) as (keyof typeof broadcast)[];

/** By type and name. */
export const chatIds = {
  /**
   * Live chats, by broadcast: `nightShift` has messages of all types that YouTube sends, `townhall`
   * is disabled, those of the complete broadcasts have ended, and the others are empty.
   */
  chat: {
    ...table((name) => liveChatId(broadcast[name]), ...broadcastNames),
    missing: liveChatId('missing'),
  },
  /**
   * Messages of the chat `nightShift`: one of each type but the end, and some more texts.
   */
  chatMessage: table(
    chatMessageId,
    'text',
    /** In several scripts. */
    'unicode',
    /** By Ava, the owner. */
    'owner',
    'superChat',
    /** Without a comment. */
    'silentSuperChat',
    'superSticker',
    'newMember',
    'upgrade',
    'milestone',
    'gifting',
    'giftReceived',
    'poll',
    'gift',
    'fanFunding',
    /** Deleted. */
    'tombstone',
    /** Retracted by its author. */
    'retractedTombstone',
    'temporaryBan',
    'permanentBan',
    'membersOnlyStarted',
    'membersOnlyEnded',
    'last',
    'missing',
  ),
  /** Bans in the chat `nightShift`. */
  chatBan: table(chatBanId, 'temporary', 'permanent', 'missing'),
};
