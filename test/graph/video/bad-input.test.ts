/** An id of something else, wherever a mutation of the video service takes one, is named by its argument and calls nobody. */
import { getNamedType, type GraphQLInputField, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/graph/global-id.ts';
import { schema } from '../../../src/graph/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { png } from '../../support/image.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();

/** A thing that can be read, and that no mutation takes. */
const wrong = globalId('Region', ['SE']);
const video = ids.video.trailer;
const file = null;
const said = { contentType: 'application/octet-stream' };

/** By mutation and path of an id: the input with a wrong one in its place, and all else right. */
const inputs: Readonly<Record<string, object>> = {
  'addPlaylistItems playlistId': { playlistId: wrong, items: [{ videoId: video }] },
  'addPlaylistItems items.videoId': {
    playlistId: ids.playlist.long,
    items: [{ videoId: video }, { videoId: wrong }],
  },
  'createCaption videoId': { videoId: wrong, language: 'en', name: 'x', file },
  'createChannelSection playlistIds': { type: 'SINGLE_PLAYLIST', playlistIds: [wrong] },
  'createChannelSection channelIds': {
    type: 'MULTIPLE_CHANNELS',
    title: 'x',
    channelIds: [ids.channel.ben, wrong],
  },
  'createCommentThread on.videoId': { on: { videoId: wrong }, text: 'x' },
  'createCommentThread on.channelId': { on: { channelId: wrong }, text: 'x' },
  'createUploadSession caption.new.videoId': {
    caption: { new: { ...said, videoId: wrong, language: 'en', name: 'x' } },
  },
  'createUploadSession caption.existing.by.id': {
    caption: { existing: { ...said, by: { id: wrong } } },
  },
  'createUploadSession caption.existing.by.key.videoId': {
    caption: { existing: { ...said, by: { key: { videoId: wrong, captionId: 'x' } } } },
  },
  'createUploadSession caption.existing.by.key.captionId': {
    caption: { existing: { ...said, by: { key: { videoId: video, captionId: wrong } } } },
  },
  'createUploadSession video.categoryId': { video: { ...said, title: 'x', categoryId: wrong } },
  'createVideo categoryId': { ...said, title: 'x', categoryId: wrong },
  'deleteCaption by.id': { by: { id: wrong } },
  'deleteCaption by.key.videoId': { by: { key: { videoId: wrong, captionId: 'x' } } },
  'deleteCaption by.key.captionId': { by: { key: { videoId: video, captionId: wrong } } },
  'deleteChannelSection id': { id: wrong },
  'deleteComment id': { id: wrong },
  'deletePlaylist id': { id: wrong },
  'deletePlaylistItem id': { id: wrong },
  'deleteVideo id': { id: wrong },
  'rateVideo id': { id: wrong, rating: 'LIKE' },
  'replyToComment parentId': { parentId: wrong, text: 'x' },
  'reportVideoAbuse videoId': { videoId: wrong, reasonId: 'V' },
  'reportVideoAbuse reasonId': { videoId: video, reasonId: wrong },
  'reportVideoAbuse secondaryReasonId': { videoId: video, reasonId: 'V', secondaryReasonId: wrong },
  'setChannelBanner channelId': { channelId: wrong, file },
  'setCommentModerationStatus ids': {
    ids: [ids.commentThread.trailer, wrong],
    status: 'PUBLISHED',
  },
  'setVideoThumbnail videoId': { videoId: wrong, file },
  'setWatermark channelId': { channelId: wrong, file },
  'setWatermark targetChannelId': { channelId: ids.channel.studio, targetChannelId: wrong, file },
  'subscribeToChannel channelId': { channelId: wrong },
  'unsetWatermark channelId': { channelId: wrong },
  'unsubscribeFromChannel by.channelId': { by: { channelId: wrong } },
  'unsubscribeFromChannel by.subscriptionId': { by: { subscriptionId: wrong } },
  'updateCaption by.id': { by: { id: wrong }, isDraft: true },
  'updateCaption by.key.videoId': {
    by: { key: { videoId: wrong, captionId: 'x' } },
    isDraft: true,
  },
  'updateCaption by.key.captionId': {
    by: { key: { videoId: video, captionId: wrong } },
    isDraft: true,
  },
  'updateChannel id': { id: wrong, description: 'x' },
  'updateChannel unsubscribedTrailerId': { id: ids.channel.studio, unsubscribedTrailerId: wrong },
  'updateChannelSection id': { id: wrong, position: 1 },
  'updateChannelSection playlistIds': { id: ids.channelSection.shelf, playlistIds: [wrong] },
  'updateChannelSection channelIds': { id: ids.channelSection.shelf, channelIds: [wrong] },
  'updateComment id': { id: wrong, text: 'x' },
  'updatePlaylist id': { id: wrong, title: 'x' },
  'updatePlaylistItem id': { id: wrong, position: 0 },
  'updateVideo id': { id: wrong, title: 'x' },
  'updateVideo categoryId': { id: video, categoryId: wrong },
};

/** Where the wrong id stands in an input. */
function placeOf(value: unknown, above: readonly string[] = []): string[] {
  if (value === wrong) return [...above];
  return Object.entries(value ?? {}).flatMap(([name, each]) =>
    typeof each === 'string' && each !== wrong ? [] : placeOf(each, [...above, name]),
  );
}

/** Paths of all ids below some fields of an input. */
const idsBelow = (fields: readonly GraphQLInputField[], above = ''): string[] =>
  fields.flatMap(({ name, type, deprecationReason }) => {
    const named = getNamedType(type);
    if (deprecationReason != null) return [];
    if (isInputObjectType(named))
      return idsBelow(Object.values(named.getFields()), `${above}${name}.`);
    return named.name === 'ID' ? [`${above}${name}`] : [];
  });

describe('the id of something else', () => {
  it.each(Object.keys(inputs))('is named, and nobody is called: %s', async (key) => {
    const [name = ''] = key.split(' ');
    const input = inputs[key]!;
    const document = `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors { code path } } }`;
    const { data } = await ('file' in input
      ? studio.upload(
          document,
          { input },
          {
            'input.file': { type: name === 'createCaption' ? 'text/xml' : 'image/png', bytes: png },
          },
        )
      : studio.query(document, { input }));
    expect(data[name].errors).toEqual([{ code: 'INVALID_INPUT', path: placeOf(input) }]);
    expect(studio.calls()).toEqual([]);
  });
  it('is tried wherever a mutation of the service takes an id', () => {
    const taken = Object.values(schema.getMutationType()!.getFields())
      .filter(({ extensions }) =>
        extensions.operations?.some(({ key }) => key.startsWith('video:')),
      )
      .flatMap(({ name, args }) => {
        const type = getNamedType(args[0]!.type);
        return isInputObjectType(type)
          ? idsBelow(Object.values(type.getFields())).map((path) => `${name} ${path}`)
          : [];
      });
    expect(taken.toSorted()).toEqual(Object.keys(inputs).toSorted());
  });
});
