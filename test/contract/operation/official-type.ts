/** The request bodies of Google's clients, as their packages declare them. */
import { readClients } from '../../../reference/generate.ts';
import { leavesOf } from '../../../reference/type-table.ts';
import type { Service } from '../../../src/engine/api/register.ts';
import { type AnyOperation, serviceOf } from '../../../src/engine/api/operation.ts';

/** A value that a body can have. */
export interface Leaf {
  /** `[]` is any element of a list, `(key)` any key of a map: `localizations.(key).title`. */
  readonly path: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'any';
}

const clients = readClients();

const clientNames: Readonly<Record<Service, keyof typeof clients>> = {
  video: 'youtube',
  live: 'youtube',
  storage: 'drive',
  calendar: 'calendar',
};

/** The type of a request body. */
interface BodyType {
  readonly name: string;
  /** All values that a body can have. */
  readonly leaves: readonly Leaf[];
}

const kinds: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
] satisfies Leaf['kind'][]);

const isKind = (type: string): type is Leaf['kind'] => kinds.has(type);

/**
 * The type of the body of an operation.
 * @throws Error if Google's client has no such operation with a body
 */
export function bodyTypeOf(operation: AnyOperation): BodyType {
  const { operations, types } = clients[clientNames[serviceOf(operation)]];
  const name = operations[operation.key.slice(operation.key.indexOf(':') + 1)]?.body;
  if (name === undefined) throw new Error(`Google's client has no body for ${operation.key}.`);
  const leaves = leavesOf(types, name, () => false).map(
    ({ path, type }): Leaf => ({ path, kind: isKind(type) ? type : 'any' }),
  );
  return { name, leaves };
}
