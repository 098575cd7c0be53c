/** Attachments of seeded events: files of the seeded drive, under their Drive addresses. */
import type { EventAttachment } from '../../calendar/state.ts';
import { iconLink, webViewLink } from '../../storage/file/serializer.ts';
import { mime } from '../../storage/content/mime.ts';
import { ids } from '../ids.ts';
import { filePlans } from '../storage/file.ts';
import type { FileName } from '../storage/file-plan.ts';

const plansByName = new Map(filePlans.map((plan) => [plan.id, plan]));

/** The attachment of a seeded file. */
export function buildAttachment(name: FileName): EventAttachment {
  const { name: title, mimeType } = plansByName.get(name)!;
  const fileId = ids.file[name];
  return {
    fileUrl: webViewLink(fileId, mimeType),
    title,
    mimeType,
    iconLink: iconLink(mimeType),
    fileId,
  };
}

const attachableFolders: ReadonlySet<FileName> = new Set(['footage', 'thumbnails']);
const sharedDriveFiles: ReadonlySet<FileName> = new Set(['masters', 'firstSeason', 'archiveIndex']);

/** Thirty files that Ava may read without `supportsAllDrives`. */
export const attachableFiles: readonly FileName[] = filePlans
  .filter(
    ({ id, mimeType }) =>
      (mimeType !== mime.folder && mimeType !== mime.shortcut) || attachableFolders.has(id),
  )
  .filter(({ id, trashed }) => !trashed && id !== 'benDiary' && !sharedDriveFiles.has(id))
  .map(({ id }) => id)
  .slice(0, 30);
