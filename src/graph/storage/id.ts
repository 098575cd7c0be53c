/** Ids as clients and upstream give them: the word for the top of a drive, and what an answer must not lack. */
import type { OperationCount } from '../../data/read/needs.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import { upstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { files } from '../../upstream/storage/index.ts';
import { refFrom, upstreamId } from '../global-id.ts';
import { allDrives, File } from './resource.ts';

/** Upstream's word for the top of the caller's own drive. */
export const ROOT = 'root';

/** The calls that find out which file an argument means. */
export const callsFor = (id: string): readonly OperationCount[] =>
  upstreamId(File.resource, id) === ROOT ? [[files.get, 1]] : [];

/** The top of the caller's own drive is asked for by a word; its id is found once a caller, before a global id is made of it. */
export async function fileRef(execution: Execution, id: string): Promise<Ref> {
  const ref = refFrom(File.resource, id);
  return ref.key[0] === ROOT ? { ...ref, key: [await rootOf(execution)] } : ref;
}

const rootOf = (execution: Execution): Promise<string> =>
  execution.wellKnownId(files.get, { ...allDrives, fileId: ROOT });

/** @throws UpstreamError where the answer lacks what the operation's documents promise */
export function demanded(operation: AnyOperation, id: string | null | undefined): string {
  if (id) return id;
  throw upstreamError(operation, 'UPSTREAM_INVALID');
}
