/** The settings as options of `createStudiograph`. `npm run schema` writes this file. */

/** By the names of settings in camel case; docs/settings.md has the same texts. */
export interface SettingOptions {
  /**
   * `production` turns off introspection, the explorer, traces of operations and suggestions in
   * errors. Default: `development`.
   */
  readonly nodeEnv?: 'development' | 'production' | 'test' | undefined;
  /**
   * Base URL of YouTube Data and YouTube Live, ending in `/v3`.
   */
  readonly videoBaseUrl?: string | undefined;
  /**
   * Base URL of Google Drive, without a path.
   */
  readonly storageBaseUrl?: string | undefined;
  /**
   * Base URL of Google Calendar, ending in `/v3`.
   */
  readonly calendarBaseUrl?: string | undefined;
  /**
   * Whether to start the sandbox. Default: on if no service has a base URL; off in production.
   */
  readonly sandbox?: boolean | undefined;
  /**
   * API key for public data, for requests without a token. Without the key, such requests are
   * rejected.
   */
  readonly upstreamApiKey?: string | undefined;
  /**
   * Where the key is sent: in the query parameter `key`, or in the header `X-Goog-Api-Key`.
   * Default: `query`.
   */
  readonly upstreamApiKeyIn?: 'query' | 'header' | undefined;
  /**
   * URL of the proxy to Google, with user and password if the proxy needs them: see
   * [docs/operating/networks.md](operating/networks.md).
   */
  readonly httpsProxy?: string | undefined;
  /**
   * URL of the proxy for base URLs with `http:`.
   */
  readonly httpProxy?: string | undefined;
  /**
   * Hosts that are reached without a proxy, and all below them, separated by commas.
   */
  readonly noProxy?: readonly string[] | undefined;
  /**
   * Maximum time until the first byte of a response, and between two chunks of it. Default:
   * `10000`.
   */
  readonly firstByteTimeoutMs?: number | undefined;
  /**
   * Maximum time of one REST call. Default: `30000`.
   */
  readonly callTimeoutMs?: number | undefined;
  /**
   * Maximum time of one GraphQL request. Calls that are still running then are cancelled. Default:
   * `30000`.
   */
  readonly requestDeadlineMs?: number | undefined;
  /**
   * Maximum of `wait` of `goLive`, `endBroadcast` and `publishFileAsVideo`, in addition to
   * `requestDeadlineMs`. Default: `300000`.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * Maximum number of connections to one service. Default: `512`.
   */
  readonly connectionsPerService?: number | undefined;
  /**
   * Maximum number of times that one call is sent, including the first time. Default: `3`.
   */
  readonly retryAttempts?: number | undefined;
  /**
   * Number of consecutive failures (5xx, lost connections, timeouts) after which calls to a service
   * are paused. Default: `20`.
   */
  readonly breakerFailures?: number | undefined;
  /**
   * [What is stored](limits.md#cache): nothing, what `upstreamApiKey` has read, or also what each
   * caller has read. Default for a running sandbox object: `off`. Default: `public`.
   */
  readonly cache?: 'off' | 'public' | 'callers' | undefined;
  /**
   * For how many seconds stored answers are current: `video:videos.list=120,video:search.list=0`.
   * 0: not stored.
   */
  readonly cacheTtls?: Readonly<Record<string, number>> | undefined;
  /**
   * Time for which an answer is kept for a day without quota: 7 days at most, where Google allows
   * 30 for YouTube. Milliseconds. Default: `86400000`.
   */
  readonly cacheKeepMs?: number | undefined;
  /**
   * Memory of this process for stored answers. Bytes. Default: `67108864`.
   */
  readonly cacheBytes?: number | undefined;
  /**
   * URL of a Redis for stored answers alone, which may evict them.
   */
  readonly cacheRedisUrl?: string | undefined;
  /**
   * Bytes of stored answers in `redisUrl`. Default: a quarter of its memory; without a limit, 64
   * MiB.
   */
  readonly cacheSharedBytes?: number | undefined;
  /**
   * What reads public data for a request with a token: the token, or `upstreamApiKey` first.
   * Default: `token`.
   */
  readonly publicReads?: 'token' | 'key' | undefined;
  /**
   * Maximum size of a request body, or of a message of a WebSocket. Bytes. Default: `1048576`.
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum total size of the files in a GraphQL request. Bytes. Default: `16777216`.
   */
  readonly maxUploadBytes?: number | undefined;
  /**
   * Maximum total size of request bodies and WebSocket messages in memory. Beyond it, incomplete
   * ones are rejected, those of unknown and slow callers first. Bytes. Default: `268435456`.
   */
  readonly maxReceivedBytes?: number | undefined;
  /**
   * Maximum number of lexical tokens of a document. Default: `2000`.
   */
  readonly maxTokens?: number | undefined;
  /**
   * Maximum depth of nested fields, with fragments expanded. Default: `20`.
   */
  readonly maxDepth?: number | undefined;
  /**
   * Maximum number of aliases of an operation, with fragments expanded. Default: `30`.
   */
  readonly maxAliases?: number | undefined;
  /**
   * Maximum number of elements of a list in an argument or variable. Default: `200`.
   */
  readonly maxList?: number | undefined;
  /**
   * Maximum number of REST calls of an operation. Default: `500`.
   */
  readonly maxQueryCalls?: number | undefined;
  /**
   * Maximum number of REST calls in the maximum cost of a query, which counts every list as full.
   * Default: `50000`.
   */
  readonly maxEstimatedCalls?: number | undefined;
  /**
   * Maximum number of quota units of one bucket that an operation may spend. Not of `CALENDAR` and
   * `STORAGE`. Default: `2000`.
   */
  readonly maxQueryUnits?: number | undefined;
  /**
   * Maximum number of REST calls in the maximum cost of an operation without a token. Default:
   * `100`.
   */
  readonly maxAnonymousQueryCalls?: number | undefined;
  /**
   * Maximum number of quota units of one bucket that an operation without a token may spend. Not of
   * `CALENDAR` and `STORAGE`. Default: `100`.
   */
  readonly maxAnonymousQueryUnits?: number | undefined;
  /**
   * Quota units that an account, or a token of an unknown account, may spend by day
   * (`VIDEO=2000,SEARCH=20`) or minute (`CALENDAR`, `STORAGE`). Others: no limit.
   */
  readonly quotaBudget?: Readonly<Partial<Record<'VIDEO' | 'SEARCH' | 'VIDEO_UPLOAD' | 'VIDEO_STATISTICS' | 'CALENDAR' | 'STORAGE', number>>> | undefined;
  /**
   * Quota units that Google grants your project in a day. Default: `VIDEO=10000, SEARCH=100,
   * VIDEO_UPLOAD=100, VIDEO_STATISTICS=10000`.
   */
  readonly quotaProject?: Readonly<Partial<Record<'VIDEO' | 'SEARCH' | 'VIDEO_UPLOAD' | 'VIDEO_STATISTICS', number>>> | undefined;
  /**
   * Per cent of these that are [kept](limits.md#the-projects-day) for mutations, and for requests
   * with a token: `writes=5,callers=15`.
   */
  readonly quotaReserve?: Readonly<Partial<Record<'writes' | 'callers', number>>> | undefined;
  /**
   * Quota units of a day by the name that a client sends: `web:VIDEO=4000,others:VIDEO=500`.
   */
  readonly quotaClients?: Readonly<Record<string, Readonly<Partial<Record<'VIDEO' | 'SEARCH' | 'VIDEO_UPLOAD' | 'VIDEO_STATISTICS', number>>>>> | undefined;
  /**
   * Maximum size of a GraphQL response. Bytes. A longer one has an error in place of its data. A
   * WebSocket with more unsent bytes is closed. Default: `16777216`.
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Maximum number of concurrent queries and mutations. Default: `2000`.
   */
  readonly maxConcurrentRequests?: number | undefined;
  /**
   * Maximum number of concurrent subscriptions. Default: `5000`.
   */
  readonly maxSubscriptions?: number | undefined;
  /**
   * Maximum number of WebSockets after `connection_init`, and as many before it. 0: none. Default:
   * `2000`.
   */
  readonly maxWebsockets?: number | undefined;
  /**
   * Maximum number of concurrent uploads and downloads. Default: `256`.
   */
  readonly maxConcurrentStreams?: number | undefined;
  /**
   * Time until a download URL expires. Default: `300000`.
   */
  readonly downloadLinkTtlMs?: number | undefined;
  /**
   * Origins that results of `startFileDownload` are fetched from with the caller's token, besides
   * the Google Drive API itself, separated by commas. Default: `https://www.googleapis.com,
   * https://content.googleapis.com, https://drive.usercontent.google.com`.
   */
  readonly downloadOrigins?: readonly string[] | undefined;
  /**
   * URL of the Redis server of all replicas: `redis://` or `rediss://`. Without Redis, replicas
   * share nothing of "What replicas share" in [docs/size.md](size.md).
   */
  readonly redisUrl?: string | undefined;
  /**
   * How `chatMessages` follows a chat: by polls, or by `streamList` (not tried on YouTube yet), and
   * by polls while that fails or `maxConcurrentStreams` are open. Default: `poll`.
   */
  readonly liveChatSource?: 'poll' | 'stream' | undefined;
  /**
   * Operation of `videos` that reads statistics which are selected alone. `batchGetStats` has units
   * of its own, and has not been tried on YouTube yet. Default: `list`.
   */
  readonly videoStatisticsSource?: 'list' | 'batchGetStats' | undefined;
  /**
   * While Redis fails, `reject` rejects updates that need a lock, and all that costs units of a
   * `quotaBudget`. `allow` runs them; each process counts alone. Default: `reject`.
   */
  readonly storeFailure?: 'reject' | 'allow' | undefined;
  /**
   * Encrypts upload and download URLs, and private data in Redis: at least 32 characters. Of
   * several, separated by commas, the first encrypts. Default: random.
   */
  readonly linkSecret?: readonly string[] | undefined;
  /**
   * Base URL of the gateway as clients see it, for uploads, downloads, and `/notifications` for
   * Drive and Calendar. Default: the address that it listens on.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Origins, separated by commas, of receivers that mutations such as `watchFile` and `watchEvents`
   * may name. https only. Without any, these mutations are rejected.
   */
  readonly notificationOrigins?: readonly string[] | undefined;
  /**
   * Folder of `.graphql` files, or a manifest of Apollo, Relay or graphql-codegen, whose documents
   * requests can name by their ids. Read at the start.
   */
  readonly persistedOperations?: string | undefined;
  /**
   * Whether to run only the documents of `persistedOperations`. Default: off.
   */
  readonly persistedOnly?: boolean | undefined;
  /**
   * Whether the schema has what a router of Apollo Federation 2 asks a subgraph for: `_service` and
   * `_entities`. Default: off.
   */
  readonly federation?: boolean | undefined;
  /**
   * Origins whose pages may call the gateway and open WebSockets, separated by commas. Except in
   * production, all ports of localhost are allowed too.
   */
  readonly corsOrigins?: readonly string[] | undefined;
  /**
   * Request headers that pages of `corsOrigins` may send besides those that the gateway reads,
   * separated by commas. Default: `apollographql-client-name, apollographql-client-version,
   * apollographql-library-name, apollographql-library-version, graphql-client-name,
   * graphql-client-version, x-apollo-operation-name, last-event-id, cache-control, traceparent,
   * tracestate, baggage, sentry-trace`.
   */
  readonly corsHeaders?: readonly string[] | undefined;
  /**
   * Whether to answer introspection, to serve the schema at `/schema.graphql`, and to suggest names
   * in errors. Default: on; off in production.
   */
  readonly introspection?: boolean | undefined;
  /**
   * Whether to serve the explorer, GraphiQL. Default: on; off in production.
   */
  readonly graphiql?: boolean | undefined;
  /**
   * Whether requests with the header `x-trace: 1` get the REST calls of the operation in
   * `extensions.trace`. Default: on; off in production.
   */
  readonly trace?: boolean | undefined;
  /**
   * Whether AI agents can connect at `/mcp`, by the Model Context Protocol: see
   * [docs/agents.md](agents.md). Default: off.
   */
  readonly mcp?: boolean | undefined;
  /**
   * Tools of agents: `none`, `read`, `write` (also reads), `all` (also documents of their own), or
   * names of tools, separated by commas: [docs/agents.md](agents.md). Default: `write`.
   */
  readonly mcpTools?: readonly string[] | undefined;
  /**
   * Quota units above which a tool that writes asks the user first. Default: `300`.
   */
  readonly mcpAskUnits?: number | undefined;
  /**
   * Quota units that the agents of one account may spend in a day of Google (until midnight Pacific
   * Time), of all buckets together but `CALENDAR` and `STORAGE`. Default: `2000`.
   */
  readonly mcpDailyUnits?: number | undefined;
  /**
   * Id of the OAuth client with which users [sign in](sign-in.md) at the gateway. Without it,
   * clients bring tokens.
   */
  readonly googleClientId?: string | undefined;
  /**
   * The secret of `googleClientId`. Sent to nobody but Google.
   */
  readonly googleClientSecret?: string | undefined;
  /**
   * Where users sign in, and tokens are renewed: the URL of a sandbox. Default: Google; with the
   * own sandbox, that.
   */
  readonly signInBaseUrl?: string | undefined;
  /**
   * Who may sign in, separated by commas: addresses, and domains of Google Workspace such as
   * `@example.org`. Default: everybody with a Google account.
   */
  readonly signInAllowed?: readonly string[] | undefined;
  /**
   * Time without use after which a user has to sign in again. Milliseconds. Default: `2592000000`.
   */
  readonly signInIdleMs?: number | undefined;
  /**
   * Number of processes that clients see as one gateway. In production, sign-in needs `redisUrl`
   * unless it is 1.
   */
  readonly replicas?: number | undefined;
  /**
   * Ids of the OAuth clients whose tokens are accepted, separated by commas: Google is asked once
   * about each token. Default: every token is, as the services decide.
   */
  readonly acceptedClientIds?: readonly string[] | undefined;
  /**
   * File with the [access keys](sign-in.md#access-keys) of programs, which `studiograph key`
   * writes.
   */
  readonly accessKeys?: string | undefined;
  /**
   * The port on which Prometheus reads `/metrics`. 0: any free port. Without it, nothing is
   * counted.
   */
  readonly metricsPort?: number | undefined;
  /**
   * What metrics and traces call the version. The image has its build argument `VERSION`. Default:
   * the version in `package.json`.
   */
  readonly buildVersion?: string | undefined;
  /**
   * The address to listen on for `metricsPort`. Default: `host`.
   */
  readonly metricsHost?: string | undefined;
  /**
   * Base URL of an OpenTelemetry collector, which receives traces at `/v1/traces` (OTLP over HTTP,
   * JSON). Without it, nothing is traced.
   */
  readonly otelExporterOtlpEndpoint?: string | undefined;
  /**
   * The name of the service in traces. Default: `studiograph`.
   */
  readonly otelServiceName?: string | undefined;
  /**
   * Which requests, and polls of feeds, are traced. `parentbased`: as the header `traceparent`
   * says, if there is one. Default: `parentbased_always_on`.
   */
  readonly otelTracesSampler?: 'always_on' | 'always_off' | 'traceidratio' | 'parentbased_always_on' | 'parentbased_always_off' | 'parentbased_traceidratio' | undefined;
  /**
   * The share that `traceidratio` traces. Default: `1`.
   */
  readonly otelTracesSamplerArg?: number | undefined;
  /**
   * How the log has the addresses of clients: as a hash, the same in all replicas with the same
   * `linkSecret`; as they are; or not at all. Default: `hash`.
   */
  readonly clientAddress?: 'hash' | 'plain' | 'off' | undefined;
  /**
   * Addresses and CIDR ranges, separated by commas, of the proxies whose header `x-forwarded-for`
   * names the client. Default: none, and the header is ignored.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /**
   * Minimum severity of logged messages. Default: `info`.
   */
  readonly logLevel?: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | undefined;
}
