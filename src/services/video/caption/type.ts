/** Caption tracks of a video. */
import type { youtube_v3 } from '@googleapis/youtube';
import { captions } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { list } from '../../../engine/schema/list/list.ts';
import { fields, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { Caption, Language, Video } from '../resources.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';

interface LanguageArgument {
  readonly language?: string | null;
}

/** Whether a language is the given one, or a form of it (`en-GB` of `en`): RFC 4647, 3.3.1. */
function isInLanguage(tag: string | null | undefined, language: string): boolean {
  const [own, wanted] = [(tag ?? '').toLowerCase(), language.toLowerCase()];
  return own === wanted || own.startsWith(`${wanted}-`);
}

export function addCaption(): void {
  Caption.implement({
    ...node,
    description: 'A caption track of a YouTube video. Requires permission to edit the video.',
    fields: (t) => ({
      captionId: ownKey(t, 'The YouTube id of the caption track. REST field: `id`.'),
      videoId: parentKey(t, 'videoId', 'The YouTube id of the video that the captions belong to.'),
      ...fields(t, {
        video: [Video, 'The video that the captions belong to.', ancestor(Video)],
      }),
      ...fields(t, 'snippet', {
        name: 'The name that viewers see beside the language. Often empty.',
        trackKind: 'The kind of track, for example generated captions.',
        audioTrackType: 'The audio track that the captions belong to.',
        isDraft: 'Whether the track is hidden from viewers.',
        isLarge: 'Whether the captions use large text.',
        isEasyReader: 'Whether the captions use simplified language.',
        isAutoSynced: 'Whether YouTube synchronized the captions with the audio.',
        status: 'The processing state.',
        failureReason: 'The reason for a failure. Null unless `status` is `FAILED`.',
        languageTag: [
          'LanguageTag',
          'The tag of the language that the captions are written in. REST field: `snippet.language`.',
          { path: 'language' },
        ],
        language: [
          Language,
          'The language that the captions are written in, with its display name. Null if YouTube does not list the language.',
          { id: 'language' },
        ],
        updatedAt: [
          'The time of the last change. REST field: `snippet.lastUpdated`.',
          { path: 'lastUpdated' },
        ],
        isClosedCaption: [
          'Whether the captions also describe sounds, for deaf and hard-of-hearing viewers. REST field: `snippet.isCC`.',
          { path: 'isCC' },
        ],
      }),
    }),
  });

  builder.objectFields(Video, (t) => ({
    captions: list(
      t,
      Caption,
      {
        operation: captions.list,
        // Google documents no maximum.
        maxItems: 100,
        defaultFirst: 5,
        arguments: {
          language: [
            'LanguageTag',
            'Return only tracks in this language. `en` includes `en-GB`. Default: all languages.',
          ],
        },
        filter: ({ language }: LanguageArgument) =>
          language == null
            ? undefined
            : ({ snippet }: youtube_v3.Schema$Caption) => isInLanguage(snippet?.language, language),
        filterPaths: ['snippet.language'],
      },
      'The caption tracks of the video, including drafts. Requires permission to edit the video. Costs 50 quota units; `contentDetails.hasCaptions` is cheaper if only the existence matters.',
    ),
  }));
}
