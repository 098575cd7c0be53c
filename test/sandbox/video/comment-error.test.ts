/** Rules of comments and comment threads: one rejected request for each. */
import { describe, expect, it } from 'vitest';
import { ids, replyId } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { video, channel, commentThread: thread } = ids;

const send = (method: string, body: unknown, token = 'studio-owner'): RequestOptions => ({
  method,
  body,
  token,
});

const threadBody = (target: object, text?: string, token?: string): RequestOptions =>
  send(
    'POST',
    {
      snippet: {
        ...target,
        topLevelComment: { snippet: text === undefined ? {} : { textOriginal: text } },
      },
    },
    token,
  );

const reply = (
  parentId: string | undefined,
  textOriginal?: string,
  token?: string,
): RequestOptions => send('POST', { snippet: { parentId, textOriginal } }, token);

const updateBody = (id: string, textOriginal?: string, token?: string): RequestOptions =>
  send('PUT', { id, snippet: { textOriginal } }, token);

const threads = '/commentThreads?part=snippet';
const comments = '/comments?part=snippet';
const long = 'x'.repeat(10_001);
const reply1 = replyId(thread.busy, 1);

const newThread = (...request: Parameters<typeof threadBody>) =>
  [threads, threadBody(...request)] as const;

const rows: RejectedRequests = {
  '400 incompatibleParameters': {
    'threads by id with an order': `${threads}&id=${thread.busy}&order=time`,
  },
  '404 channelNotFound': {
    'threads of an unknown channel': `${threads}&channelId=${channel.missing}`,
    'a thread on an unknown channel': newThread({ channelId: channel.missing }, 'Hello'),
  },
  '403 forbidden': {
    'held threads of another channel': `${threads}&allThreadsRelatedToChannelId=${channel.ben}&moderationStatus=heldForReview`,
    "spam on another channel's post": [
      `${threads}&postId=${ids.post.harbourDay}&moderationStatus=likelySpam`,
      { token: 'studio-guest' },
    ],
    "an update of another author's comment": [
      comments,
      updateBody(thread.unicode, 'Hello', 'studio-guest'),
    ],
    "deleting another author's comment": [
      `/comments?id=${thread.unicode}`,
      { method: 'DELETE', token: 'studio-guest' },
    ],
    "moderating comments on the caller's and on another channel": [
      `/comments/setModerationStatus?id=${thread.busy},${thread.benChannel}&moderationStatus=rejected`,
      { method: 'POST' },
    ],
  },
  '400 operationNotSupported': {
    'replies to a reply': `${comments}&parentId=${reply1}`,
    'a reply to a reply': [comments, reply(reply1, 'Hello')],
    'the status likelySpam, which only YouTube sets': [
      `/comments/setModerationStatus?id=${thread.busy}&moderationStatus=likelySpam`,
      { method: 'POST' },
    ],
  },
  '400 channelOrVideoIdMissing': {
    'a thread without a video or channel': newThread({}, 'Hello'),
  },
  '400 commentTextRequired': {
    'a thread with an empty text': newThread({ videoId: video.trailer }),
    'a thread with a blank text': newThread({ videoId: video.trailer }, ' \n '),
    'a reply with an empty text': [comments, reply(thread.busy)],
    'an update to an empty text': [comments, updateBody(thread.unicode)],
  },
  '400 commentTextTooLong': {
    'a thread of 10,001 characters': newThread({ videoId: video.trailer }, long),
    'a reply of 10,001 characters': [comments, reply(thread.busy, long)],
    'an update to 10,001 characters': [comments, updateBody(thread.unicode, long)],
  },
  '404 videoNotFound': {
    'a thread on an unknown video': newThread({ videoId: video.missing }, 'Hello'),
    "a thread on another channel's private video": newThread(
      { videoId: video.strangersPrivate },
      'Hello',
    ),
  },
  '400 invalidCommentThreadMetadata': {
    'a thread whose channel is not that of its video': newThread(
      { videoId: video.trailer, channelId: channel.ben },
      'Hello',
    ),
  },
  '403 commentsDisabled': {
    'a thread on a video with disabled comments': newThread(
      { videoId: video.commentsOff },
      'Hello',
    ),
  },
  '400 parentIdMissing': { 'a reply without a parent': [comments, reply(undefined, 'Hello')] },
  '404 parentCommentNotFound': {
    'a reply to an unknown comment': [comments, reply(thread.missing, 'Hello')],
    'a reply to a comment that the caller cannot see': [
      comments,
      reply(thread.queued, 'Hello', 'studio-guest'),
    ],
  },
  '400 parentCommentIsPrivate': {
    'a reply to a comment that is not published': [comments, reply(thread.queued, 'Hello')],
  },
  '404 commentNotFound': {
    'an update of an unknown comment': [comments, updateBody(thread.missing, 'Hello')],
    'deleting an unknown comment': [`/comments?id=${thread.missing}`, { method: 'DELETE' }],
    'moderating an unknown comment': [
      `/comments/setModerationStatus?id=${thread.missing}&moderationStatus=rejected`,
      { method: 'POST' },
    ],
  },
  '400 required': {
    'an update without an id': [comments, send('PUT', { snippet: { textOriginal: 'Hello' } })],
  },
  '400 banWithoutReject': {
    'banAuthor without rejected': [
      `/comments/setModerationStatus?id=${thread.busy}&moderationStatus=published&banAuthor=true`,
      { method: 'POST' },
    ],
  },
  '400 missingRequiredParameter': {
    'a missing moderation status': [
      `/comments/setModerationStatus?id=${thread.busy}`,
      { method: 'POST' },
    ],
  },
  '401 youtubeSignupRequired': {
    'a caller without a channel': newThread({ videoId: video.trailer }, 'Hello', 'no-channel'),
  },
  '403 insufficientPermissions': {
    'a token with read-only scopes': [comments, reply(thread.busy, 'Hello', 'studio-reader')],
  },
};

describe('comments', () => {
  testRejected(box, rows);
  it.each([
    [
      'insert a thread',
      threads,
      threadBody({ channelId: channel.studio }, 'Hello', 'studio-guest'),
    ],
    ['insert a reply', comments, reply(thread.busy, 'Hello', 'studio-guest')],
  ])('rejects ineligible accounts that %s', async (_, path, options) => {
    videoState(box.sandbox.simulation()).ineligibleChannels.add(channel.ben);
    expect(await box.ask(path, options)).toMatchObject({
      status: 403,
      reason: 'ineligibleAccount',
    });
  });
});
