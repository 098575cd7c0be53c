/** Rules for values of a permission that depend on each other. */
import { InvalidInput, showValue } from '../../../engine/api/error.ts';

/** @throws InvalidInput at `notify` */
export function checkNewOwner(role: unknown, notify: boolean): void {
  if (role === 'owner' && !notify)
    throw new InvalidInput(
      'notify',
      'Google Drive always notifies a new owner by email; expected true for the role OWNER',
    );
}

/** The input of a new permission, as far as its values depend on each other. */
export interface NewPermission {
  readonly type: string;
  readonly role: string;
  readonly email?: string | null;
  readonly domain?: string | null;
  readonly allowFileDiscovery?: boolean | null;
  readonly expiresAt?: string | null;
  readonly view?: string | null;
  readonly pendingOwner?: boolean | null;
  readonly notify: boolean;
  readonly emailMessage?: string | null;
  readonly moveToNewOwnersRoot: boolean;
}

/** Whether the grantee has an email address. */
export const isPersonal = (type: string): boolean => type === 'user' || type === 'group';

/** The fields that only some types of permissions have, with those types as enum values. */
const typesOfField: Readonly<Record<string, readonly string[]>> = {
  email: ['user', 'group'],
  domain: ['domain'],
  allowFileDiscovery: ['domain', 'anyone'],
  expiresAt: ['user', 'group'],
  pendingOwner: ['user'],
  notify: ['user', 'group'],
};

const wordOf = (types: readonly string[]): string =>
  types.map((type) => type.toUpperCase()).join(' or ');

/** @throws InvalidInput for a text that is no domain name with a dot */
export function checkDomain(domain: string, argument: string): void {
  if (!/^[^\s@./]+(\.[^\s@./]+)+$/.test(domain))
    throw new InvalidInput(
      argument,
      `${showValue(domain)} is not a domain; expected a domain name, for example example.com`,
    );
}

/** @throws InvalidInput for a combination that Google Drive would reject */
export function checkNewPermission(input: NewPermission): void {
  const { type, role, notify } = input;
  for (const [argument, types] of Object.entries(typesOfField)) {
    const value = input[argument as keyof NewPermission];
    const isGiven = value != null && value !== false;
    if (isGiven && !types.includes(type))
      throw new InvalidInput(
        argument,
        `not allowed for the type ${wordOf([type])}; expected the type ${wordOf(types)}`,
      );
  }
  if (isPersonal(type) && input.email == null)
    throw new InvalidInput('email', `expected an email address for the type ${wordOf([type])}`);
  if (type === 'domain' && input.domain == null)
    throw new InvalidInput('domain', 'expected a domain for the type DOMAIN');
  if (role === 'owner' && type !== 'user')
    throw new InvalidInput(
      'role',
      `OWNER is not a role of the type ${wordOf([type])}; expected the type USER`,
    );
  checkNewOwner(role, notify);
  if (input.emailMessage != null && !notify)
    throw new InvalidInput('emailMessage', 'no email is sent; expected also `notify: true`');
  if (input.moveToNewOwnersRoot && role !== 'owner')
    throw new InvalidInput('moveToNewOwnersRoot', 'only for a new owner; expected the role OWNER');
}
