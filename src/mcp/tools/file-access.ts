/** Who has access to a file, as the tools that share know it. */
import { agentError } from '../tool-result.ts';
import type { ToolRun } from './tool-run.ts';
import { ToolFailure } from './tool-failure.ts';

/** Somebody to share with, as an agent names them. */
export interface Grantee {
  readonly type: 'ANYONE' | 'DOMAIN' | 'USER';
  readonly email?: string;
  readonly domain?: string;
}

/** What agents write for whoever has the link. */
const anyone = 'anyone';

/** One who has access. */
interface Permission {
  readonly id: string;
  readonly type: 'ANYONE' | 'DOMAIN' | 'GROUP' | 'USER' | null;
  readonly role: string | null;
  readonly email: string | null;
  readonly domain: string | null;
  readonly expiresAt: string | null;
  readonly permissionDetails:
    | readonly { readonly inherited: boolean | null; readonly inheritedFromId: string | null }[]
    | null;
}

/** A file, and all who have access. */
export interface FileAccess {
  readonly id: string;
  readonly name: string | null;
  readonly isFolder: boolean | null;
  readonly webViewLink: string | null;
  readonly permissions: readonly Permission[];
}

const document = `query ($id: ID!, $page: String) {
  file(id: $id) {
    id name isFolder webViewLink
    permissions(first: 100, after: $page) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id type role email domain expiresAt
        permissionDetails { inherited inheritedFromId }
      }
    }
  }
}`;

interface AccessPage extends Omit<FileAccess, 'permissions'> {
  readonly permissions: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly Permission[];
  } | null;
}

interface Access {
  readonly file: AccessPage | null;
}

/** @throws ToolFailure if there is no such file, or the user may not see who has access */
export async function readAccess(id: string, run: ToolRun): Promise<FileAccess> {
  const permissions: Permission[] = [];
  let page: string | null | undefined;
  for (;;) {
    const { file }: Access = await run.read<Access>(document, { id, page });
    if (!file) throw new ToolFailure();
    if (!file.permissions) throw hidden();
    permissions.push(...file.permissions.nodes);
    const { hasNextPage, endCursor } = file.permissions.pageInfo;
    if (!hasNextPage) return { ...file, permissions };
    page = endCursor;
  }
}

const hidden = (): ToolFailure =>
  new ToolFailure([agentError('FORBIDDEN', 'The user may not see or change who has access.')]);

/** @returns who is meant. @throws ToolFailure */
export function granteeOf(argument: string, named: string): Grantee {
  const text = named.trim();
  if (text.toLowerCase() === anyone) return { type: 'ANYONE' };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { type: 'USER', email: text };
  if (/^[\w-]+(\.[\w-]+)+$/.test(text)) return { type: 'DOMAIN', domain: text };
  throw ToolFailure.ofInput(
    argument,
    `${JSON.stringify(text.slice(0, 100))}; expected an email address, anyone, or a domain such as studio.example`,
  );
}

/** Whether the permission is that of the grantee. */
export function isOf({ type, email, domain }: Permission, grantee: Grantee): boolean {
  if (grantee.type === 'ANYONE') return type === 'ANYONE';
  if (grantee.type === 'DOMAIN') return type === 'DOMAIN' && isSame(domain, grantee.domain);
  return (type === 'USER' || type === 'GROUP') && isSame(email, grantee.email);
}

const isSame = (a: string | null, b: string | undefined): boolean =>
  a?.toLowerCase() === b?.toLowerCase();

/** Whether it comes only from a folder above, where alone it can be changed. */
export const isInherited = ({ permissionDetails }: Permission): boolean =>
  permissionDetails !== null &&
  permissionDetails.length > 0 &&
  permissionDetails.every(({ inherited }) => inherited === true);

/** @returns who has access, as an answer shows it */
export const accessOf = ({ id, name, webViewLink, permissions }: FileAccess) => ({
  id,
  name,
  webViewLink,
  access: permissions.map((each) => ({
    id: each.id,
    who: each.email ?? each.domain ?? (each.type === 'ANYONE' ? anyone : each.type?.toLowerCase()),
    role: each.role?.toLowerCase(),
    expiresAt: each.expiresAt,
    ...(isInherited(each) && { inherited: true }),
  })),
});

/** The parts of the answer of `accessOf`. */
export const accessAnswer = {
  id: 'string',
  name: 'string',
  webViewLink: 'string',
  access: ['array', 'Who has access afterwards.'],
} as const;
