/** The machine that sends calls: builds the request, sends it over the service's own connections, repeats what may be repeated. */
import type { Pool } from 'undici';
import { unreadable, valueOf } from './answer.ts';
import { RetryBudget } from './retry-budget.ts';
import { type Failure, UpstreamError } from './error.ts';
import { sendOnce, type HttpCall, type OutgoingRequest } from './http-call.ts';
import { failureOf } from './failure.ts';
import { type AnyOperation, type Service, serviceOf } from './operation.ts';
import { beginning, outgoingOf, signed, withFile } from './outgoing-request.ts';
import { accepts, openPool } from './pool.ts';
import { RetryState } from './retry.ts';
import { type ResolvedSettings, type UpstreamSettings, resolveSettings } from './settings.ts';
import { open, pieceOf, putTo, question } from './stream.ts';
import type { CallOptions, FileInfo, MediaClient, Upstream } from './upstream.ts';

/** What each service has for itself, so that a dead one starves no other: connections and retry budget. A breaker would stand here. */
interface ServiceConnections {
  readonly base: URL;
  /** The base address's path, without a slash at its end. */
  readonly prefix: string;
  readonly pool: Pool;
  /** For uploads and downloads: no call waits behind one. */
  readonly bytes: Pool;
  readonly budget: RetryBudget;
}

/**
 * @returns the calls of all four services. They reject with `UpstreamError` (whatever went wrong on the way)
 * or `InvalidArgument` (nothing was sent).
 */
export function createUpstream(given: UpstreamSettings): Upstream {
  const settings = resolveSettings(given);
  const { video, storage, calendar } = settings.bases;
  const lanes: Readonly<Record<Service, ServiceConnections>> = {
    video: lane(video, settings),
    live: lane(video, settings),
    storage: lane(storage, settings),
    calendar: lane(calendar, settings),
  };
  let closing: Promise<unknown> | undefined;
  return {
    call: (operation, args, options) =>
      call(lanes[serviceOf(operation)], settings, operation, args, options) as Promise<never>,
    media: streamsOf(lanes, settings),
    reachable: (service) => accepts(lanes[service].base, settings.connectTimeoutMs),
    close: async () => {
      await (closing ??= Promise.all(
        Object.values(lanes).flatMap(({ pool, bytes }) => [pool.close(), bytes.close()]),
      ));
    },
  };
}

function lane(address: string, settings: ResolvedSettings): ServiceConnections {
  const base = new URL(address);
  return {
    base,
    prefix: base.pathname.replace(/\/+$/, ''),
    pool: openPool(base.origin, settings),
    bytes: openPool(base.origin, {
      ...settings,
      connectionsPerService: settings.streamsPerService,
      firstByteTimeoutMs: settings.streamIdleMs,
    }),
    budget: new RetryBudget(settings.retry),
  };
}

/** Uploads and downloads: what has to be held is refused beyond the length of an answer. */
function streamsOf(
  lanes: Readonly<Record<Service, ServiceConnections>>,
  settings: ResolvedSettings,
): MediaClient {
  const { maxAnswerBytes: most } = settings;
  const bytes = (operation: AnyOperation): Pool => lanes[serviceOf(operation)].bytes;
  const put = { method: 'PUT' } as const;
  const told = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof UpstreamError) reportStream(settings, error);
      throw error;
    });
  return {
    startUpload: (operation, args, file, options) =>
      begin(lanes[serviceOf(operation)], settings, operation, args, file, options),
    sendChunk: (operation, path, piece, signal) =>
      told(putTo(bytes(operation), operation, { ...put, path, signal, ...pieceOf(piece) }, most)),
    queryProgress: (operation, path, total, signal) =>
      told(putTo(bytes(operation), operation, { ...put, path, signal, ...question(total) }, most)),
    download: async (operation, args, options) => {
      const lane = lanes[serviceOf(operation)];
      const { method, path, headers } = signed(
        settings,
        operation,
        args,
        options,
        ['accept', '*/*'],
        lane.prefix,
      );
      options.onSend?.(operation);
      const target = operation.download === 'alt' ? `${path}&alt=media` : path;
      return told(
        open(
          lane.bytes,
          operation,
          { method, path: target, headers: headers as string[], signal: options.signal },
          most,
        ),
      );
    },
  };
}

/** Nothing comes of an upload that has only begun, so beginning may be repeated. */
async function begin(
  lane: ServiceConnections,
  settings: ResolvedSettings,
  operation: AnyOperation,
  args: object,
  file: FileInfo,
  options: CallOptions,
): Promise<string> {
  const outgoing = beginning(lane.prefix, settings, operation, args, file, options);
  const addressOf = ({ headers: { location } }: HttpCall): string | typeof unreadable =>
    targetOn(lane, location) ?? unreadable;
  return attempt(lane, lane.pool, settings, operation, outgoing, addressOf, {
    ...options,
    idempotent: true,
  }) as Promise<string>;
}

/** Followed on the service's own origin alone: a body must not lead the gateway anywhere else. */
function targetOn({ base }: ServiceConnections, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, base)) return undefined;
  const { origin, pathname, search, username } = new URL(location, base);
  return origin === base.origin && username === '' ? pathname + search : undefined;
}

async function call(
  lane: ServiceConnections,
  settings: ResolvedSettings,
  operation: AnyOperation,
  args: object,
  options: CallOptions,
): Promise<unknown> {
  const outgoing = options.file
    ? withFile(lane.prefix, settings, operation, args, options.file, options)
    : outgoingOf(lane.prefix, settings, operation, args, options);
  // A file keeps its connection busy for as long as it takes: no other call waits behind it.
  const pool = options.file ? lane.bytes : lane.pool;
  return attempt(
    lane,
    pool,
    settings,
    operation,
    outgoing,
    (ended) => valueOf(operation, ended),
    options,
  );
}

/** @param read what a successful answer says, or `unreadable` */
async function attempt(
  lane: ServiceConnections,
  pool: Pool,
  settings: ResolvedSettings,
  operation: AnyOperation,
  outgoing: OutgoingRequest,
  read: (ended: HttpCall) => unknown,
  options: CallOptions,
): Promise<unknown> {
  lane.budget.count();
  let course: RetryState | undefined;
  for (;;) {
    const ended = await sendOnce(pool, outgoing, operation, options, settings);
    const value = ended.succeeded ? read(ended) : unreadable;
    if (value !== unreadable) return value;
    course ??= new RetryState(
      asRepeatable(operation, options),
      settings,
      lane.budget,
      options.deadline,
    );
    if (course.isDone(ended)) return undefined;
    const failure = failureOf(operation, ended);
    const wait = course.waitAfter(ended, failure);
    report(settings, failure, ended, wait);
    if (wait === undefined) throw new UpstreamError(course.lastWord(failure), ended.cause);
    if (wait > 0) await settings.sleep(wait, options.signal);
  }
}

const asRepeatable = (
  operation: AnyOperation,
  { idempotent = operation.idempotent }: CallOptions,
): AnyOperation => (idempotent === operation.idempotent ? operation : { ...operation, idempotent });

function reportStream(
  { log }: ResolvedSettings,
  { failure: { service, operation, code, status, reason }, cause }: UpstreamError,
): void {
  log?.debug({ service, operation, code, status, reason, cause }, 'stream failed');
}

/** Words and numbers alone: an address with its query, a token, a key or a body never gets here. */
function report(
  { log }: ResolvedSettings,
  { service, operation, code, status, reason }: Failure,
  { end, cause }: HttpCall,
  repeatIn: number | undefined,
): void {
  log?.debug(
    { service, operation, code, status, reason, end, cause, repeatIn },
    repeatIn === undefined ? 'call failed' : 'call will be repeated',
  );
}
