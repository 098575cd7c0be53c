/** The keys of long-running operations, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { operations } from '../operations.ts';

export const LongRunningOperation = resource<drive_v3.Schema$Operation>({
  name: 'LongRunningOperation',
  key: ['name'],
  read: { kind: 'single', operation: operations.get, idPath: 'name' },
});

/** The parts of `response` that `files.download` documents. */
interface DownloadResponse {
  readonly downloadUri?: string;
  readonly partialDownloadAllowed?: boolean;
}

export const responseOf = ({ response }: drive_v3.Schema$Operation): DownloadResponse | undefined =>
  (response as DownloadResponse | null | undefined) ?? undefined;

/** @returns the URL of the result of an operation; undefined for one that runs or has failed */
export function resultUriOf(operation: drive_v3.Schema$Operation): string | undefined {
  const uri: unknown = responseOf(operation)?.downloadUri;
  return typeof uri === 'string' ? uri : undefined;
}

/** What an operation is read by to know whether it has ended. */
export const endPaths = ['done', 'error', 'response'] as const;

/**
 * An operation with a result or an error has ended: Google Drive can leave out `done`
 * (googleworkspace/cli#907, 2026).
 */
export const hasEnded = ({ done, error, response }: drive_v3.Schema$Operation): boolean =>
  done === true || error != null || response != null;
