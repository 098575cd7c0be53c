/**
 * Messages of failed REST calls, for developers and not for end users. A message names the argument
 * and the value, what is accepted, and what to do next. No text of the REST APIs is in it.
 */
import type { OwnCode, Service } from '../../api/register.ts';
import { type Api, ownCode, ownCodes } from '../../api/api.ts';
import { outsideGrantReason } from '../../caller/grant.ts';
import { errorReasonOf, isPlainReason } from '../../rest/operation/error-reason.ts';
import { reserveReasons } from '../../cost/project-units.ts';
import { storeFailureReason } from '../../store/store-failure.ts';
import { pausedReason } from '../../rest/share/breaker.ts';
import { crowdedReason, isOfWay } from '../../rest/call/classify-failure.ts';
import { type Failure, type InvalidInput, showValue, type UpstreamCode } from '../../api/error.ts';
import { shortScope } from '../../api/scope.ts';

/** A failed REST call, with what is known of the request. */
interface ShownFailure extends Failure {
  /** Arguments of which one was rejected. */
  readonly possible?: readonly string[];
}

export function messageOf(api: Api, failure: ShownFailure): string {
  const { code, service, argument, location, refusal } = failure;
  const { product } = api.services[service];
  if (refusal) return `${refused(product)} ${checkFirst(failure)}`;
  const message =
    (failure.outcome === undefined ? api.messages.reasonMessage(failure) : undefined) ??
    ownCode(api, code)?.message ??
    messages[code as EngineCode](failure, product, api);
  // A REST parameter without an argument says something only about a rejected value.
  const subject = argument ?? (code === 'INVALID_INPUT' ? location : undefined);
  return subject === undefined || !valueCodes.has(code) ? message : `${subject}: ${message}`;
}

/** The message of an argument that is rejected before any call. */
export const messageOfInput = ({ messages }: Api, { message, isUrl }: InvalidInput): string =>
  isUrl && messages.urlHint !== '' ? `${message}; ${messages.urlHint}` : message;

/** Codes of failures that one argument can cause. */
const valueCodes: ReadonlySet<UpstreamCode> = new Set([
  'FORBIDDEN',
  'GONE',
  'INVALID_INPUT',
  'NOT_FOUND',
]);

type EngineCode = Exclude<UpstreamCode, OwnCode>;

function ownHeaderOf({ services }: Api, service: Service): string {
  const { tokenHeader } = services[service];
  return tokenHeader === 'authorization'
    ? ''
    : `, or "${tokenHeader}" instead if the services have different accounts`;
}

type MessageOf = (failure: ShownFailure, product: string, api: Api) => string;

const messages: Readonly<Record<EngineCode, MessageOf>> = {
  UNAUTHENTICATED: unauthenticated,
  FORBIDDEN: forbidden,
  MISSING_SCOPE: ({ anyOf = [] }, _, api) =>
    `The access token lacks the scope ${shortScope(api, anyOf[0] ?? '')}${othersIn(anyOf)}. Request a new token with it.`,
  NOT_FOUND: notFound,
  GONE: (failure, product, api) =>
    `The object${withId(failure)} was deleted from ${product}. ${restoreHint(api, failure)}`,
  INVALID_INPUT: invalidInput,
  CONFLICT: ({ status }) =>
    status === 409
      ? 'The object exists already, or its id is taken: an earlier request may have created it. Read it, or use another id.'
      : 'Another write changed the object in the meantime. Read it again, then repeat the mutation.',
  QUOTA_EXCEEDED: quotaExceeded,
  RATE_LIMITED: (failure, product) =>
    `Too many calls to ${product} in a short time. ${failure.retryAfter === undefined ? 'Retry in a minute.' : retryHint(failure)}`,
  UPSTREAM_UNAVAILABLE: (failure, product) =>
    failure.reason === storeFailureReason
      ? 'The gateway cannot reach the store that its replicas share, so the call was not sent. Retry in a few seconds.'
      : unavailable(failure, product),
  UPSTREAM_TIMEOUT: (failure, product) =>
    `${product} did not respond in time. ${retryHint(failure)}`,
  UPSTREAM_INVALID: (failure, product) =>
    `${product} sent a response that cannot be used. ${retryHint(failure)}`,
  UPSTREAM_TOO_LARGE: (failure, product) =>
    `${product} sent a response that is too large. ${failure.outcome === undefined ? 'Request fewer items or fields.' : checkFirst(failure)}`,
  QUERY_TOO_EXPENSIVE: ({ bucket, limit }) =>
    `The operation needs more than ${limit} ${unitsOf(bucket)}, the limit. Request fewer items, or split the operation.`,
  OPERATION_RETIRED: (_, product) => `${product} no longer supports this operation.`,
};

function unauthenticated(failure: ShownFailure, product: string, api: Api): string {
  const { status, service, withoutToken, reason } = failure;
  if (status === undefined && reason !== undefined)
    return `The gateway gets no access token of the caller for ${product} (${reason}). Sign in again, or ask whoever issued the access key.`;
  return status === undefined || withoutToken
    ? `${product} needs an access token; send the header "authorization: Bearer <access token>"${ownHeaderOf(api, service)}.`
    : `${product} rejected the access token: it is not valid, or it has expired. Send a new one.`;
}

/** What nobody here has heard of is no reason for advice. */
function forbidden(failure: Failure, product: string, api: Api): string {
  if (failure.status === undefined && failure.reason === outsideGrantReason)
    return `What the request identifies itself with does not allow ${failure.operation}. Ask whoever issued it.`;
  const refused = `${product} does not allow the caller to do this${withObject(failure)}${withReason(failure)}.`;
  return isKnownReason(api, failure)
    ? `${refused} Use the access token of an account with permission.`
    : `${refused} The gateway does not know this reason: see the documentation of the REST API.`;
}

/** Whether a refusal has no reason of its own, or one that the description of the API has. */
function isKnownReason(api: Api, failure: Failure): boolean {
  if (withReason(failure) === '' || errorReasonOf(api, failure) !== undefined) return true;
  const { reasons = {} } = api.operations.get(failure.operation) ?? {};
  return Object.hasOwn(reasons, failure.reason!);
}

/** Why a call to a service failed, or was not sent. */
function unavailable(failure: Failure, product: string): string {
  const hint = retryHint(failure);
  if (isOfWay(failure))
    return `Something between the gateway and ${product} has answered (HTTP status ${failure.status}), and not ${product} itself. ${hint}`;
  return failure.reason === pausedReason
    ? `The gateway has paused calls to ${product} after repeated failures, and did not send this one. ${hint}`
    : `${product} is not available${failure.reason === crowdedReason ? crowdedHint : ''}. ${hint}`;
}

const crowdedHint = ' for more calls: too many wait for it, and the gateway did not send this one';

function notFound(failure: Failure, product: string, api: Api): string {
  const { service, id, type = 'object', parentId, withoutToken } = failure;
  const own = wellKnownObject(api, service, id);
  const account = withoutToken
    ? 'send an access token that may see it'
    : 'use the access token of another account';
  if (own !== undefined) return `The account has no ${own}. Name another id, or ${account}.`;
  if (!isNamed(failure))
    return `${product} has no such ${type}, or the caller may not see it. Check the ids, or ${account}.`;
  const subject = `no ${type}${withObject(failure)}${withParent(failure)}`;
  const checked = parentId === undefined ? 'it' : 'both ids';
  return `${product} has ${subject} that the caller may see. Check ${checked}, or ${account}.${deletedHint(api, failure)}`;
}

function wellKnownObject(
  { services }: Api,
  service: Service,
  id: string | undefined,
): string | undefined {
  const { wellKnownIds = {} } = services[service];
  return id !== undefined && Object.hasOwn(wellKnownIds, id) ? wellKnownIds[id] : undefined;
}

const withId = ({ id }: Failure): string =>
  id === undefined ? '' : ` with the id ${showValue(id)}`;

/** The id of the object, else the value of the argument. */
const withObject = (failure: Failure): string =>
  failure.id === undefined && typeof failure.value === 'string'
    ? ` with ${showValue(failure.value)}`
    : withId(failure);

/** The service does not say which one of the two is missing. */
const withParent = ({ parentId }: Failure): string =>
  parentId === undefined ? '' : ` below ${showValue(parentId)}`;

const isNamed = ({ id, value }: Failure): boolean => id !== undefined || typeof value === 'string';

function deletedHint({ messages }: Api, { type }: Failure): string {
  const list = type === undefined ? undefined : messages.deletedLists[type];
  return list === undefined ? '' : ` Or it was deleted: ${list} shows deleted ones.`;
}

const restoreHint = ({ messages }: Api, { type }: Failure): string =>
  (type === undefined ? undefined : messages.restoreHints[type]) ?? 'Do not request it again.';

/** The reason is a stable word, which the documentation of the REST API explains. */
const withReason = ({ reason }: Failure): string =>
  isPlainReason(reason) ? '' : ` (reason ${reason})`;

/** Mentions the scopes beside the one that the message names. */
const othersIn = ({ length }: readonly string[]): string =>
  length > 1 ? ', or another one of those in anyOf' : '';

function invalidInput(failure: ShownFailure, product: string, api: Api): string {
  const { value, location, argument = location, possible } = failure;
  const expected = api.messages.expectedOf(failure);
  const unnamed = possible ? `one of the values ${possible.join(', ')}` : 'a value of the request';
  const subject = argument === undefined ? unnamed : 'the value';
  const isShown = value !== undefined && typeof value !== 'object';
  const rejected = `${product} rejected ${isShown ? showValue(value) : subject}`;
  if (expected !== undefined) return `${rejected}; expected ${expected}.`;
  return `${rejected}${withReason(failure)}. ${descriptionHint(failure)}`;
}

function descriptionHint({ argument, location }: Failure): string {
  if (argument !== undefined) return 'See the description of the argument.';
  return location === undefined
    ? 'Compare the values with the descriptions of their arguments.'
    : 'The REST API names the value so; no argument of the request is known for it.';
}

/**
 * `limit` is the budget that the gateway grants, without a bucket that of agents; without it the
 * quota is that of the service.
 */
function quotaExceeded(failure: Failure, product: string): string {
  const { bucket, limit, remaining, resetAt, reason } = failure;
  const retry = resetAt === undefined ? 'Retry later.' : `Retry after ${resetAt}.`;
  if (bucket === undefined)
    return `The budget of agents for this day has ${remaining} of ${limit} units left, fewer than this needs. ${retry}`;
  if (reason === reserveReasons.callers)
    return `What is left of the bucket ${bucket} is kept for mutations, and for requests with an access token. Send one, or retry after ${resetAt}.`;
  if (reason === reserveReasons.writes)
    return `What is left of the bucket ${bucket} is kept for mutations. ${retry}`;
  if (reason === reserveReasons.client)
    return `The budget that clients of this name have of the bucket ${bucket} has ${remaining} of ${limit} units left, fewer than this needs. ${retry}`;
  return limit === undefined
    ? `${product} has no quota left in the bucket ${bucket}. ${retry}`
    : `The budget of the bucket ${bucket} has ${remaining} of ${limit} units left, fewer than this needs. ${retry}`;
}

const refused = (product: string): string =>
  `The answer of ${product} to this write was lost, and what the repetition was answered can be a consequence of it.`;

/** What to do about a write that may have been applied. */
const checkFirst = (failure: Failure): string =>
  failure.argument === undefined
    ? `The write may have been applied: read the object${withId(failure)} before you repeat it.`
    : `The write may have been applied: repeat it only with the ${failure.argument} ${showValue(failure.id)}, which creates nothing twice.`;

const retryHint = (failure: Failure): string => {
  const { outcome, retryAfter } = failure;
  if (outcome !== undefined) return checkFirst(failure);
  if (retryAfter === undefined) return 'Retry later.';
  return retryAfter === 1 ? 'Retry after 1 second.' : `Retry after ${retryAfter} seconds.`;
};

const unitsOf = (bucket: string | undefined): string =>
  bucket === undefined ? 'REST calls' : `quota units of the bucket ${bucket}`;

export const failureCodes = (api: Api): readonly UpstreamCode[] => [
  ...(Object.keys(messages) as UpstreamCode[]),
  ...ownCodes(api),
];
