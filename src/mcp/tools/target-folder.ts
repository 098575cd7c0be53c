/** Folders that something is put into. */
import type { ToolRun } from './tool-run.ts';
import { quoted } from './quoted.ts';
import { ToolFailure } from './tool-failure.ts';

const document = `query ($id: ID!) {
  file(id: $id) { fileId name isFolder permissions(first: 100) { nodes { type domain } } }
}`;

interface Folder {
  readonly fileId: string;
  readonly name: string | null;
  readonly isFolder: boolean | null;
  /** Null if the user may not see them. */
  readonly permissions: {
    readonly nodes: readonly { readonly type: string | null; readonly domain: string | null }[];
  } | null;
}

/** A folder to put something into. */
interface TargetFolder {
  /** The id of Google Drive. */
  readonly fileId: string;
  /** What the user has to allow: more than single people have access to what is in the folder. */
  readonly effect: string | undefined;
}

/** @throws ToolFailure if it is no folder */
export async function targetFolder(id: string, run: ToolRun): Promise<TargetFolder> {
  const { file } = await run.read<{ readonly file: Folder | null }>(document, { id });
  if (!file) throw new ToolFailure();
  const { fileId, name, isFolder, permissions } = file;
  if (isFolder !== true)
    throw ToolFailure.ofInput('folder', `${quoted(name ?? fileId)} is no folder`);
  const all = permissions?.nodes ?? [];
  const domains = all.filter(({ type }) => type === 'DOMAIN').map(({ domain }) => domain);
  const who = all.some(({ type }) => type === 'ANYONE')
    ? 'everybody who has the link'
    : domains.length > 0 && `everybody at ${domains.join(', ')}`;
  const effect = who ? `Puts it into ${quoted(name ?? fileId)}, which ${who} can open.` : undefined;
  return { fileId, effect };
}
