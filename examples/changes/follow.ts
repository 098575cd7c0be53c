/**
 * Follows a folder of Google Drive: prints its files, and then every change of them.
 *
 *   npx node examples/changes/follow.ts [id of a folder]
 *
 * GATEWAY_URL and TOKEN name another gateway, and another account than that of the sandbox.
 */

import { setTimeout } from 'node:timers/promises';

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

/** Where to read, and as who. */
export interface Gateway {
  readonly url: string;
  readonly token: string;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds before a lost subscription is repeated. Default: 1,000. */
  readonly pauseMs?: number;
}

/** Errors after which the subscription is repeated: the cursor is still valid. */
const temporaryCodes = new Set([
  'OVERLOADED',
  'RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
]);

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
      children(first: 100, after: $after, filter: { trashed: false }) {
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
  gateway: Gateway,
  folderId: string,
): AsyncGenerator<ReadonlyMap<string, FolderFile>> {
  let files = new Map<string, FolderFile>();
  let cursor: string | null = null;
  for (;;) {
    try {
      for await (const page of pagesAfter(cursor, gateway)) {
        // The folder is read after the first cursor is known: what changes meanwhile comes again.
        if (cursor === null || page.reset) files = await readFolder(gateway, folderId);
        for (const change of page.changes) apply(change, files, folderId);
        cursor = page.cursor;
        yield files;
      }
    } catch (error) {
      // `fetch` throws a TypeError if there is no connection, or if it breaks.
      if (gateway.signal?.aborted) return;
      if (!(error instanceof TypeError)) throw error;
    }
    await pause(gateway);
    if (gateway.signal?.aborted) return;
  }
}

/** Ends early, without an error, if the signal fires. */
const pause = ({ pauseMs = 1_000, signal }: Gateway): Promise<void> =>
  setTimeout(pauseMs, undefined, { signal }).catch(() => {});

function apply({ fileId, file }: Change, files: Map<string, FolderFile>, folderId: string): void {
  if (file?.parentIds?.includes(folderId) && !file.trashed) files.set(file.fileId, file);
  else if (fileId) files.delete(fileId);
}

/**
 * The pages of the subscription, until the gateway ends it, also with a temporary error.
 * @throws other errors of GraphQL
 */
async function* pagesAfter(after: string | null, gateway: Gateway): AsyncGenerator<ChangePage> {
  const accept = 'text/event-stream, application/json';
  const response = await post(gateway, followDocument, { after }, accept);
  if (response.status === 503) {
    await response.body?.cancel();
    return;
  }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error(`The gateway answered ${response.status}: ${await response.text()}`);
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (data === undefined) continue;
      const result: Result<{ fileChanges: ChangePage }> = JSON.parse(data);
      if (result.errors?.every(({ extensions: { code } }) => temporaryCodes.has(code))) return;
      yield dataOf(result).fileChanges;
    }
  }
}

async function readFolder(gateway: Gateway, id: string): Promise<Map<string, FolderFile>> {
  const files = new Map<string, FolderFile>();
  let after: string | null = null;
  do {
    const response = await post(gateway, folderDocument, { id, after }, 'application/json');
    const { file } = dataOf((await response.json()) as Result<Folder>);
    for (const each of file.children.nodes) files.set(each.fileId, each);
    const { hasNextPage, endCursor } = file.children.pageInfo;
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

interface Result<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string };
  }[];
}

function dataOf<Data>({ data, errors }: Result<Data>): Data {
  if (data == null || errors) throw new Error(errors?.[0]?.message ?? 'The answer has no data.');
  return data;
}

const post = (
  { url, token, signal }: Gateway,
  query: string,
  variables: object,
  accept: string,
): Promise<Response> =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });

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
