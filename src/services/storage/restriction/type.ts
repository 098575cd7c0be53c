/** Restrictions of files: read-only content, and downloads. */
import type { drive_v3 } from '@googleapis/drive';
import { valueType } from '../../../engine/schema/field/path-field.ts';
import { DriveUser } from '../user.ts';
import { ContentRestrictionType } from '../enums.ts';

export const DownloadRestriction = valueType<drive_v3.Schema$DownloadRestriction>(
  'DownloadRestriction',
).rows('The roles that may not download, copy or print files.', {
  restrictedForReaders: 'Whether readers and commenters cannot download, copy or print.',
  restrictedForWriters:
    'Whether writers cannot download, copy or print. Then readers and commenters cannot either.',
});

export const ContentRestriction = valueType<drive_v3.Schema$ContentRestriction>(
  'ContentRestriction',
).rows(
  'A restriction that makes the content of a file read-only: nobody can upload a new revision, add or change comments, or rename the file.',
  {
    readOnly: 'Whether the content of the file is read-only.',
    reason: 'The reason that the restricting user gave.',
    type: [ContentRestrictionType, 'The kind of the restriction.'],
    restrictingUser: [
      DriveUser,
      'The user who set the restriction. Null unless `readOnly` is true.',
    ],
    ownerRestricted:
      'Whether only the owner of the file, or an organizer of its shared drive, can change or remove the restriction.',
    systemRestricted:
      'Whether Google Drive set the restriction, for example for an electronic signature. Users cannot change or remove such a restriction.',
    restrictedAt: [
      'The time when the restriction was set. Null unless `readOnly` is true.',
      { rest: 'restrictionTime' },
    ],
  },
);

export const DownloadRestrictions = valueType<drive_v3.Schema$DownloadRestrictionsMetadata>(
  'DownloadRestrictions',
  'DownloadRestrictionsMetadata',
).rows('The download restrictions of a file: as set on the file, and as they apply.', {
  itemDownloadRestriction: [
    DownloadRestriction,
    'The restriction that the owner or an organizer set on the file itself.',
  ],
  effectiveDownloadRestrictionWithContext: [
    DownloadRestriction,
    'The restriction that applies, with the settings of the shared drive and the data loss prevention rules of the organization.',
  ],
});
