/** The front door: a gateway for a described API, of which only the HTTP server is missing. */
import {
  executeRootSelectionSet,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  locatedError,
  parse,
  validate,
  validateExecutionArgs,
} from 'graphql';
import type { Api } from './api/api.ts';
import type { AnyOperation } from './api/operation.ts';
import { MemoryTier } from './cache/memory-tier.ts';
import { ReadCache } from './cache/read-cache.ts';
import { type Clock, systemClock } from './caller/clock.ts';
import { Encryption } from './caller/encryption.ts';
import { AcceptedCallers, Identities } from './caller/identities.ts';
import { type ProjectOptions, ProjectUnits } from './cost/project-units.ts';
import { Quotas } from './cost/quota.ts';
import type { QueryLimits } from './read/usage.ts';
import { answerHas } from './rest/operation/answer-check.ts';
import { createUpstream } from './rest/connection/transport.ts';
import type { UpstreamSettings } from './rest/settings.ts';
import { withGrants } from './rest/granted-calls.ts';
import type { Upstream } from './rest/upstream.ts';
import { StoredReads } from './execution/stored-reads.ts';
import { buildSchema } from './schema/build-schema.ts';
import {
  admit,
  admitted,
  type ContextFactory,
  createContextFactory,
  responseExtensions,
  type SharedServices,
} from './schema/context.ts';
import { toGraphError } from './schema/error/error.ts';
import { MemoryStore } from './store/memory-store.ts';
import type { Store } from './store/store.ts';
import type { ResponseExtensions } from './trace/response-extensions.ts';
import { DownloadLinks } from './transfer/download-link.ts';
import { MediaCalls } from './transfer/media-calls.ts';
import { UploadSessions } from './transfer/upload-session.ts';

/** The URLs of uploads and downloads of any size, which an HTTP server has to serve. */
interface FileOptions {
  /** Called while an operation is executed. */
  readonly baseUrl: () => string;
  /** Lifetime in ms of upload sessions, and of relays between services. Default: a day. */
  readonly uploadTtlMs?: number;
  /** Lifetime in ms of download links. Default: an hour. */
  readonly downloadTtlMs?: number;
}

type MediaOptions = Partial<
  Pick<ConstructorParameters<typeof MediaCalls>[0], 'timeoutMs' | 'retryMs' | 'partBytes'>
>;

type Made =
  | 'storedReads'
  | 'upstream'
  | 'quotas'
  | 'uploads'
  | 'downloads'
  | 'media'
  | 'relayTtlMs';

/** What is stored of the answers of services. */
export interface CacheOptions
  extends Pick<
    ConstructorParameters<typeof ReadCache>[0],
    'ttls' | 'keepMs' | 'ofCallers' | 'shared'
  > {
  /** Memory of this process. Bytes. */
  readonly maxBytes: number;
}

/** The options of a gateway. Only the first three have no defaults. */
interface GatewayOptions extends Partial<Omit<SharedServices, Made>> {
  readonly api: Api;
  /** Adds types and fields (`buildSchema`), or a schema of the API that has been built. */
  readonly schema: (() => void) | GraphQLSchema;
  /** Base addresses by `ServiceSpec.address`. */
  readonly bases: UpstreamSettings['bases'];
  /** Of the client of the services: its key, time limits, connections and retries. */
  readonly client?: Omit<UpstreamSettings, 'api' | 'bases' | 'clock'>;
  /** Daily units of each caller, by bucket. Default: no limits. */
  readonly budget?: ConstructorParameters<typeof Quotas>[0]['budget'];
  /** What all callers may spend together in a day. Default: no limits are known. */
  readonly project?: ProjectOptions;
  readonly onShortage?: ConstructorParameters<typeof Quotas>[0]['onShortage'];
  /** Absent: no field may make a URL of the gateway. */
  readonly files?: FileOptions;
  readonly transfers?: MediaOptions;
  /** Absent: nothing is stored. */
  readonly cache?: CacheOptions | undefined;
  /** Whether the API key reads for callers with a token what needs no user. Default: no. */
  readonly readsByKey?: boolean | undefined;
}

/** A query or a mutation, and who sends it. */
interface OperationRequest {
  readonly source: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** The access token for all services. */
  readonly token?: string;
  /** In the place of `token`, where services have tokens of their own. */
  readonly identities?: Identities;
  readonly signal?: AbortSignal;
  /** Default: ten seconds. */
  readonly timeoutMs?: number;
}

interface OperationResponse {
  readonly data?: unknown;
  readonly errors: readonly GraphQLFormattedError[];
  readonly extensions?: ResponseExtensions;
}

/** A gateway that has no HTTP server. */
interface Gateway
  extends ContextFactory,
    Pick<SharedServices, 'quotas' | 'uploads' | 'downloads' | 'documents'> {
  readonly schema: GraphQLSchema;
  readonly upstream: Upstream;
  readonly project: ProjectUnits;
  /** Executes a query or a mutation. It never rejects. */
  execute(request: OperationRequest): Promise<OperationResponse>;
  /** Ends subscriptions and connections. */
  close(): Promise<void>;
}

const defaultLimits: QueryLimits = {
  calls: 100,
  estimatedCalls: 100,
  units: 500,
  fields: 100_000,
  waitMs: 0,
};

const dayMs = 86_400_000;

const noFiles: FileOptions = {
  baseUrl: () => {
    throw new TypeError('the gateway has no option files, so it makes no URLs');
  },
};

const failed = (...errors: readonly GraphQLError[]): OperationResponse => ({
  errors: errors.map((error) => error.toJSON()),
});

/** The error of a field, at its place in the response. */
function withCode(api: Api, error: GraphQLError): GraphQLError {
  return locatedError(toGraphError(api, error), error.nodes, error.path);
}

function readCacheOf(
  { maxBytes, ...options }: CacheOptions,
  { api, store, clock }: { readonly api: Api; readonly store: Store; readonly clock: Clock },
): ReadCache {
  const memory = new MemoryTier(maxBytes);
  const hasEtag = (operation: AnyOperation): boolean => answerHas(api, operation, 'etag');
  return new ReadCache({ ...options, memory, store, clock, hasEtag });
}

/** Creates a gateway. Several can run in a process, each with its own API. */
export function createGateway({
  api,
  schema: types,
  bases,
  client,
  budget = {},
  project: projectOptions,
  onShortage,
  files: { baseUrl, uploadTtlMs = dayMs, downloadTtlMs = dayMs / 24 } = noFiles,
  transfers,
  cache,
  readsByKey = false,
  clock = systemClock,
  store = new MemoryStore(clock.now),
  encryption = new Encryption(),
  acceptedCallers = new AcceptedCallers(),
  documents = { parse, hideSuggestions: false },
  ...shared
}: GatewayOptions): Gateway {
  const schema = typeof types === 'function' ? buildSchema(api, types) : types;
  const readCache = cache && readCacheOf(cache, { api, store, clock });
  // Anybody can invent tokens: nothing is noted of one that was never accepted.
  const onSharingEnd =
    readCache &&
    ((caller: string, isRefused: boolean) =>
      isRefused && !acceptedCallers.hasAccepted(caller)
        ? undefined
        : readCache.states.change(caller));
  const upstream = withGrants(createUpstream({ ...client, api, bases, clock, onSharingEnd }));
  const now = clock.wallTime;
  const project = new ProjectUnits({ ...projectOptions, api, store, clock });
  const counted = { budget, project, onShortage };
  const quotas = new Quotas({ api, store, acceptedCallers, encryption, now, ...counted });
  const urls = { encryption, baseUrl, clock };
  const uploads = new UploadSessions({ ...urls, store, ttlMs: uploadTtlMs });
  const downloads = new DownloadLinks({ ...urls, ttlMs: downloadTtlMs });
  const media = { timeoutMs: 30_000, retryMs: 1_000, ...transfers, upstream, quotas, clock };
  const factory = createContextFactory({
    allowsStoreFailure: true,
    onUnconditional: () => {},
    batchMaxWaitMs: 50,
    feedReadTimeoutMs: 10_000,
    readsAtOnce: 10,
    limits: { caller: defaultLimits, anonymous: defaultLimits },
    ...shared,
    clock,
    store,
    encryption,
    acceptedCallers,
    documents,
    upstream,
    storedReads: readCache && new StoredReads(readCache, readsByKey, acceptedCallers),
    quotas,
    uploads,
    downloads,
    media: new MediaCalls(media),
    relayTtlMs: uploadTtlMs,
  });
  const run = async (request: OperationRequest): Promise<OperationResponse> => {
    const { token, identities = new Identities(token === undefined ? {} : { token }) } = request;
    const document = documents.parse(request.source);
    const invalid = validate(schema, document);
    if (invalid.length > 0) return failed(...invalid);
    const contextValue = factory.contextOf({
      requestId: crypto.randomUUID(),
      identities,
      signal: request.signal,
      deadline: clock.now() + (request.timeoutMs ?? 10_000),
    });
    const { variables: variableValues, operationName } = request;
    const args = { schema, document, contextValue, variableValues, operationName };
    const prepared = validateExecutionArgs(args);
    if (!('schema' in prepared)) return failed(...prepared);
    const rejection = await admit(contextValue, prepared);
    if (rejection) return failed(rejection);
    const { data, errors = [] } = await executeRootSelectionSet(admitted(contextValue, prepared));
    contextValue.execution.quota.settle();
    const extensions = responseExtensions(contextValue);
    return { ...failed(...errors.map((each) => withCode(api, each))), data, extensions };
  };
  return {
    ...factory,
    schema,
    upstream,
    project,
    quotas,
    uploads,
    downloads,
    documents,
    execute: (request) =>
      run(request).catch((error: unknown) =>
        failed(error instanceof GraphQLError ? error : toGraphError(api, error)),
      ),
    close: async () => {
      factory.feeds.close();
      factory.relays.close();
      await upstream.close();
      await project.flush();
    },
  };
}
