/** Every rule of comments and their threads: one call that breaks it, and what comes back. */
import { describe, expect, it } from 'vitest';
import { ids, replyId } from '../../src/sandbox/seed/ids.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { type Ask, useSandbox } from '../support/sandbox.ts';

const box = useSandbox();
const { video, channel, commentThread: thread } = ids;
type Row = readonly [law: string, call: string, status: number, reason: string, options?: Ask];

const send = (method: string, body: unknown, token = 'studio-owner'): Ask => ({
  method,
  body,
  token,
});

const about = (target: object, text?: string, token?: string): Ask =>
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

const reply = (parentId: string | undefined, textOriginal?: string, token?: string): Ask =>
  send('POST', { snippet: { parentId, textOriginal } }, token);

const edit = (id: string, textOriginal?: string, token?: string): Ask =>
  send('PUT', { id, snippet: { textOriginal } }, token);

const threads = '/commentThreads?part=snippet';
const comments = '/comments?part=snippet';
const long = 'x'.repeat(10_001);
const other = replyId(thread.busy, 1);

const rows: readonly Row[] = [
  [
    'threads by an id, and what chooses among others',
    `${threads}&id=${thread.busy}&order=time`,
    400,
    'incompatibleParameters',
  ],
  ['threads of no channel', `${threads}&channelId=${channel.missing}`, 404, 'channelNotFound'],
  [
    "held threads around another's channel",
    `${threads}&allThreadsRelatedToChannelId=${channel.ben}&moderationStatus=heldForReview`,
    403,
    'forbidden',
  ],
  [
    "spam on another's post",
    `${threads}&postId=${ids.post.harbourDay}&moderationStatus=likelySpam`,
    403,
    'forbidden',
    { token: 'studio-guest' },
  ],
  ['replies to a reply', `${comments}&parentId=${other}`, 400, 'operationNotSupported'],
  ['a thread about nothing', threads, 400, 'channelOrVideoIdMissing', about({}, 'Hello')],
  [
    'a thread that says nothing',
    threads,
    400,
    'commentTextRequired',
    about({ videoId: video.trailer }),
  ],
  [
    'a thread of blanks',
    threads,
    400,
    'commentTextRequired',
    about({ videoId: video.trailer }, ' \n '),
  ],
  [
    'a thread of 10,001 characters',
    threads,
    400,
    'commentTextTooLong',
    about({ videoId: video.trailer }, long),
  ],
  [
    'a thread on no video',
    threads,
    404,
    'videoNotFound',
    about({ videoId: video.missing }, 'Hello'),
  ],
  [
    "a thread on another's private video",
    threads,
    404,
    'videoNotFound',
    about({ videoId: video.strangersPrivate }, 'Hello'),
  ],
  [
    'a thread on no channel',
    threads,
    404,
    'channelNotFound',
    about({ channelId: channel.missing }, 'Hello'),
  ],
  [
    'a thread on a video of another channel than it says',
    threads,
    400,
    'invalidCommentThreadMetadata',
    about({ videoId: video.trailer, channelId: channel.ben }, 'Hello'),
  ],
  [
    'a thread where comments are disabled',
    threads,
    403,
    'commentsDisabled',
    about({ videoId: video.commentsOff }, 'Hello'),
  ],
  ['a reply to nobody', comments, 400, 'parentIdMissing', reply(undefined, 'Hello')],
  ['a reply that says nothing', comments, 400, 'commentTextRequired', reply(thread.busy)],
  ['a reply of 10,001 characters', comments, 400, 'commentTextTooLong', reply(thread.busy, long)],
  [
    'a reply to what is not there',
    comments,
    404,
    'parentCommentNotFound',
    reply(thread.missing, 'Hello'),
  ],
  [
    'a reply to what the caller may not see',
    comments,
    404,
    'parentCommentNotFound',
    reply(thread.queued, 'Hello', 'studio-guest'),
  ],
  [
    'a reply to what is not published',
    comments,
    400,
    'parentCommentIsPrivate',
    reply(thread.queued, 'Hello'),
  ],
  ['a reply to a reply', comments, 400, 'operationNotSupported', reply(other, 'Hello')],
  ['an edit of nothing', comments, 404, 'commentNotFound', edit(thread.missing, 'Hello')],
  ['an edit to nothing', comments, 400, 'commentTextRequired', edit(thread.unicode)],
  ['an edit to 10,001 characters', comments, 400, 'commentTextTooLong', edit(thread.unicode, long)],
  [
    "an edit of another's comment",
    comments,
    403,
    'forbidden',
    edit(thread.unicode, 'Hello', 'studio-guest'),
  ],
  [
    'an edit without the id',
    comments,
    400,
    'required',
    send('PUT', { snippet: { textOriginal: 'Hello' } }),
  ],
  [
    'deleting nothing',
    `/comments?id=${thread.missing}`,
    404,
    'commentNotFound',
    { method: 'DELETE' },
  ],
  [
    "deleting another's comment",
    `/comments?id=${thread.unicode}`,
    403,
    'forbidden',
    { method: 'DELETE', token: 'studio-guest' },
  ],
  [
    'a decision on nothing',
    `/comments/setModerationStatus?id=${thread.missing}&moderationStatus=rejected`,
    404,
    'commentNotFound',
    { method: 'POST' },
  ],
  [
    "a decision on one's own comments and another's",
    `/comments/setModerationStatus?id=${thread.busy},${thread.benChannel}&moderationStatus=rejected`,
    403,
    'forbidden',
    { method: 'POST' },
  ],
  [
    'a ban without a rejection',
    `/comments/setModerationStatus?id=${thread.busy}&moderationStatus=published&banAuthor=true`,
    400,
    'banWithoutReject',
    { method: 'POST' },
  ],
  [
    'a decision that only the service takes',
    `/comments/setModerationStatus?id=${thread.busy}&moderationStatus=likelySpam`,
    400,
    'operationNotSupported',
    { method: 'POST' },
  ],
  [
    'no decision',
    `/comments/setModerationStatus?id=${thread.busy}`,
    400,
    'missingRequiredParameter',
    { method: 'POST' },
  ],
  [
    'a person without a channel',
    threads,
    401,
    'youtubeSignupRequired',
    about({ videoId: video.trailer }, 'Hello', 'no-channel'),
  ],
  [
    'a token that may only read',
    comments,
    403,
    'insufficientPermissions',
    reply(thread.busy, 'Hello', 'studio-reader'),
  ],
];

describe('of comments the video service refuses', () => {
  it.each(
    rows.map(([law, call, status, reason, options]) => ({ law, call, status, reason, options })),
  )('$law', async ({ call, status, reason, options }) => {
    const before = structuredClone(videoState(box.sandbox.simulation()).comments);
    const got = await box.ask(`/youtube/v3${call}`, options);
    expect([got.status, got.reason]).toEqual([status, reason]);
    expect(videoState(box.sandbox.simulation()).comments).toEqual(before);
  });
  it.each([
    ['begin a thread', threads, about({ channelId: channel.studio }, 'Hello', 'studio-guest')],
    ['reply', comments, reply(thread.busy, 'Hello', 'studio-guest')],
  ])('accounts that may not comment, when they %s', async (_, path, options) => {
    videoState(box.sandbox.simulation()).ineligibleChannels.add(channel.ben);
    expect(await box.ask(`/youtube/v3${path}`, options)).toMatchObject({
      status: 403,
      reason: 'ineligibleAccount',
    });
  });
});
