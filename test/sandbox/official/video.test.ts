/** The official client library of the YouTube APIs, with the sandbox as its server. */
import { Readable } from 'node:stream';
import { youtube, type youtube_v3 } from '@googleapis/youtube';
import { beforeEach, describe, expect, it } from 'vitest';
import { videoHandlers } from '../../../src/sandbox/video/handlers.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { ids, subscriptionId } from '../../../src/sandbox/seed/ids.ts';
import {
  type ClientCall,
  testClientCalls,
  youtubeAs,
  youtubeOnce,
} from '../../support/official.ts';
import { png } from '../../support/page/image.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { video, playlist, channel, commentThread } = ids;

const clientOf = (token: string) => youtubeAs(token, box.sandbox.url);
let client: youtube_v3.Youtube;

beforeEach(() => {
  client = clientOf('studio-owner');
});

const part = ['id', 'snippet'];
const snippet = { title: 'New title' };

/** The first item of the playlist of 50 videos. */
const item = (): string =>
  videoState(box.sandbox.simulation()).playlistItems.get(playlist.fifty)![0]!.id;

const picture = () => ({ mimeType: 'image/png', body: Readable.from([png]) });

const captionMedia = () => ({
  mimeType: 'application/octet-stream',
  body: Readable.from(['1\n00:00:00,000 --> 00:00:01,000\nHei\n']),
});

/** Uploads need the root URL in each call; other calls use that of the client. */
const here = () => ({ rootUrl: `${box.sandbox.url}/` });

const clientCalls: readonly ClientCall[] = [
  {
    operation: 'video:captions.list',
    call: () => client.captions.list({ part, videoId: video.trailer, id: [ids.caption.english] }),
    answer: {
      items: [{ id: ids.caption.english, snippet: { language: 'en', trackKind: 'standard' } }],
    },
  },
  {
    operation: 'video:captions.insert',
    call: () =>
      client.captions.insert(
        {
          part: ['snippet'],
          requestBody: { snippet: { videoId: video.trailer, language: 'fi', name: 'Suomi' } },
          media: captionMedia(),
        },
        here(),
      ),
    answer: { snippet: { language: 'fi', name: 'Suomi', status: 'serving' } },
  },
  {
    operation: 'video:captions.update',
    call: () =>
      client.captions.update(
        { part: ['id'], requestBody: { id: ids.caption.draft }, media: captionMedia() },
        here(),
      ),
    answer: { id: ids.caption.draft },
  },
  {
    operation: 'video:captions.download',
    call: () =>
      client.captions.download({ id: ids.caption.makingOf, tfmt: 'vtt' }, { responseType: 'text' }),
    answer: 'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHow it was made.\n',
  },
  {
    operation: 'video:captions.delete',
    call: () => client.captions.delete({ id: ids.caption.swedish }),
    status: 204,
  },
  {
    operation: 'video:channelBanners.insert',
    call: () => client.channelBanners.insert({ media: picture() }, here()),
    answer: { kind: 'youtube#channelBannerResource', url: expect.stringContaining('https://') },
  },
  {
    operation: 'video:thumbnails.set',
    call: () => client.thumbnails.set({ videoId: video.trailer, media: picture() }, here()),
    answer: { items: [{ default: { width: 120 } }] },
  },
  {
    operation: 'video:watermarks.set',
    call: () =>
      client.watermarks.set(
        {
          channelId: channel.studio,
          requestBody: {
            timing: { type: 'offsetFromStart', offsetMs: '1000' },
            position: { type: 'corner', cornerPosition: 'topRight' },
          },
          media: picture(),
        },
        here(),
      ),
    status: 204,
  },
  {
    operation: 'video:watermarks.unset',
    call: () => client.watermarks.unset({ channelId: channel.studio }),
    status: 204,
  },
  {
    operation: 'video:videos.insert',
    call: () =>
      client.videos.insert(
        {
          part: ['snippet', 'status'],
          requestBody: {
            snippet: { ...snippet, categoryId: '1' },
            status: { privacyStatus: 'private' },
          },
          media: { mimeType: 'video/mp4', body: Readable.from([Buffer.alloc(1000)]) },
        },
        here(),
      ),
    answer: { snippet, status: { privacyStatus: 'private', uploadStatus: 'uploaded' } },
  },
  {
    operation: 'video:videos.list',
    call: () => client.videos.list({ part: ['id', 'statistics'], id: [video.trailer, video.rtl] }),
    answer: { items: [{ id: video.trailer }, { id: video.rtl }] },
  },
  {
    operation: 'video:videos.update',
    call: () =>
      client.videos.update({
        part: ['snippet'],
        requestBody: { id: video.trailer, snippet: { ...snippet, categoryId: '1' } },
      }),
    answer: { id: video.trailer, snippet },
  },
  {
    operation: 'video:videos.getRating',
    call: () => client.videos.getRating({ id: [video.trailer] }),
    answer: { items: [{ videoId: video.trailer, rating: 'like' }] },
  },
  {
    operation: 'video:channels.list',
    call: () => client.channels.list({ part, mine: true }),
    answer: { items: [{ id: channel.studio }] },
  },
  {
    operation: 'video:channels.update',
    call: () =>
      client.channels.update({
        part: ['brandingSettings'],
        requestBody: {
          id: channel.studio,
          brandingSettings: { channel: { description: 'Told anew' } },
        },
      }),
    answer: {
      id: channel.studio,
      brandingSettings: { channel: { title: 'Northlight Studio', description: 'Told anew' } },
    },
  },
  {
    operation: 'video:channelSections.list',
    call: () => client.channelSections.list({ part, mine: true }),
    answer: { items: [{ id: ids.channelSection.latest }, {}, {}, {}, {}, {}] },
  },
  {
    operation: 'video:channelSections.insert',
    call: () =>
      client.channelSections.insert({
        part: ['snippet', 'contentDetails'],
        requestBody: {
          snippet: { type: 'singlePlaylist', position: 1 },
          contentDetails: { playlists: [playlist.long] },
        },
      }),
    answer: {
      snippet: { channelId: channel.studio, position: 1 },
      contentDetails: { playlists: [playlist.long] },
    },
  },
  {
    operation: 'video:channelSections.update',
    call: () =>
      client.channelSections.update({
        part: ['snippet'],
        requestBody: {
          id: ids.channelSection.latest,
          snippet: { type: 'popularUploads', position: 5 },
        },
      }),
    answer: { id: ids.channelSection.latest, snippet: { type: 'popularUploads', position: 5 } },
  },
  {
    operation: 'video:channelSections.delete',
    call: () => client.channelSections.delete({ id: ids.channelSection.latest }),
    status: 204,
  },
  {
    operation: 'video:playlists.list',
    call: () => client.playlists.list({ part, id: [playlist.long] }),
    answer: { items: [{ id: playlist.long }] },
  },
  {
    operation: 'video:playlists.insert',
    call: () =>
      client.playlists.insert({
        part: ['snippet', 'status'],
        requestBody: { snippet, status: { privacyStatus: 'unlisted' } },
      }),
    answer: { snippet, status: { privacyStatus: 'unlisted' } },
  },
  {
    operation: 'video:playlists.update',
    call: () =>
      client.playlists.update({ part: ['snippet'], requestBody: { id: playlist.empty, snippet } }),
    answer: { id: playlist.empty, snippet },
  },
  {
    operation: 'video:playlists.delete',
    call: () => client.playlists.delete({ id: playlist.empty }),
    status: 204,
  },
  {
    operation: 'video:playlistItems.list',
    call: () => client.playlistItems.list({ part, playlistId: playlist.fifty, maxResults: 50 }),
    answer: { pageInfo: { totalResults: 50 } },
  },
  {
    operation: 'video:playlistItems.insert',
    call: () =>
      client.playlistItems.insert({
        part: ['snippet', 'contentDetails'],
        requestBody: {
          snippet: {
            playlistId: playlist.empty,
            resourceId: { kind: 'youtube#video', videoId: video.trailer },
          },
          contentDetails: { note: 'first' },
        },
      }),
    answer: {
      snippet: { playlistId: playlist.empty, position: 0 },
      contentDetails: { videoId: video.trailer, note: 'first' },
    },
  },
  {
    operation: 'video:playlistItems.update',
    call: () =>
      client.playlistItems.update({
        part: ['contentDetails'],
        requestBody: { id: item(), contentDetails: { note: 'seen' } },
      }),
    answer: { contentDetails: { note: 'seen' } },
  },
  {
    operation: 'video:playlistItems.delete',
    call: () => client.playlistItems.delete({ id: item() }),
    status: 204,
  },
  {
    operation: 'video:commentThreads.list',
    call: () => client.commentThreads.list({ part: ['id', 'replies'], id: [commentThread.busy] }),
    answer: { items: [{ id: commentThread.busy }] },
  },
  {
    operation: 'video:comments.list',
    call: () => client.comments.list({ part, parentId: commentThread.busy }),
    answer: { pageInfo: { totalResults: 12 } },
  },
  {
    operation: 'video:search.list',
    call: () =>
      client.search.list({
        part,
        q: 'ferry',
        type: ['video'],
        videoDuration: 'long',
        maxResults: 1,
      }),
    answer: { regionCode: 'SE', items: [{ id: { kind: 'youtube#video' } }] },
  },
  {
    operation: 'video:subscriptions.list',
    call: () =>
      client.subscriptions.list({
        part,
        mine: true,
        forChannelId: `${channel.kite},${channel.sable}`,
      }),
    answer: { items: [{ id: subscriptionId(channel.studio, channel.kite) }] },
  },
  {
    operation: 'video:subscriptions.insert',
    call: () =>
      client.subscriptions.insert({
        part: ['snippet'],
        requestBody: {
          snippet: { resourceId: { kind: 'youtube#channel', channelId: channel.sable } },
        },
      }),
    answer: { snippet: { channelId: channel.studio, title: 'Sable Type' } },
  },
  {
    operation: 'video:subscriptions.delete',
    call: () => client.subscriptions.delete({ id: subscriptionId(channel.studio, channel.kite) }),
    status: 204,
  },
  {
    operation: 'video:activities.list',
    call: () =>
      client.activities.list({
        part: ['id', 'snippet', 'contentDetails'],
        mine: true,
        maxResults: 1,
      }),
    answer: { items: [{ snippet: { channelId: channel.studio } }] },
  },
  {
    operation: 'video:members.list',
    call: () =>
      client.members.list({
        part: ['snippet'],
        hasAccessToLevel: ids.membershipLevel.captain,
        maxResults: 1,
      }),
    answer: {
      items: [
        {
          snippet: { membershipsDetails: { highestAccessibleLevelDisplayName: 'Captain & crew' } },
        },
      ],
    },
  },
  {
    operation: 'video:membershipsLevels.list',
    call: () => client.membershipsLevels.list({ part }),
    answer: { items: [{ id: ids.membershipLevel.deckhand }, {}, {}] },
  },
  {
    operation: 'video:commentThreads.insert',
    call: () =>
      client.commentThreads.insert({
        part: ['snippet'],
        requestBody: {
          snippet: {
            videoId: video.trailer,
            topLevelComment: { snippet: { textOriginal: 'Hello' } },
          },
        },
      }),
    answer: { snippet: { topLevelComment: { snippet: { textOriginal: 'Hello' } } } },
  },
  {
    operation: 'video:comments.insert',
    call: () =>
      client.comments.insert({
        part: ['snippet'],
        requestBody: { snippet: { parentId: commentThread.busy, textOriginal: 'Hello' } },
      }),
    answer: { snippet: { parentId: commentThread.busy, textOriginal: 'Hello' } },
  },
  {
    operation: 'video:comments.update',
    call: () =>
      client.comments.update({
        part: ['snippet'],
        requestBody: { id: commentThread.unicode, snippet: { textOriginal: 'Hello' } },
      }),
    answer: { id: commentThread.unicode, snippet: { textOriginal: 'Hello' } },
  },
  {
    operation: 'video:comments.delete',
    call: () => client.comments.delete({ id: commentThread.unicode }),
    status: 204,
  },
  {
    operation: 'video:comments.setModerationStatus',
    call: () =>
      client.comments.setModerationStatus({
        id: [commentThread.queued],
        moderationStatus: 'rejected',
        banAuthor: true,
      }),
    status: 204,
  },
  {
    operation: 'video:comments.markAsSpam',
    call: () => client.comments.markAsSpam({ id: [commentThread.queued] }),
    status: 204,
  },
  {
    operation: 'video:videoCategories.list',
    call: () => client.videoCategories.list({ part, id: ['10'] }),
    answer: { items: [{ snippet: { title: 'Music' } }] },
  },
  {
    operation: 'video:guideCategories.list',
    call: () =>
      youtubeOnce(
        'studio-owner',
        box.sandbox.url,
        '/youtube/v3/guideCategories?part=snippet&regionCode=SE&hl=sv',
      ),
    answer: { kind: 'youtube#guideCategoryListResponse' },
  },
  {
    operation: 'video:videoAbuseReportReasons.list',
    call: () => client.videoAbuseReportReasons.list({ part, hl: 'sv' }),
    answer: { items: expect.arrayContaining([expect.objectContaining({ id: 'V' })]) },
  },
  {
    operation: 'video:videos.delete',
    call: () => client.videos.delete({ id: video.trailer }),
    status: 204,
  },
  {
    operation: 'video:videos.rate',
    call: () => client.videos.rate({ id: video.emoji, rating: 'like' }),
    status: 204,
  },
  {
    operation: 'video:videos.reportAbuse',
    call: () =>
      client.videos.reportAbuse({
        requestBody: {
          videoId: video.emoji,
          reasonId: 'V',
          secondaryReasonId: '36',
          comments: '…',
        },
      }),
    status: 204,
  },
  {
    operation: 'video:i18nLanguages.list',
    call: () => client.i18nLanguages.list({ part, hl: 'de' }),
    answer: { kind: 'youtube#i18nLanguageListResponse' },
  },
  {
    operation: 'video:i18nRegions.list',
    call: () => client.i18nRegions.list({ part, hl: 'sv' }),
    answer: { kind: 'youtube#i18nRegionListResponse' },
  },
];

describe('the official client', () => {
  testClientCalls(box, clientCalls, Object.keys(videoHandlers));

  it('receives an error body like that of YouTube', async () => {
    const failing = client.videos.list({ part: ['foo'], id: [video.trailer] });
    await expect(failing).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'unknownPart' }] } } },
    });
  });

  it('receives errors for expired tokens, missing scopes and missing channels', async () => {
    await expect(clientOf('studio-expired').videos.list({ part, id: ['x'] })).rejects.toMatchObject(
      { status: 401 },
    );
    await expect(
      clientOf('studio-reader').playlists.delete({ id: playlist.empty }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(clientOf('no-channel').playlists.list({ part, mine: true })).rejects.toMatchObject(
      { status: 401 },
    );
  });

  it('reads public data with an API key', async () => {
    const open = youtube({ version: 'v3', auth: 'sandbox-key', rootUrl: `${box.sandbox.url}/` });
    const { data } = await open.videos.list({ part, id: [video.trailer, video.privateCut] });
    expect(data.items).toHaveLength(1);
  });
});
