/** The root field `resource`: the resource that a URL names. */
import { projectionOf } from '../../engine/read/walk/walker.ts';
import type { Ref } from '../../engine/read/resource.ts';
import type { Execution } from '../../engine/execution/execution.ts';
import { InvalidInput, showValue } from '../../engine/api/error.ts';
import { checkResourceKey } from '../storage/resource-key-header.ts';
import { channels } from '../video/operations.ts';
import { builder } from '../../engine/schema/builder.ts';
import { Event } from '../calendar/resources.ts';
import { field } from '../../engine/schema/field/field-factory.ts';
import { findExisting } from '../../engine/schema/field/field-call.ts';
import { polymorphicType } from '../../engine/schema/field/link.ts';
import { loadExisting } from '../../engine/schema/field/lookup.ts';
import { required } from '../../engine/schema/field/input-row.ts';
import { File } from '../storage/resources.ts';
import { Channel, Playlist, Video } from '../video/resources.ts';
import {
  channelFromUrl,
  eventFromUrl,
  fileIdFromUrl,
  playlistIdFromUrl,
  resourceKeyFromUrl,
  videoIdFromUrl,
} from '../shared/url.ts';

/** The types of the entities that a URL can name. */
const UrlResource = polymorphicType(
  'UrlResource',
  [Video, Playlist, Channel, File, Event],
  'An object that a URL can identify, returned by `resource(url:)`. Fields of the same name have different types: give one an alias, as in `... on Video { ownerId: channelId }` beside `... on Channel { channelId }`.',
);

/** Returns the ref of the id in a URL; null for a URL without an id. */
function refFromUrl(url: string): Ref | null {
  const channel = channelFromUrl(url);
  const candidates: readonly (readonly [
    { readonly resource: Ref['resource'] },
    readonly string[] | string | null,
  ])[] = [
    [Video, videoIdFromUrl(url)],
    [Playlist, playlistIdFromUrl(url)],
    [Channel, channel && 'id' in channel ? channel.id : null],
    [File, fileIdFromUrl(url)],
    [Event, eventFromUrl(url)],
  ];
  for (const [{ resource }, key] of candidates)
    if (key !== null) return { resource, key: [key].flat() };
  return null;
}

/** @throws InvalidInput for a key that cannot be one */
function addResourceKey({ knownHeaders }: Execution, fileId: string, url: string): void {
  const key = resourceKeyFromUrl(url);
  if (key === null) return;
  checkResourceKey('url', key);
  knownHeaders.add(fileId, key);
}

export function addResource(): void {
  builder.queryField('resource', (t) =>
    field(t, {
      type: UrlResource.type,
      description:
        'The object that a URL of YouTube, Google Drive or Google Calendar identifies. Known URLs: videos (`watch?v=`, `youtu.be/`, `/live/`, `/shorts/`, `/embed/`), playlists (`playlist?list=`, `embed/videoseries?list=`), channels (`/channel/UC…`, `/@handle`), files (`file/d/`, `open?id=`, `uc?id=`, `drive/folders/`, `document/d/`, `spreadsheets/d/`, `presentation/d/`, each with the resource key in `resourcekey=` if there is one) and calendar events (`calendar/event?eid=`). The gateway reads only the form of the URL and does not open the URL. Error `INVALID_INPUT` for any other URL. Error `NOT_FOUND` if no such object exists or the caller may not see it.',
      args: {
        url: [required('URL'), 'The URL, as shown by a browser or copied by a share button.'],
      },
      needs: {
        kind: 'calls',
        costOf: ({ url }: { readonly url: string }) => {
          const ref = refFromUrl(url);
          return ref
            ? {
                calls: [],
                loads: [{ resources: [ref.resource], count: 1, refs: [ref] }],
                values: 0,
              }
            : { calls: [[channels.list, 1]], loads: [], values: 1 };
        },
      },
      operations: UrlResource.targets.map(({ resource }) => resource.read.operation),
      resolve: (_, { url }: { url: string }, context, info) => {
        const ref = refFromUrl(url);
        if (ref?.resource === File.resource) addResourceKey(context.execution, ref.key[0]!, url);
        if (ref !== null) return loadExisting(context, ref, info);
        const channel = channelFromUrl(url);
        if (channel === null || !('handle' in channel))
          throw new InvalidInput(
            'url',
            `${showValue(url)} is not supported; expected the URL of a video, playlist, channel, file or calendar event`,
          );
        const args = { forHandle: channel.handle };
        return findExisting(
          context.execution,
          Channel,
          { operation: channels.list, args },
          projectionOf(info, Channel.resource.name),
        );
      },
    }),
  );
}
