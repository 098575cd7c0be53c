/** `files.export`: the content of documents in other formats. */
import { ApiError } from '../../http/api-error.ts';
import { type Bytes, RepeatedBytes } from '../../bytes.ts';
import { FileResponse } from '../../http/file-response.ts';
import type { ApiCall, Handler } from '../../call/handler.ts';
import { findFile, roleOf } from '../permission/access.ts';
import { exportFormats } from './export-format.ts';
import { mayDownload } from '../file/capability.ts';
import { pdfOf } from './pdf.ts';
import { type FileEntity, storageState } from '../state.ts';

/** Bytes; larger documents are exported with `files.download`. */
const maxExport = 10 * 1024 * 1024;

/** @throws ApiError 400 if documents of the type cannot be exported to the format */
export function checkExportFormat({ fields: { mimeType } }: FileEntity, format: string): void {
  if (exportFormats[mimeType]?.includes(format)) return;
  throw new ApiError(400, 'badRequest', {
    message: 'The requested conversion is not supported.',
    location: 'convertTo',
  });
}

/** @throws ApiError 403 for callers who may not export the document */
export function checkExport({ simulation, user }: ApiCall, file: FileEntity): void {
  if (!mayDownload(roleOf(storageState(simulation), user, file), file))
    throw new ApiError(403, 'cannotExportFile', {
      message: 'This file cannot be exported by the user.',
    });
}

/** A document in a format: its text, or its name if it has none. */
export function exportBytes(
  { fields: { name }, text, exportSize }: FileEntity,
  format: string,
): Bytes {
  const block =
    format === 'application/pdf' ? pdfOf(text ?? name) : Buffer.from(`${text ?? name}\n`);
  return new RepeatedBytes(block, exportSize);
}

/** `files.export`. Exports do not accept ranges. */
export const exportFile: Handler = (call) => {
  const file = findFile(call, call.path['fileId']!);
  if (!exportFormats[file.fields.mimeType])
    throw new ApiError(403, 'fileNotExportable', {
      message: 'Export only supports Docs Editors files.',
    });
  const format = call.query.text('mimeType')!;
  checkExportFormat(file, format);
  checkExport(call, file);
  const bytes = exportBytes(file, format);
  if (bytes.size > maxExport)
    throw new ApiError(403, 'exportSizeLimitExceeded', {
      message: 'This file is too large to be exported.',
    });
  return new FileResponse(format, bytes, { acceptsRanges: false });
};
