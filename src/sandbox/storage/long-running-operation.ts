/** `files.download` and `operations.get`: downloads by long-running operations. */
import { ApiError } from '../http/api-error.ts';
import { FileResponse } from '../http/file-response.ts';
import type { ApiCall, Handler } from '../call/handler.ts';
import { stableId } from '../random.ts';
import { findFile } from './permission/access.ts';
import { checkExport, checkExportFormat, exportBytes } from './content/export.ts';
import { exportFormats } from './content/export-format.ts';
import { downloadRevision } from './content/file-download.ts';
import { mime } from './content/mime.ts';
import { findRevision } from './revision.ts';
import { type FileEntity, type OperationEntity, storageState } from './state.ts';

const invalidArgument = (message: string, location: string): ApiError =>
  new ApiError(400, 'invalid', { message, location });

/** Revisions of presentations cannot be selected. */
const hasNamedRevisions: ReadonlySet<string> = new Set([mime.document, mime.spreadsheet]);

/**
 * What a download will contain.
 * @throws ApiError 400 for a format or revision that the file does not support, 403 like a download
 */
function downloadedContent(call: ApiCall, file: FileEntity): FileResponse {
  const format = call.query.text('mimeType');
  const revision = call.query.has('revisionId')
    ? findRevision(file, call.query.text('revisionId')!)
    : file.history.at(-1);
  const formats = exportFormats[file.fields.mimeType];
  if (!formats) {
    if (format !== undefined)
      throw invalidArgument('Only documents have formats to choose from.', 'mimeType');
    return downloadRevision(call, file, revision);
  }
  if (call.query.has('revisionId') && !hasNamedRevisions.has(file.fields.mimeType))
    throw invalidArgument('The revisions of this file cannot be downloaded.', 'revisionId');
  if (format !== undefined) checkExportFormat(file, format);
  checkExport(call, file);
  const type = format ?? formats[0]!;
  return new FileResponse(type, exportBytes(file, type), { acceptsRanges: false });
}

/** `files.download`. The content is the one of the moment of the call. */
export const downloadFile: Handler = (call) => {
  const { simulation, user, headers } = call;
  const file = findFile(call, call.path['fileId']!);
  const state = storageState(simulation);
  const content = downloadedContent(call, file);
  const { ms, error, unnamed } = state.downloads;
  const name = stableId(`operation ${state.operations.size} ${simulation.now().toISOString()}`, 40);
  const operation: OperationEntity = {
    name,
    email: user.email,
    content,
    origin: `http://${headers['host'] ?? ''}`,
    ...(ms !== undefined && { doneAt: simulation.now().getTime() + ms }),
    ...(error && { error }),
  };
  state.operations.set(name, operation);
  return unnamed ? serializeResult(operation) : serializeOperation(operation, ms === 0);
};

/** `operations.get`. */
export const getOperation: Handler = ({ simulation, user, path }) => {
  const operation = findOperation(simulation, user.email, path['name']!);
  return serializeOperation(operation, isDone(operation, simulation));
};

const isDone = ({ doneAt = 0 }: OperationEntity, simulation: ApiCall['simulation']): boolean =>
  simulation.now().getTime() >= doneAt;

/** @throws ApiError 404 if the user has no operation of the name that has succeeded */
export function findDownloadedContent(
  simulation: ApiCall['simulation'],
  email: string,
  name: string,
): FileResponse {
  const operation = findOperation(simulation, email, name);
  if (isDone(operation, simulation) && !operation.error) return operation.content;
  return throwOperationNotFound(name);
}

function throwOperationNotFound(name: string): never {
  throw new ApiError(404, 'notFound', {
    message: `Operation not found: ${name}.`,
    location: 'name',
  });
}

/** @throws ApiError 404 if the user has not started an operation of the name */
function findOperation(
  simulation: ApiCall['simulation'],
  email: string,
  name: string,
): OperationEntity {
  const operation = storageState(simulation).operations.get(name);
  return operation?.email === email ? operation : throwOperationNotFound(name);
}

const typeOf = (name: string): string => `type.googleapis.com/google.apps.drive.v3.${name}`;

const serializeOperation = (operation: OperationEntity, done: boolean): object => ({
  name: operation.name,
  metadata: { '@type': typeOf('DownloadFileMetadata'), resourceKey: '' },
  done,
  ...(done && endOf(operation)),
});

/** The error, or else the result. */
const endOf = (operation: OperationEntity): object =>
  operation.error
    ? { error: operation.error }
    : { response: { '@type': typeOf('DownloadFileResponse'), ...resultOf(operation) } };

/** Where a download can be read. */
const resultOf = ({ name, content, origin }: OperationEntity): object => ({
  downloadUri: `${origin}/download/drive/v3/operations/${name}`,
  partialDownloadAllowed: content.acceptsRanges,
});

/** The answer of googleworkspace/cli#907 (2026), which has neither a name nor `done`. */
const serializeResult = (operation: OperationEntity): object => ({
  kind: 'drive#operation',
  response: resultOf(operation),
});
