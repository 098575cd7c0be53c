/** Attachments of events: files of the storage seed, under the addresses that storage gives them. */
import type { Attachment } from '../../calendar/state.ts';
import { mime } from '../../storage/mime.ts';
import { linkOf } from '../../storage/show.ts';
import { ids } from '../ids.ts';
import { leaves } from '../storage/tree.ts';

export type FileName = keyof typeof ids.file;
const byName = new Map(leaves.map((leaf) => [leaf.id, leaf]));

export function attachmentOf(name: FileName): Attachment {
  const { name: title, mimeType } = byName.get(name)!;
  const fileId = ids.file[name];
  const fileUrl = linkOf(fileId, mimeType);
  return {
    fileUrl,
    title,
    mimeType,
    iconLink: `https://drive.example/icon/16/type/${mimeType}`,
    fileId,
  };
}

const folders: ReadonlySet<FileName> = new Set(['footage', 'thumbnails']);
const inArchive: ReadonlySet<FileName> = new Set(['masters', 'firstSeason', 'archiveIndex']);

/** Thirty files, all of which Ava may read without asking for shared drives. */
export const attachable: readonly FileName[] = leaves
  .filter(
    ({ id, mimeType }) =>
      (mimeType !== mime.folder && mimeType !== mime.shortcut) || folders.has(id),
  )
  .filter(({ id, trashed }) => !trashed && id !== 'benDiary' && !inArchive.has(id))
  .map(({ id }) => id)
  .slice(0, 30);
