/**
 * The descriptor of one REST operation: data from which requests, costs, documentation and coverage
 * are derived. Keys, methods, paths and names have the spelling of the services' discovery
 * documents.
 */
import { memoize } from './memoize.ts';
import type { Bucket, Service } from './register.ts';
import type { Param } from './param.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface PageSpec {
  /** The field of the response that has the items. */
  readonly items: string;
  /** The parameter of the page size; absent: the list is not paged. */
  readonly size?: string;
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly defaultSize?: number;
  /** The parameter of the page token. */
  readonly token?: string;
  /** The field of the response that has the token of the next page. */
  readonly next?: string;
  /** The field of the last page that has the token for later changes. */
  readonly sync?: 'nextSyncToken' | 'newStartPageToken';
  /** Absent: the response does not state how many items the whole list has. */
  readonly total?: TotalSpec;
}

/** The total number of items of a list, for any page size. */
export interface TotalSpec {
  /** Path of the number in the response. */
  readonly path: string;
  /** Whether the number is exact; otherwise the service estimates it. */
  readonly exact: boolean;
}

/** The files that an operation accepts. */
interface UploadSpec {
  /** Path on the host, from `/upload` on. */
  readonly path: string;
  /** Media types; `video/*` means all video types. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
  /** Whether a file without bytes is accepted. */
  readonly acceptsEmpty?: true;
  readonly multipart: boolean;
  readonly resumable: boolean;
}

type Params = Readonly<Record<string, Param>>;

export interface Operation<
  Path extends string = string,
  Query extends Params = Params,
  Body = unknown,
  Response = unknown,
  Writable extends string = string,
  Reason extends string = string,
> {
  /** `service:resource.method`, the name in `@upstream`, `extensions.cost` and errors. */
  readonly key: `${Service}:${string}`;
  readonly method: Method;
  /** Path below the service's base address, with its keys in braces. */
  readonly path: Path;
  /** Whether the path is below the host of the service, and not below its base address. */
  readonly isBelowHost?: true;
  /**
   * By the name of a key in the path: texts that are no ids, because another operation of the same
   * method has them in that place (`DELETE /files/trash`).
   */
  readonly reservedIds?: Readonly<Record<string, readonly string[]>>;
  readonly query: Query;
  readonly hasRequestBody: boolean;
  /** Whether a successful response has a JSON body; otherwise it is empty. */
  readonly hasResponseBody: boolean;
  /** Quota units of one call, as documented; null where the service states none. */
  readonly units: number | null;
  /** Whether no page of the service states the units: they are those of similar operations. */
  readonly unitsAreAssumed?: true;
  /** Quota units of a call whose response is the content of a file. Absent: those of any call. */
  readonly downloadUnits?: number;
  readonly bucket: Bucket;
  /**
   * `public`: the gateway's API key can read public data. `user`: the call needs an access token.
   */
  readonly auth: 'public' | 'user';
  /** Parameters that need an access token although the operation is public. */
  readonly userParams?: readonly string[];
  /** The access token needs any one of these scopes. A short name lacks the prefix of the API. */
  readonly scopes: readonly string[];
  /**
   * The scope that suffices for any call of the operation, although it covers only some objects in
   * others: files of the app suffice to create one.
   */
  readonly sufficientScope?: string;
  /** Parts that need a scope of their own. */
  readonly partScopes?: Readonly<Record<string, string>>;
  /** Whether sending the call twice has the same effect as sending it once. */
  readonly idempotent: boolean;
  /** Whether a write that is no DELETE removes an entity: repeated, it is answered 404. */
  readonly removes?: true;
  /** Whether a write that is no DELETE removes the content of an entity. */
  readonly clears?: true;
  /** Whether the call copies the content of an entity: services limit copies as uploads. */
  readonly copies?: true;
  /** Whether the call changes nothing although its method is not GET. */
  readonly readOnly?: true;
  readonly parts?: readonly string[];
  /** Parts that only the owner may read: naming one for another entity fails the whole call. */
  readonly ownerOnlyParts?: readonly string[];
  /** Seconds for which an answer counts as current if it is stored. Absent: it is not stored. */
  readonly cacheSeconds?: number;
  /** Parameters that show what only the owner sees: the gateway's API key does not read such. */
  readonly ownerOnlyParams?: readonly string[];
  /** Paths in the answer that depend on the caller. `*`: all may. */
  readonly callerFields?: readonly string[];
  /** Parameters of which a call has exactly one, or at most one. */
  readonly filters?: {
    readonly exactlyOne?: readonly string[];
    readonly atMostOne?: readonly string[];
  };
  /** Maximum number of ids of one call. */
  readonly idsPerCall?: number;
  readonly page?: PageSpec;
  /**
   * Body paths that a write may set: `[]` stands for an array as a whole, `.(key)` for the keys of
   * a map.
   */
  readonly writable?: readonly Writable[];
  /** Body paths that no answer shows. */
  readonly neverShown?: readonly string[];
  /** Body paths that a write must set; with `whenPart` only where the call names that part. */
  readonly requiredBody?: readonly { readonly path: string; readonly whenPart?: string }[];
  /** Whether the service honours `If-Match`. */
  readonly conditional?: true;
  /**
   * Whether a rate-limit error is about the objects of the call, such as a chat that is read too
   * often: calls for other objects succeed.
   */
  readonly limitsObjects?: true;
  /** Whether the service rejects the call without a `fields` mask. */
  readonly fieldsRequired?: true;
  readonly upload?: UploadSpec;
  /** `always`: the response is bytes. `alt`: the response is bytes with `alt=media`. */
  readonly download?: 'always' | 'alt';
  /**
   * `retired`: documented, but no longer served. `moved`: served by another API. `noEffect`: served
   * without effect.
   */
  readonly upstream?: 'retired' | 'moved' | 'noEffect';
  readonly deprecated?: true;
  /**
   * The error reasons that the service documents for this operation, each by its own name. Reasons
   * of all operations of a service are in `ServiceSpec.reasons`.
   */
  readonly reasons: { readonly [K in Reason]: K };
  /** Carries types; never set. */
  readonly __types?: { readonly body: Body; readonly response: Response };
}

/** An operation with any parameters, body and response. */
export type AnyOperation = Operation;

/** The error reasons of an operation, or of several. */
export type ReasonOf<O> = O extends { readonly reasons: infer R } ? keyof R & string : never;

type PathKeys<Path> = Path extends `${string}{${infer Key}}${infer Rest}`
  ? Key | PathKeys<Rest>
  : never;

type Value<P> = P extends Param<infer T> ? T : never;

type RequiredKeys<Q> = {
  [K in keyof Q]: Q[K] extends { readonly required: true } ? K : never;
}[keyof Q];

/**
 * The arguments of a call: path keys, query parameters, the body, the `fields` mask of every
 * operation, and headers of this call by their names.
 */
export type Args<O> =
  O extends Operation<infer Path, infer Query, infer Body>
    ? { readonly [K in PathKeys<Path>]: string } & {
        readonly [K in RequiredKeys<Query>]: Value<Query[K]>;
      } & {
        readonly [K in Exclude<keyof Query, RequiredKeys<Query>>]?: Value<Query[K]> | undefined;
      } & {
        readonly fields?: string;
        readonly headers?: Readonly<Record<string, string>>;
      } & (unknown extends Body ? unknown : { readonly body: Body })
    : never;

export type ResponseOf<O> =
  O extends Operation<string, Params, unknown, infer Response> ? Response : never;

/** States the type of the request body; the official types exist at compile time only. */
export const body = <B>(): { readonly __body?: B } => ({});

/** States the type of the response body. */
export const returns = <R>(): { readonly __response?: R } => ({});

/** The part of a descriptor that an operation's declaration states. */
type OperationSpec<Query, Body, R, W extends string, Reason extends string> = Omit<
  Operation<string, Params, Body, R, W>,
  'key' | 'method' | 'path' | 'query' | 'hasRequestBody' | 'hasResponseBody' | 'reasons' | '__types'
> & {
  readonly reasons?: readonly Reason[];
  readonly query?: Query;
  readonly body?: { readonly __body?: Body };
  readonly returns?: { readonly __response?: R };
};

const define =
  (method: Method) =>
  <
    const Path extends string,
    const Query extends Params = Record<never, never>,
    Body = unknown,
    R = void,
    const W extends string = never,
    const Reason extends string = never,
  >(
    key: Operation['key'],
    path: Path,
    spec: OperationSpec<Query, Body, R, W, Reason>,
  ): Operation<Path, Query, Body, R, W, Reason> => {
    const { query, body: requestBody, returns: responseBody, reasons = [], ...rest } = spec;
    return {
      key,
      method,
      path,
      query: query ?? ({} as Query),
      hasRequestBody: requestBody !== undefined,
      hasResponseBody: responseBody !== undefined,
      reasons: byOwnName(reasons),
      ...rest,
    };
  };

/** An object that has each name as the value of itself, so that the compiler checks names. */
export const byOwnName = <Name extends string>(
  names: readonly Name[],
): { readonly [K in Name]: K } =>
  Object.fromEntries(names.map((name) => [name, name])) as { readonly [K in Name]: K };

export const get = define('GET');

export const post = define('POST');

export const put = define('PUT');

export const patch = define('PATCH');

export const del = define('DELETE');

/** Whether an upload accepts files of a media type. */
export const acceptsMediaType = ({ mediaTypes }: UploadSpec, type: string): boolean =>
  mediaTypes.some(
    (accepted) =>
      accepted === '*/*' ||
      accepted === type ||
      (accepted.endsWith('/*') && type.startsWith(accepted.slice(0, -1))),
  );

/** The service of an operation, from its key. */
export const serviceOf = ({ key }: { readonly key: Operation['key'] }): Service =>
  key.slice(0, key.indexOf(':')) as Service;

const downloadOf = memoize(
  (operation: AnyOperation): AnyOperation =>
    operation.downloadUnits === undefined
      ? operation
      : { ...operation, units: operation.downloadUnits },
);

/** @returns the operation with the units of a download */
export const asDownload = <O extends AnyOperation>(operation: O): O => downloadOf(operation) as O;

export const pathKeys = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!);

/** Whether a call changes nothing, so that it may be aborted at any time. */
export const isRead = ({ method, readOnly }: Pick<AnyOperation, 'method' | 'readOnly'>): boolean =>
  method === 'GET' || readOnly === true;

/**
 * Whether the parameter `part` of an operation selects the objects of an entity (`snippet,status`).
 * All other operations select paths by a `fields` mask alone.
 */
export const takesParts = ({ query }: AnyOperation): boolean => 'part' in query;
