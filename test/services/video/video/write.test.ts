/** Deletion, rating and reports of videos. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { videos } from '../../../../src/services/video/operations.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation());

const errors =
  'errors { __typename code path reason ... on NotFoundError { id: objectId } ... on MissingScopeError { anyOf } }';

/**
 * Returns each call: operation, query without the parameters part, fields and prettyPrint, and
 * body.
 */
const sent = () =>
  studio.calls().map(({ operation, query, body }) => {
    const parameters = Object.entries(query).filter(
      ([name]) => name !== 'prettyPrint' && name !== 'fields',
    );
    return {
      operation,
      query: Object.fromEntries(parameters),
      ...(body === undefined ? {} : { body }),
    };
  });

const channel = globalId('Channel', [ids.channel.studio]);

describe('rateVideo', () => {
  const rate = `mutation ($id: ID!, $rating: VideoRating!) { rateVideo(input: { id: $id, rating: $rating }) { video { title viewerRating } ${errors} } }`;
  it.each(['LIKE', 'DISLIKE', 'NONE'])(
    'rates the video and returns the new rating: %s',
    async (rating) => {
      const id = ids.video.trailer;
      const { data } = await studio.query(rate, { id: globalId('Video', [id]), rating });
      expect(data.rateVideo).toEqual({
        video: { title: 'Northlight: the trailer', viewerRating: rating },
        errors: [],
      });
      expect(sent()[0]).toEqual({
        operation: 'video:videos.rate',
        query: { id: [id], rating: [rating.toLowerCase()] },
      });
      expect(studio.operations()).toEqual([
        'video:videos.getRating',
        'video:videos.list',
        'video:videos.rate',
      ]);
      expect(seeded().ratings.get(ids.person.ava)!.get(id) ?? 'none').toBe(rating.toLowerCase());
    },
  );
  it('returns to each of two mutations in one request the rating after it', async () => {
    const { data } = await studio.query(
      `mutation { a: rateVideo(input: { id: "${ids.video.emoji}", rating: LIKE }) { video { viewerRating } } b: rateVideo(input: { id: "${ids.video.emoji}", rating: NONE }) { video { viewerRating } } }`,
    );
    expect(data).toEqual({
      a: { video: { viewerRating: 'LIKE' } },
      b: { video: { viewerRating: 'NONE' } },
    });
  });
  it('returns errors for a missing video, a video without ratings, a missing scope and a missing channel', async () => {
    const missing = await studio.query(rate, { id: ids.video.missing, rating: 'LIKE' });
    expect(missing.data.rateVideo).toEqual({
      video: null,
      errors: [
        {
          __typename: 'NotFoundError',
          code: 'NOT_FOUND',
          path: ['id'],
          reason: 'videoNotFound',
          id: ids.video.missing,
        },
      ],
    });
    const disabled = await studio.query(rate, { id: ids.video.commentsOff, rating: 'LIKE' });
    expect(disabled.data.rateVideo.errors).toMatchObject([
      { code: 'FORBIDDEN', reason: 'videoRatingDisabled' },
    ]);
    const reader = await studio.query(
      rate,
      { id: ids.video.emoji, rating: 'LIKE' },
      'studio-reader',
    );
    expect(reader.data.rateVideo.errors).toMatchObject([
      {
        code: 'MISSING_SCOPE',
        anyOf: videos.rate.scopes.map(
          (execution) => `https://www.googleapis.com/auth/${execution}`,
        ),
      },
    ]);
    const without = await studio.query(rate, { id: ids.video.emoji, rating: 'LIKE' }, 'no-channel');
    expect(without.data.rateVideo.errors).toMatchObject([
      { code: 'FORBIDDEN', reason: 'youtubeSignupRequired', path: null },
    ]);
  });
  it('makes no call for an id of another type, or without a token', async () => {
    const { data } = await studio.query(rate, { id: channel, rating: 'LIKE' });
    expect(data.rateVideo.errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['id'] }]);
    const withoutToken = await studio.query(rate, { id: ids.video.emoji, rating: 'LIKE' }, null);
    expect(withoutToken).toMatchObject({
      data: { rateVideo: null },
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(studio.calls()).toEqual([]);
  });
});

describe('deleteVideo', () => {
  const remove = `mutation ($id: ID!) { deleteVideo(input: { id: $id }) { deletedId ${errors} } }`;
  it('deletes the video, returns its global id, and leaves its playlist items without a video', async () => {
    const id = ids.video.privateCut;
    const { data } = await studio.query(remove, { id });
    expect(data.deleteVideo).toEqual({ deletedId: globalId('Video', [id]), errors: [] });
    expect(sent()).toEqual([{ operation: 'video:videos.delete', query: { id: [id] } }]);
    const list = await studio.query(
      `{ playlist(id: "${ids.playlist.drafts}") { items { nodes { title video { title } } } } }`,
    );
    expect(list.data.playlist.items.nodes[0]).toEqual({ title: 'Deleted video', video: null });
  });
  it('returns an error if the video cannot be deleted', async () => {
    const missing = await studio.query(remove, { id: ids.video.missing });
    expect(missing.data.deleteVideo).toMatchObject({
      deletedId: null,
      errors: [{ __typename: 'NotFoundError', id: ids.video.missing }],
    });
    const foreign = await studio.query(remove, { id: ids.video.emoji });
    expect(foreign.data.deleteVideo).toMatchObject({
      deletedId: null,
      errors: [{ __typename: 'ForbiddenError' }],
    });
    const reader = await studio.query(remove, { id: ids.video.trailer }, 'studio-reader');
    expect(reader.data.deleteVideo).toMatchObject({
      deletedId: null,
      errors: [{ __typename: 'MissingScopeError' }],
    });
    expect(seeded().videos.has(ids.video.trailer) && seeded().videos.has(ids.video.emoji)).toBe(
      true,
    );
  });
  it.each([channel, '', 'a,b', '~x'])(
    'makes no call for an id that is not one of a video: "%s"',
    async (id) => {
      const { data } = await studio.query(remove, { id });
      expect(data.deleteVideo).toMatchObject({
        deletedId: null,
        errors: [{ code: 'INVALID_INPUT', path: ['id'] }],
      });
      expect(studio.calls()).toEqual([]);
    },
  );
});

describe('reportVideoAbuse', () => {
  const report = `mutation ($input: ReportVideoAbuseInput!) { reportVideoAbuse(input: $input) { video { videoId } ${errors} } }`;
  const one = { id: ids.video.emoji, reasonId: 'V' };
  /** The body of the call. */
  const body = { videoId: one.id, reasonId: one.reasonId };
  it('sends only the given fields, with ids of either kind', async () => {
    const full = { secondaryReasonId: '36', comments: 'Ab 0:42 — nicht schön 🙁', language: 'de' };
    const { data } = await studio.query(report, {
      input: {
        id: globalId('Video', [one.id]),
        reasonId: globalId('VideoAbuseReportReason', ['V']),
        ...full,
      },
    });
    expect(data.reportVideoAbuse).toEqual({ video: { videoId: one.id }, errors: [] });
    expect(sent()).toEqual([
      { operation: 'video:videos.reportAbuse', query: {}, body: { ...body, ...full } },
    ]);
    expect(seeded().abuseReports).toEqual([{ ...body, ...full, by: ids.person.ava }]);
    studio.sandbox.clearCalls();
    await studio.query(report, { input: one });
    expect(sent()).toEqual([{ operation: 'video:videos.reportAbuse', query: {}, body }]);
  });
  it.each([
    [
      'an unknown reason',
      { ...one, reasonId: 'Z' },
      'INVALID_INPUT',
      ['reasonId'],
      'invalidAbuseReason',
    ],
    [
      'a secondary reason of another reason',
      { ...one, secondaryReasonId: '27' },
      'INVALID_INPUT',
      ['secondaryReasonId'],
      'invalidAbuseReason',
    ],
    ['a missing video', { ...one, id: ids.video.missing }, 'NOT_FOUND', ['id'], 'videoNotFound'],
    ["the caller's own video", { ...one, id: ids.video.trailer }, 'FORBIDDEN', ['id'], 'forbidden'],
  ])('names the argument that YouTube rejects: %s', async (_, input, code, path, reason) => {
    const { data } = await studio.query(report, { input });
    expect(data.reportVideoAbuse).toMatchObject({ video: null, errors: [{ code, path, reason }] });
    expect(seeded().abuseReports).toEqual([]);
  });
  it.each([
    ['id', { ...one, id: channel }],
    ['reasonId', { ...one, reasonId: channel }],
  ])('makes no call for an id of another type: %s', async (path, input) => {
    const { data } = await studio.query(report, { input });
    expect(data.reportVideoAbuse.errors).toMatchObject([{ code: 'INVALID_INPUT', path: [path] }]);
    expect(studio.calls()).toEqual([]);
  });
  it('is not retried if its response is lost: the outcome is unknown', async () => {
    studio.sandbox.fault({ match: { operation: 'video:videos.reportAbuse' }, html: true });
    const { data, errors } = await studio.query(report, { input: one });
    expect(data).toEqual({ reportVideoAbuse: null });
    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
    expect(studio.calls()).toHaveLength(1);
  });
});
