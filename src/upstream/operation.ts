/**
 * What one REST operation is: data, from which requests, costs, documentation and coverage are derived.
 * Keys, methods, paths and names stand in the spelling of the services' interface documents.
 */
export type Service = 'video' | 'live' | 'storage' | 'calendar';

/** Where quota units are counted. Search and video uploads have buckets of their own beside the daily pool. */
export type Bucket = 'video' | 'search' | 'videoUpload' | 'calendar' | 'storage';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One query parameter: its type on the wire, and how a list of values travels. `T` is what a caller gives. */
export interface Param<T = unknown> {
  readonly type: 'string' | 'integer' | 'boolean';
  /** `comma`: one parameter, elements joined (no element may hold a comma). `repeat`: the parameter once an element. */
  readonly list?: 'comma' | 'repeat';
  /** The only values there are. */
  readonly values?: readonly string[];
  /** Values known today; upstream may take more. */
  readonly known?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** The most elements of a list. */
  readonly maxItems?: number;
  readonly required?: true;
  readonly deprecated?: true;
  /** Why no field of the graph sends the parameter; absent: some field does. */
  readonly notSent?: string;
  /** Names one thing: held to the same rules as an element of a list of ids. */
  readonly id?: true;
  readonly __value?: T;
}

type Text<T extends string = string> = Param<T>;

export const text: Text = { type: 'string' };

/** One id outside the path. */
export const id: Text = { type: 'string', id: true };
export const flag: Param<boolean> = { type: 'boolean' };

/** An integer; `min` and `max` where the documents state them. */
export const int = (min?: number, max?: number): Param<number> => ({
  type: 'integer',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

/** A closed list of values. */
export const oneOf = <const T extends string>(...values: readonly T[]): Param<T> => ({
  type: 'string',
  values,
});

/** A value that upstream may add to: the known ones are told, any string goes. */
export const openEnum = (...known: readonly string[]): Text => ({ type: 'string', known });

/** A list in one parameter, `a,b`. `most`: how many elements the documents allow. */
export const csv = (most?: number): Param<readonly string[]> => ({
  type: 'string',
  list: 'comma',
  ...(most === undefined ? {} : { maxItems: most }),
});

/** A list in one parameter of values that upstream may add to. */
export const csvOf = (...known: readonly string[]): Param<readonly string[]> => ({
  type: 'string',
  list: 'comma',
  known,
});

/** A list that repeats its parameter, `x=a&x=b`. */
export const repeat = <T>(param: Param<T>): Param<readonly T[]> =>
  ({ ...param, list: 'repeat' }) as Param<readonly T[]>;

export const required = <T>(param: Param<T>): Param<T> & { readonly required: true } => ({
  ...param,
  required: true,
});

/**
 * A parameter that no field of the graph sends.
 * @param reason one sentence, shown in `docs/operations.md`
 */
export const notSent = <T>(reason: string, param: Param<T>): Param<T> => ({
  ...param,
  notSent: reason,
});

export const deprecated = <T>(param: Param<T>): Param<T> => ({ ...param, deprecated: true });

/** How a list pages: where its items lie, what its size and tokens are called. */
export interface PageSpec {
  /** The answer's field that holds the items. */
  readonly items: string;
  /** The parameter for the page size; absent: the list is not paged. */
  readonly size?: string;
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly defaultSize?: number;
  /** The parameter that takes the page token. */
  readonly token?: string;
  /** The answer's field that holds the next page's token. */
  readonly next?: string;
  /** The answer's field on the last page from which later changes are asked. */
  readonly sync?: 'nextSyncToken' | 'newStartPageToken';
}

export interface UploadSpec {
  readonly path: string;
  readonly mediaTypes: readonly string[];
  /** Bytes. */
  readonly maxBytes: number;
  readonly multipart: boolean;
  readonly resumable: boolean;
}

type Params = Readonly<Record<string, Param>>;

export interface Operation<
  Path extends string = string,
  Query extends Params = Params,
  Body = unknown,
  Answer = unknown,
  Writable extends string = string,
> {
  /** `service:resource.method`: the name in `@upstream`, `extensions.cost` and errors. */
  readonly key: `${Service}:${string}`;
  readonly method: Method;
  /** Appended to the service's base address. */
  readonly path: Path;
  /** `host`: the path hangs below the host instead (one retired live operation). */
  readonly root?: 'host';
  readonly query: Query;
  readonly hasRequestBody: boolean;
  /** Whether success brings JSON; without it the answer is empty. */
  readonly hasResponseBody: boolean;
  /** Quota units of one call, stated and never derived from the method; null where the service states none. */
  readonly units: number | null;
  readonly bucket: Bucket;
  /** `public`: the gateway's API key will do for public data. `user`: a person's token is needed. */
  readonly auth: 'public' | 'user';
  /** Parameters that need a person's token although the operation is public. */
  readonly userParams?: readonly string[];
  /** Any of these scopes lets the call through; short for `https://www.googleapis.com/auth/…`. */
  readonly scopes: readonly string[];
  /** Whether sending it twice leaves what sending it once leaves. */
  readonly idempotent: boolean;
  readonly parts?: readonly string[];
  /** Parts that only the owner may read: a refusal would take the rest of the call with it. */
  readonly ownerOnlyParts?: readonly string[];
  /** Parameters of which a list takes exactly one, or at most one. */
  readonly filters?: {
    readonly exactlyOne?: readonly string[];
    readonly atMostOne?: readonly string[];
  };
  /** How many ids one call takes. */
  readonly idsPerCall?: number;
  readonly page?: PageSpec;
  /** What a write may write, in the documents' spelling: `[]` behind an array, `.(key)` for a map's keys. */
  readonly writable?: readonly Writable[];
  /** Body paths that upstream demands; `whenPart` limits that to calls which name the part. */
  readonly requiredBody?: readonly { readonly path: string; readonly whenPart?: string }[];
  /** Whether upstream is proven to honour `If-Match`. */
  readonly conditional?: true;
  /** Whether upstream refuses the call without a `fields` mask. */
  readonly fieldsRequired?: true;
  readonly upload?: UploadSpec;
  /** `always`: the answer is bytes. `alt`: bytes with `alt=media`. */
  readonly download?: 'always' | 'alt';
  /** `retired`: documented, and gone upstream; `moved`: lives elsewhere now. Absent: active. */
  readonly upstream?: 'retired' | 'moved' | 'noEffect';
  readonly deprecated?: true;
  readonly __types?: { readonly body: Body; readonly answer: Answer };
}

// biome-ignore lint/suspicious/noExplicitAny: the one place that stands for an operation of any shape
export type AnyOperation = Operation<string, any, any, any, any>;

type PathKeys<Path> = Path extends `${string}{${infer Key}}${infer Rest}`
  ? Key | PathKeys<Rest>
  : never;

type Value<P> = P extends Param<infer T> ? T : never;

type RequiredKeys<Q> = {
  [K in keyof Q]: Q[K] extends { readonly required: true } ? K : never;
}[keyof Q];

/** What a call of the operation takes: path keys, query parameters, the body, and the mask every operation knows. */
export type Args<O> =
  O extends Operation<infer Path, infer Query, infer Body>
    ? { readonly [K in PathKeys<Path>]: string } & {
        readonly [K in RequiredKeys<Query>]: Value<Query[K]>;
      } & {
        readonly [K in Exclude<keyof Query, RequiredKeys<Query>>]?: Value<Query[K]> | undefined;
      } & { readonly fields?: string } & (unknown extends Body ? unknown : { readonly body: Body })
    : never;

export type ResponseOf<O> = O extends Operation<string, Params, unknown, infer A> ? A : never;

/** Carry a type into `define` without a value: the official types exist at compile time alone. */
export const body = <B>(): { readonly __body?: B } => ({});
export const returns = <A>(): { readonly __answer?: A } => ({});

type OperationSpec<Query, Body, A, W extends string> = Omit<
  Operation<string, Params, Body, A, W>,
  'key' | 'method' | 'path' | 'query' | 'hasRequestBody' | 'hasResponseBody' | '__types'
> & {
  readonly query?: Query;
  readonly body?: { readonly __body?: Body };
  readonly returns?: { readonly __answer?: A };
};

const define =
  (method: Method) =>
  <
    const Path extends string,
    const Query extends Params = Record<never, never>,
    Body = unknown,
    A = void,
    const W extends string = never,
  >(
    key: Operation['key'],
    path: Path,
    { query, body: given, returns: answered, ...rest }: OperationSpec<Query, Body, A, W>,
  ): Operation<Path, Query, Body, A, W> => ({
    key,
    method,
    path,
    query: query ?? ({} as Query),
    hasRequestBody: given !== undefined,
    hasResponseBody: answered !== undefined,
    ...rest,
  });

export const get = define('GET');
export const post = define('POST');
export const put = define('PUT');
export const patch = define('PATCH');
export const del = define('DELETE');

/** Whether a file of this media type is taken: `video/*` stands for all that begin so. */
export const acceptsMediaType = ({ mediaTypes }: UploadSpec, type: string): boolean =>
  mediaTypes.some(
    (taken) =>
      taken === '*/*' ||
      taken === type ||
      (taken.endsWith('/*') && type.startsWith(taken.slice(0, -1))),
  );

export const serviceOf = ({ key }: { readonly key: Operation['key'] }): Service =>
  key.slice(0, key.indexOf(':')) as Service;

/** The names in `{braces}` of the path, in their order. */
export const pathKeys = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!);

/** Whether a call changes nothing, so that it may be cut at any time. */
export const isRead = ({ method, key }: Pick<AnyOperation, 'method' | 'key'>): boolean =>
  method === 'GET' || key === 'calendar:freebusy.query';
