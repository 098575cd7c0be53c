/** Revisions: the versions of the content of files. */
import type { drive_v3 } from '@googleapis/drive';
import { revisions } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { fields, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { exportFormats, exportLinks } from '../content/export-link.ts';
import { File, FileRevision } from '../resources.ts';
import { DriveUser } from '../user.ts';
import type { Ref } from '../../../engine/read/resource.ts';

const { insufficientFilePermissions, revisionsNotSupported } = revisions.list.reasons;

export function addRevision(): void {
  FileRevision.implement({
    ...node,
    description:
      'A revision of a Google Drive file: one version of the content. Google Drive deletes old revisions, unless `keepForever` is true.',
    fields: (t) => ({
      revisionId: ownKey(t, 'The Google Drive id of the revision. Unique within a file only.'),
      fileId: parentKey(t, 'fileId', 'The Google Drive id of the file with the revision.'),
      ...fields(t, {
        mimeType: 'The MIME type of the content of the revision.',
        size: 'The size of the content. Bytes. Null for Google Docs, Sheets and Slides.',
        md5Checksum: 'The MD5 checksum of the revision. Null for files without binary content.',
        originalFilename: 'The name of the uploaded file. Null for files without binary content.',
        keepForever:
          'Whether Google Drive keeps the revision. Otherwise Google Drive may delete the revision 30 days after newer content was uploaded, and does not return the `content` of an earlier revision. Only for files with binary content.',
        published:
          'Whether the revision is published on the web. Only for Google Docs, Sheets and Slides.',
        publishAuto:
          'Whether later revisions are published automatically. Only for Google Docs, Sheets and Slides.',
        publishedOutsideDomain:
          'Whether the revision is published outside the Google Workspace domain. Only for Google Docs, Sheets and Slides.',
        publishedLink: [
          'URL',
          'The URL of the published revision. Null unless a Google Sites or Docs file is published.',
        ],
        lastModifyingUser: [DriveUser, 'The user who made the revision.'],
        modifiedAt: ['The time when the revision was made.', { rest: 'modifiedTime' }],
        file: [File, 'The file that the revision belongs to.', ancestor(File)],
      }),
      exportFormats: exportFormats(
        t,
        'The MIME types that the revision can be exported to: values of `mimeType` of `startFileDownload`. Null for files other than documents of the Google editors.',
      ),
      exportLinks: exportLinks(
        t,
        'The URLs that export the revision, one for each of `exportFormats`. For Google Docs and Sheets, `startFileDownload` with `revisionId` makes a URL of the gateway that needs no token; Google Drive has no such operation for revisions of Google Slides. Null for files other than documents of the Google editors.',
      ),
    }),
  });

  builder.objectFields(File, (t) => ({
    revisions: connection(
      t,
      connectionType(FileRevision, 'revisions'),
      {
        operation: revisions.list,
        nullOnReasons: [insufficientFilePermissions, revisionsNotSupported],
      },
      'The revisions of the file, oldest first. Null with a warning for folders and shortcuts, and if the caller cannot edit the file. The list can be incomplete for Google Docs, Sheets and Slides with many revisions.',
    ),
    ...fields(t, {
      headRevision: [
        FileRevision,
        'The current revision. Null for files without binary content.',
        {
          paths: ['headRevisionId'],
          key: ({ headRevisionId }: drive_v3.Schema$File, ref?: Ref) =>
            ref && headRevisionId ? [ref.key[0]!, headRevisionId] : null,
          usesRef: true,
        },
      ],
    }),
  }));
}
