/** Writes of files that exist. */
import { action } from '../../../../engine/write/action.ts';
import { patch } from '../../../../engine/write/update/patch.ts';
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { checkListId } from '../../../../engine/rest/request/request.ts';
import { files } from '../../operations.ts';
import { mapChecked } from '../../../../engine/schema/write/invalid-inputs.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import {
  changes,
  parameters,
  required,
  settings,
} from '../../../../engine/schema/write/write-input.ts';
import { upstreamId } from '../../../../engine/schema/type/global-id.ts';
import { checkConfirmation } from '../../../../engine/schema/type/confirmation.ts';
import { fileArgument } from '../ref.ts';
import { ROOT } from '../id.ts';
import { fileRows } from './input.ts';
import { newFileWrites, parentReasons, propertyReasons } from './new-file.ts';
import { File, versionCondition, SharedDrive } from '../../resources.ts';

/** The only id in a list: a file has one parent folder. @throws InvalidInput naming the place */
function folderId(ids: readonly string[], argument: string): string {
  const [folder, ...more] = mapChecked(ids, (id, index) => {
    const place = `${argument}.${index}`;
    return checkListId(place, upstreamId(File.resource, id, place));
  });
  if (folder !== undefined && more.length === 0) return folder;
  throw new InvalidInput(argument, `expected one id, got ${ids.length}`);
}

const updateFile = write('updateFile', {
  description:
    'Change a file, folder or shortcut. An omitted field keeps its value. Requires permission to edit the file, but not for `starred` and `viewedByMeAt`. If two clients change the same field, the last write wins; see `ifVersion`. `createUploadSession` replaces the content.',
  operation: files.update,
  target: File,
  id: fileArgument('The file to change'),
  strategy: patch({
    condition: versionCondition,
    references: ['addParents', 'removeParents'],
  }),
  input: changes(files.update, {
    name: ['The new name.', { clearable: false }],
    ...fileRows,
  }),
  parameters: parameters(files.update, {
    addParentIds: [
      ['ID'],
      'addParents',
      'Move the file into this folder: a list of one global id or Google Drive id, or `root` for the root folder of My Drive. A file has one parent folder: name the current one in `removeParentIds`. Can move the file to another drive.',
      { convert: folderId },
    ],
    removeParentIds: [
      ['ID'],
      'removeParents',
      'Remove the file from its current parent folder: a list of one global id or Google Drive id, or `root`. Without `addParentIds`, the file moves to the root folder of its owner, and a folder that the file is not in has no effect.',
      { convert: folderId },
    ],
  }),
  settings: settings({
    ifVersion: [
      'BigInt',
      'Write only if the file has this `version`; otherwise the error `CONFLICT` contains the current file. Costs one more call. Not atomic: the gateway compares the version immediately before the write, and another client can write in between.',
    ],
  }),
  validate: ({ addParentIds, ...input }) => {
    const { id } = input as { readonly id: string };
    const folder = addParentIds?.[0];
    if (folder != null && upstreamId(File.resource, folder) === upstreamId(File.resource, id))
      throw new InvalidInput(
        'addParentIds.0',
        `${showValue(folder)} is the file itself; expected another folder`,
      );
  },
  reasons: {
    ...parentReasons('addParents'),
    ...propertyReasons,
    teamDrivesFolderMoveInNotSupported: 'addParents',
    teamDrivesParentLimit: 'removeParents',
  },
  bulk: {
    name: 'updateFiles',
    description:
      'Change files, folders or shortcuts: `trashed: true` moves each to the trash, `addParentIds` and `removeParentIds` to another folder. The entries can differ in what they change.',
    entries: 'The files to change, with the changes of each.',
  },
  result: 'The changed file.',
});

const deleteFile = write('deleteFile', {
  description:
    'Delete a file permanently, without the trash: `updateFile` with `trashed: true` moves it to the trash. With a folder, the files in it that the caller owns are deleted, too. Requires to be the owner of the file, or the role `ORGANIZER` on a shared drive.',
  operation: files.delete,
  target: File,
  id: fileArgument('The file to delete'),
});

const emptyTrash = write('emptyTrash', {
  description:
    'Delete all files in the trash permanently: in the trash of My Drive, or in that of a shared drive. Google Drive deletes the files in the background.',
  operation: files.emptyTrash,
  target: SharedDrive,
  strategy: action(),
  parameters: parameters(files.emptyTrash, {
    driveId: [
      'ID',
      'driveId',
      'The shared drive whose trash is emptied: a global id or a Google Drive id. Requires the role `ORGANIZER`. Default: the trash of My Drive.',
      {
        references: SharedDrive,
        check: (id: string, argument) => void checkListId(argument, id),
      },
    ],
  }),
  settings: settings({
    confirm: [
      required('ID'),
      'The confirmation: the same id as `driveId`, or `root` for the trash of My Drive.',
    ],
  }),
  validate: ({ driveId, confirm }) => {
    checkConfirmation(SharedDrive.resource, confirm, driveId ?? ROOT);
  },
});

export const fileWrites = [...newFileWrites, updateFile, deleteFile, emptyTrash];
