/**
 * What the engine has to know of the REST API that it serves: its services, their quota, scopes and
 * error reasons, as data. Whoever uses the engine describes the API once, by `useApi`, and names
 * its values for the compiler by adding to `Register`. The engine itself knows no service.
 */
import type { Failure } from '../rest/call/error.ts';
import type { AnyOperation } from '../rest/operation/operation.ts';
import type { ReasonTable } from './error-reason.ts';
import type { KnownHeaders, OwnHeaders } from './known-headers.ts';
import type { BaseName, Bucket, KnownReason, Service } from './register.ts';

/** The batches that a service accepts. */
export interface BatchEndpoint {
  /** The part of the base address that belongs to the API. */
  readonly basePath: string;
  /** Path of the endpoint, beside the base path. */
  readonly path: string;
  readonly maxParts: number;
}

/**
 * By schema name: the type of each field. A type is a primitive, `=a|b` (documented values) or the
 * name of another schema, followed by `[]` (list), `{}` (map) or `{[]}` (map of lists).
 */
export type Schemas = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names of the schemas of an operation's response and request body. */
export interface Signature {
  readonly answer?: string;
  readonly body?: string;
}

/** The kind of id that names an account, such as an address. */
export type AccountKind = string;

/** How an answer names the account of the caller. */
export interface AccountProof {
  readonly kind: AccountKind;
  /** The argument that makes it an answer about the caller, and its value. */
  readonly argument: readonly [name: string, value: unknown];
  /** Path of the id in the answer, or in the items of a list. */
  readonly path: string;
}

/** One service. */
export interface ServiceSpec {
  /** The name in messages and descriptions for users. */
  readonly product: string;
  /** The full name of the REST API. */
  readonly title: string;
  /** The description of the service in the schema. */
  readonly description: string;
  readonly address: BaseName;
  /** Absent: the service accepts no batches that save anything. */
  readonly batch?: BatchEndpoint;
  /** The header with the access token for this service and those that name the same header. */
  readonly tokenHeader: string;
  /** Whether a file without bytes may be uploaded. */
  readonly acceptsEmptyFile?: true;
  /** Schemas of the service's answers and bodies. */
  readonly schemas: Schemas;
  readonly reasons: ReasonTable;
  /** Names of the objects that an account lacks if an id that all callers share is not found. */
  readonly wellKnownIds?: Readonly<Record<string, string>>;
}

/** One quota bucket. */
export interface BucketSpec {
  /** A service whose calls take units from it. */
  readonly service: Service;
  /**
   * The description in the schema; absent: calls cost no units, and the schema does not name it.
   */
  readonly description?: string;
  /** Whose units these are, as far as answers tell it. Absent: those of the access token. */
  readonly account?: AccountKind;
}

/** What the names of scopes say. Short names are those of descriptors. */
interface ScopeSpec {
  /** What a short name leaves out of the full one. */
  readonly prefix: string;
  /**
   * Scopes that cover only some entities of an account. An operation on one entity can be rejected
   * although the token has such a scope.
   */
  readonly partial: ReadonlySet<string>;
  /** Scopes that help only those who act for somebody else. */
  readonly delegated: ReadonlySet<string>;
  /** Whether a scope shows and changes files without their content. */
  readonly isForMetadata: (scope: string) => boolean;
}

/** Texts about failures, which say more than those of the error code. */
interface MessageSpec {
  /** The whole message for a reason; undefined for reasons without one. */
  readonly reasonMessage: (failure: Failure) => string | undefined;
  /** The values that the service accepts; undefined if neither reason nor argument tells. */
  readonly expectedOf: (failure: Failure) => string | undefined;
  /** By GraphQL type: the list that shows deleted objects to those who ask for them. */
  readonly shownDeleted: Readonly<Record<string, string>>;
  /** By GraphQL type: how to restore a deleted object. */
  readonly restored: Readonly<Record<string, string>>;
  /** Reasons that concern the written entity in any write: the caller may not change it. */
  readonly entityReasons: { readonly [K in KnownReason]?: 'entity' };
}

/** The description of an API, with its defaults. */
export interface Api {
  /** In the order in which pages and answers name them. */
  readonly services: Readonly<Record<Service, ServiceSpec>>;
  readonly buckets: Readonly<Record<Bucket, BucketSpec>>;
  /** All operations by their keys. */
  readonly operations: ReadonlyMap<string, AnyOperation>;
  /** Names of the schemas of an operation's answer and body, by its key. */
  readonly signatures: Readonly<Record<string, Signature>>;
  readonly scopes: ScopeSpec;
  readonly messages: MessageSpec;
  /** By operation key: how an answer names the account of the caller. */
  readonly accountProofs: ReadonlyMap<string, AccountProof>;
  /** A new one for each execution. */
  readonly knownHeaders: () => OwnHeaders;
}

/** The parts that an API may have nothing to say about. */
type Optional = 'signatures' | 'scopes' | 'messages' | 'accountProofs' | 'knownHeaders';

/** A description of an API that leaves out what does not differ from the defaults. */
type ApiDescription = Omit<Api, Optional> &
  Partial<Omit<Api, 'scopes' | 'messages'>> & {
    readonly scopes?: Partial<ScopeSpec>;
    readonly messages?: Partial<MessageSpec>;
  };

const defaults: Pick<Api, Exclude<Optional, 'knownHeaders'>> = {
  signatures: {},
  scopes: { prefix: '', partial: new Set(), delegated: new Set(), isForMetadata: () => false },
  messages: {
    reasonMessage: () => undefined,
    expectedOf: () => undefined,
    shownDeleted: {},
    restored: {},
    entityReasons: {},
  },
  accountProofs: new Map(),
};

/** An API whose calls need no headers of their own has no type for them either. */
const noHeaders: KnownHeaders = { addTo: (_, args) => args, learn: () => {} };

let described: Api | undefined;

/** Describes the API: once in a process, before the schema is built and the first call is sent. */
export function useApi(description: ApiDescription): void {
  described = {
    ...defaults,
    knownHeaders: () => noHeaders as OwnHeaders,
    ...description,
    scopes: { ...defaults.scopes, ...description.scopes },
    messages: { ...defaults.messages, ...description.messages },
  };
}

/** @throws Error if no API has been described */
export function api(): Api {
  if (described === undefined) throw new Error('No API is described: call useApi first');
  return described;
}

/** The names of the services in their order. */
export const serviceNames = (): readonly Service[] => Object.keys(api().services) as Service[];

/** @returns a value for each service */
export const byService = <T>(valueOf: (service: Service) => T): Readonly<Record<Service, T>> =>
  Object.fromEntries(serviceNames().map((service) => [service, valueOf(service)])) as Record<
    Service,
    T
  >;

/** The names of the buckets whose calls cost units. */
export const meteredBuckets = (): readonly Bucket[] =>
  (Object.keys(api().buckets) as Bucket[]).filter(
    (bucket) => api().buckets[bucket].description !== undefined,
  );
