/** Processing of an uploaded video, and suggestions for it. Owner only. */
import type { youtube_v3 } from '@googleapis/youtube';
import { videos } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { maxCategories } from '../category/type.ts';
import { VideoCategory } from '../resources.ts';

const ProcessingProgress = builder
  .objectType<youtube_v3.Schema$VideoProcessingDetailsProcessingProgress>(
    'ProcessingProgress',
    'VideoProcessingDetailsProcessingProgress',
  )
  .implement({
    description: 'The estimated progress of the processing of an uploaded file.',
    fields: (t) => ({
      ...fields(t, {
        totalPartCount: ['The estimated number of parts to process.', { rest: 'partsTotal' }],
        processedPartCount: ['The number of parts that are processed.', { rest: 'partsProcessed' }],
      }),
      timeLeft: durationAt(
        t,
        'timeLeftMs',
        { unit: 'ms', operation: videos.list },
        'The estimated remaining time. REST field: `timeLeftMs`.',
      ),
    }),
  });

export const VideoProcessingDetails = valueType<youtube_v3.Schema$VideoProcessingDetails>(
  'VideoProcessingDetails',
).rows(
  'The progress of the processing of an uploaded file, and the availability of its results. Video owner only.',
  {
    processingStatus: 'The state of the processing.',
    processingFailureReason:
      'The reason why processing failed. Null unless `processingStatus` is `FAILED`.',
    fileDetailsAvailability:
      'The availability of `Video.fileDetails`. REST value, for example `available` or `inProgress`.',
    processingIssuesAvailability:
      'The availability of the errors, warnings and hints in `Video.suggestions`. REST value, for example `available` or `inProgress`.',
    tagSuggestionsAvailability:
      'The availability of the suggested keywords in `Video.suggestions`. REST value, for example `available` or `inProgress`.',
    editorSuggestionsAvailability:
      'The availability of the editor suggestions in `Video.suggestions`. REST value, for example `available` or `inProgress`.',
    thumbnailsAvailability:
      'The availability of generated thumbnails. REST value, for example `available` or `inProgress`.',
    processingProgress: [
      ProcessingProgress,
      'The estimated progress. Null unless `processingStatus` is `PROCESSING`.',
    ],
  },
);

/** Maximum number of suggested keywords, for the estimate. Google documents none. */
const maxSuggestions = 50;

const TagSuggestion = valueType<youtube_v3.Schema$VideoSuggestionsTagSuggestion>(
  'TagSuggestion',
  'VideoSuggestionsTagSuggestion',
).rows('A suggested keyword for a video.', {
  tag: 'The suggested keyword.',
  categories: [
    [VideoCategory],
    'The video categories that the keyword suits. An entry is null if the category no longer exists.',
    { ids: 'categoryRestricts', maxItems: maxCategories, maxEntities: maxCategories },
  ],
  categoryIds: [
    ['ID'],
    'YouTube ids of the video categories that the keyword suits. Null or empty if the keyword suits all categories.',
    { rest: 'categoryRestricts' },
  ],
});

export const VideoSuggestions = valueType<youtube_v3.Schema$VideoSuggestions>(
  'VideoSuggestions',
).rows('Processing errors, and improvements that YouTube suggests for a video. Video owner only.', {
  processingErrors: 'Errors that prevent processing.',
  processingWarnings: 'Problems that can reduce the quality of the video.',
  processingHints: 'Hints that can improve the video.',
  editorSuggestions: 'Improvements that the YouTube video editor can make.',
  tagSuggestions: [[TagSuggestion], 'Suggested keywords.', { maxItems: maxSuggestions }],
});
