/**
 * The GraphQL requests of a Postman collection, version 2.0 or 2.1. Of a request only its name and
 * its body are read: headers, authorization, URL, scripts and variables of Postman stay behind.
 *
 * Format: https://schema.getpostman.com/json/collection/v2.1.0/collection.json. A body with the
 * mode `graphql` has `query`, and `variables` as JSON text or as an object (postman-runtime,
 * lib/requester/core-body-builder.js at 1b6880a).
 */

type Json = Readonly<Record<string, unknown>>;

/** What was found; the values are not checked. */
interface PostmanOperations {
  readonly name: unknown;
  readonly operations: readonly Json[];
  /** Requests that are not GraphQL. */
  readonly leftOut: number;
}

const schema = /^https:\/\/schema\.getpostman\.com\/.*\/v2\.\d/;

/** Whether a file is such a collection. */
export const isPostman = (value: unknown): value is Json =>
  schema.test(String(field(field(value, 'info'), 'schema')));

/** @throws Error for users, if no request is GraphQL */
export function postmanCollection(value: Json): PostmanOperations {
  const requests = requestsIn(value, '', 0);
  const operations = requests.flatMap(({ name, item }) => {
    const body = field(field(item, 'request'), 'body');
    if (field(body, 'mode') !== 'graphql') return [];
    const graphql = field(body, 'graphql');
    const variables = field(graphql, 'variables') ?? '';
    return {
      name,
      query: field(graphql, 'query'),
      variables:
        typeof variables === 'string' ? variables : JSON.stringify(variables, undefined, 2),
    };
  });
  if (operations.length === 0)
    throw new Error(
      'This Postman collection has no GraphQL request: in Postman, choose GraphQL as the body.',
    );
  const name = field(field(value, 'info'), 'name');
  return { name, operations, leftOut: requests.length - operations.length };
}

/** Folders of folders are read so deep. */
const maxDepth = 20;

/** @returns the requests in folders, whose names lead theirs */
function requestsIn(
  folder: unknown,
  path: string,
  depth: number,
): readonly { readonly name: string; readonly item: unknown }[] {
  const items = field(folder, 'item');
  if (!Array.isArray(items) || depth > maxDepth) return [];
  return (items as readonly unknown[]).flatMap((item) => {
    const own = field(item, 'name');
    const name = path + (typeof own === 'string' ? own : 'Without a name');
    return field(item, 'request') === undefined
      ? requestsIn(item, `${name} / `, depth + 1)
      : [{ name, item }];
  });
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Json)[name]
    : undefined;
