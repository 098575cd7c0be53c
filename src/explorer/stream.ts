/** The events of a subscription: what each has cost, and all together. */
import type { ExecutionResult } from 'graphql';
import type { ResponseExtensions, SentCalls } from '../../schema/extensions.js';
import type { Cost } from './plan/plan.ts';

/** An event of a subscription. */
export interface StreamEvent {
  /** Counted from 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly response: ExecutionResult<Record<string, unknown>, ResponseExtensions>;
}

/** How a subscription has ended. */
export interface StreamEnd {
  readonly kind: 'completed' | 'error' | 'stopped';
  readonly at: number;
  /** Of an error. */
  readonly message?: string;
}

/** What a subscription has spent. */
interface StreamCosts {
  /** What the selections of the events needed. */
  readonly own: SentCalls;
  /** What their pollers spent, up to the last event. */
  readonly polling: SentCalls;
  /** The part of `polling` after the first event. */
  readonly pollingSinceFirst: SentCalls;
}

/** A subscription, and its events. */
export interface Stream extends StreamCosts {
  readonly startedAt: number;
  /** When the first event came. */
  readonly firstAt?: number;
  /** The last ones, the newest at the end. */
  readonly events: readonly StreamEvent[];
  /** How many events came before these. */
  readonly dropped: number;
  /** The number of the event that the user has chosen; undefined: the newest is shown. */
  readonly selected?: number | undefined;
  /** Absent: it runs. */
  readonly end?: StreamEnd;
  /** What the plan says of an hour without events. Undefined: it is not known yet. */
  readonly perHour?: Cost | null | undefined;
}

/** So many events are kept: a busy chat has thousands. */
const maxEvents = 200;

const none: SentCalls = { requests: 0, units: {}, operations: {} };

export const newStream = (startedAt: number): Stream => ({
  startedAt,
  events: [],
  dropped: 0,
  own: none,
  polling: none,
  pollingSinceFirst: none,
});

/** @returns the subscription with one more event */
export function withEvent(
  stream: Stream,
  { response, receivedAt }: Omit<StreamEvent, 'number'>,
): Stream {
  const { cost } = response.extensions ?? {};
  const polling = cost?.polling ?? none;
  const number = stream.dropped + stream.events.length + 1;
  const all = [...stream.events, { number, receivedAt, response }];
  const events = all.slice(-maxEvents);
  const { selected } = stream;
  return {
    ...stream,
    firstAt: stream.firstAt ?? receivedAt,
    events,
    dropped: number - events.length,
    // Nothing is chosen that is not there.
    selected: selected !== undefined && selected < events[0]!.number ? undefined : selected,
    own: sumOf(stream.own, cost ?? none),
    polling: sumOf(stream.polling, polling),
    pollingSinceFirst:
      stream.firstAt === undefined ? none : sumOf(stream.pollingSinceFirst, polling),
  };
}

function sumOf(one: SentCalls, other: SentCalls): SentCalls {
  return {
    requests: one.requests + other.requests,
    units: sumByName(one.units, other.units),
    operations: sumByName(one.operations, other.operations),
  };
}

type Counts = Readonly<Record<string, number | undefined>>;

const sumByName = (one: Counts, other: Counts): Record<string, number> =>
  Object.fromEntries(
    Object.keys({ ...one, ...other }).map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]),
  );

/** A cost as plans have it. */
export const costOf = ({ requests, units }: SentCalls): Cost => ({
  requests,
  units: Object.entries(units).map(([bucket, each]) => ({ bucket, units: each })),
});

/** A shorter time says nothing about a minute: polls are seconds apart. */
const minRateMs = 1_000;

/**
 * What the poller has spent per minute so far. What the first event says is left out: it was spent
 * before, in an unknown time.
 * @returns undefined as long as too little is known
 */
export function pollingPerMinute({ firstAt, events, pollingSinceFirst }: Stream): Cost | undefined {
  const ms = firstAt === undefined ? 0 : events.at(-1)!.receivedAt - firstAt;
  if (ms < minRateMs) return undefined;
  const perMinute = (count: number): number => {
    const rate = (count * 60_000) / ms;
    return rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate);
  };
  const { requests, units } = costOf(pollingSinceFirst);
  return {
    requests: perMinute(requests),
    units: units.map((each) => ({ ...each, units: perMinute(each.units) })),
  };
}
