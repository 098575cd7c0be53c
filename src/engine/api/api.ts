/**
 * What the engine has to know of the REST API that it serves: its services, their quota, scopes and
 * error reasons, as data. Whoever uses the engine describes the API by `createApi`, and names its
 * values for the compiler by adding to `Register`. The description is a value that is passed: a
 * process can serve several. The engine itself knows no service.
 */
import type { AnyOperation } from './operation.ts';
import type { Failure, ReasonTable } from './error.ts';
import type { KnownHeaders, OwnHeaders } from './known-headers.ts';
import type { BaseName, Bucket, KnownReason, OwnCode, Service } from './register.ts';

/**
 * By schema name: the type of each field. A type is a primitive, the documented values of a text
 * (`=public|private`) or the name of another schema, followed by `[]` (list), `{}` (map) or `{[]}`
 * (map of lists).
 */
export type Schemas = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names of the schemas of an operation's answer and request body. */
export interface Signature {
  readonly answer?: string;
  readonly body?: string;
}

/** The kind of id that names an account, such as an address. */
export type AccountKind = string;

/** A form in which a service writes values, otherwise than they were sent. */
export interface Normalization {
  /**
   * `outerSpace`: texts without space around them; `lineEnds`: with one kind of line ends;
   * `composedLetters`: with one character for a letter and its accent; `smallLetters`: addresses in
   * small letters; `time`: instants that differ by less than `withinMs`; `order`: lists in another
   * order; `absentDefault`: false, zero and empty values left out.
   */
  readonly form:
    | 'outerSpace'
    | 'lineEnds'
    | 'composedLetters'
    | 'smallLetters'
    | 'time'
    | 'order'
    | 'absentDefault';
  /** Of the value at this path of a body, and all within it; absent: of all values. */
  readonly path?: string;
  readonly withinMs?: number;
}

/** Where an answer says whose access token it is. */
export interface AccountProof {
  readonly kind: AccountKind;
  /** The argument that makes it an answer about the caller, and its value: `mine` and true. */
  readonly argument: readonly [name: string, value: unknown];
  /** Path of the id in the answer, or in the items of a list. */
  readonly path: string;
}

export interface ServiceSpec {
  /** The name in messages and descriptions for users. */
  readonly product: string;
  /** The product whose ids the objects have. Default: the product itself. */
  readonly ids?: string;
  /** The full name of the REST API. */
  readonly title: string;
  /** The description of the service in the schema. */
  readonly description: string;
  readonly address: BaseName;
  /** The request header with the access token for this service. Services can share one. */
  readonly tokenHeader: string;
  /** Schemas of the service's answers and bodies. */
  readonly schemas: Schemas;
  /** GraphQL enums by the names that the schemas have for them (`=Name`). */
  readonly enums?: Readonly<Record<string, object>>;
  readonly reasons: ReasonTable;
  /**
   * Ids that stand for another object for each caller, with the name of the object in messages:
   * `inbox` for "task list of new tasks".
   */
  readonly wellKnownIds?: Readonly<Record<string, string>>;
}

interface BucketSpec {
  /** A service whose calls take units from it. */
  readonly service: Service;
  /**
   * The description in the schema; absent: calls cost no units, and the schema does not name it.
   */
  readonly description?: string;
  /** The kind of account that has the units. Absent: they belong to the access token. */
  readonly account?: AccountKind;
  /** How long units last: a day of `Api.quotaDay`, or a minute of the clock. Default: a day. */
  readonly window?: QuotaWindow;
}

/** The time for which units are granted. */
export type QuotaWindow = 'day' | 'minute';

/** OAuth scopes. The sets have short names, as the declarations of operations have. */
interface ScopeSpec {
  /** The beginning of full names, which short ones leave out. */
  readonly prefix: string;
  /**
   * Scopes that cover only some entities of an account. An operation on one entity can be rejected
   * although the token has such a scope.
   */
  readonly partial: ReadonlySet<string>;
  /** Scopes that are useful only to those who act for somebody else. */
  readonly delegated: ReadonlySet<string>;
  /** Scopes that show and change objects without the content of their files. */
  readonly withoutContent: ReadonlySet<string>;
}

/** Texts about failures, which say more than those of the error code. */
interface MessageSpec {
  /** The whole message for a reason; undefined for reasons without one. */
  readonly reasonMessage: (failure: Failure) => string | undefined;
  /**
   * The end of a sentence about a rejected value: what the service accepts. Undefined if neither
   * reason nor argument tells.
   */
  readonly expectedOf: (failure: Failure) => string | undefined;
  /** By GraphQL type: the list field that can show deleted objects, with its argument. */
  readonly deletedLists: Readonly<Record<string, string>>;
  /** What to do with a URL that was given in place of an id, after a semicolon. */
  readonly urlHint: string;
  /** By GraphQL type: how to restore a deleted object. */
  readonly restoreHints: Readonly<Record<string, string>>;
  /**
   * Reasons by which a service says, in any write, that the caller may not change the entity.
   * Joined with `reasons` of the write, where other values are paths of its input.
   */
  readonly entityReasons: { readonly [K in KnownReason]?: 'entity' };
}

/** What all calls of an API have. */
interface CallSpec {
  /** Parameters of each call, as a query string: `prettyPrint=false`. */
  readonly query: string;
  /** The header with the gateway's own API key. */
  readonly apiKeyHeader: string;
  readonly userAgent: string;
}

/**
 * How a caller acts for another account (`Identity.onBehalfOf`): the query parameters that name it.
 */
interface DelegationSpec {
  /** Of several that an operation has, the first one names the account. */
  readonly account: readonly string[];
  /** The parameter that names a part of the account. */
  readonly part: string;
}

/** An error code that the engine does not have. */
export interface CodeSpec {
  /** One or two sentences for developers, for the schema. */
  readonly meaning: string;
  /** What a product can tell its users. */
  readonly userText: string;
  /** The message of an error, for developers: what to do next. */
  readonly message: string;
  /** Whether one value of the input causes it: then the error has the path of the value. */
  readonly isAboutValue?: true;
}

/** The description of an API, with its defaults. */
export interface Api {
  /** In the order in which pages and answers name them. */
  readonly services: Readonly<Record<Service, ServiceSpec>>;
  /** What does not tell that a service has ignored a value. Default: nothing. */
  readonly normalizations?: readonly Normalization[];
  readonly buckets: Readonly<Record<Bucket, BucketSpec>>;
  /** All operations by their keys. */
  readonly operations: ReadonlyMap<string, AnyOperation>;
  /** Names of the schemas of an operation's answer and body, by its key. */
  readonly signatures: Readonly<Record<string, Signature>>;
  readonly calls: CallSpec;
  readonly delegation: DelegationSpec;
  /** The day for which quota units are granted; `name` is the time zone in descriptions. */
  readonly quotaDay: { readonly timeZone: string; readonly name: string };
  readonly scopes: ScopeSpec;
  readonly messages: MessageSpec;
  /** Codes of failed calls beside those of the engine. They are in payloads of mutations. */
  readonly codes: Readonly<Record<OwnCode, CodeSpec>>;
  /** By operation key: how an answer names the account of the caller. */
  readonly accountProofs: ReadonlyMap<string, AccountProof>;
  /** Makes what one execution remembers about headers. */
  readonly knownHeaders: () => OwnHeaders;
}

/** The parts that an API may have nothing to say about. */
type Optional =
  | 'signatures'
  | 'calls'
  | 'delegation'
  | 'quotaDay'
  | 'scopes'
  | 'messages'
  | 'codes'
  | 'accountProofs'
  | 'knownHeaders';

/** A description of an API that leaves out what does not differ from the defaults. */
type ApiDescription = Omit<Api, Optional> &
  Partial<Omit<Api, 'calls' | 'scopes' | 'messages'>> & {
    readonly calls?: Partial<CallSpec>;
    readonly scopes?: Partial<ScopeSpec>;
    readonly messages?: Partial<MessageSpec>;
  };

/**
 * For an API that names no headers. Then `OwnHeaders` is `KnownHeaders`; the compiler cannot tell,
 * nor that `OwnCode` is never for an API without codes.
 */
const noHeaders: KnownHeaders = { addTo: (_, args) => args, learn: () => {} };

const defaults: Pick<Api, Optional> = {
  signatures: {},
  calls: { query: '', apiKeyHeader: 'x-api-key', userAgent: 'graphql-gateway' },
  delegation: { account: [], part: '' },
  quotaDay: { timeZone: 'UTC', name: 'UTC' },
  scopes: { prefix: '', partial: new Set(), delegated: new Set(), withoutContent: new Set() },
  messages: {
    reasonMessage: () => undefined,
    expectedOf: () => undefined,
    deletedLists: {},
    urlHint: '',
    restoreHints: {},
    entityReasons: {},
  },
  codes: {} as Api['codes'],
  accountProofs: new Map(),
  knownHeaders: () => noHeaders as OwnHeaders,
};

/** @returns the description with its defaults, to be passed to a gateway and its schema */
export const createApi = (description: ApiDescription): Api => ({
  ...defaults,
  ...description,
  calls: { ...defaults.calls, ...description.calls },
  scopes: { ...defaults.scopes, ...description.scopes },
  messages: { ...defaults.messages, ...description.messages },
});

export const ownCodes = ({ codes }: Api): readonly OwnCode[] => Object.keys(codes) as OwnCode[];

/** @returns undefined for a code of the engine */
export const ownCode = ({ codes }: Api, code: string): CodeSpec | undefined =>
  (codes as Readonly<Record<string, CodeSpec>>)[code];

/** The names of the services in their order. */
export const serviceNames = ({ services }: Api): readonly Service[] =>
  Object.keys(services) as Service[];

/** @returns a value for each service */
export const byService = <T>(
  api: Api,
  valueOf: (service: Service) => T,
): Readonly<Record<Service, T>> =>
  Object.fromEntries(serviceNames(api).map((service) => [service, valueOf(service)])) as Record<
    Service,
    T
  >;

export const windowOf = ({ buckets }: Api, bucket: Bucket): QuotaWindow =>
  buckets[bucket].window ?? 'day';

/**
 * Whether the limits of one operation, and of agents, count the units of a bucket.
 * Units of a minute are back before anybody misses them.
 */
export const isScarce = (api: Api, bucket: Bucket): boolean => windowOf(api, bucket) === 'day';

/** The names of the buckets whose calls cost units. */
export const meteredBuckets = ({ buckets }: Api): readonly Bucket[] =>
  (Object.keys(buckets) as Bucket[]).filter((bucket) => buckets[bucket].description !== undefined);
