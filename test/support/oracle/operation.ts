/**
 * The read operations of the four services, from the table of their documentation
 * (`test/data/operations.json`), and the addresses of direct calls.
 */
import { readFileSync } from 'node:fs';

export type Args = Readonly<Record<string, unknown>>;

/** The pages of a list operation. */
export interface Pages {
  /** The field of the answer that has the items. */
  readonly items: string;
  /** The parameter and the greatest value of the page size; absent for a list without pages. */
  readonly size?: string | undefined;
  readonly maxSize?: number | undefined;
  /** The parameter of the page token; absent for a list without pages. */
  readonly token?: string | undefined;
  /** The field of the answer that has the token of the next page. */
  readonly next?: string | undefined;
}

interface Operation {
  /** `video`, `live`, `storage` or `calendar`. */
  readonly service: string;
  /** Path below the base address of the service, with its keys in braces. */
  readonly path: string;
  /** Names of the keys in the path. */
  readonly pathKeys: readonly string[];
  /** Names of the query parameters. */
  readonly parameters: ReadonlySet<string>;
  /** Values of the parameter `part` that every caller may request. */
  readonly parts: readonly string[];
  /** Values of the parameter `part` that only the owner may request. */
  readonly ownerOnlyParts: readonly string[];
  readonly pages: Pages | undefined;
}

/** A row of the table, as much of it as the oracle needs. */
interface Row {
  readonly key: string;
  readonly path: string;
  readonly params: readonly { readonly name: string; readonly in: 'path' | 'query' }[];
  readonly parts?: readonly string[];
  readonly auth: { readonly oauthWhenParts?: readonly string[] };
  readonly list?: {
    readonly itemsField: string;
    readonly maxResultsParam?: string;
    readonly maxResultsMax?: number;
    readonly pageTokenParam?: string;
    readonly nextPageTokenField?: string;
  };
}

/** The service of an operation's key: `video` of `video:videos.list`. */
export const serviceOf = (key: string): string => key.split(':', 1)[0]!;

const rows = JSON.parse(
  readFileSync(new URL('../../data/operations.json', import.meta.url), 'utf8'),
) as readonly Row[];

const operations: ReadonlyMap<string, Operation> = new Map(
  rows.map((row) => [row.key, operationOf(row)]),
);

function operationOf({ key, path, params, parts = [], auth, list }: Row): Operation {
  const namesIn = (place: 'path' | 'query'): string[] =>
    params.filter((param) => param.in === place).map(({ name }) => name);
  const ownerOnlyParts = auth.oauthWhenParts ?? [];
  return {
    service: serviceOf(key),
    path,
    pathKeys: namesIn('path'),
    parameters: new Set(namesIn('query')),
    parts: parts.filter((part) => !ownerOnlyParts.includes(part)),
    ownerOnlyParts,
    pages: list && pagesOf(list),
  };
}

/** Some lists without pages are documented with the field of a next token: none is ever sent. */
function pagesOf(list: NonNullable<Row['list']>): Pages {
  const { itemsField: items, pageTokenParam: token } = list;
  if (token === undefined) return { items };
  const { maxResultsParam: size, maxResultsMax: maxSize, nextPageTokenField: next } = list;
  return { items, size, maxSize, token, next };
}

/** @param key `video:videos.list`. @throws Error for an operation that is not in the table */
export function operationNamed(key: string): Operation {
  const operation = operations.get(key);
  if (!operation) throw new Error(`${key} is not in test/data/operations.json`);
  return operation;
}

/** Where the API of a service begins, by the service. */
const prefixes: Readonly<Record<string, string>> = {
  video: '/youtube/v3',
  live: '/youtube/v3',
  // Paths of Google Drive begin at the host.
  storage: '',
  calendar: '/calendar/v3',
};

/** The address of a call, with all parts and fields of its answer. */
export function addressOf(key: string, args: Args): string {
  const { service, path, pathKeys, parts } = operationNamed(key);
  const query = new URLSearchParams();
  const all = { ...(parts.length > 0 ? { part: parts.join() } : {}), ...args };
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined || value === null || pathKeys.includes(name)) continue;
    for (const each of [value].flat()) query.append(name, each);
  }
  if (service === 'storage') query.append('fields', '*');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(args[name])),
  );
  return `${prefixes[service]}${filled}?${query}`;
}
