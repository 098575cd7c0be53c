/**
 * Follows a folder of Google Drive: prints its files, and then every change of them.
 *
 *   npx node examples/changes/follow.ts [id of a folder]
 *
 * GATEWAY_URL and TOKEN name another gateway, and another account than that of the sandbox.
 */

import { type Client, createClient, type FollowOptions } from '../../src/client/client.ts';

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

interface Changes {
  readonly fileChanges: { readonly changes: readonly Change[]; readonly reset: boolean };
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
export async function* followFolder(
  client: Client,
  folderId: string,
  options?: FollowOptions,
): AsyncGenerator<ReadonlyMap<string, FolderFile>> {
  let files: Map<string, FolderFile> | undefined;
  for await (const { data } of client.follow<Changes>(followDocument, {}, options)) {
    const { changes, reset } = data.fileChanges;
    // The folder is read after the first cursor is known: what changes meanwhile comes again.
    if (!files || reset) files = await readFolder(client, folderId, options?.signal);
    for (const change of changes) apply(change, files, folderId);
    yield files;
  }
}

function apply({ fileId, file }: Change, files: Map<string, FolderFile>, folderId: string): void {
  if (file?.parentIds?.includes(folderId) && !file.trashed) files.set(file.fileId, file);
  else if (fileId) files.delete(fileId);
}

/** Waits for the gateway, however long it takes. */
async function readFolder(client: Client, id: string, signal: AbortSignal | undefined) {
  const files = new Map<string, FolderFile>();
  const variables = { id, after: null as string | null };
  for (;;) {
    const options = { attempts: Infinity, signal };
    const { data } = await client.request<Folder>(folderDocument, variables, options);
    if (!data.file) throw new Error(`The folder ${id} cannot be read.`);
    const { nodes, pageInfo } = data.file.children;
    for (const each of nodes) files.set(each.fileId, each);
    if (!pageInfo.hasNextPage) return files;
    variables.after = pageInfo.endCursor;
  }
}

interface Folder {
  readonly file: {
    readonly children: {
      readonly nodes: readonly FolderFile[];
      readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
    };
  } | null;
}

async function main(): Promise<void> {
  const { GATEWAY_URL: url = 'http://127.0.0.1:4000', TOKEN: token = 'studio-owner' } = process.env;
  const folderId = process.argv[2] ?? '1mcXuW1rrK1-g3akzVLEEo0AclL_hmRKe';
  const headers = () => ({ authorization: `Bearer ${token}` });
  const client = createClient({ url: `${url}/graphql`, headers });
  for await (const files of followFolder(client, folderId)) {
    console.log(`${new Date().toISOString()}  ${files.size} files`);
    for (const { fileId, name, version } of files.values())
      console.log(`  ${fileId}  ${name} (version ${version})`);
  }
}

if (import.meta.main) await main();
