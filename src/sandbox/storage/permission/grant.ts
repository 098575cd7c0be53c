/** Stored permissions: their ids. */
import { permissionIdOf } from './person.ts';
import type { FileGrant } from '../state.ts';

type NewGrant = Omit<FileGrant, 'id'>;

/** Adds the id that Drive gives to the permission. */
export const grantOf = (grant: NewGrant): FileGrant => ({ id: grantId(grant), ...grant });

function grantId({ type, email, domain, discoverable, view }: NewGrant): string {
  const suffix = view === undefined ? '' : `-${view}`;
  if (type === 'anyone') return (discoverable ? 'anyone' : 'anyoneWithLink') + suffix;
  return (type === 'domain' ? `${domain}k` : permissionIdOf(email!)) + suffix;
}
