/** The Google Drive account of the caller: storage, limits, formats, themes. */
import type { drive_v3 } from '@googleapis/drive';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { Viewer } from '../../shared/viewer.ts';
import { DriveAccount } from '../resources.ts';
import { DriveUser } from '../user.ts';

type About = drive_v3.Schema$About;
type Quota = NonNullable<About['storageQuota']>;
type Theme = NonNullable<About['driveThemes']>[number];

const DriveStorageQuota = valueType<Quota>('DriveStorageQuota', 'AboutStorageQuota').rows(
  'The storage that an account uses, and its limit. Bytes. For users of an organization with pooled storage, `limit` and `usage` are those of the organization.',
  {
    limit: 'The maximum storage. Null if the storage is unlimited.',
    usage: 'The storage in use by all Google services.',
    usageInDrive: 'The storage in use by files in Google Drive.',
    usageInDriveTrash: 'The storage in use by files in the trash of Google Drive.',
  },
);

const DriveTheme = valueType<Theme>('DriveTheme', 'AboutDriveThemes').rows(
  'A theme for shared drives: a background image and a color.',
  {
    backgroundImageLink: ['URL', 'The URL of the background image.'],
    colorRgb: 'The color as a hexadecimal RGB value, for example `#ea6100`.',
    themeId: ['The id of the theme, as shared drives are created with it.', { path: 'id' }],
  },
);

interface Conversion {
  readonly source: string;
  readonly targets: readonly string[];
}

const DriveConversion = madeType<Conversion>('DriveConversion').rows(
  'The formats that files of one format can be converted to.',
  {
    source: [required('String'), 'The MIME type of the files to convert.'],
    targets: [required(['String']), 'The MIME types that the files can be converted to.'],
  },
);

interface ImportLimit {
  readonly mimeType: string;
  readonly maxSize: string;
}

const DriveImportLimit = madeType<ImportLimit>('DriveImportLimit').rows(
  'The maximum size of files that are converted to one format of the Google editors.',
  {
    mimeType: [required('String'), 'The MIME type of the result of the import.'],
    maxSize: [required('BigInt'), 'The maximum size of the file to import. Bytes.'],
  },
);

/** The entries of a map, sorted by key. */
const entriesOf = <T>(map: Readonly<Record<string, T>> | null | undefined): [string, T][] | null =>
  map ? Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)) : null;

const conversions = (map: About['exportFormats']): Conversion[] | null =>
  entriesOf(map)?.map(([source, targets]) => ({ source, targets })) ?? null;

export function addAccount(): void {
  DriveAccount.implement({
    description:
      'The Google Drive account of the caller: user, storage, limits, and what Google Drive offers the user.',
    fields: (t) => ({
      ...fields(t, {
        user: [DriveUser, 'The user that the access token belongs to.'],
        storageQuota: [DriveStorageQuota, 'The storage in use, and its limit.'],
        maxUploadSize: 'The maximum size of an uploaded file. Bytes.',
        appInstalled:
          'Whether the user has installed the app that the access token was issued for.',
        canCreateDrives: 'Whether the user can create shared drives.',
        folderColorPalette: 'The colors that folders can have, as hexadecimal RGB values.',
        driveThemes: [[DriveTheme], 'The themes that shared drives can have.'],
      }),
      exportConversions: computed(
        t,
        [DriveConversion],
        { paths: ['exportFormats'], compute: ({ exportFormats }) => conversions(exportFormats) },
        'The formats that documents of the Google editors can be exported to, sorted by source. REST field: `exportFormats`.',
      ),
      importConversions: computed(
        t,
        [DriveConversion],
        { paths: ['importFormats'], compute: ({ importFormats }) => conversions(importFormats) },
        'The formats of the Google editors that uploaded files can be imported to, sorted by source. REST field: `importFormats`.',
      ),
      maxImportSizes: computed(
        t,
        [DriveImportLimit],
        {
          paths: ['maxImportSizes'],
          compute: ({ maxImportSizes }): ImportLimit[] | null =>
            entriesOf(maxImportSizes)?.map(([mimeType, maxSize]) => ({ mimeType, maxSize })) ??
            null,
        },
        'The maximum sizes of files to import, sorted by MIME type.',
      ),
    }),
  });
  builder.objectFields(Viewer, (t) =>
    fields(t, {
      drive: [
        DriveAccount,
        'The Google Drive account of the caller: storage, limits and formats.',
        { key: () => [] },
      ],
    }),
  );
}
