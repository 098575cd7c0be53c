/** Comments, by their authors and by those who moderate them. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

const { commentThread } = ids;
const { trailer } = ids.video;
const callers = { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' };
const everybody = { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' };
const text = ['First text', 'Second text'] as const;
const rejectedText = [{ input: { text: 'x'.repeat(10_001) } }, { input: { text: ' ' } }];

export const commentFixtures: Fixtures = {
  createCommentThread: {
    target: { on: { videoId: trailer } },
    entity: 'video/comments',
    fields: { text },
    callers: everybody,
    ids: {
      'on.videoId': { missing: ids.video.missing },
      'on.channelId': { missing: ids.channel.missing, valid: ids.channel.studio },
    },
    rejected: {
      text: rejectedText,
      'on.videoId': [
        {
          input: { on: { videoId: ids.video.commentsOff } },
          code: 'FORBIDDEN',
          reason: 'commentsDisabled',
        },
      ],
      'on.channelId': [
        {
          input: { on: { channelId: ids.channel.missing } },
          code: 'NOT_FOUND',
          reason: 'channelNotFound',
        },
      ],
    },
  },
  replyToComment: {
    entity: 'video/comments',
    fields: { parentId: [commentThread.trailer, commentThread.unicode], text },
    callers: everybody,
    ids: { parentId: { missing: commentThread.missing } },
    rejected: {
      text: rejectedText,
      parentId: [{ input: { parentId: commentThread.queued }, reason: 'parentCommentIsPrivate' }],
    },
  },
  updateComment: {
    target: { id: commentThread.unicode },
    entity: `video/comments/${commentThread.unicode}`,
    fields: { text: { values: text, at: `video/comments/${commentThread.unicode}/text` } },
    callers,
    ids: { id: { missing: commentThread.missing } },
    rejected: { text: rejectedText },
  },
  deleteComment: {
    target: { id: commentThread.unicode },
    entity: `video/comments/${commentThread.unicode}`,
    callers,
    ids: { id: { missing: commentThread.missing } },
  },
  setCommentModerationStatus: {
    target: { ids: [commentThread.trailer] },
    entity: `video/comments/${commentThread.trailer}/moderationStatus`,
    fields: {
      status: ['HELD_FOR_REVIEW', 'REJECTED'],
      banAuthor: { values: [true, true], with: { status: 'REJECTED' } },
    },
    callers,
    ids: { ids: { missing: commentThread.missing, path: ['ids', '0'] } },
    rejected: { banAuthor: [{ input: { banAuthor: true, status: 'PUBLISHED' } }] },
    accepts: ['status'],
  },
};
