/** The fields of a video, and the calls that return them. */
import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
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
  it('takes one call for all videos of a query, through any link', async () => {
    const data = await studio.data(
      `{ videos(ids: ["${ids.video.trailer}", "${ids.video.rtl}"]) { viewerRating } playlist(id: "${ids.playlist.fifty}") { items(first: 40) { nodes { video { title viewerRating } } } } }`,
    );
    const entries = seeded()
      .playlistItems.get(ids.playlist.fifty)!
      .slice(0, 40)
      .map(({ videoId }) => videoId);
    const ownRatings = seeded().ratings.get(ids.person.ava)!;
    const ratingOf = (id: string): string => (ownRatings.get(id) ?? 'none').toUpperCase();
    expect(data.videos).toEqual(
      [ids.video.trailer, ids.video.rtl].map((id) => ({ viewerRating: ratingOf(id) })),
    );
    expect(data.playlist.items.nodes.map((node: any) => node.video.viewerRating)).toEqual(
      entries.map(ratingOf),
    );
    const [call, ...more] = callsOf('videos.getRating');
    expect(call!.query['id']![0]!.split(',').toSorted()).toEqual(
      [...new Set([ids.video.trailer, ids.video.rtl, ...entries])].toSorted(),
    );
    expect(call!.query['fields']).toEqual(['items(rating,videoId)']);
    expect(more).toEqual([]);
  });
  it('needs a token and a channel, and its error says which one is missing', async () => {
    const withoutToken = await one(ids.video.trailer, 'title viewerRating', null);
    expect(withoutToken).toMatchObject({
      video: { title: 'Northlight: the trailer', viewerRating: null },
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    const without = await one(ids.video.trailer, 'viewerRating', 'no-channel');
    expect(without).toMatchObject({
      video: { viewerRating: null },
      errors: undefined,
      warnings: [{ code: 'EXPECTED_ABSENCE', path: ['video', 'viewerRating'] }],
    });
  });
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
  it('filters a list of videos, page by page', async () => {
    const ownRatings = new Map(
      [...seeded().videos.keys()].slice(0, 60).map((id) => [id, 'like' as const]),
    );
    seeded().ratings.set(ids.person.ava, ownRatings);
    const { data } = await studio.query(
      '{ viewer { ratedVideos(rating: LIKE, first: 55) { nodes { videoId } pageInfo { hasNextPage } } none: ratedVideos(rating: DISLIKE) { nodes { title } } } }',
    );
    const visible = [...ownRatings.keys()].filter(
      (id) =>
        video(id).status.privacyStatus !== 'private' ||
        video(id).snippet.channelId === ids.channel.studio,
    );
    expect(data.viewer.ratedVideos).toEqual({
      nodes: visible.slice(0, 55).map((videoId) => ({ videoId })),
      pageInfo: { hasNextPage: visible.length > 55 },
    });
    expect(data.viewer.none).toEqual({ nodes: [] });
    expect(
      callsOf('videos.list').map(({ query }) => [
        query['myRating'],
        query['maxResults'],
        query['pageToken'] !== undefined,
      ]),
    ).toEqual([
      [['like'], ['50'], false],
      [['dislike'], ['20'], false],
      [['like'], ['5'], true],
    ]);
  });
  it('are not listed for the rating NONE, which is rejected without a call', async () => {
    const { data, errors } = await studio.query(
      '{ viewer { ratedVideos(rating: NONE) { nodes { title } } } }',
    );
    expect(data.viewer.ratedVideos).toBeNull();
    expect(errors).toMatchObject([
      {
        path: ['viewer', 'ratedVideos'],
        extensions: { code: 'INVALID_INPUT', argument: 'rating' },
      },
    ]);
    expect(studio.calls()).toEqual([]);
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
  it.each([
    ['maxWidth', 71],
    ['maxHeight', 8193],
  ])('rejects a size that YouTube does not support before a call: %s %i', async (name, value) => {
    const { errors } = await one(ids.video.trailer, `player(${name}: ${value}) { embedHtml }`);
    expect(errors).toMatchObject([
      { path: ['video', 'player'], extensions: { code: 'INVALID_INPUT', argument: name } },
    ]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('a chart', () => {
  const chart = (args: string): string =>
    `{ videoChart${args} { nodes { videoId } pageInfo { endCursor } } }`;
  it('continues past one page, and after any of its cursors', async () => {
    const first = await studio.query(chart('(first: 60)'));
    const all = first.data.videoChart.nodes.map(({ videoId }: any) => videoId);
    expect(new Set(all).size).toBe(60);
    const views = all.map((id: string) => Number(video(id).statistics.viewCount));
    expect(views).toEqual(views.toSorted((a: number, b: number) => b - a));
    const start = await studio.query(chart('(first: 7)'));
    const rest = await studio.query(
      chart(`(first: 10, after: "${start.data.videoChart.pageInfo.endCursor}")`),
    );
    expect(rest.data.videoChart.nodes.map(({ videoId }: any) => videoId)).toEqual(all.slice(7, 17));
  });
  it('is limited to a region and a category, by either kind of id', async () => {
    const of = (id: string) =>
      studio.query(
        `{ videoChart(regionCode: "se", categoryId: "${id}", first: 500) { nodes { videoId } } }`,
      );
    const plain = await of('27');
    expect((await of(globalId('VideoCategory', ['27']))).data).toEqual(plain.data);
    const shown = [...seeded().videos.values()].filter(
      ({ snippet, status }) => snippet.categoryId === '27' && status.privacyStatus === 'public',
    );
    expect(plain.data.videoChart.nodes.map(({ videoId }: any) => videoId).toSorted()).toEqual(
      shown.map(({ id }) => id).toSorted(),
    );
    expect(studio.calls()[0]).toMatchObject({
      query: { chart: ['mostPopular'], regionCode: ['SE'], videoCategoryId: ['27'] },
    });
  });
  it('names the wrong argument: an unknown region, an id of another type, a category without a chart', async () => {
    for (const [args, argument] of [
      ['(regionCode: "Sweden")', 'regionCode'],
      [`(categoryId: "${globalId('Channel', ['UCx'])}")`, 'categoryId'],
      ['(categoryId: "1,2")', 'categoryId'],
      ['(first: 501)', 'first'],
    ]) {
      const { data, errors } = await studio.query(chart(args!));
      expect(data).toEqual({ videoChart: null });
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    }
    expect(studio.calls()).toEqual([]);
    const { errors } = await studio.query(chart('(categoryId: "999")'));
    expect(errors).toMatchObject([
      {
        extensions: { code: 'INVALID_INPUT', reason: 'videoChartNotFound', argument: 'categoryId' },
      },
    ]);
  });
});

describe('the comments of a video', () => {
  const { commentsOff, trailer } = ids.video;
  it('are disabled or not, one call for each video; disabled ones have no count', async () => {
    const data = await studio.data(
      `{ videos(ids: ["${commentsOff}", "${trailer}"]) { commentsDisabled statistics { viewCount commentCount } } }`,
    );
    expect(data.videos).toEqual([
      {
        commentsDisabled: true,
        statistics: { viewCount: video(commentsOff).statistics.viewCount, commentCount: null },
      },
      {
        commentsDisabled: false,
        statistics: {
          viewCount: video(trailer).statistics.viewCount,
          commentCount: video(trailer).statistics.commentCount,
        },
      },
    ]);
    const asked = callsOf('commentThreads.list').map(({ query }) => query);
    expect(asked).toHaveLength(2);
    for (const id of [commentsOff, trailer])
      expect(asked).toContainEqual(
        expect.objectContaining({
          part: ['id'],
          videoId: [id],
          maxResults: ['1'],
          fields: ['items(id)'],
        }),
      );
  });
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
  it('take one call each for all videos, shared with the lists of languages', async () => {
    const list = [ids.video.trailer, ids.video.localized, ids.video.rtl];
    const data = await studio.data(
      'query ($ids: [ID!]!) { videos(ids: $ids) { title category { title } language { code name } audioLanguage { name } } languages { code } }',
      { ids: list },
    );
    expect(data.videos.map(({ language }: any) => language)).toEqual([
      { code: 'en', name: 'English' },
      { code: 'en', name: 'English' },
      { code: 'ar', name: 'Arabic' },
    ]);
    expect(data.videos.map(({ audioLanguage }: any) => audioLanguage)).toEqual([
      null,
      { name: 'Swedish' },
      null,
    ]);
    expect(data.videos.every(({ category }: any) => typeof category.title === 'string')).toBe(true);
    const categories = new Set<string>(list.map((id) => video(id).snippet.categoryId));
    expect(
      callsOf('videoCategories.list').map(({ query }) => query['id']![0]!.split(',').toSorted()),
    ).toEqual([[...categories].toSorted()]);
    expect(callsOf('i18nLanguages.list')).toHaveLength(1);
  });
  it('can be requested in a second language', async () => {
    const { video: result } = await one(
      ids.video.localized,
      'categoryId category { title } swedish: category(language: "sv") { title categoryId }',
    );
    const titles = callsOf('videoCategories.list').map(({ query }) => query['hl']?.[0] ?? 'none');
    expect(titles.toSorted()).toEqual(['none', 'sv']);
    expect(result.swedish.categoryId).toBe(result.categoryId);
  });
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
  it('name the argument if YouTube rejects the language', async () => {
    const { errors } = await one(
      ids.video.localized,
      'category(language: "tlh") { title } localized(language: "tlh") { title }',
    );
    const byField = new Map(errors!.map(({ path, extensions }) => [path!.join('.'), extensions]));
    expect([...byField.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'video.category',
      'video.localized',
    ]);
    for (const extensions of byField.values())
      expect(extensions).toMatchObject({ code: 'INVALID_INPUT', argument: 'language' });
  });
});

describe('the regions in which a video can be watched', () => {
  it('are listed by code and by name, with null for a region without a name', async () => {
    const { video: result } = await one(
      ids.video.rtl,
      'contentDetails { countryRestriction { allowed exception exceptionRegions { name } } regionRestriction { allowed blocked blockedRegions { code name } } }',
    );
    expect(result.contentDetails).toEqual({
      countryRestriction: {
        allowed: true,
        exception: ['DE', 'AQ'],
        exceptionRegions: [{ name: 'Germany' }, null],
      },
      regionRestriction: {
        allowed: null,
        blocked: ['DE', 'AQ'],
        blockedRegions: [{ code: 'DE', name: 'Germany' }, null],
      },
    });
    expect(callsOf('i18nRegions.list')).toHaveLength(1);
  });
  it('need no call for their codes', async () => {
    const { video: result } = await one(
      ids.video.emoji,
      'contentDetails { regionRestriction { allowedRegions { code } } }',
    );
    expect(result.contentDetails.regionRestriction.allowedRegions).toEqual([
      { code: 'NL' },
      { code: 'SE' },
    ]);
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
});

describe('content ratings', () => {
  it('are sorted by scheme, with reasons where the board states them, without the renamed board', async () => {
    const { data } = await studio.query(
      `{ videos(ids: ["${ids.video.rtl}", "${ids.video.emoji}", "${ids.video.trailer}"]) { contentDetails { contentRating { scheme rating reasons } } } }`,
    );
    expect(data.videos.map(({ contentDetails }: any) => contentDetails.contentRating)).toEqual([
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
  it('has the failure reason, for the owner', async () => {
    const failed = await one(
      ids.video.failedUpload,
      'uploadStatus failureReason rejectionReason processingDetails { processingStatus processingFailureReason processingProgress { totalPartCount } } suggestions { processingErrors processingWarnings tagSuggestions { tag } } fileDetails { fileType videoStreams { codec } }',
    );
    expect(failed).toMatchObject({ errors: undefined });
    expect(failed.video).toEqual({
      uploadStatus: 'FAILED',
      failureReason: 'INVALID_FILE',
      rejectionReason: null,
      processingDetails: {
        processingStatus: 'FAILED',
        processingFailureReason: 'TRANSCODE_FAILED',
        processingProgress: null,
      },
      suggestions: {
        processingErrors: ['IMAGE_FILE'],
        processingWarnings: ['UNKNOWN_CONTAINER'],
        tagSuggestions: null,
      },
      fileDetails: { fileType: 'IMAGE', videoStreams: null },
    });
    const rejected = await one(ids.video.rejectedUpload, 'rejectionReason');
    expect(rejected.video).toEqual({ rejectionReason: 'COPYRIGHT' });
  });
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

describe('the owner-only fields of a video', () => {
  it('are null, or fail at their own path, for other callers', async () => {
    const selection =
      'title publishAt selfDeclaredMadeForKids contentDetails { hasCustomThumbnail hasCaptions projection } statistics { viewCount dislikeCount } fileDetails { fileSize } processingDetails { processingStatus } suggestions { processingHints tagSuggestions { tag categories { title } } }';
    const own = await one(ids.video.trailer, selection);
    expect(own.errors).toBeUndefined();
    expect(own.video).toMatchObject({
      selfDeclaredMadeForKids: false,
      contentDetails: {
        hasCustomThumbnail: expect.any(Boolean),
        hasCaptions: true,
        projection: 'RECTANGULAR',
      },
      statistics: { dislikeCount: '0' },
      suggestions: {
        processingHints: ['NON_STREAMABLE_MOV'],
        tagSuggestions: [
          { tag: 'harbour', categories: [{ title: 'Film & Animation' }, { title: 'Education' }] },
          { tag: 'ferry', categories: [] },
        ],
      },
    });
    const asGuest = await one(ids.video.trailer, selection, 'studio-guest');
    expect(asGuest.video).toMatchObject({
      title: own.video.title,
      selfDeclaredMadeForKids: null,
      contentDetails: { hasCustomThumbnail: null },
      statistics: { dislikeCount: null },
      fileDetails: null,
      processingDetails: null,
      suggestions: null,
    });
    expect(
      asGuest
        .errors!.map(({ path, extensions }) => `${path!.at(-1)} ${extensions['code']}`)
        .toSorted(),
    ).toEqual(
      ['fileDetails', 'processingDetails', 'suggestions'].map((name) => `${name} FORBIDDEN`),
    );
  });
});

describe('other fields of a video', () => {
  it.each([
    ['FHD', ['default', 'maxres'], 'MAXRES'],
    ['MEDIUM', ['default', 'high'], 'HIGH'],
    ['STANDARD', ['default', 'medium'], 'MEDIUM'],
    ['DEFAULT', ['uhd', 'high'], 'HIGH'],
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
  it('are the recording location, topics, and a thumbnail of one size', async () => {
    const { video: result } = await one(
      ids.video.localized,
      'recordedAt recordingPlace recordingLocation { latitude longitude altitude } topicDetails { topicCategories topicIds } medium: thumbnail(size: MEDIUM) { url width size } largest: thumbnail(size: UHD) { url size } default: thumbnail { size }',
    );
    const { recordingDetails, topicDetails, snippet } = video(ids.video.localized);
    expect(result).toEqual({
      recordedAt: recordingDetails.recordingDate,
      recordingPlace: 'Kaj 4, Göteborg',
      recordingLocation: { latitude: 57.7089, longitude: 11.9746, altitude: 3 },
      topicDetails: { topicCategories: topicDetails.topicCategories, topicIds: null },
      medium: {
        url: snippet.thumbnails.medium.url,
        width: snippet.thumbnails.medium.width,
        size: 'MEDIUM',
      },
      largest: { url: snippet.thumbnails.high.url, size: 'HIGH' },
      default: { size: 'HIGH' },
    });
    expect(studio.operations()).toEqual(['video:videos.list']);
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
