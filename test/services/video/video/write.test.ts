/** Deletion, rating and reports of videos. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

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
});
