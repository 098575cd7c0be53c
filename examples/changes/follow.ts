/**
 * Follows a folder of Google Drive: prints its files, and then every change of them.
 *
 *   npx node examples/changes/follow.ts [id of a folder]
 *
 * GATEWAY_URL and TOKEN name another gateway, and another account than that of the sandbox.
 */

import { follow, type Gateway, query } from './gateway.ts';

/** A file of the folder. */
export interface FolderFile {
  readonly fileId: string;
  readonly name: string | null;
  readonly version: string | null;
}

interface ChangedFile extends FolderFile {
  readonly parentIds: readonly string[] | null;
  readonly trashed: boolean | null;
}

interface Change {
  readonly fileId?: string | null;
  /** Absent: the file was deleted, or the caller has lost the access. */
  readonly file?: ChangedFile | null;
}

interface ChangePage {
  readonly changes: readonly Change[];
  readonly cursor: string | null;
  readonly reset: boolean;
}

const followDocument = `
  subscription FollowFolder($after: String) {
    fileChanges(after: $after) {
      changes {
        ... on FileChanged { fileId file { fileId name version parentIds trashed } }
        ... on FileRemoved { fileId }
      }
      cursor
      reset
    }
  }
`;

const folderDocument = `
  query FolderFiles($id: ID!, $after: String) {
    file(id: $id) {
      children(first: 100, after: $after, filter: { trash: EXCLUDE }) {
        nodes { fileId name version }
        pageInfo { endCursor hasNextPage }
      }
    }
  }
`;

/**
 * The files of a folder by their ids, again after every change. Continues after a lost connection,
 * without reading the folder again.
 */
export function followFolder(
  gateway: Gateway,
  folderId: string,
): AsyncGenerator<ReadonlyMap<string, FolderFile>> {
  let files = new Map<string, FolderFile>();
  const take = async ({ changes, reset }: ChangePage, isFirst: boolean) => {
    // The folder is read after the first cursor is known: what changes meanwhile comes again.
    if (isFirst || reset) files = await readFolder(gateway, folderId);
    for (const change of changes) apply(change, files, folderId);
    return files;
  };
  return follow(gateway, { document: followDocument, take });
}

function apply({ fileId, file }: Change, files: Map<string, FolderFile>, folderId: string): void {
  if (file?.parentIds?.includes(folderId) && !file.trashed) files.set(file.fileId, file);
  else if (fileId) files.delete(fileId);
}

async function readFolder(gateway: Gateway, id: string): Promise<Map<string, FolderFile>> {
  const files = new Map<string, FolderFile>();
  let after: string | null = null;
  do {
    const folder: Folder = await query(gateway, folderDocument, { id, after });
    const { nodes, pageInfo } = folder.file.children;
    for (const each of nodes) files.set(each.fileId, each);
    const { hasNextPage, endCursor } = pageInfo;
    after = hasNextPage ? endCursor : null;
  } while (after !== null);
  return files;
}

interface Folder {
  readonly file: {
    readonly children: {
      readonly nodes: readonly FolderFile[];
      readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
    };
  };
}

async function main(): Promise<void> {
  const { GATEWAY_URL: url = 'http://127.0.0.1:4000', TOKEN: token = 'studio-owner' } = process.env;
  const folderId = process.argv[2] ?? '1mcXuW1rrK1-g3akzVLEEo0AclL_hmRKe';
  for await (const files of followFolder({ url, token }, folderId)) {
    console.log(`${new Date().toISOString()}  ${files.size} files`);
    for (const { fileId, name, version } of files.values())
      console.log(`  ${fileId}  ${name} (version ${version})`);
  }
}

if (import.meta.main) await main();
