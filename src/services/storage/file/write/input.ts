/** Input of writes of files: the types of its objects, and the fields that several writes share. */
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { inputObject, required } from '../../../../engine/schema/field/input-row.ts';
import { newOrChanged } from '../../../../engine/schema/write/write-input.ts';
import { VIDEO_ID, videoReference } from '../../../shared/video-id.ts';
import { ClientEncryptionInput, encryptionChange } from '../../encryption/input.ts';
import { checkMimeType } from '../../mime-type.ts';
import {
  ContentRestrictionChangesInput,
  ContentRestrictionInput,
  fileRestrictions,
} from '../../restriction/input.ts';
import {
  appPropertyMap,
  FilePropertyChangesInput,
  FilePropertyInput,
  propertyMap,
} from '../property.ts';

export const DownloadRestrictionInput = inputObject(
  'DownloadRestrictionInput',
  'The roles that may not download, copy or print.',
  {
    restrictedForReaders: [
      required('Boolean'),
      'Whether readers and commenters cannot download, copy or print.',
    ],
    restrictedForWriters: [
      required('Boolean'),
      'Whether writers, readers and commenters cannot download, copy or print.',
    ],
  },
);

const FileThumbnailInput = inputObject(
  'FileThumbnailInput',
  'A thumbnail for a file of a type for which Google Drive makes none.',
  {
    image: [
      required('String'),
      'The bytes of the image, encoded in Base64. Google Drive accepts at most 2 MB, but a request to the gateway has at most 1 MB by default.',
    ],
    mimeType: [required('String'), 'The MIME type of the image, for example `image/png`.'],
  },
);

type DownloadLimit = typeof DownloadRestrictionInput.$inferType;
type Thumbnail = typeof FileThumbnailInput.$inferType;

/** No restriction on downloads. */
export const unlimited: DownloadLimit = {
  restrictedForReaders: false,
  restrictedForWriters: false,
};

/** The bytes in the alphabet that Google Drive requires. @throws InvalidInput for other text */
function thumbnailOf({ image, mimeType }: Thumbnail, argument: string): Thumbnail {
  checkMimeType(mimeType, `${argument}.mimeType`);
  const data = image
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={0,2}$/, '');
  if (!/^[\w-]+$/.test(data) || data.length % 4 === 1)
    throw new InvalidInput(
      `${argument}.image`,
      `${showValue(image)} is not Base64; expected the bytes of an image in Base64`,
    );
  return { image: data, mimeType };
}

/** @throws InvalidInput for text that is no RGB color */
export function checkColor(color: string, argument: string): void {
  if (!/^#[\da-f]{6}$/i.test(color))
    throw new InvalidInput(
      argument,
      `${showValue(color)} is not a color; expected a hexadecimal RGB value, for example #4986e7`,
    );
}

const notClearable = { clearable: false } as const;

/** The writable values of the metadata of a file. Null clears a field. */
export const fileRows = {
  description: 'A short description of the file.',
  starred: ['Whether the caller stars the file.', notClearable],
  trashed: [
    'Whether the file is in the trash. Google Drive deletes files in the trash after 30 days. With a folder, its content moves as well.',
    {
      ...notClearable,
      ifChanged:
        'False restores the file; a file in a folder that is in the trash stays there until the folder is restored.',
    },
  ],
  originalFilename: [
    'The name that the file has on the device of the user. Only for files with binary content.',
    notClearable,
  ],
  folderColorRgb: [
    'The color of a folder, or of a shortcut to a folder, as a hexadecimal RGB value, for example `#4986e7`. Google Drive takes the most similar color of its palette.',
    { check: checkColor },
  ],
  modifiedAt: [
    'DateTime',
    'modifiedTime',
    'The time of the last change, for example of a file that is copied from another system. Default: now. REST field: `modifiedTime`.',
    notClearable,
  ],
  viewedByMeAt: [
    'DateTime',
    'viewedByMeTime',
    'The time when the caller last opened the file. REST field: `viewedByMeTime`.',
  ],
  copyRequiresWriterPermission: [
    'Whether readers and commenters are prevented from copying, printing and downloading the file.',
    notClearable,
  ],
  writersCanShare: [
    'Whether users with the role `WRITER` can share the file. Not available on shared drives.',
    notClearable,
  ],
  // Google's guide "Manage folders with limited and expansive access", 2026.
  inheritedPermissionsDisabled: [
    'Whether access to the folder is limited to people with a permission of its own, without those of the folder above, who see its name only. Only for folders. Requires the role `OWNER`, or `ORGANIZER` on a shared drive; in My Drive, `WRITER` suffices with `writersCanShare`.',
    notClearable,
  ],
  downloadRestriction: [
    DownloadRestrictionInput,
    'downloadRestrictions.itemDownloadRestriction',
    'The restriction on downloading, copying and printing the file. Requires the role `OWNER`, or `ORGANIZER` on a shared drive.',
    {
      change: (restriction: DownloadLimit | null) => ({
        apply: () => restriction ?? undefined,
        patch: () => restriction ?? unlimited,
      }),
      oneValue: 'The input names both roles.',
      ifChanged: 'Replaces the current restriction. Null removes it.',
    },
  ],
  indexableText:
    'Text that full-text search finds in addition to the content. At most 128 KB, may contain HTML elements. Cannot be read.',
  thumbnail: [
    FileThumbnailInput,
    'contentHints.thumbnail',
    'A thumbnail for a type of file for which Google Drive makes none. Lost at the next change of the content.',
    { convert: thumbnailOf, clearable: false, oneValue: 'The type is that of the image.' },
  ],
  clientEncryptionDetails: [
    ClientEncryptionInput,
    'clientEncryptionDetails',
    'Details of the client-side encryption of the content.',
    {
      change: encryptionChange,
      clearable: false,
      oneValue: 'The metadata of one encryption do not decrypt content with another one.',
      ifChanged: 'Replaces the current details.',
    },
  ],
  contentRestrictions: [
    newOrChanged([ContentRestrictionInput], ContentRestrictionChangesInput),
    'contentRestrictions',
    'The restrictions of the content. At most one, because Google Drive has one kind of restriction.',
    {
      ...fileRestrictions,
      ifChanged:
        'Null removes all. Costs one more call unless null: Google Drive only replaces the whole list, without a condition, so the gateway reads the list immediately before the write. A write of another application in between is lost.',
    },
  ],
  properties: [
    newOrChanged([FilePropertyInput], FilePropertyChangesInput),
    'properties',
    'Custom properties that are visible to all apps.',
    { ...propertyMap, ifChanged: 'Null removes all of them.' },
  ],
  appProperties: [
    newOrChanged([FilePropertyInput], FilePropertyChangesInput),
    'appProperties',
    'Custom properties that are visible only to the app that the access token was issued for.',
    { ...appPropertyMap, ifChanged: 'Null removes all of them.' },
  ],
  videoId: [
    'ID',
    `appProperties.${VIDEO_ID}`,
    'The YouTube video that was made of the file: the global id of a `Video` or a `Broadcast`, or a YouTube id. Links them in both directions: `File.video` and `Video.sourceFile`. Only the app that the access token was issued for can see the link. The gateway does not check that the video exists.',
    videoReference,
  ],
} as const;
