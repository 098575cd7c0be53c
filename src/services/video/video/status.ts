/** The processing state of an uploaded video, and the reasons for a failure. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';

export const UploadStatus = enumeration(
  'UploadStatus',
  'The processing state of an uploaded video.',
  {
    uploaded: 'All bytes were received, and processing has not finished.',
    processed: 'Processing has finished, and the video can be played.',
    failed: 'The upload or its processing failed. See `failureReason`.',
    rejected: 'YouTube rejected the video after the upload. See `rejectionReason`.',
    deleted: 'The video was deleted.',
  },
);

export const UploadFailureReason = enumeration(
  'UploadFailureReason',
  'The reason why an upload failed.',
  {
    conversion: 'YouTube could not convert the content.',
    invalidFile: 'The file is not a supported video file.',
    emptyFile: 'The file has no content.',
    tooSmall: 'The file is too small for a video.',
    codec: 'The codec is not supported.',
    uploadAborted: 'The client did not send the whole file.',
  },
);

export const UploadRejectionReason = enumeration(
  'UploadRejectionReason',
  'The reason why YouTube rejected an uploaded video.',
  {
    copyright: 'The video infringes a copyright.',
    inappropriate: 'The video violates the community guidelines.',
    duplicate: 'The video was uploaded before.',
    termsOfUse: 'The video violates the terms of use.',
    uploaderAccountSuspended: 'YouTube has suspended the account that uploaded the video.',
    length: 'The video is longer than the account may upload.',
    claim: 'Another party claims rights to the content.',
    uploaderAccountClosed: 'The account that uploaded the video no longer exists.',
    trademark: 'The video infringes a trademark.',
    legal: 'The video was removed for legal reasons.',
  },
);
