/** Joins the handlers of the services, and checks that the sandbox knows what they receive. */
import type { AnyOperation } from '../../engine/api/operation.ts';
import { hasSignature, signatureOf } from '../../services/rest-schema.ts';
import type { HandlerEntry, Handlers } from './handler.ts';

/**
 * @param operations by key
 * @returns the handlers of all tables by operation key
 * @throws Error if the key of a handler is no operation, or one without a schema. Without it, the
 * body of a call would be ignored, and the call would succeed without a change.
 */
export function mergeTables(
  tables: readonly Handlers[],
  operations: ReadonlyMap<string, AnyOperation>,
): ReadonlyMap<string, HandlerEntry> {
  const merged = new Map<string, HandlerEntry>();
  for (const [key, entry] of tables.flatMap((table) => Object.entries(table))) {
    const operation = operations.get(key);
    if (!operation)
      throw new Error(`${key} is not an operation; expected a key such as video:videos.list`);
    if (!hasSchema(operation))
      throw new Error(
        `The handler of ${key} has no schema in rest-schema.json: run \`npm run reference\``,
      );
    merged.set(key, typeof entry === 'function' ? { handle: entry } : entry);
  }
  return merged;
}

/** Whether it is known what the operation receives and returns. */
const hasSchema = ({ key, hasRequestBody }: AnyOperation): boolean =>
  hasSignature(key) && (!hasRequestBody || signatureOf(key).body !== undefined);
