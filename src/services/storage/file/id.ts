/** Ids of files: the well-known id `root`, and ids that a response must contain. */
import type { OperationCount } from '../../../engine/read/needs.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import type { Execution } from '../../../engine/execution/execution.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import type { AnyOperation } from '../../../engine/api/operation.ts';
import { files } from '../operations.ts';
import { refFrom, upstreamId } from '../../../engine/schema/type/global-id.ts';
import { File } from '../resources.ts';

/** Drive's name for the root folder of the caller's own drive. */
export const ROOT = 'root';

/** Drive's name for the hidden folder of the app, and for the space of its files. */
export const APP_DATA_FOLDER = 'appDataFolder';

/** The maximum calls for resolving a file argument. */
export const callsForFile = (id: string): readonly OperationCount[] =>
  upstreamId(File.resource, id) === ROOT ? [[files.get, 1]] : [];

/**
 * Returns the ref of a file argument. `root` is resolved once per caller, because a global id must
 * mean the same folder for every caller.
 */
export async function fileRef(execution: Execution, id: string): Promise<Ref> {
  const ref = refFrom(File.resource, id);
  return { ...ref, key: [await resolveFileId(execution, ref.key[0]!)] };
}

/** Returns the id of a file, instead of `root` the id of the caller's root folder. */
const resolveFileId = async (execution: Execution, id: string): Promise<string> =>
  id === ROOT ? execution.wellKnownId({ resource: File.resource, key: [ROOT] }) : id;

/** Row option `wellKnown` for the argument that names a file. */
export const wellKnownFile = { operations: [files.get], resolve: resolveFileId };

/** Returns the id of a response. @throws UpstreamError if it is missing */
export function requireId(operation: AnyOperation, id: string | null | undefined): string {
  if (id) return id;
  throw upstreamError(operation, 'UPSTREAM_INVALID');
}
