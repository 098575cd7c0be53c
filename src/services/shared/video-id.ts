/**
 * The property by which an event or a file names its video. Only the gateway writes it, because the
 * links of both directions are made of it.
 */
import type { drive_v3 } from '@googleapis/drive';
import { InvalidInput, showValue } from '../../engine/api/error.ts';
import { upstreamId, typeNamed } from '../../engine/schema/type/global-id.ts';
import { isVideoId } from './url.ts';

/** The key among the private properties of an event, and among those of an app of a file. */
export const VIDEO_ID = 'videoId';

/** Videos are of another service than the events and files that name them. */
const Video = typeNamed('Video');

/** @throws InvalidInput for text that no video can have as its id: no link could be made of it */
function checkVideoId(given: string, argument: string): void {
  const id = upstreamId(Video.resource, given, argument);
  if (!isVideoId(id))
    throw new InvalidInput(
      argument,
      `${showValue(id)} is not the id of a video; expected 11 letters, digits, "-" or "_"`,
    );
}

/** Row options of an input field that writes the property. A broadcast has the id of its video. */
export const videoReference = { references: Video, check: checkVideoId } as const;

/** Returns the id of the video that a file names; null if it names none. */
export function videoIdOfFile({
  appProperties,
}: Pick<drive_v3.Schema$File, 'appProperties'>): string | null {
  const id = appProperties?.[VIDEO_ID] ?? '';
  return isVideoId(id) ? id : null;
}

/** Returns the body of a `files.update` that links a file to a video. */
export const fileWithVideo = (videoId: string): drive_v3.Schema$File => ({
  appProperties: { [VIDEO_ID]: videoId },
});
