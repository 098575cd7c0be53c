/** From method and path to the operation: the routes are the catalogues' own templates. */
import { type AnyOperation, pathKeys, type Service, serviceOf } from '../upstream/operation.ts';
import { refuse } from './refusal.ts';

export interface Route {
  readonly operation: AnyOperation;
  /** Decoded values of the path's keys. */
  readonly path: Readonly<Record<string, string>>;
}

/** What stands before an operation's path on the sandbox. */
export const prefixes: Readonly<Record<Service, string>> = {
  video: '/youtube/v3',
  live: '/youtube/v3',
  storage: '',
  calendar: '/calendar/v3',
};

const escape = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
function patternOf(operation: AnyOperation): RegExp {
  const full = (operation.root === 'host' ? '' : prefixes[serviceOf(operation)]) + operation.path;
  return new RegExp(`^${escape(full).replace(/\{\w+\}/g, '([^/]+?)')}$`);
}

/** A router over the given operations; plain words win over `{keys}` (`/files/trash`). */
export function router(operations: readonly AnyOperation[]): (method: string, path: string) => Route | undefined {
  const table = operations
    .map((operation) => ({ operation, pattern: patternOf(operation), keys: pathKeys(operation.path) }))
    .toSorted((a, b) => a.keys.length - b.keys.length);
  return (method, path) => {
    for (const { operation, pattern, keys } of table) {
      const match = operation.method === method ? pattern.exec(path) : null;
      if (match) return { operation, path: Object.fromEntries(keys.map((key, index) => [key, decode(match[index + 1]!)])) };
    }
    return undefined;
  };
}
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return refuse(400, 'badRequest', { message: 'Bad Request' });
  }
}
