/** The parts of the gateway that only a setting needs: they are loaded where it is set. */
import type { assemble } from './assemble.ts';
import { type Config, ConfigError } from './config.ts';
import type { AnyOperation } from './engine/api/operation.ts';

type Options = Parameters<typeof assemble>[0];

type OptionalPart = 'operations' | 'extendSchema' | 'createSignIn';

/** @throws OperationFilesError for documents that cannot be read, ConfigError for access keys */
export async function loadOptionalParts({
  PERSISTED_OPERATIONS,
  PERSISTED_ONLY,
  FEDERATION,
  INTROSPECTION,
  CACHE,
  CACHE_TTLS,
  oauthClient,
  ACCEPTED_CLIENT_IDS,
  ACCESS_KEYS,
}: Config): Promise<Pick<Options, OptionalPart>> {
  const parts: { -readonly [Name in OptionalPart]?: Options[Name] } = {};
  if (oauthClient || ACCEPTED_CLIENT_IDS.length > 0 || ACCESS_KEYS !== undefined)
    parts.createSignIn = (await import('./sign-in/sign-in.ts')).createSignIn;
  if (ACCESS_KEYS !== undefined) {
    const { readKeyFile } = await import('./sign-in/keys/key-file.ts');
    await readKeyFile(ACCESS_KEYS).catch(({ message }: Error) => {
      throw new ConfigError({ ACCESS_KEYS: `cannot be used: ${message}` });
    });
  }
  if (PERSISTED_OPERATIONS !== undefined) {
    const { PersistedOperations } = await import('./server/document/persisted-operations.ts');
    parts.operations = new PersistedOperations(PERSISTED_OPERATIONS, PERSISTED_ONLY);
  }
  if (FEDERATION) {
    const { withFederation } = await import('./engine/schema/federation.ts');
    const secondsOf = ({ key, cacheSeconds }: AnyOperation): number | undefined =>
      CACHE === 'off' ? undefined : (CACHE_TTLS[key] ?? cacheSeconds);
    parts.extendSchema = (schema) => withFederation(schema, { isOpen: INTROSPECTION, secondsOf });
  }
  return parts;
}
