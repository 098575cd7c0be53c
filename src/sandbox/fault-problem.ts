/** Why a fault would not do what its test wants: a test with a slip in it must not pass. */
import { showValue } from '../engine/api/error.ts';
import { serviceOf } from '../engine/api/operation.ts';
import { catalogue } from '../services/catalogue.ts';
import { canBeIgnored } from './call/stored-entity.ts';
import type { Fault, FaultMatch } from './fault.ts';
import { isObject } from './json.ts';

/** What a field accepts. */
interface Accepted {
  /** As messages say it. */
  readonly text: string;
  readonly has: (value: unknown) => boolean;
}

const oneOf = (...values: readonly unknown[]): Accepted => ({
  text: values.map((value) => JSON.stringify(value)).join(' or '),
  has: (value) => values.includes(value),
});

const isWhole = (value: unknown, min: number, max = Infinity): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

const whole = (min: number): Accepted => ({
  text: `a whole number of at least ${min}`,
  has: (value) => isWhole(value, min),
});

const duration: Accepted = {
  text: 'a number of at least 0',
  has: (value) => Number.isFinite(value) && Number(value) >= 0,
};

const text: Accepted = { text: 'a text', has: (value) => typeof value === 'string' };

const services = [...new Set(Array.from(catalogue.values(), (each) => serviceOf(each)))];

const faultFields: Readonly<Record<keyof Fault, Accepted>> = {
  match: { text: 'an object', has: isObject },
  times: { text: whole(1).text, has: (value) => value === Infinity || isWhole(value, 1) },
  every: whole(1),
  delayMs: duration,
  until: {
    text: 'a promise of the same process',
    has: (value) => typeof (value as { readonly then?: unknown } | null)?.then === 'function',
  },
  status: {
    text: 'the status of an error, from 400 to 599; with page, from 200',
    has: (value) => isWhole(value, 200, 599),
  },
  reason: text,
  message: text,
  location: text,
  domain: text,
  details: {
    text: 'a list of objects',
    has: (value) => Array.isArray(value) && value.every(isObject),
  },
  retryAfter: duration,
  drop: oneOf('before', 'after'),
  cut: oneOf(true),
  cutAfter: whole(0),
  garble: oneOf(true),
  page: oneOf('empty', 'gzip', 'html', 'json'),
  hang: oneOf(true),
  ignore: oneOf(true),
};

const matchFields: Readonly<Record<keyof FaultMatch, Accepted>> = {
  operation: {
    text: 'the key of an operation, such as "video:videos.list"',
    has: (value) => catalogue.has(value as string),
  },
  service: oneOf(...services),
  method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  pathIncludes: text,
  conditional: oneOf(true),
  signIn: {
    text: 'the path of an endpoint of sign-ins, such as "/token"',
    has: (value) => typeof value === 'string' && value.startsWith('/'),
  },
};

/** Fields that change what happens to a call. */
const effects = [
  'status',
  'delayMs',
  'until',
  'retryAfter',
  'drop',
  'cut',
  'cutAfter',
  'garble',
  'page',
  'hang',
  'ignore',
] as const satisfies readonly (keyof Fault)[];

/** Fields of the error of `status`. */
const ofStatus = ['reason', 'message', 'location', 'domain', 'details'] as const;

/** Names the key, the value and what is accepted. @returns undefined for a fault */
export function faultProblem(given: unknown): string | undefined {
  if (!isObject(given)) return `${showValue(given)} is no fault; expected an object`;
  return (
    fieldProblem(given, faultFields) ??
    fieldProblem(given['match'] ?? {}, matchFields, 'match.') ??
    effectProblem(given) ??
    ignoreProblem(given)
  );
}

function fieldProblem(
  given: object,
  fields: Readonly<Record<string, Accepted>>,
  prefix = '',
): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    const accepted = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!accepted)
      return `${prefix}${name}: unknown; expected one of ${Object.keys(fields).join(', ')}`;
    if (value !== undefined && !accepted.has(value))
      return `${prefix}${name}: ${showValue(value)} is not accepted; expected ${accepted.text}`;
  }
  return undefined;
}

function effectProblem(fault: Fault): string | undefined {
  const { status, page, match = {} } = fault;
  if (!effects.some((name) => fault[name] !== undefined))
    return `A fault without an effect; expected one of ${effects.join(', ')}`;
  if (status !== undefined && page === undefined && status < 400)
    return `status: ${status} is not accepted; expected ${faultFields.status.text}`;
  const idle = status === undefined && ofStatus.find((name) => fault[name] !== undefined);
  if (idle) return `${idle}: has no effect without status`;
  if (match.signIn !== undefined && (match.operation ?? match.service) !== undefined)
    return 'match.signIn: is never met together with match.operation or match.service';
  return undefined;
}

function ignoreProblem({ match, ignore }: Fault): string | undefined {
  if (!ignore) return undefined;
  const { operation = '' } = match ?? {};
  const found = catalogue.get(operation);
  return found && canBeIgnored(found)
    ? undefined
    : `ignore: cannot affect ${JSON.stringify(operation)}; expected match.operation to be an update, a deletion, or an action on an entity that exists`;
}
