/** Pagination of lists. A page token is valid for the same operation, arguments and caller only. */
import { ApiError } from '../http/api-error.ts';
import type { ApiCall } from './handler.ts';
import { fingerprint } from '../random.ts';

/** Parameters that may change between pages. */
const variableParameters = new Set([
  'fields',
  'part',
  'key',
  'prettyPrint',
  'quotaUser',
  'access_token',
  'alt',
  'syncToken',
]);

/** A page of a list. */
interface PageSlice<T> {
  readonly items: readonly T[];
  /** The page size, also if fewer items are left. */
  readonly size: number;
  /** The number of items on all pages. */
  readonly total: number;
  /** Page tokens. */
  readonly next?: string;
  readonly prev?: string;
}

/**
 * The requested page of a list. Parameter names, default and maximum size come from the descriptor.
 * @param mark a number that the tokens of the next pages contain, for `pageMark`
 * @param defaultSize in place of the default of the descriptor
 * @throws ApiError 400 for an invalid page token
 */
export function paginate<T>(
  call: ApiCall,
  list: readonly T[],
  mark?: number,
  defaultSize?: number,
): PageSlice<T> {
  const { page } = call.operation;
  const total = list.length;
  if (page?.size === undefined) return { items: list, size: total, total };
  const requested = call.query.int(page.size);
  const size =
    requested === undefined
      ? (defaultSize ?? page.defaultSize ?? total)
      : Math.min(requested, page.maxSize ?? Infinity);
  const checksum = argumentChecksum(call, page.size, page.token);
  const { offset: start } = tokenContent(call) ?? { offset: 0 };
  const tokenOf = (offset: number): string =>
    Buffer.from(JSON.stringify([offset, checksum, mark])).toString('base64url');
  return {
    items: list.slice(start, start + size),
    size,
    total,
    ...(size > 0 && start + size < total && { next: tokenOf(start + size) }),
    ...(start > 0 && { prev: tokenOf(Math.max(0, start - size)) }),
  };
}

/** A checksum of the operation, the caller and all arguments that must not change. */
function argumentChecksum(
  { operation, query, path, user }: ApiCall,
  sizeName: string,
  tokenName: string | undefined,
): string {
  const names = query
    .names()
    .filter((name) => name !== sizeName && name !== tokenName && !variableParameters.has(name));
  const args = names.toSorted().map((name) => [name, query.list(name)]);
  return fingerprint([operation.key, user.email, path, args]).slice(0, 8);
}

/** The mark that the first page of the list has left in the call's page token, if any. */
export const pageMark = (call: ApiCall): number | undefined => tokenContent(call)?.mark;

/**
 * The content of the call's page token; undefined without one.
 * @throws ApiError 400
 */
function tokenContent(
  call: ApiCall,
): { readonly offset: number; readonly mark?: number } | undefined {
  const { operation, query } = call;
  const { token: tokenName, size = '' } = operation.page ?? {};
  if (tokenName === undefined || !query.has(tokenName)) return undefined;
  try {
    const token = Buffer.from(query.text(tokenName)!, 'base64url').toString();
    const [offset, own, mark] = JSON.parse(token) as [unknown, unknown, unknown];
    if (own === argumentChecksum(call, size, tokenName) && Number.isInteger(offset))
      return { offset: offset as number, ...(typeof mark === 'number' && { mark }) };
  } catch {
    // Not a token of the sandbox: rejected below like one of another list.
  }
  const isYouTube = /^(video|live):/.test(operation.key);
  throw new ApiError(400, isYouTube ? 'invalidPageToken' : 'invalid', {
    domain: isYouTube ? 'youtube.parameter' : 'global',
    message: 'The request specifies an invalid page token.',
    location: tokenName,
  });
}
