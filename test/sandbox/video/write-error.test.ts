/** Deleting, rating and reporting videos: rejected requests, and the effects of accepted ones. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { ask } = box;
const { video } = ids;
const state = () => videoState(box.sandbox.simulation());
const report = (body: object): RequestOptions => ({ method: 'POST', body });

const remove: RequestOptions = { method: 'DELETE' };
const rate: RequestOptions = { method: 'POST' };

const reporting = (...request: Parameters<typeof report>) =>
  ['/videos/reportAbuse', report(...request)] as const;

const rows: RejectedRequests = {
  '404 videoNotFound': {
    'deleting an unknown video': [`/videos?id=${video.missing}`, remove],
    "deleting another channel's private video": [`/videos?id=${video.strangersPrivate}`, remove],
    'rating an unknown video': [`/videos/rate?id=${video.missing}&rating=like`, rate],
    'a report of an unknown video': reporting({ videoId: video.missing, reasonId: 'V' }),
  },
  '403 forbidden': {
    "deleting another channel's video": [`/videos?id=${video.emoji}`, remove],
    "a report of the caller's own video": reporting({ videoId: video.trailer, reasonId: 'V' }),
  },
  '403 insufficientPermissions': {
    'deleting without the required scope': [
      `/videos?id=${video.trailer}`,
      { ...remove, token: 'studio-reader' },
    ],
  },
  '400 invalid': { 'an unknown rating': [`/videos/rate?id=${video.emoji}&rating=love`, rate] },
  '400 missingRequiredParameter': { 'a missing rating': [`/videos/rate?id=${video.emoji}`, rate] },
  '403 videoRatingDisabled': {
    'rating a video with disabled ratings': [
      `/videos/rate?id=${video.commentsOff}&rating=like`,
      rate,
    ],
  },
  '401 youtubeSignupRequired': {
    'rating without a channel': [
      `/videos/rate?id=${video.emoji}&rating=like`,
      { ...rate, token: 'no-channel' },
    ],
  },
  '400 required': {
    'a report without a reason': reporting({ videoId: video.emoji }),
    'a report without a video': reporting({ reasonId: 'V' }),
  },
  '400 invalidAbuseReason': {
    'a report with an unknown reason': reporting({ videoId: video.emoji, reasonId: 'Z' }),
    'a report with a secondary reason of another reason': reporting({
      videoId: video.emoji,
      reasonId: 'S',
      secondaryReasonId: '36',
    }),
  },
};

describe('videos.update with If-Match', () => {
  const list = `/videos?id=${video.trailer}&part=snippet`;
  const update = async (ifMatch: string): Promise<number> => {
    const [item] = (await ask(list)).body.items;
    const { title, categoryId } = item.snippet;
    const body = { id: video.trailer, snippet: { title, categoryId } };
    const headers = { 'if-match': ifMatch };
    return (await ask('/videos?part=snippet', { method: 'PUT', body, headers })).status;
  };
  it('accepts the etag in quotes, and no other one', async () => {
    const [{ etag }] = (await ask(list)).body.items;
    expect([await update(etag), await update('"stale"'), await update(`"${etag}"`)]).toEqual([
      412, 412, 200,
    ]);
  });
});

describe('videos', () => {
  testRejected(box, rows);
  it('accept ten reports per person', async () => {
    const one = report({ videoId: video.emoji, reasonId: 'C' });
    for (let count = 0; count < 10; count += 1)
      expect((await ask('/videos/reportAbuse', one)).status).toBe(204);
    expect(await ask('/videos/reportAbuse', one)).toMatchObject({
      status: 400,
      reason: 'rateLimitExceeded',
    });
    expect((await ask('/videos/reportAbuse', { ...one, token: 'studio-guest' })).status).toBe(204);
  });
  it('are deleted with their comments', async () => {
    expect((await ask(`/videos?id=${video.busyThread}`, remove)).status).toBe(204);
    expect(state().videos.has(video.busyThread)).toBe(false);
    expect(
      [...state().comments.values()].filter(({ videoId }) => videoId === video.busyThread),
    ).toEqual([]);
  });
  it('show the rating of the caller until it is removed', async () => {
    const ownRating = async () =>
      (await ask(`/videos/getRating?id=${video.emoji}`)).body.items[0].rating;
    for (const rating of ['like', 'dislike', 'none']) {
      await ask(`/videos/rate?id=${video.emoji}&rating=${rating}`, rate);
      expect(await ownRating()).toBe(rating);
    }
  });
});
