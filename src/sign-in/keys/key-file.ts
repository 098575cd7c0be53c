/**
 * The file with access keys. It has the digest of each key, and who it acts as: by the name of a
 * file or of a variable, so that nobody who reads it can act as anybody.
 */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { codeOf, FileError, withFileLock, writePrivateFile } from '../private-file.ts';
import { signInServices } from '../accounts.ts';
import { accessModes } from '../scopes.ts';

const text = z.string().check(z.minLength(1), z.maxLength(1_000));

/** A service account by the file of its key, or a refresh token by its variable. */
const credentialType = z.union([
  z.strictObject({ serviceAccount: text, subject: z.optional(text) }),
  z.strictObject({ refreshTokenVariable: text }),
]);

const keyType = z.strictObject({
  id: z.string().check(z.regex(/^[\da-f]{12}$/)),
  name: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  /** SHA-256 of the whole key in base64url. */
  digest: z.string().check(z.regex(/^[\w-]{43}$/)),
  createdAt: text,
  credential: credentialType,
  services: z.array(z.enum(signInServices)).check(z.minLength(1)),
  access: z.enum(accessModes),
  /** Absent: all that the services and the access allow. */
  operations: z.optional(z.array(text).check(z.minLength(1))),
  /** Absent: that of all callers. */
  budget: z.optional(z.record(text, z.number().check(z.nonnegative()))),
});

const fileType = z.strictObject({ version: z.literal(1), keys: z.array(keyType) });

/** The stored part of an access key. */
export type StoredKey = z.output<typeof keyType>;

/** Whom a key acts as. */
export type KeyCredential = z.output<typeof credentialType>;

/** @throws FileError */
export async function readKeyFile(path: string): Promise<readonly StoredKey[]> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new FileError(path, `cannot be read (${codeOf(error)})`);
  });
  const { success, data } = fileType.safeParse(parsed(content));
  if (!success) throw new FileError(path, 'is no file with access keys');
  const { keys } = data;
  for (const part of ['id', 'name'] as const)
    if (new Set(keys.map((key) => key[part])).size < keys.length)
      throw new FileError(path, `has two keys with the same ${part}`);
  return keys;
}

/** @returns undefined for what is no JSON */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/**
 * Changes the keys, or throws what `change` throws.
 * @param change gets none if the file is missing
 */
export const changeKeyFile = (
  path: string,
  change: (keys: readonly StoredKey[]) => readonly StoredKey[],
): Promise<void> =>
  withFileLock(path, async () => {
    const keys = change(await keysOf(path));
    await writePrivateFile(path, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`);
  });

async function keysOf(path: string): Promise<readonly StoredKey[]> {
  const isThere = await readFile(path).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );
  return isThere ? readKeyFile(path) : [];
}
