/** Updates of the publication date of a video. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();

const seeded = () => videoState(studio.sandbox.simulation());

const update = (selection: string) =>
  `mutation ($input: UpdateVideoInput!) { updateVideo(input: $input) { ${selection} errors { __typename code message path reason } } }`;

const publishAt = '2999-12-24T18:00:00Z';

const published =
  'the video is public, and a published video cannot be scheduled; leave the field out';

const needsPrivate = 'only private videos can be scheduled; expected privacyStatus PRIVATE too';

describe('updateVideo', () => {
  it('can schedule an unlisted video that the same input makes private', async () => {
    seeded().videos.get(ids.video.trailer)!.status.privacyStatus = 'unlisted';
    const { data } = await studio.query(update('video { publishAt privacyStatus }'), {
      input: { id: ids.video.trailer, publishAt, privacyStatus: 'PRIVATE' },
    });
    expect(data.updateVideo).toEqual({
      video: { publishAt, privacyStatus: 'PRIVATE' },
      errors: [],
    });
  });
  it('can clear the publication date of a public video', async () => {
    const { data } = await studio.query(update('video { publishAt }'), {
      input: { id: ids.video.trailer, publishAt: null },
    });
    expect(data.updateVideo).toEqual({ video: { publishAt: null }, errors: [] });
  });
  it('returns the path of a publication date that YouTube rejects', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:videos.update' },
      status: 400,
      reason: 'invalidPublishAt',
      location: 'body.status.publishAt',
    });
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.privateCut, publishAt },
    });
    expect(data.updateVideo).toEqual({
      video: null,
      errors: [
        {
          __typename: 'InvalidInputError',
          code: 'INVALID_INPUT',
          message:
            'publishAt: YouTube rejected "2999-12-24T18:00:00Z"; expected a time in the future, and a private video.',
          path: ['publishAt'],
          reason: 'invalidPublishAt',
        },
      ],
    });
  });
  it.each([
    ['a public video', 'public', {}, published],
    ['a public video made private', 'public', { privacyStatus: 'PRIVATE' }, published],
    ['an unlisted video', 'unlisted', {}, needsPrivate],
  ] as const)('does not schedule %s, and writes nothing', async (_, stored, values, problem) => {
    seeded().videos.get(ids.video.trailer)!.status.privacyStatus = stored;
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, publishAt, ...values },
    });
    expect(data.updateVideo).toEqual({
      video: null,
      errors: [
        {
          __typename: 'InvalidInputError',
          code: 'INVALID_INPUT',
          message: `publishAt: ${problem}`,
          path: ['publishAt'],
          reason: null,
        },
      ],
    });
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
  it('keeps a future publication date, and drops it if the video is published earlier', async () => {
    const id = ids.video.scheduledCut;
    seeded().videos.get(id)!.status.publishAt = publishAt;
    const selection = 'video { privacyStatus publishAt embeddable }';
    const kept = await studio.query(update(selection), { input: { id, embeddable: false } });
    expect(kept.data.updateVideo).toEqual({
      video: { privacyStatus: 'PRIVATE', publishAt, embeddable: false },
      errors: [],
    });
    const dropped = await studio.query(update(selection), {
      input: { id, privacyStatus: 'PUBLIC' },
    });
    expect(dropped.data.updateVideo).toEqual({
      video: { privacyStatus: 'PUBLIC', publishAt: null, embeddable: false },
      errors: [],
    });
  });
  it('drops a past publication date, which YouTube would reject', async () => {
    const id = ids.video.scheduledCut;
    seeded().videos.get(id)!.status.publishAt = '2020-01-01T00:00:00Z';
    const { data } = await studio.query(update('video { title }'), {
      input: { id, embeddable: false },
    });
    expect(data.updateVideo.errors).toEqual([]);
    const { body } = studio.calls().find(({ operation }) => operation === 'video:videos.update')!;
    expect((body as { status: object }).status).not.toHaveProperty('publishAt');
  });
});
