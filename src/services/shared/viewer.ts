/** The caller: root of the lists that belong to the access token. */
import { createHash } from 'node:crypto';
import type { Identities } from '../../engine/caller/identities.ts';
import { localRead, resource } from '../../engine/schema/field/field-factory.ts';

/** The value of the type `Viewer`, which has no data of its own. */
interface ViewerValue {
  readonly viewer: true;
}

export const viewerValue: ViewerValue = { viewer: true };

/**
 * Returns the key of a caller: a hash of the key of the identities, which has hashes of the tokens,
 * so that the id reveals neither of them. Callers with another token for one service, or on behalf
 * of different content owners, see different data, so they have different ids.
 */
export function viewerKey({ key }: Identities): string {
  const caller = JSON.stringify(['viewer', key]);
  const hash = createHash('sha256').update(caller).digest().subarray(0, hashBytes);
  return hash.toString('base64url');
}

const hashBytes = 16;

/** Services and links add its fields. */
export const Viewer = resource<ViewerValue>({
  name: 'Viewer',
  key: ['viewer'],
  read: localRead('storage:about.get', {
    find: ({ identities }, [key]) =>
      identities.hasToken && key === viewerKey(identities) ? { ...viewerValue } : null,
    absence:
      'The id is that of another viewer: ids of viewers differ between access tokens, of any service, and between the content owners that the caller acts for.',
  }),
});
