/** From method and path to the operation: the routes are the catalogues' own templates. */
import { type AnyOperation, pathKeys, type Service, serviceOf } from '../upstream/operation.ts';
import { ApiError } from './api-error.ts';

export interface Route {
  readonly operation: AnyOperation;
  /** Decoded values of the path's keys. */
  readonly path: Readonly<Record<string, string>>;
  /** It came to the operation's address for uploads. */
  readonly upload?: true;
}

/** What stands before an operation's path on the sandbox. */
export const prefixes: Readonly<Record<Service, string>> = {
  video: '/youtube/v3',
  live: '/youtube/v3',
  storage: '',
  calendar: '/calendar/v3',
};

const escape = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

const addressOf = (operation: AnyOperation): string =>
  (operation.root === 'host' ? '' : prefixes[serviceOf(operation)]) + operation.path;

const matching = (template: string): RegExp =>
  new RegExp(`^${escape(template).replace(/\{\w+\}/g, '([^/]+?)')}$`);

const patternOf = (operation: AnyOperation): RegExp => matching(addressOf(operation));
const uploadRoot = '/upload/';

const uploadPatternOf = (operation: AnyOperation): RegExp =>
  matching(operation.upload?.path ?? `/upload${addressOf(operation)}`);

/**
 * A router over the given operations; plain words win over `{keys}` (`/files/trash`). Behind `/upload` each of them stands
 * again, since a call that has no business there is refused for it.
 */
export function router(
  operations: readonly AnyOperation[],
): (method: string, path: string) => Route | undefined {
  const plain = table(operations, patternOf);
  const uploads = table(operations, uploadPatternOf);
  return (method, path) => {
    if (!path.startsWith(uploadRoot)) return plain(method, path);
    const found = uploads(method, path);
    return found && { ...found, upload: true };
  };
}

function table(
  operations: readonly AnyOperation[],
  patternFor: typeof patternOf,
): (method: string, path: string) => Route | undefined {
  const rows = operations
    .map((operation) => ({
      operation,
      pattern: patternFor(operation),
      keys: pathKeys(operation.path),
    }))
    .toSorted((a, b) => a.keys.length - b.keys.length);
  return (method, path) => {
    for (const { operation, pattern, keys } of rows) {
      const match = operation.method === method ? pattern.exec(path) : null;
      if (match)
        return {
          operation,
          path: Object.fromEntries(keys.map((key, index) => [key, decode(match[index + 1]!)])),
        };
    }
    return undefined;
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ApiError(400, 'badRequest', { message: 'Bad Request' });
  }
}
