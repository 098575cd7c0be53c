/** The machine that sends calls: builds the request, sends it over the service's own connections, repeats what may be repeated. */
import type { Pool } from 'undici';
import { unreadable, valueOf } from './answer.ts';
import { RetryBudget } from './budget.ts';
import { credentialOf, forwarded, withContentOwner } from './credential.ts';
import { type Failure, UpstreamError } from './error.ts';
import { exchange, type Exchange, type Outgoing } from './exchange.ts';
import { failureOf } from './failure.ts';
import { type AnyOperation, type Args, type Service, serviceOf } from './operation.ts';
import { accepts, openPool } from './pool.ts';
import { request } from './request.ts';
import { Course } from './retry.ts';
import { type Settings, type UpstreamSettings, withDefaults } from './settings.ts';
import type { CallOptions, Upstream } from './upstream.ts';

/** What each service has for itself, so that a dead one starves no other: connections and retry budget. A breaker would stand here. */
interface Lane {
  readonly base: URL;
  /** The base address's path, without a slash at its end. */
  readonly prefix: string;
  readonly pool: Pool;
  readonly budget: RetryBudget;
}

/**
 * @returns the calls of all four services. They reject with `UpstreamError` (whatever went wrong on the way)
 * or `InvalidArgument` (nothing was sent).
 */
export function createUpstream(given: UpstreamSettings): Upstream {
  const settings = withDefaults(given);
  const { video, storage, calendar } = settings.bases;
  const lanes: Readonly<Record<Service, Lane>> = {
    video: lane(video, settings),
    live: lane(video, settings),
    storage: lane(storage, settings),
    calendar: lane(calendar, settings),
  };
  let closing: Promise<unknown> | undefined;
  return {
    call: (operation, args, options) => call(lanes[serviceOf(operation)], settings, operation, args, options) as Promise<never>,
    reachable: (service) => accepts(lanes[service].base, settings.connectTimeoutMs),
    close: async () => {
      await (closing ??= Promise.all(Object.values(lanes).map(({ pool }) => pool.close())));
    },
  };
}
function lane(address: string, settings: Settings): Lane {
  const base = new URL(address);
  return {
    base,
    prefix: base.pathname.replace(/\/+$/, ''),
    pool: openPool(base.origin, settings),
    budget: new RetryBudget(settings.retry),
  };
}

async function call(lane: Lane, settings: Settings, operation: AnyOperation, args: object, options: CallOptions): Promise<unknown> {
  const outgoing = outgoingOf(lane, settings, operation, args, options);
  lane.budget.count();
  let course: Course | undefined;
  for (;;) {
    const ended = await exchange(lane.pool, outgoing, operation, options, settings);
    const value = ended.succeeded ? valueOf(operation, ended) : unreadable;
    if (value !== unreadable) return value;
    course ??= new Course(asRepeatable(operation, options), settings, lane.budget, options.deadline);
    if (course.isDone(ended)) return undefined;
    const failure = failureOf(operation, ended);
    const wait = course.waitAfter(ended, failure);
    report(settings, failure, ended, wait);
    if (wait === undefined) throw new UpstreamError(course.lastWord(failure), ended.cause);
    if (wait > 0) await settings.sleep(wait, options.signal);
  }
}
const asRepeatable = (operation: AnyOperation, { repeatable = operation.repeatable }: CallOptions): AnyOperation =>
  repeatable === operation.repeatable ? operation : { ...operation, repeatable };
/** Words and numbers alone: an address with its query, a token, a key or a body never gets here. */
function report(
  { log }: Settings,
  { service, operation, code, status, reason }: Failure,
  { end, cause }: Exchange,
  repeatIn: number | undefined,
): void {
  log?.debug(
    { service, operation, code, status, reason, end, cause, repeatIn },
    repeatIn === undefined ? 'call failed' : 'call will be repeated',
  );
}

/** The request as it goes out. Headers are these and no others: nothing of the caller's passes but token and conditions. */
function outgoingOf(lane: Lane, settings: Settings, operation: AnyOperation, args: object, options: CallOptions): Outgoing {
  const { identity } = options;
  const filled = withContentOwner(operation, args as Readonly<Record<string, unknown>>, identity);
  const { method, path, body } = request(operation, filled as Args<AnyOperation>);
  const headers = forwarded(options.headers);
  headers.push('accept', 'application/json', 'user-agent', 'studiograph');
  if (body !== undefined) headers.push('content-type', 'application/json');
  let target = operation.root === 'host' ? path : lane.prefix + path;
  if (credentialOf(operation, filled, identity.token, settings.apiKey) === 'token')
    headers.push('authorization', `Bearer ${identity.token}`);
  else if (settings.apiKeyIn === 'header') headers.push('x-goog-api-key', settings.apiKey!);
  else target += `&key=${encodeURIComponent(settings.apiKey!)}`;
  return { method, path: target, headers, body: body ?? null };
}
