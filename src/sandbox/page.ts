/** Pages of a list: opaque tokens that belong to one operation and its arguments. */
import type { ApiCall } from './handler.ts';
import { fingerprint } from './random.ts';
import { ApiError } from './api-error.ts';

/** Parameters that may change from page to page. */
const loose = new Set([
  'fields',
  'part',
  'key',
  'prettyPrint',
  'quotaUser',
  'access_token',
  'alt',
  'syncToken',
]);

export interface PageSlice<T> {
  readonly items: readonly T[];
  readonly size: number;
  readonly total: number;
  readonly next?: string;
  readonly prev?: string;
}

/** The page that the call asks for; size, default and parameter names come from the operation's descriptor. */
export function paginate<T>(call: ApiCall, all: readonly T[]): PageSlice<T> {
  const { page } = call.operation;
  if (page?.size === undefined) return { items: all, size: all.length, total: all.length };
  const size = Math.min(
    call.query.int(page.size) ?? page.defaultSize ?? all.length,
    page.maxSize ?? Infinity,
  );
  const mark = markOf(call, page.size, page.token);
  const start = page.token && call.query.has(page.token) ? offsetOf(call, page.token, mark) : 0;
  const token = (offset: number): string =>
    Buffer.from(JSON.stringify([offset, mark])).toString('base64url');
  return {
    items: all.slice(start, start + size),
    size,
    total: all.length,
    ...(size > 0 && start + size < all.length ? { next: token(start + size) } : {}),
    ...(start > 0 ? { prev: token(Math.max(0, start - size)) } : {}),
  };
}

function markOf(
  { operation, query, path, user }: ApiCall,
  size: string,
  token: string | undefined,
): string {
  const args = query.names().filter((name) => name !== size && name !== token && !loose.has(name));
  return fingerprint([
    operation.key,
    user.email,
    path,
    args.toSorted().map((name) => [name, query.list(name)]),
  ]).slice(0, 8);
}

function offsetOf({ operation, query }: ApiCall, name: string, mark: string): number {
  try {
    const [offset, own] = JSON.parse(Buffer.from(query.text(name)!, 'base64url').toString()) as [
      unknown,
      unknown,
    ];
    if (own === mark && Number.isInteger(offset)) return offset as number;
  } catch {
    // no token of ours: refused below like any other
  }
  const youtube = /^(video|live):/.test(operation.key);
  throw new ApiError(400, youtube ? 'invalidPageToken' : 'invalid', {
    domain: youtube ? 'youtube.parameter' : 'global',
    message: 'The request specifies an invalid page token.',
    location: name,
  });
}
