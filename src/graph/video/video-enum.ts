/** Enums of videos. */
import { enumeration } from '../field/enumeration.ts';

export const LiveBroadcastContent = enumeration(
  'LiveBroadcastContent',
  'Whether a video is, will be or was a live broadcast.',
  {
    none: 'It is no broadcast; most often it says so of one that is over, too.',
    upcoming: 'It is going to be broadcast.',
    live: 'It is on air.',
    completed: 'The broadcast is over. Do not wait for it: `actualEndTime` tells for certain.',
  },
);

export const UploadStatus = enumeration('UploadStatus', 'How far an upload has come.', {
  uploaded: 'The bytes are there, and being processed.',
  processed: 'It can be watched.',
  failed: 'Processing failed; `failureReason` tells why.',
  rejected: 'It was refused after the upload; `rejectionReason` tells why.',
  deleted: 'It was deleted.',
});

export const UploadFailureReason = enumeration(
  'UploadFailureReason',
  'Why nothing came of an upload.',
  {
    conversion: 'It could not be converted.',
    invalidFile: 'The bytes are no film at all.',
    emptyFile: 'There were no bytes.',
    tooSmall: 'It is too small to be a film.',
    codec: 'The codec is none that is known.',
    uploadAborted: 'The upload ended before its end.',
  },
);

export const UploadRejectionReason = enumeration(
  'UploadRejectionReason',
  'Why the platform refused an upload that was complete.',
  {
    copyright: 'It infringes a copyright.',
    inappropriate: 'It shows what may not be shown.',
    duplicate: 'It was uploaded before.',
    termsOfUse: 'It breaks the terms of use.',
    uploaderAccountSuspended: 'Whoever uploaded it is suspended.',
    length: 'It is longer than the account may upload.',
    claim: 'Somebody has claimed what it shows.',
    uploaderAccountClosed: 'Whoever uploaded it has left.',
    trademark: 'It infringes a trademark.',
    legal: 'A law or a court forbids it.',
  },
);

export const VideoLicense = enumeration('VideoLicense', 'What others may do with a video.', {
  youtube: "The platform's standard licence.",
  creativeCommon: 'Creative Commons attribution: others may use it and name the author.',
});

export const VideoDefinition = enumeration('VideoDefinition', 'How sharp the picture is.', {
  sd: 'Standard definition.',
  hd: 'High definition.',
});

export const VideoProjection = enumeration(
  'VideoProjection',
  'How the picture surrounds the viewer.',
  { rectangular: 'An ordinary flat picture.', '360': 'A sphere to look around in.' },
  { '360': 'DEG_360' },
);
