/** What the two ways of bringing a caption file have in common: with the mutation, or to an upload session. */
import { captions } from '../../upstream/video/index.ts';
import type { Args } from '../../upstream/operation.ts';
import { refFrom } from '../global-id.ts';
import { checkText } from '../text.ts';
import { Video } from './resource.ts';

export const mostOfName = 150;

/** Where in the input each path of a new track's body comes from. */
export const origins = ['videoId', 'language', 'name', 'isDraft'].map((argument) => ({
  argument,
  path: `snippet.${argument}`,
}));

/** Upstream's reasons for what it refuses of a new track. */
export const blamed = { nameTooLong: 'snippet.name' };

export interface NewTrack {
  readonly videoId: string;
  readonly language: string;
  readonly name: string;
  readonly isDraft: boolean;
}

/** @throws InvalidArgument for what is no id of a video, and for a name that is too long */
export function newTrack({
  videoId: id,
  language,
  name,
  isDraft,
}: NewTrack): Args<typeof captions.insert> & { readonly videoId: string } {
  const videoId = refFrom(Video.resource, id, 'videoId').key[0]!;
  checkText('name', name, mostOfName);
  return { videoId, part: ['snippet'], body: { snippet: { videoId, language, name, isDraft } } };
}

/** Named without its draft state, the snippet would lose it: with another file alone it is not named. */
export const changedTrack = (
  id: string,
  isDraft: boolean | null | undefined,
): Args<typeof captions.update> =>
  isDraft == null
    ? { part: ['id'], body: { id } }
    : { part: ['snippet'], body: { id, snippet: { isDraft } } };
