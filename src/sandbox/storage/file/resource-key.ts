/**
 * Resource keys: people who have a file by its link alone, and have not opened it yet, need the key
 * in the link beside the id. Source: "Access link-shared Drive files using resource keys".
 */
import type { ApiCall } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import type { FileEntity } from '../state.ts';

const header = 'x-goog-drive-resource-keys';

/** The key of a file that is shared by a link; undefined for other files. */
export const resourceKeyOf = ({ id, grants }: FileEntity): string | undefined =>
  grants.some(({ type }) => type === 'anyone')
    ? `0-${stableId(`resource key ${id}`, 22)}`
    : undefined;

/** Whether the call names the key of a file, or its caller needs none. */
export const knowsResourceKey = ({ user, headers }: ApiCall, file: FileEntity): boolean =>
  !file.needsResourceKey ||
  file.viewedAt.has(user.email) ||
  (headers[header] ?? '').split(',').includes(`${file.id}/${resourceKeyOf(file)}`);
