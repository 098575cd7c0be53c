/** Caption tracks of a video. */
import { captions } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { list } from '../field/list.ts';
import { fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { Caption, Language, Video } from './resource.ts';

const CaptionTrackKind = enumeration('CaptionTrackKind', 'How a caption track is meant.', {
  standard: 'Written by people, shown to whoever asks for captions.',
  ASR: 'Heard by the service itself.',
  forced: 'Shown without being asked for, where another language is spoken.',
});

const CaptionAudioTrackType = enumeration(
  'CaptionAudioTrackType',
  'What kind of sound a caption track goes with.',
  {
    unknown: 'Nobody said.',
    primary: 'The main sound of the video.',
    commentary: 'A commentary on it.',
    descriptive: 'A description for those who do not see the picture.',
  },
);

const CaptionStatus = enumeration('CaptionStatus', 'Whether a caption track can be shown.', {
  serving: 'It is ready.',
  syncing: 'Its words are still being matched with the sound.',
  failed: 'Its file could not be used; `failureReason` says why.',
});

const CaptionFailureReason = enumeration(
  'CaptionFailureReason',
  'Why the file of a caption track could not be used.',
  {
    unknownFormat: 'It is in no format that was recognised.',
    unsupportedFormat: 'Its format is known, and not taken.',
    processingFailed: 'The service failed to work on it.',
  },
);

/** Adds the types and fields of this module to the schema. */
export function addCaption(): void {
  Caption.implement({
    ...node,
    description: 'A track of captions. Those alone who may edit its video see it.',
    fields: (t) => ({
      captionId: ownKey(t, "The video service's own id of the track."),
      video: link(
        t,
        Video,
        { key: (_, ref) => [ref!.key[0]!], usesRef: true },
        'The video that it belongs to.',
      ),
      inLanguage: link(
        t,
        Language,
        'snippet.language',
        'The language by its name; null where upstream does not list it.',
      ),
      ...fields(t, 'snippet', {
        language: ['LanguageTag', 'The language it is written in.'],
        name: ['String', 'What viewers choose it by, beside its language; often empty.'],
        trackKind: [CaptionTrackKind, 'Whether people wrote it, or the service heard it.'],
        audioTrackType: [CaptionAudioTrackType, 'The sound that it goes with.'],
        isDraft: ['Boolean', 'Whether viewers are not shown it yet.'],
        isCC: ['Boolean', 'Whether it also tells of sounds, for those who do not hear.'],
        isLarge: ['Boolean', 'Whether its letters are large.'],
        isEasyReader: ['Boolean', 'Whether it is written for learners and young readers.'],
        isAutoSynced: ['Boolean', 'Whether the service matched its words with the sound.'],
        lastUpdated: ['DateTime', 'When its file last changed.'],
        status: [CaptionStatus, 'Whether it can be shown.'],
        failureReason: [
          CaptionFailureReason,
          'Why it cannot; null unless its status says that it failed.',
        ],
      }),
    }),
  });

  builder.objectFields(Video, (t) => ({
    captions: list(
      t,
      Caption,
      // The documents state no maximum.
      { operation: captions.list, maxItems: 100 },
      'All its caption tracks, drafts among them. Dear, and for those alone who may edit the video; whether there are any is in `contentDetails`.',
    ),
  }));
}
