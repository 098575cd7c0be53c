/** Attachments of seeded events: files of the seeded drive, under their Drive addresses. */
import type { EventAttachment } from '../../calendar/state.ts';
import { mime } from '../../storage/mime.ts';
import { linkOf } from '../../storage/show.ts';
import { ids } from '../ids.ts';
import { leaves } from '../storage/tree.ts';

export type FileName = keyof typeof ids.file;

const plansByName = new Map(leaves.map((plan) => [plan.id, plan]));

/** The attachment of a seeded file. */
export function buildAttachment(name: FileName): EventAttachment {
  const { name: title, mimeType } = plansByName.get(name)!;
  const fileId = ids.file[name];
  return {
    fileUrl: linkOf(fileId, mimeType),
    title,
    mimeType,
    iconLink: `https://drive.example/icon/16/type/${mimeType}`,
    fileId,
  };
}

const attachableFolders: ReadonlySet<FileName> = new Set(['footage', 'thumbnails']);
const sharedDriveFiles: ReadonlySet<FileName> = new Set(['masters', 'firstSeason', 'archiveIndex']);

/** Thirty files that Ava may read without `supportsAllDrives`. */
export const attachableFiles: readonly FileName[] = leaves
  .filter(
    ({ id, mimeType }) =>
      (mimeType !== mime.folder && mimeType !== mime.shortcut) || attachableFolders.has(id),
  )
  .filter(({ id, trashed }) => !trashed && id !== 'benDiary' && !sharedDriveFiles.has(id))
  .map(({ id }) => id)
  .slice(0, 30);
