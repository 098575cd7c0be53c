/** The parts of the gateway that only a setting needs: they are loaded where it is set. */
import type { assemble } from './assemble.ts';
import type { Config } from './config.ts';

type Options = Parameters<typeof assemble>[0];

/** @throws OperationFilesError for documents that cannot be read */
export async function loadOptionalParts({
  PERSISTED_OPERATIONS,
  PERSISTED_ONLY,
  FEDERATION,
  INTROSPECTION,
}: Config): Promise<Pick<Options, 'operations' | 'extendSchema'>> {
  const parts: { -readonly [Name in 'operations' | 'extendSchema']?: Options[Name] } = {};
  if (PERSISTED_OPERATIONS !== undefined) {
    const { PersistedOperations } = await import('./server/document/persisted-operations.ts');
    parts.operations = new PersistedOperations(PERSISTED_OPERATIONS, PERSISTED_ONLY);
  }
  if (FEDERATION) {
    const { withFederation } = await import('./engine/schema/federation.ts');
    parts.extendSchema = (schema) => withFederation(schema, INTROSPECTION);
  }
  return parts;
}
