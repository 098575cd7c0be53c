/** `startFileDownload`, which starts a long-running operation. */
import type { drive_v3 } from '@googleapis/drive';
import type { Ref } from '../../../engine/read/resource.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import { encodePathId, isPathId } from '../../../engine/rest/request/request.ts';
import { checkRestId } from '../../../engine/schema/type/global-id.ts';
import { parameters } from '../../../engine/schema/write/write-input.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { action } from '../../../engine/write/action.ts';
import { answeredId } from '../../../engine/write/answered-id.ts';
import type { Strategy } from '../../../engine/write/strategy.ts';
import { File, FileRevision, endPaths, LongRunningOperation, resultUriOf } from '../resources.ts';
import { files } from '../operations.ts';

/** A revision has a key of two ids: its global id would name the file once more. */
function checkRevisionId(id: string, argument: string): void {
  checkRestId(FileRevision.resource.name, id, argument);
  encodePathId(argument, id);
}

/**
 * The name of an operation that has ended with its start. Google Drive can answer with the result
 * alone, without a name (googleworkspace/cli#907, 2026): then nothing can be read later.
 */
const unnamed = (fileId: string): string => `ended-${fileId}`;

/**
 * The operation in an answer, with its name.
 * @throws UpstreamError UPSTREAM_INVALID for an answer without a name, a result and an error
 */
function startedOperation(answer: drive_v3.Schema$Operation, fileId: string): OperationAnswer {
  const hasResult = answer.error != null || resultUriOf(answer) !== undefined;
  if (answer.name == null && hasResult) return { ...answer, name: unnamed(fileId) };
  const name = answeredId(files.download, answer.name);
  if (isPathId(name)) return { ...answer, name };
  throw upstreamError(files.download, 'UPSTREAM_INVALID', { outcome: 'UNKNOWN' });
}

type OperationAnswer = drive_v3.Schema$Operation & { readonly name: string };

const startDownload: Strategy['run'] = async (request) => {
  const { execution, ref, selected } = request;
  const [fileId = ''] = ref!.key;
  const answered = selected.with('name', ...endPaths);
  const answer = await execution.send(files.download, {
    fileId,
    ...request.parameters,
    fields: answered.mask,
  });
  const operation = startedOperation(answer, fileId);
  const started: Ref = { resource: LongRunningOperation.resource, key: [operation.name] };
  execution.invalidate(started, operation, answered);
  return { ref: started };
};

const startFileDownload = write('startFileDownload', {
  description:
    'Let Google Drive prepare a download: of a file, of an earlier revision, or of a Google Workspace document in another format, of any size. Returns an operation; read it with `longRunningOperation` until it is done, then use its `download`. If it is done already, use the `download` of the payload: such an operation cannot always be read again. Google Drive keeps the others for 24 hours. A repeated mutation starts another operation and has no other effect.',
  operation: files.download,
  target: File,
  resultType: LongRunningOperation,
  id: { argument: 'fileId', description: 'The file: a global id or a Google Drive id.' },
  strategy: action({ run: startDownload }),
  parameters: parameters(files.download, {
    mimeType: [
      'String',
      'mimeType',
      'The MIME type of the result: one of `File.exportFormats`. Only for Google Workspace documents. Default: decided by Google Drive.',
    ],
    revisionId: [
      'ID',
      'revisionId',
      'The `revisionId` of a revision, only for files with content of their own, Google Docs and Google Sheets. Default: the current revision.',
      { check: checkRevisionId },
    ],
  }),
  locations: { convertTo: 'mimeType' },
  result: 'The started operation.',
});

export const operationWrites = [startFileDownload];
