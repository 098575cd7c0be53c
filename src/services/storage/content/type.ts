/** The content of files, and of documents in other formats, as download URLs. */
import type { drive_v3 } from '@googleapis/drive';
import { ownId, refOf } from '../../../engine/read/resource.ts';
import type { ContentVersion } from '../../../engine/transfer/download-link.ts';
import { extensionOf } from './file-extension.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { files, revisions } from '../operations.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import { DownloadLink } from '../../../engine/schema/type/download-link.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { isGoogleType } from '../mime-type.ts';
import { allDrives, File, FileRevision } from '../resources.ts';

interface ContentArguments {
  readonly acknowledgeAbuse?: boolean | null;
}

const contentArguments = {
  acknowledgeAbuse: [
    'Boolean',
    'Download the content even if Google Drive has marked the file as malware or spam. Only for the owner of the file. Default: false; the download of such a file is then rejected.',
  ],
} as const;

const contentParameters = ({ acknowledgeAbuse }: ContentArguments) =>
  acknowledgeAbuse ? { acknowledgeAbuse } : {};

interface ExportArguments {
  readonly mimeType: string;
}

/**
 * The checksum and the revision: a file that is changed and changed back has the same checksum, and
 * another revision.
 */
function versionOf(
  args: Readonly<Record<string, unknown>>,
  { md5Checksum, headRevisionId }: drive_v3.Schema$File,
): ContentVersion | undefined {
  if (!md5Checksum) return undefined;
  const fields = { md5Checksum, headRevisionId: headRevisionId ?? '' };
  return { etag: md5Checksum, check: { args, fields, etagField: 'md5Checksum' } };
}

export function addContent(): void {
  builder.objectFields(File, (t) => ({
    content: field(t, {
      type: DownloadLink,
      description:
        'A URL for downloading the content. Null for folders, shortcuts and Google Workspace documents; see `File.export`. The ETag of the download is `md5Checksum`. Creating the URL costs no call; a download calls twice, for the content and for its checksum.',
      args: contentArguments,
      needs: { kind: 'paths', paths: ['name', 'mimeType', 'md5Checksum', 'headRevisionId'] },
      downloads: [files.get],
      resolve: (file: drive_v3.Schema$File, given: ContentArguments, { execution }: Context) => {
        const { name, mimeType } = file;
        if (mimeType == null || isGoogleType(mimeType)) return null;
        const fileId = ownId(file);
        const args = execution.knownHeaders.addTo(files.get, { ...allDrives, fileId });
        return execution.downloadUrl({
          operation: files.get,
          args: { ...args, ...contentParameters(given) },
          fileName: name ?? fileId,
          version: versionOf(args, file),
        });
      },
    }),
    export: field(t, {
      type: DownloadLink,
      description:
        'A URL for downloading a Google Workspace document in another format. At most 10 MB; the download of a larger result fails with the reason `exportSizeLimitExceeded`: use `startFileDownload`. Null for files that are not Google Workspace documents. The download does not support `Range`. Creating the URL costs no call.',
      args: {
        mimeType: [
          required('String'),
          'The MIME type of the format, for example `application/pdf`. Error `INVALID_INPUT` with the accepted types if the document has no such format.',
        ],
      },
      needs: { kind: 'paths', paths: ['name', 'mimeType', 'exportLinks'] },
      downloads: [files.export],
      resolve: (
        file: drive_v3.Schema$File,
        { mimeType }: ExportArguments,
        { execution }: Context,
      ) => {
        const formats = Object.keys(file.exportLinks ?? {});
        if (formats.length === 0) return null;
        if (!formats.includes(mimeType))
          throw new InvalidInput(
            'mimeType',
            `${showValue(mimeType)} is no format of the document; expected one of ${formats.join(', ')}`,
          );
        const fileId = ownId(file);
        return execution.downloadUrl({
          operation: files.export,
          args: execution.knownHeaders.addTo(files.export, { fileId, mimeType }),
          fileName: `${file.name ?? fileId}${extensionOf(mimeType)}`,
        });
      },
    }),
  }));
  builder.objectFields(FileRevision, (t) => ({
    content: field(t, {
      type: DownloadLink,
      description:
        'A URL for downloading the content of the revision. Null for Google Workspace documents; see `exportLinks`. Google Drive returns the content of an earlier revision only if `keepForever` is true. Otherwise the download fails with `FORBIDDEN` and the reason `download_restricted_for_revision`; after `updateFileRevision` the same URL works. The current revision can always be downloaded. The ETag of the download is `md5Checksum`. Creating the URL costs no call.',
      args: contentArguments,
      needs: { kind: 'paths', paths: ['id', 'mimeType', 'originalFilename', 'md5Checksum'] },
      downloads: [revisions.get],
      resolve: (
        revision: drive_v3.Schema$Revision,
        given: ContentArguments,
        { execution }: Context,
      ) => {
        const { id, mimeType, originalFilename, md5Checksum } = revision;
        if (mimeType == null || isGoogleType(mimeType)) return null;
        const [fileId, named] = refOf(revision)!.key as [string, string];
        // Google Drive accepts the name `head`, of which the content changes.
        const revisionId = id ?? named;
        const args = execution.knownHeaders.addTo(revisions.get, { fileId, revisionId });
        return execution.downloadUrl({
          operation: revisions.get,
          args: { ...args, ...contentParameters(given) },
          fileName: originalFilename ?? fileId,
          // The content of a revision never changes.
          version: md5Checksum ? { etag: md5Checksum } : undefined,
        });
      },
    }),
  }));
}
