/**
 * What the gateway promises under hostile input (S) and failing services (R). A test that proves a
 * promise has its name as a tag: `it('…', { tags: ['R10'] }, …)`; `fullSize` marks those that call
 * `promised`. `promise-page.ts` makes `test/promises.md` from these rows and the tests of a run.
 */

/** A promise, and what it protects from. */
interface Promised {
  readonly threat: string;
  readonly promise: string;
}

const rows = {
  S1: [
    'deep nesting',
    'A document has a depth of at most 20, counted through fragments. A deeper one is rejected before any REST call.',
  ],
  S2: ['overflow of the parser', 'No document of any form is answered 5xx.'],
  S3: [
    'many tokens',
    'A document of more than 2,000 tokens or 100 KB is rejected within 50 ms of CPU time.',
  ],
  S4: ['many aliases', 'A document with more than 30 aliases is rejected.'],
  S5: ['many mutations', 'A mutation has at most 10 root fields, counted through fragments.'],
  S6: [
    'many directives',
    'A document with more than 20 directives is rejected. Validation stops after 5 errors, and their answer has at most 3 KB.',
  ],
  S7: [
    'circular and multiplying fragments',
    'Cycles are rejected. Fragments that expand to 2^64 fields cost at most 500 ms.',
  ],
  S8: [
    'expensive validation of overlapping fields',
    'A document of 400 KB and any form costs at most 300 ms, and delays others by at most 250 ms.',
  ],
  S9: [
    'exhausted quota',
    'The cost of an operation is estimated before its first REST call; an operation over a limit makes none. An operation never makes more calls than were admitted. `extensions.cost` states the cost.',
  ],
  S10: ['long lists of ids', 'A list of more than 200 elements is rejected before execution.'],
  S11: ['batches of operations', 'An array of operations is answered 4xx, without a REST call.'],
  S12: [
    'requests of other sites',
    'An operation runs only with `content-type: application/json` or a header that browsers ask permission for. A mutation never runs by GET.',
  ],
  S13: ['CORS', 'Allowed origins are listed. No origin is reflected, and `null` is never allowed.'],
  S14: ['exploring the schema', 'In production, introspection, GraphiQL and suggestions are off.'],
  S15: [
    'details in errors',
    'An error has no stack, path, host, URL or text of a service, only the documented fields and the request id.',
  ],
  S16: [
    'secrets in logs',
    '20 planted secrets appear nowhere in logs, errors, metrics and traces, at any level of the log.',
  ],
  S17: [
    'ids that lead to another route',
    'An id is one segment of a path. Empty ids, dots, separators, control and bidi characters are rejected; valid ids arrive encoded.',
  ],
  S18: [
    'reserved words as ids',
    '`trash`, `generateIds` and the like are never sent as the id of a file.',
  ],
  S19: ['ids with commas', 'An id with a comma is rejected. One bad id of 50 leaves 49 right.'],
  S20: [
    'injection into a search of files',
    "Every value in a search is quoted, with `\\'` and `\\\\`.",
  ],
  S21: [
    'injection of headers',
    'CR, LF and NUL never leave the gateway. A request with both `content-length` and `transfer-encoding` is rejected.',
  ],
  S22: [
    'forwarded headers',
    'Services receive only headers that the gateway sets itself, and Bearer tokens.',
  ],
  S23: [
    'private data without a token',
    'Without a token, only public operations are called, with the API key.',
  ],
  S24: ['data of other callers', 'No cache, loader or shared call serves two callers.'],
  S25: ['revoked tokens', 'After a token was revoked, the next request gets `UNAUTHENTICATED`.'],
  S26: [
    'forged notifications',
    'A notification counts only with a known channel id, its token, its resource id, a higher message number, and before the channel expires.',
  ],
  S27: [
    'requests to other hosts',
    'The gateway calls only the configured addresses: it follows no URL of an answer to another origin, and watch channels have the public URL or an allowed origin.',
  ],
  S28: [
    'large requests',
    'JSON has at most 1 MB, headers 16 KB, a URL 8 KB. Large files are streamed. Compressed requests are rejected.',
  ],
  S29: [
    'large answers',
    'An answer of a service over 32 MiB, with too many values or too many encodings is `UPSTREAM_TOO_LARGE`.',
  ],
  S30: [
    'prototype pollution',
    'The keys `__proto__` and `constructor` in JSON are rejected or plain data.',
  ],
  S31: ['slow regular expressions', 'No header or value of 100 KB costs more than 50 ms.'],
  S32: [
    'slow clients',
    'A half-sent request is closed within 15 s. 1,000 of them do not slow others.',
  ],
  S33: [
    'limits of subscriptions',
    'All limits hold for subscriptions, too, over SSE and WebSockets.',
  ],
  S34: ['`@defer` and `@stream`', 'Both are rejected.'],
  S35: [
    'destructive mutations',
    'Mutations that delete everything have an argument `confirm`, which must equal the id.',
  ],
  S36: [
    'rights of linked objects',
    'The same object gets the same error by `node`, by a link and by an interface.',
  ],
  S37: [
    'invented tokens',
    '100,000 requests with random tokens create and displace no shared state: budgets and upload sessions of others remain.',
  ],
  S38: [
    'half-sent requests',
    '2,000 half-sent bodies, 100 half-sent forms and 2,000 WebSockets without `connection_init` cost no complete request, and no other WebSocket, its place.',
  ],
  S39: [
    'strangers in a queue',
    'A caller whose token no service has accepted delays no writes of others.',
  ],
  S40: [
    'bytes that nobody reads',
    'The bytes that wait to be sent have a limit for the process; beyond it, the slowest reader of the caller with the most of them is closed. Before `connection_init`, nothing is echoed. Control frames are small and few.',
  ],
  S41: [
    'private data at rest',
    'Addresses, ids of accounts and documents are encrypted in the store, or keyed hashes.',
  ],
  S42: [
    'attackers without a name',
    'The log has the address of each client, as a keyed hash by default: an operator can find an attacker.',
  ],
  S43: [
    'shared caches in front',
    'No shared cache can store an answer of `/graphql` to a request with a token, whatever header it came in, a content owner or a cookie.',
  ],
  S46: [
    'CPU of strangers',
    'Work that needs no REST call (wrong ids, huge JSON, rejected documents, messages of agents) is charged to its caller. Beside 40 connections of strangers, an accepted caller waits for the CPU at most 100 ms in 99 of 100 requests, and `/health` at most 200 ms. A response lists at most 100 errors.',
  ],
  R1: [
    'a service answers 5xx',
    'Only its fields are null, with path, code and service. All others equal those of a run without the failure.',
  ],
  R2: [
    'answers that are cut off or no JSON',
    'The error is `UPSTREAM_INVALID`. The gateway never answers 5xx for it and never stops.',
  ],
  R3: [
    'a service that hangs',
    'Every call has limits for the connection, the first byte and the whole call, and ends at the deadline of its request.',
  ],
  R4: [
    'a service that slows others',
    'Each service has its own connections, queue and circuit breaker, and those of transfers are separate.',
  ],
  R5: [
    'a service that fails for long',
    'The circuit breaker of a service opens after 20 failures, or if half of the calls of 2 s fail. While it is open, answers take at most 10 ms, and one call per second probes the service. It closes within 5 s after the service works.',
  ],
  R6: [
    'many retries',
    'While a service fails completely, it gets at most 1.2 times as many calls as fields were requested.',
  ],
  R7: [
    'retries at the same time',
    'Delays are random: of 1,000 retries, at most 10% fall in the same 50 ms.',
  ],
  R8: [
    '`Retry-After`',
    'It is respected if it ends before the deadline; otherwise the error comes at once, with `retryAfter`.',
  ],
  R9: [
    'reasons of a 403',
    'Rate limits are retried; exhausted quotas, missing rights and policies are not.',
  ],
  R10: ['repeated writes', 'A write that is not idempotent is sent at most once.'],
  R11: [
    'a lost answer to a creation',
    '`createFile` and `createEvent` create exactly one object and return its id.',
  ],
  R12: [
    'lost updates',
    'With `ifMatch`, 32 clients that add 50 entries each end with 1,600. Of 20 parallel updates of different fields, every acknowledged one remains. So does every acknowledged write of an occurrence while its series is divided, also by two processes without a shared store.',
  ],
  R13: [
    'updates that replace a whole part',
    'An update of one field of a YouTube resource keeps the other fields.',
  ],
  R14: [
    'files without an etag',
    'Parents and labels of files change by additions and removals, not by replacement.',
  ],
  R15: [
    'one bad id of many',
    'If one id of a call is missing or fails, only its entity is null or an error, and the order remains.',
  ],
  R16: ['expired page tokens', 'The error is on that list only, and its cursor works again later.'],
  R17: [
    'expired sync tokens',
    'The gateway reads everything again by itself, and the final set is complete.',
  ],
  R18: [
    'expiring watch channels',
    'A channel is renewed at 80% of its life. The old one is stopped after the new one is confirmed.',
  ],
  R19: [
    'lost and repeated notifications',
    'Changes are read by token, so no change is lost or doubled.',
  ],
  R20: [
    'a failing live chat',
    'No message is lost or doubled, the order remains, and the interval of YouTube is kept.',
  ],
  R21: [
    'many subscribers',
    '1,000 subscribers of one chat and caller share one poller. Without subscribers it stops within 2 s.',
  ],
  R22: [
    'subscribers that reconnect',
    'A subscription continues after its last cursor for at least 5 minutes.',
  ],
  R23: [
    'slow subscribers',
    'At most 1,000 items wait for a subscriber, then its subscription ends with a code. Others notice nothing.',
  ],
  R24: [
    'clients that leave',
    'Reads are aborted within 200 ms. Writes run to their end, each entry of a bulk write, too.',
  ],
  R25: [
    'SIGTERM',
    'Readiness fails at once, and the port stays open for `DRAIN_DELAY_MS`. Then the port closes without a reset, and requests end within 10 s.',
  ],
  R26: [
    'overload',
    'A request beyond the limit is answered 503 with `Retry-After`, nine in ten within 50 ms. At three times the capacity, at least 80% of the peak is served, of queries that take much longer than a rejection (0.03 ms of CPU time): `bench/README.md` has figures for small ones. Afterwards, everything is served.',
  ],
  R27: [
    'large uploads',
    'An upload of 1 GiB needs at most 64 MiB of memory, eight at once 256 MiB, and the bytes arrive unchanged.',
  ],
  R28: [
    'broken uploads',
    'After each of 100 random cuts an upload continues where the service says, sends at most 8 MiB again and takes at most 5 s; a lost session starts again.',
  ],
  R29: [
    'slow downloads',
    'A client that reads 10 KB/s costs at most 32 MiB. A download continues by `Range` and `If-Range`, unless the file has changed.',
  ],
  R30: [
    'tokens that expire',
    'A token that expires during a request gives `UNAUTHENTICATED` with the service, and what was read is delivered.',
  ],
  R31: [
    'closed connections',
    'A kept-alive connection that a service has closed is never an error of a read.',
  ],
  R32: [
    'leaks',
    'During a run of 30 minutes in which 5% of the calls fail, memory without garbage grows by at most 1 MiB per minute after the fifth, and handles return to their number at the start.',
  ],
  R33: [
    'wrong settings',
    'A wrong setting ends the process with code 1 within 2 s and names the setting, never its value if it is secret. Unavailable services do not prevent a start.',
  ],
  R34: [
    'impossible transitions',
    'Impossible and repeated transitions of a broadcast are errors of the payload, and are not retried.',
  ],
  R35: [
    'long-running operations',
    'They are polled with growing intervals, can be cancelled, and end at the deadline.',
  ],
  R36: [
    'different answers',
    'The answer of the graph equals the join of the answers of the REST APIs.',
  ],
  R37: [
    'one caller that takes everything',
    'No caller keeps more than its share of operations, subscriptions, WebSockets, transfers and unsent bytes if others need them; all requests without a token are one caller with a small share. Beside such a caller, all requests of others succeed, and their p99 at most doubles.',
  ],
  R38: [
    'a service that hangs under load',
    'It has at most its own places and waiting calls: with 300 requests a second to it, all operations that do not need it succeed. The circuit breaker counts calls without a first byte long before their timeout.',
  ],
  R39: [
    'a lock whose holder is paused or killed, or whose store freezes',
    'Nothing is sent after the end of a lease, which is compared with the clock before each write. The next writer waits at most 3 s after the store is back.',
  ],
  R40: [
    'a lasting rate limit',
    'It causes at most 1.2 calls per request of a caller that is refused. `Retry-After` holds for the later calls of the caller, or of its API project, with the same service, bucket and kind (reads, writes, starts of uploads and copies), by all replicas. The calls of all others go out, however many callers are refused. All callers are paused only if several with valid tokens are refused for 10 s and none succeeds: then one call a second is sent as a probe, until one succeeds.',
  ],
  R41: [
    'thousands of subscribers',
    'With 5,000 subscribers, delivery delays other requests by at most 100 ms. A subscriber takes as much memory as documented.',
  ],
  R43: [
    'answers of the wrong shape',
    'An item without its id, or a value of the wrong type, is `UPSTREAM_INVALID` at its path: never `INTERNAL`, never an id that the service did not send. Everything else is delivered, except what the schema cannot deliver without it: a list whose items cannot be null.',
  ],
} as const satisfies Readonly<Record<string, readonly [threat: string, promise: string]>>;

/** The name of a promise. */
export type PromiseName = keyof typeof rows;

declare module 'vitest' {
  interface TestTags {
    readonly tag: PromiseName | 'fullSize';
  }
}

/** The promises by their names, in the order of the page. */
export const promises = Object.fromEntries(
  Object.entries(rows).map(([name, [threat, promise]]) => [name, { threat, promise }]),
) as Readonly<Record<PromiseName, Promised>>;

/** The tags of tests for the configuration of Vitest, which rejects all others. */
export const tags: { name: PromiseName | 'fullSize'; description: string }[] = [
  { name: 'fullSize', description: 'A test that `npm run promises` runs at the promised size.' },
  ...Object.entries(promises).map(([name, { promise }]) => ({
    name: name as PromiseName,
    description: promise,
  })),
];
