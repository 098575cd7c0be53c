/** Images of videos and channels: checked before any call, and changing nothing else. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toReachable } from '../../../src/sandbox/picture/picture-url.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { jpeg, png } from '../../support/page/image.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { runsFull } from '../../support/report/promised-size.ts';
import type { TestFile } from '../../support/client/form.ts';

const studio = useStudio();
const state = () => videoState(studio.sandbox.simulation());
const picture = { type: 'image/png', bytes: png };
const photo = { type: 'image/jpeg', bytes: jpeg };
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const sized = (bytes: number): TestFile => ({
  type: 'image/png',
  bytes: Buffer.concat([png, Buffer.alloc(bytes - png.length)]),
});

const mebi = 1024 * 1024;

const errors =
  'errors { __typename code path reason message ... on PartlyDoneError { done remaining } }';

const mutations = {
  setVideoThumbnail: {
    field: 'video { videoId }',
    input: { id: ids.video.trailer, file: null },
    // YouTube accepts 50 MB, a request to the gateway 16 MB by default.
    most: 15 * mebi,
  },
  uploadChannelBanner: { field: 'url', input: { file: null }, most: 6 * mebi },
  setChannelBanner: {
    field: 'channel { channelId }',
    input: { id: ids.channel.studio, file: null },
    most: 6 * mebi,
  },
  setWatermark: {
    field: 'channel { channelId }',
    input: { id: ids.channel.studio, file: null },
    most: 10 * mebi,
  },
};

type Name = keyof typeof mutations;

const documentOf = (name: Name, field: string = mutations[name].field): string =>
  `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${field} ${errors} } }`;

const run = async (
  name: Name,
  change: object = {},
  file: TestFile = picture,
  token = 'studio-owner',
) =>
  (
    await studio.upload({
      document: documentOf(name),
      variables: { input: { ...mutations[name].input, ...change } },
      files: { 'input.file': file },
      token,
    })
  ).data[name];

describe.each(Object.keys(mutations) as Name[])('%s', (name) => {
  const { most } = mutations[name];
  // Both mutations of banners upload by one operation: 6 MB take a quarter of a second.
  const isTriedAtLimit = name !== 'setChannelBanner' || runsFull;
  const hasLimit = name !== 'setVideoThumbnail';
  const tooLarge = (): [string, TestFile] => ['a file above the maximum size', sized(most + 1)];

  it.each<[string, TestFile]>([
    ['an empty file', { type: 'image/png', bytes: '' }],
    ...(isTriedAtLimit && hasLimit ? [tooLarge()] : []),
    ['an image type that YouTube does not accept', { type: 'image/gif', bytes: png }],
    ['a file that is not an image, whatever its name', { type: 'image/png', bytes: 'GIF89a' }],
  ])(
    'rejects %s before any call, and names the argument',
    { tags: ['fullSize'] },
    async (_, file) => {
      const { errors: refused, ...rest } = await run(name, {}, file);
      expect(refused).toMatchObject([
        { __typename: 'InvalidInputError', code: 'INVALID_INPUT', path: ['file'] },
      ]);
      expect(Object.values(rest)).toEqual([null]);
      expect(studio.calls()).toEqual([]);
    },
  );
  it('accepts a file of at most the maximum size, sends it unchanged, and detects its media type from its content', {
    tags: ['fullSize'],
  }, async () => {
    const size = isTriedAtLimit ? most : png.length + 1;
    const file = { ...sized(size), type: 'application/octet-stream' };
    expect((await run(name, {}, file)).errors).toEqual([]);
    expect(studio.sandbox.uploads()).toMatchObject([
      { type: 'image/png', size, sha256: hashOf(file.bytes as Buffer) },
    ]);
  });
});

describe('setVideoThumbnail', () => {
  it('sends only the image, and returns it without another call', async () => {
    const { data } = await studio.upload({
      document: documentOf('setVideoThumbnail', 'video { id thumbnails { size url width } }'),
      variables: { input: { id: ids.video.trailer, file: null } },
      files: { 'input.file': photo },
    });
    const { thumbnails } = state().videos.get(ids.video.trailer)!.snippet as any;
    const urlOf = (size: string): string => toReachable(thumbnails[size].url, studio.sandbox.url);
    expect(data.setVideoThumbnail.video.thumbnails).toEqual(
      expect.arrayContaining([
        { size: 'DEFAULT', url: urlOf('default'), width: 120 },
        { size: 'MAXRES', url: urlOf('maxres'), width: 1280 },
      ]),
    );
    expect(thumbnails.default.url).toContain(hashOf(jpeg).slice(0, 16));
    expect(studio.calls()).toMatchObject([
      {
        operation: 'video:thumbnails.set',
        query: { videoId: [ids.video.trailer], uploadType: ['media'] },
        call: { headers: { 'content-type': 'image/jpeg' } },
      },
    ]);
  });
  const { trailer } = ids.video;
  const open = async (contentLength?: string) =>
    (
      await studio.query(
        'mutation ($videoThumbnail: VideoThumbnailUploadInput!) { createUploadSession(input: { videoThumbnail: $videoThumbnail }) { uploadSession { id uploadUrl } errors { code message path } } }',
        { videoThumbnail: { id: trailer, contentType: 'image/png', contentLength } },
      )
    ).data.createUploadSession;
  it('takes 50 MB by an upload session, whose result is the video', {
    tags: ['fullSize'],
  }, async () => {
    const size = (runsFull ? 50 : 17) * mebi;
    const bytes = Buffer.concat([png, Buffer.alloc(size - png.length)]);
    const { uploadSession } = await open();
    const put = await fetch(uploadSession.uploadUrl, { method: 'PUT', body: bytes });
    expect(put.status).toBe(200);
    const { snippet } = state().videos.get(trailer)! as any;
    expect(snippet.thumbnails.maxres.url).toContain(hashOf(bytes).slice(0, 16));
    const { data } = await studio.query(
      'query ($id: ID!) { uploadSession(id: $id) { state result { ... on Video { videoId } } } }',
      { id: uploadSession.id },
    );
    expect(data.uploadSession).toEqual({ state: 'COMPLETED', result: { videoId: trailer } });
  });
  it('refuses a larger file before any call, and names the limit', async () => {
    expect((await open('52428800')).errors).toEqual([]);
    const before = studio.calls().length;
    const { errors: refused } = await open('52428801');
    expect(refused).toMatchObject([
      { code: 'INVALID_INPUT', path: ['videoThumbnail', 'contentLength'] },
    ]);
    expect(refused[0].message).toContain('52428800');
    expect(studio.calls()).toHaveLength(before);
  });
  it('changes a Short only after its processing, and then in the size of Shorts, too', async () => {
    const short = state().videos.get(ids.video.commentsOff)!;
    const set = async () =>
      (
        await studio.upload({
          document: documentOf('setVideoThumbnail', 'video { thumbnails { size url } }'),
          variables: { input: { id: short.id, file: null } },
          files: { 'input.file': picture },
        })
      ).data.setVideoThumbnail.video.thumbnails;
    const isNew = { url: expect.stringContaining(hashOf(png).slice(0, 16)) as unknown };
    const done = short.processingDetails;
    short.processingDetails = { processingStatus: 'processing' };
    expect(await set()).not.toContainEqual(expect.objectContaining(isNew));
    short.processingDetails = done;
    expect(await set()).toContainEqual({ size: 'SHORTS_ASPECT_RATIO', ...isNew });
  });
  it('is not retried after the daily limit', async () => {
    studio.refuse('video:thumbnails.set', 429, 'uploadRateLimitExceeded');
    const limited = await studio.upload({
      document: documentOf('setVideoThumbnail'),
      variables: { input: { id: ids.video.trailer, file: null } },
      files: { 'input.file': picture },
    });
    expect(limited.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    expect(studio.calls()).toHaveLength(1);
  });
});

describe('uploadChannelBanner', () => {
  it('returns the URL of the image, and changes no channel', async () => {
    const before = structuredClone(state().channels.get(ids.channel.studio));
    expect(await run('uploadChannelBanner')).toEqual({
      url: `${studio.sandbox.url}/_sandbox/pictures/2560x1440/banner/${hashOf(png).slice(0, 16)}`,
      errors: [],
    });
    expect(studio.operations()).toEqual(['video:channelBanners.insert']);
    expect(state().channels.get(ids.channel.studio)).toEqual(before);
  });
});

describe('setChannelBanner', () => {
  it('returns the applied and the failed arguments if the channel cannot be written', async () => {
    studio.refuse('video:channels.update', 500);
    const { channel, errors: partly } = await run('setChannelBanner');
    expect(channel).toBeNull();
    expect(partly).toMatchObject([
      {
        code: 'PARTLY_DONE',
        done: ['video:channelBanners.insert'],
        remaining: ['video:channels.update'],
      },
    ]);
  });
  it('reports an unknown outcome if the last response is lost', async () => {
    studio.sandbox.fault({ match: { operation: 'video:channels.update' }, page: 'html' });
    const { errors: partly } = await run('setChannelBanner');
    expect(partly).toMatchObject([
      {
        code: 'PARTLY_DONE',
        message: expect.stringContaining('Not known to be done: video:channels.update.') as unknown,
      },
    ]);
  });
  it('fails as a whole if the upload fails', async () => {
    studio.refuse('video:channelBanners.insert', 400, 'bannerAlbumFull');
    expect((await run('setChannelBanner')).errors).toMatchObject([
      { code: 'INVALID_INPUT', reason: 'bannerAlbumFull' },
    ]);
    expect(studio.operations()).toEqual(['video:channelBanners.insert']);
  });
});

describe('setWatermark and unsetWatermark', () => {
  const storedWatermark = () => state().watermarks.get(ids.channel.studio);
  const unset = (token?: string, id: string = ids.channel.studio) =>
    studio.query(
      `mutation { unsetWatermark(input: { id: "${id}" }) { channel { channelId } ${errors} } }`,
      {},
      token,
    );
  it.each(['offset', 'duration'])('names the %s that YouTube rejects', async (name) => {
    const location = `body.timing.${name}Ms`;
    const match = { operation: 'video:watermarks.set' };
    studio.sandbox.fault({ match, status: 400, reason: 'invalidValue', location });
    const timing = { type: 'OFFSET_FROM_START', offset: 'PT2S', duration: 'PT2S' };
    expect((await run('setWatermark', { timing })).errors).toMatchObject([
      {
        code: 'INVALID_INPUT',
        path: ['timing', name],
        message: expect.stringContaining(`timing.${name}: YouTube rejected "PT2S"`),
      },
    ]);
  });
  it('remove the watermark', async () => {
    await run('setWatermark');
    expect((await unset()).data.unsetWatermark).toEqual({
      channel: { channelId: ids.channel.studio },
      errors: [],
    });
    expect(storedWatermark()).toBeUndefined();
  });
});
