/** Renaming, moving, describing, starring, trashing and copying files, and new folders. */
import * as z from 'zod/mini';
import { agentTool, input } from './agent-tool.ts';
import { repeatable } from './safe-creation.ts';
import { targetFolder } from './target-folder.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const folderType = 'application/vnd.google-apps.folder';

const text = (about: string, max = 2_000) => z.optional(input.text(about, max));

const fileInput = {
  id: text('The file or folder, or its web address; left out: a new folder.'),
  name: text('The new name.', 500),
  folder: text('The folder to put it into; root: My Drive.'),
  description: text('Empty: clears it.'),
  starred: z.optional(input.flag('Stars it; false: not any more.')),
  trashed: z.optional(input.flag('Into the trash; false: restores.')),
  copy: z.optional(input.flag('Makes a copy with the changes.')),
  newFileId: text('Only from an error with an unknown outcome.', 100),
};

type EditInput = z.output<z.ZodMiniObject<typeof fileInput>>;

interface Payload {
  readonly file: object;
}

const shown = `file {
  id name mimeType description starred trashed modifiedAt webViewLink parents { id name }
}
errors { code message path }`;

const create = `mutation ($input: CreateFileInput!) { createFile(input: $input) { ${shown} } }`;

const duplicate = `mutation ($input: CopyFileInput!) { copyFile(input: $input) { ${shown} } }`;

const update = `mutation ($input: UpdateFileInput!) { updateFile(input: $input) { ${shown} } }`;

const parents = `query ($id: ID!) { file(id: $id) { parentIds } }`;

export const editFile = agentTool({
  name: 'edit_file',
  title: 'Edit a file',
  tier: 'write',
  description:
    'Rename, move, describe, star, trash, restore or copy a file or folder, or create a folder; only what is given changes. What is in the trash is deleted after 30 days. Asks first for a folder open to many.',
  input: fileInput,
  answer: { file: ['object', 'The file afterwards.'] },
  run: async (given, run) => {
    const { id, copy } = given;
    if (id === undefined) return createFolder(given, run);
    const known = { ...given, id: await run.idOf('id', id) };
    return copy === true ? copyFile(known, run) : changeFile(known, run);
  },
});

type KnownFile = EditInput & { readonly id: string };

/** @returns the fields that have the same names everywhere */
const fieldsOf = ({ name, description, starred }: EditInput): object => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description: description || null }),
  ...(starred !== undefined && { starred }),
});

async function createFolder(given: EditInput, run: ToolRun): Promise<Payload> {
  const { name, folder, newFileId } = given;
  if (name === undefined)
    throw ToolFailure.ofInput('name', 'missing; a new folder needs it, and a change needs an id');
  for (const argument of ['copy', 'trashed'] as const)
    if (given[argument] !== undefined)
      throw ToolFailure.ofInput(argument, 'only for a file that exists; expected an id');
  const parentId = folder === undefined ? undefined : await run.idOf('folder', folder);
  const creation = { ...fieldsOf(given), mimeType: folderType, parentId, newFileId };
  const { file } = await repeatable('newFileId', run, () =>
    run.write<Payload>('Created the folder.', create, { input: creation }),
  );
  return { file };
}

async function copyFile(given: KnownFile, run: ToolRun): Promise<Payload> {
  const { id, folder, trashed, newFileId } = given;
  if (trashed !== undefined) throw ToolFailure.ofInput('trashed', 'not for a copy');
  const parentId = folder === undefined ? undefined : await allowedFolder(folder, run);
  const copy = { id, ...fieldsOf(given), parentId, newFileId };
  const { file } = await repeatable('newFileId', run, () =>
    run.write<Payload>('Copied the file.', duplicate, { input: copy }),
  );
  return { file };
}

async function changeFile(given: KnownFile, run: ToolRun): Promise<Payload> {
  const { id, folder, trashed, newFileId } = given;
  if (newFileId !== undefined) throw ToolFailure.ofInput('newFileId', 'only for a new file');
  const changes = {
    ...fieldsOf(given),
    ...(trashed !== undefined && { trashed }),
    ...(folder !== undefined && (await moveTo(folder, id, run))),
  };
  if (Object.keys(changes).length === 0)
    throw ToolFailure.ofInput('id', 'there is nothing to change; expected another argument, too');
  const { file } = await run.write<Payload>('Changed the file.', update, {
    input: { id, ...changes },
  });
  return { file };
}

interface Parents {
  readonly file: { readonly parentIds: readonly string[] | null } | null;
}

/** A file has one folder, which it leaves. */
async function moveTo(folder: string, id: string, run: ToolRun): Promise<object> {
  const target = await allowedFolder(folder, run);
  const { file } = await run.read<Parents>(parents, { id });
  if (!file) throw new ToolFailure();
  const old = (file.parentIds ?? []).filter((each) => each !== target);
  return { addParentIds: [target], ...(old.length > 0 && { removeParentIds: old }) };
}

/** @returns the id of a folder, after a question if its content is open to many */
async function allowedFolder(folder: string, run: ToolRun): Promise<string> {
  const { fileId, effect } = await targetFolder(await run.idOf('folder', folder), run);
  run.ask(effect);
  return fileId;
}
