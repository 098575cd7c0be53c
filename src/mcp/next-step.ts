/** What an agent can do about an error, by its code. */
import type { ErrorCode } from '../engine/schema/error/error-code.ts';

type Facts = Readonly<Record<string, unknown>>;

const correct = 'Correct the argument that the message names.';

const smaller = 'Ask for less: fewer entries, fewer ids or fewer fields.';

const again =
  'Try again once, in a few seconds; then tell the user that the service does not answer.';

const report = 'Do not try again; tell the user, with the requestId.';

const wait = ({ retryAfter }: Facts): string =>
  typeof retryAfter === 'number'
    ? `Wait ${retryAfter} seconds, then try again.`
    : 'Wait some seconds, then try again.';

/** One sentence for each code; the facts are the extensions of the error. */
const steps: Readonly<Partial<Record<ErrorCode, string | ((facts: Facts) => string)>>> = {
  UNAUTHENTICATED: 'Let the user sign in again, and connect with the new access token.',
  FORBIDDEN: 'Do not try again; the account of the user may not do this.',
  MISSING_SCOPE: ({ anyOf }) =>
    `Let the user sign in again and allow ${Array.isArray(anyOf) ? String(anyOf[0]) : 'the scope that the message names'}.`,
  NOT_FOUND: 'Check the id: search or list again, and ask the user if nothing fits.',
  GONE: 'It was deleted; list again, and go on without it.',
  INVALID_INPUT: correct,
  CONFLICT: 'Read the object again, and repeat the change with what you have read.',
  QUOTA_EXCEEDED: ({ bucket, resetAt }) =>
    bucket === undefined
      ? 'The budget of the day for agents is spent, or too small for this: ask for less, or tell the user.'
      : `Stop until ${typeof resetAt === 'string' ? resetAt : 'the next day'}, and tell the user that the quota is spent.`,
  RATE_LIMITED: wait,
  UPSTREAM_UNAVAILABLE: again,
  UPSTREAM_TIMEOUT: again,
  UPSTREAM_TOO_LARGE: smaller,
  QUERY_TOO_EXPENSIVE: smaller,
  OPERATION_RETIRED: 'Do not try again; the service no longer offers this.',
  PARTLY_DONE: 'Part of it is done: read the object before you do the rest.',
  // A transition can show late, and repeating it is safe; what Calendar ignores, it ignores again.
  NOT_APPLIED:
    'The service took the change, and does not show it: read the object. If it is as before, try again once; then tell the user.',
  QUERY_TOO_DEEP: 'Split the document into several that are nested less deeply.',
  QUERY_TOO_LARGE: smaller,
  OVERLOADED: wait,
  GRAPHQL_PARSE_FAILED: 'Correct the syntax of the document.',
  GRAPHQL_VALIDATION_FAILED: 'Correct the document; the message says where.',
  INVALID_TRANSITION: 'Use one of the allowed transitions.',
  STREAM_INACTIVE: 'Let the user start the encoder, then try again.',
};

/** @param argument takes the id, so that a repetition creates nothing twice */
function unknownOutcome({ id, argument }: Facts): string {
  const unknown = 'It is unknown whether the change was made:';
  if (typeof argument === 'string')
    return `${unknown} try again only with the ${argument} ${JSON.stringify(id)}.`;
  const named = typeof id === 'string' ? ` with the id ${JSON.stringify(id)}` : '';
  return `${unknown} read the object${named} before you try again.`;
}

/** @returns what an agent can do; of a code without a step of its own, to tell the user */
export function nextStep(code: string, facts: Facts): string {
  if (facts['outcome'] === 'UNKNOWN') return unknownOutcome(facts);
  const step = Object.hasOwn(steps, code) ? steps[code as ErrorCode] : undefined;
  return typeof step === 'function' ? step(facts) : (step ?? report);
}
