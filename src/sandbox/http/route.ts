/** Finds the operation of a request, by the paths of the descriptors. */
import type { Service } from '../../engine/api/register.ts';
import { type AnyOperation, pathKeys, serviceOf } from '../../engine/api/operation.ts';
import { ApiError } from './api-error.ts';

/** The operation of a request. */
export interface Route {
  readonly operation: AnyOperation;
  /** The values of the path's `{keys}`, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Set if the request was sent to the upload path of the operation. */
  readonly upload?: true;
}

type FindRoute = (method: string, path: string) => Route | undefined;

/** The path of each service's base address. */
export const prefixes: Readonly<Record<Service, string>> = {
  video: '/youtube/v3',
  live: '/youtube/v3',
  storage: '',
  calendar: '/calendar/v3',
};

const fullPath = (operation: AnyOperation): string =>
  (operation.isBelowHost ? '' : prefixes[serviceOf(operation)]) + operation.path;

const uploadPath = (operation: AnyOperation): string =>
  operation.upload?.path ?? `/upload${fullPath(operation)}`;

/** @param template a path with `{keys}` */
function patternOf(template: string): RegExp {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '([^/]+?)')}$`);
}

/**
 * A function that finds the route of a request; undefined if there is none. Below `/upload/` it
 * also finds operations without uploads, which the services reject with a specific error.
 */
export function createRouter(operations: readonly AnyOperation[]): FindRoute {
  const findRoute = createTable(operations, fullPath);
  const findUpload = createTable(operations, uploadPath);
  return (method, path) => {
    if (!path.startsWith('/upload/')) return findRoute(method, path);
    const route = findUpload(method, path);
    return route && { ...route, upload: true };
  };
}

function createTable(
  operations: readonly AnyOperation[],
  templateOf: (operation: AnyOperation) => string,
): FindRoute {
  const rows = operations
    .map((operation) => ({
      operation,
      pattern: patternOf(templateOf(operation)),
      keys: pathKeys(operation.path),
    }))
    // Fixed segments win over keys: `/files/trash` over `/files/{fileId}`.
    .toSorted((a, b) => a.keys.length - b.keys.length);
  return (method, path) => {
    for (const { operation, pattern, keys } of rows) {
      const match = operation.method === method ? pattern.exec(path) : null;
      if (match) return { operation, path: pathValues(keys, match) };
    }
    return undefined;
  };
}

const pathValues = (keys: readonly string[], match: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.map((key, index) => [key, decode(match[index + 1]!)]));

/** @throws ApiError 400 for malformed percent-encoding */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ApiError(400, 'badRequest', { message: 'Bad Request' });
  }
}
