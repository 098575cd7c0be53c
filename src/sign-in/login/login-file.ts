/**
 * The logins of a person on their own computer, in a file that nobody else may read: one at Google,
 * and one for each gateway.
 */
import { homedir } from 'node:os';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { codeOf, FileError, withFileLock, writePrivateFile } from '../private-file.ts';

const loginType = z.object({
  /** The OAuth client; one of Google has a secret, which is none that a program could keep. */
  clientId: z.string(),
  clientSecret: z.optional(z.string()),
  tokenUrl: z.string(),
  revocationUrl: z.optional(z.string()),
  /** What access tokens are for, at a gateway (RFC 8707). */
  resource: z.optional(z.string()),
  refreshToken: z.string(),
  token: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  scopes: z.array(z.string()),
});

const fileType = z.object({ version: z.literal(1), logins: z.record(z.string(), loginType) });

/** What is stored of one login. */
export type StoredLogin = z.output<typeof loginType>;

/** By the URL of a gateway, or `google`. */
type Logins = Readonly<Record<string, StoredLogin>>;

/** The login at Google. */
export const googleLogin = 'google';

/** @param env variables of the environment @returns where logins are stored by default */
export const loginPath = (env: Readonly<Record<string, string | undefined>>): string =>
  join(
    env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? homedir(), '.config'),
    'studiograph',
    'login.json',
  );

/** @returns no login if there is no file @throws FileError also for a file that others may read */
export async function readLogins(path: string): Promise<Logins> {
  try {
    await checkMode(path);
    const content = await readFile(path, 'utf8');
    return parsed(path, content);
  } catch (error) {
    if (error instanceof FileError) throw error;
    if (codeOf(error) === 'ENOENT') return {};
    throw new FileError(path, `cannot be read (${codeOf(error)})`);
  }
}

/** Windows has no such modes. */
async function checkMode(path: string): Promise<void> {
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new FileError(path, 'others may read it; run chmod 600, and sign in again if they have');
}

function parsed(path: string, content: string): Logins {
  try {
    return fileType.parse(JSON.parse(content)).logins;
  } catch {
    // The error could quote a token.
    throw new FileError(path, 'is no file with logins');
  }
}

/**
 * Stores a login, or deletes it; the file goes with its last one. To be called while no other
 * process reads and writes the file.
 */
export async function writeLogin(
  path: string,
  name: string,
  login: StoredLogin | undefined,
): Promise<void> {
  const { [name]: _, ...others } = await readLogins(path);
  const logins = login ? { ...others, [name]: login } : others;
  if (Object.keys(logins).length === 0) return rm(path, { force: true });
  await writePrivateFile(path, `${JSON.stringify({ version: 1, logins }, null, 2)}\n`);
}

/** Stores a login, or deletes it. */
export const changeLogin = (
  path: string,
  name: string,
  login: StoredLogin | undefined,
): Promise<void> => withFileLock(path, () => writeLogin(path, name, login));
