/** Rules of comments and comment threads: one rejected request for each. */
import { describe, expect, it } from 'vitest';
import { ids, replyId } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { namedRequests, type RejectedRequest } from '../../support/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
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

const rows: readonly RejectedRequest[] = [
  [
    'threads by id with an order',
    `${threads}&id=${thread.busy}&order=time`,
    400,
    'incompatibleParameters',
  ],
  [
    'threads of an unknown channel',
    `${threads}&channelId=${channel.missing}`,
    404,
    'channelNotFound',
  ],
  [
    'held threads of another channel',
    `${threads}&allThreadsRelatedToChannelId=${channel.ben}&moderationStatus=heldForReview`,
    403,
    'forbidden',
  ],
  [
    "spam on another channel's post",
    `${threads}&postId=${ids.post.harbourDay}&moderationStatus=likelySpam`,
    403,
    'forbidden',
    { token: 'studio-guest' },
  ],
  ['replies to a reply', `${comments}&parentId=${reply1}`, 400, 'operationNotSupported'],
  [
    'a thread without a video or channel',
    threads,
    400,
    'channelOrVideoIdMissing',
    threadBody({}, 'Hello'),
  ],
  [
    'a thread with an empty text',
    threads,
    400,
    'commentTextRequired',
    threadBody({ videoId: video.trailer }),
  ],
  [
    'a thread with a blank text',
    threads,
    400,
    'commentTextRequired',
    threadBody({ videoId: video.trailer }, ' \n '),
  ],
  [
    'a thread of 10,001 characters',
    threads,
    400,
    'commentTextTooLong',
    threadBody({ videoId: video.trailer }, long),
  ],
  [
    'a thread on an unknown video',
    threads,
    404,
    'videoNotFound',
    threadBody({ videoId: video.missing }, 'Hello'),
  ],
  [
    "a thread on another channel's private video",
    threads,
    404,
    'videoNotFound',
    threadBody({ videoId: video.strangersPrivate }, 'Hello'),
  ],
  [
    'a thread on an unknown channel',
    threads,
    404,
    'channelNotFound',
    threadBody({ channelId: channel.missing }, 'Hello'),
  ],
  [
    'a thread whose channel is not that of its video',
    threads,
    400,
    'invalidCommentThreadMetadata',
    threadBody({ videoId: video.trailer, channelId: channel.ben }, 'Hello'),
  ],
  [
    'a thread on a video with disabled comments',
    threads,
    403,
    'commentsDisabled',
    threadBody({ videoId: video.commentsOff }, 'Hello'),
  ],
  ['a reply without a parent', comments, 400, 'parentIdMissing', reply(undefined, 'Hello')],
  ['a reply with an empty text', comments, 400, 'commentTextRequired', reply(thread.busy)],
  ['a reply of 10,001 characters', comments, 400, 'commentTextTooLong', reply(thread.busy, long)],
  [
    'a reply to an unknown comment',
    comments,
    404,
    'parentCommentNotFound',
    reply(thread.missing, 'Hello'),
  ],
  [
    'a reply to a comment that the caller cannot see',
    comments,
    404,
    'parentCommentNotFound',
    reply(thread.queued, 'Hello', 'studio-guest'),
  ],
  [
    'a reply to a comment that is not published',
    comments,
    400,
    'parentCommentIsPrivate',
    reply(thread.queued, 'Hello'),
  ],
  ['a reply to a reply', comments, 400, 'operationNotSupported', reply(reply1, 'Hello')],
  [
    'an update of an unknown comment',
    comments,
    404,
    'commentNotFound',
    updateBody(thread.missing, 'Hello'),
  ],
  ['an update to an empty text', comments, 400, 'commentTextRequired', updateBody(thread.unicode)],
  [
    'an update to 10,001 characters',
    comments,
    400,
    'commentTextTooLong',
    updateBody(thread.unicode, long),
  ],
  [
    "an update of another author's comment",
    comments,
    403,
    'forbidden',
    updateBody(thread.unicode, 'Hello', 'studio-guest'),
  ],
  [
    'an update without an id',
    comments,
    400,
    'required',
    send('PUT', { snippet: { textOriginal: 'Hello' } }),
  ],
  [
    'deleting an unknown comment',
    `/comments?id=${thread.missing}`,
    404,
    'commentNotFound',
    { method: 'DELETE' },
  ],
  [
    "deleting another author's comment",
    `/comments?id=${thread.unicode}`,
    403,
    'forbidden',
    { method: 'DELETE', token: 'studio-guest' },
  ],
  [
    'moderating an unknown comment',
    `/comments/setModerationStatus?id=${thread.missing}&moderationStatus=rejected`,
    404,
    'commentNotFound',
    { method: 'POST' },
  ],
  [
    "moderating comments on the caller's and on another channel",
    `/comments/setModerationStatus?id=${thread.busy},${thread.benChannel}&moderationStatus=rejected`,
    403,
    'forbidden',
    { method: 'POST' },
  ],
  [
    'banAuthor without rejected',
    `/comments/setModerationStatus?id=${thread.busy}&moderationStatus=published&banAuthor=true`,
    400,
    'banWithoutReject',
    { method: 'POST' },
  ],
  [
    'the status likelySpam, which only YouTube sets',
    `/comments/setModerationStatus?id=${thread.busy}&moderationStatus=likelySpam`,
    400,
    'operationNotSupported',
    { method: 'POST' },
  ],
  [
    'a missing moderation status',
    `/comments/setModerationStatus?id=${thread.busy}`,
    400,
    'missingRequiredParameter',
    { method: 'POST' },
  ],
  [
    'a caller without a channel',
    threads,
    401,
    'youtubeSignupRequired',
    threadBody({ videoId: video.trailer }, 'Hello', 'no-channel'),
  ],
  [
    'a token with read-only scopes',
    comments,
    403,
    'insufficientPermissions',
    reply(thread.busy, 'Hello', 'studio-reader'),
  ],
];

describe('comments', () => {
  it.each(namedRequests(rows))('rejects $request', async ({ call, status, reason, options }) => {
    const before = structuredClone(videoState(box.sandbox.simulation()).comments);
    const response = await box.ask(`/youtube/v3${call}`, options);
    expect([response.status, response.reason]).toEqual([status, reason]);
    expect(videoState(box.sandbox.simulation()).comments).toEqual(before);
  });
  it.each([
    [
      'insert a thread',
      threads,
      threadBody({ channelId: channel.studio }, 'Hello', 'studio-guest'),
    ],
    ['insert a reply', comments, reply(thread.busy, 'Hello', 'studio-guest')],
  ])('rejects ineligible accounts that %s', async (_, path, options) => {
    videoState(box.sandbox.simulation()).ineligibleChannels.add(channel.ben);
    expect(await box.ask(`/youtube/v3${path}`, options)).toMatchObject({
      status: 403,
      reason: 'ineligibleAccount',
    });
  });
});
