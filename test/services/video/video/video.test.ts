/** The fields of a video, and the calls that return them. */
import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../../src/services/schema.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { BATCH_MAX_WAIT_MS: '5000' } });
const seeded = () => videoState(studio.sandbox.simulation());
const video = (id: string): any => seeded().videos.get(id)!;

const callsOf = (operation: string) =>
  studio.calls().filter((call) => call.operation === `video:${operation}`);

const one = async (id: string, selection: string, token?: string | null) => {
  const { data, errors, extensions } = await studio.query(
    `query ($id: ID!) { video(id: $id) { ${selection} } }`,
    { id },
    token,
  );
  return { video: data?.video, errors, warnings: extensions['warnings'] };
};

describe("the caller's rating", () => {
  it('is read with a read-only token, also after the token could not rate', async () => {
    const { trailer } = ids.video;
    const reader = await studio.query(
      `mutation { rateVideo(input: { id: "${trailer}", rating: NONE }) { errors { code } } }`,
      {},
      'studio-reader',
    );
    expect(reader.data.rateVideo.errors).toEqual([{ code: 'MISSING_SCOPE' }]);
    const { video: rated, errors } = await one(trailer, 'viewerRating', 'studio-reader');
    expect([rated, errors]).toEqual([{ viewerRating: 'LIKE' }, undefined]);
  });
});

describe('who may train on a video', () => {
  it('is read by a call for each video, and null for an unknown one', async () => {
    const { data, errors } = await studio.query(
      'query ($ids: [ID!]!) { videos(ids: $ids) { trainingPermittedTo } }',
      { ids: [ids.video.trailer, ids.video.emoji, ids.video.rtl, ids.video.missing] },
    );
    expect(errors).toBeUndefined();
    expect(data.videos).toEqual([
      { trainingPermittedTo: ['all'] },
      { trainingPermittedTo: ['Breakwater Research', 'Dry Dock Labs'] },
      { trainingPermittedTo: ['none'] },
      { trainingPermittedTo: null },
    ]);
    expect(callsOf('videoTrainability.get')).toHaveLength(4);
  });
});

describe('a player', () => {
  it('has the requested size, with one call per size; without a size it comes with the video', async () => {
    const { video: result, errors } = await one(
      ids.video.trailer,
      'title small: player(maxWidth: 320) { embedHtml embedWidth embedHeight } high: player(maxHeight: 720) { embedWidth } any: player { embedHtml embedWidth } null: player(maxWidth: null) { embedWidth }',
    );
    expect(errors).toBeUndefined();
    expect(result).toMatchObject({
      small: { embedWidth: 320, embedHeight: 180 },
      high: { embedWidth: 1280 },
      any: { embedWidth: null },
      null: { embedWidth: null },
    });
    expect(result.small.embedHtml).toContain('width="320" height="180"');
    expect(
      callsOf('videos.list')
        .map(
          ({ query }) =>
            `${query['part']![0]} ${query['maxWidth']?.[0] ?? '-'} ${query['maxHeight']?.[0] ?? '-'}`,
        )
        .toSorted(),
    ).toEqual(['player - 720', 'player 320 -', 'player,snippet - -']);
  });
});

describe('the comments of a video', () => {
  const { trailer } = ids.video;
  it('fail at their own path if YouTube answers with another error', async () => {
    studio.refuse('video:commentThreads.list', 403);
    const { video: found, errors } = await one(trailer, 'title commentsDisabled');
    expect(found).toMatchObject({ commentsDisabled: null });
    expect(found.title).not.toBeNull();
    expect(errors).toMatchObject([
      { path: ['video', 'commentsDisabled'], extensions: { code: 'FORBIDDEN' } },
    ]);
  });
});

describe('the category and languages of a video', () => {
  it('are requested once if the language is rejected: no id is the cause', async () => {
    const { errors } = await studio.query(
      `{ videos(ids: ["${ids.video.trailer}", "${ids.video.rtl}", "${ids.video.emoji}"]) { localized(language: "tlh") { title } } }`,
    );
    expect(errors!.map(({ extensions }) => extensions['argument'])).toEqual([
      'language',
      'language',
      'language',
    ]);
    expect(callsOf('videos.list')).toHaveLength(1);
  });
});

describe('content ratings', () => {
  it('are sorted by scheme, with reasons where the board states them, without the renamed board', async () => {
    const { data } = await studio.query(
      `{ videos(ids: ["${ids.video.rtl}", "${ids.video.emoji}", "${ids.video.trailer}"]) { contentDetails { contentRatings { scheme rating reasons } } } }`,
    );
    expect(data.videos.map(({ contentDetails }: any) => contentDetails.contentRatings)).toEqual([
      [
        { scheme: 'fsk', rating: 'fsk12', reasons: null },
        { scheme: 'yt', rating: 'ytAgeRestricted', reasons: null },
      ],
      [{ scheme: 'djctq', rating: 'djctq12', reasons: ['djctqFear', 'djctqDrugs'] }],
      [],
    ]);
  });
});

describe('the upload status of a video', () => {
  it('has the progress of the processing', async () => {
    const { video: result } = await one(
      ids.video.processing,
      'processingDetails { processingStatus processingProgress { totalPartCount processedPartCount timeLeft } }',
    );
    expect(result.processingDetails).toEqual({
      processingStatus: 'PROCESSING',
      processingProgress: {
        totalPartCount: '1000',
        processedPartCount: '420',
        timeLeft: 'PT1M33S',
      },
    });
  });
});

describe('other fields of a video', () => {
  it('are the channel of the brand that it is linked to', async () => {
    video(ids.video.trailer).brandPartner = { channelId: ids.channel.kite };
    const { video: result } = await one(
      ids.video.trailer,
      'brandPartnerChannelId brandPartner { channelId }',
    );
    const channelId = ids.channel.kite;
    expect(result).toEqual({ brandPartnerChannelId: channelId, brandPartner: { channelId } });
  });
  it.each([
    ['FHD', ['default', 'maxres'], 'MAXRES'],
    ['MEDIUM', ['default', 'high'], 'HIGH'],
    ['STANDARD', ['default', 'medium'], 'MEDIUM'],
    ['DEFAULT', ['uhd', 'high'], 'HIGH'],
    ['UHD', ['default', 'shortsAspectRatio'], 'DEFAULT'],
    ['SHORTS_ASPECT_RATIO', ['default', 'shortsAspectRatio'], 'SHORTS_ASPECT_RATIO'],
    ['SHORTS_ASPECT_RATIO', ['default', 'high'], 'HIGH'],
    ['HIGH', ['shortsAspectRatio'], null],
    ['HIGH', [], null],
  ])('have for the thumbnail size %s of %j the size %s', async (size, available, found) => {
    const { thumbnails } = video(ids.video.trailer).snippet;
    const [image] = Object.values(thumbnails);
    for (const name of Object.keys(thumbnails)) delete thumbnails[name];
    for (const name of available) thumbnails[name] = image;
    const { video: result } = await one(ids.video.trailer, `thumbnail(size: ${size}) { size }`);
    expect(result.thumbnail?.size ?? null).toBe(found);
  });
  it('are the web address and the ids of the channel, without a further call', async () => {
    const { channelId, channelTitle } = video(ids.video.trailer).snippet;
    const { video: result } = await one(
      ids.video.trailer,
      'url channelId channelTitle channel { channelId url uploadsPlaylistId uploads { playlistId url } }',
    );
    const uploadsPlaylistId = `UU${channelId.slice(2)}`;
    expect(result).toEqual({
      url: `https://www.youtube.com/watch?v=${ids.video.trailer}`,
      channelId,
      channelTitle,
      channel: {
        channelId,
        url: `https://www.youtube.com/channel/${channelId}`,
        uploadsPlaylistId,
        uploads: {
          playlistId: uploadsPlaylistId,
          url: `https://www.youtube.com/playlist?list=${uploadsPlaylistId}`,
        },
      },
    });
    expect(studio.operations()).toEqual(['video:channels.list', 'video:videos.list']);
  });
});

it('returns a thumbnail of one size for every resource with thumbnails', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const pictured = types.filter((type) => 'thumbnails' in type.getFields());
  expect(
    pictured.filter((type) => !('thumbnail' in type.getFields())).map(({ name }) => name),
  ).toEqual([]);
  expect(pictured.length).toBeGreaterThan(5);
});
