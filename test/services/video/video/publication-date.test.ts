/** Updates of the publication date of a video. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/studio.ts';

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
  it.each(['UNLISTED', 'PUBLIC'])(
    'rejects a publication date beside %s before any call',
    async (privacyStatus) => {
      const { data } = await studio.query(update('video { title }'), {
        input: { id: ids.video.privateCut, publishAt, privacyStatus },
      });
      expect(data.updateVideo.errors).toMatchObject([
        { code: 'INVALID_INPUT', message: `publishAt: ${needsPrivate}`, path: ['publishAt'] },
      ]);
      expect(studio.calls()).toEqual([]);
    },
  );
});
