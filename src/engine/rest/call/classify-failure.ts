/**
 * The meaning of a call that did not succeed: what the response says becomes one of the error
 * codes. A response without the error object of the services says nothing about the object or the
 * caller, with any status: a front end or a proxy has answered, so the failure is temporary.
 */
import type { Api } from '../../api/api.ts';
import type { Clock } from '../../caller/clock.ts';
import type { CallOutcome, CallResult } from './call-outcome.ts';
import { acceptedScopes } from '../../api/accepted-scopes.ts';
import type { ErrorReason, Failure, UpstreamCode } from '../../api/error.ts';
import { errorReasonOf, isPlainReason } from '../operation/error-reason.ts';
import { type AnyOperation, isRead, serviceOf } from '../../api/operation.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { parseJsonObject } from './response-body.ts';

interface ReadSettings {
  readonly api: Api;
  readonly clock: Pick<Clock, 'wallTime'>;
  /**
   * Whether the request was one of bytes: of an upload that has begun, or of a download. Services
   * answer those with text, or with nothing at all, but with no page.
   */
  readonly isContent?: true | undefined;
  /** Whether the call had no access token, but the gateway's own key. */
  readonly isOfKey?: boolean;
}

/** @param result of a call that has ended without a usable response */
export function classifyFailure(
  operation: AnyOperation,
  result: CallResult,
  { api, clock, isContent, isOfKey = false }: ReadSettings,
): Failure {
  const { outcome = 'connectionLost', status } = result;
  const service = serviceOf(operation);
  const common = { service, operation: operation.key, ...(status > 0 && { status }) };
  if (outcome === 'gaveWay')
    return { ...common, code: 'UPSTREAM_UNAVAILABLE', reason: crowdedReason, retryAfter: 1 };
  if (outcome !== 'response') return { ...common, code: codeOfOutcome[outcome] };
  if (status < 400) return { ...common, code: 'UPSTREAM_INVALID' };
  const retryAfter = parseRetryAfter(result.headers, clock);
  const words = readErrorBody(result.body);
  if (isContent ? isPage(result.body) : !words.isOfService)
    return { ...common, code: 'UPSTREAM_UNAVAILABLE', reason: wayReason, retryAfter };
  const { reason, missingScope, provesMissingScope } = reasonOf(api, operation, words);
  const { location, limitOf, isDaily } = words;
  const limit = { limitOf, ...(isDaily && { isDaily }) };
  const meaning = errorReasonOf(api, { service, reason, ...limit });
  const code = codeOf(operation, { status, reason, meaning, missingScope, isOfKey });
  return {
    ...common,
    code,
    reason,
    location,
    retryAfter,
    ...limit,
    ...(meaning && { meaning }),
    ...(code === 'MISSING_SCOPE' && {
      anyOf: acceptedScopes(api, operation),
      ...(provesMissingScope && { provesMissingScope }),
    }),
    ...(code === 'QUOTA_EXCEEDED' && { bucket: operation.bucket }),
  };
}

/** The error reason by which clients recognise a call that too many others waited with. */
export const crowdedReason = 'tooManyWaiting';

/** The reason of an answer of something between the gateway and the service. */
const wayReason = 'answeredOnTheWay';

/** Whether the service has not answered: the status says nothing about the call. */
export const isOfWay = ({ reason }: Failure): boolean => reason === wayReason;

const codeOfOutcome: Readonly<Record<Exclude<CallOutcome, 'gaveWay' | 'response'>, UpstreamCode>> =
  {
    notSent: 'UPSTREAM_UNAVAILABLE',
    connectionLost: 'UPSTREAM_UNAVAILABLE',
    responseTruncated: 'UPSTREAM_INVALID',
    timeout: 'UPSTREAM_TIMEOUT',
    deadlineExceeded: 'UPSTREAM_TIMEOUT',
    cancelled: 'UPSTREAM_TIMEOUT',
    malformedResponse: 'UPSTREAM_INVALID',
    responseTooLarge: 'UPSTREAM_TOO_LARGE',
  };

const codeOfStatus: Readonly<Record<number, UpstreamCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  429: 'RATE_LIMITED',
};

/** The facts that decide the code of an answer. */
interface AnswerMeaning {
  readonly status: number;
  readonly reason: string | undefined;
  readonly meaning: ErrorReason | undefined;
  readonly missingScope: boolean;
  readonly isOfKey: boolean;
}

function codeOf(
  operation: AnyOperation,
  { status, reason, meaning, missingScope, isOfKey }: AnswerMeaning,
): UpstreamCode {
  if (status >= 500) return 'UPSTREAM_UNAVAILABLE';
  if (isOfKey && meaning?.ofProject) return 'UPSTREAM_UNAVAILABLE';
  if (status === 403 && missingScope) return 'MISSING_SCOPE';
  const byReason = (isRead(operation) ? meaning?.readCode : undefined) ?? meaning?.code;
  if (byReason !== undefined) return byReason;
  // Services also use 412 for preconditions that have nothing to do with the version.
  if (status === 412) return isVersionReason(reason) ? 'CONFLICT' : 'FORBIDDEN';
  return codeOfStatus[status] ?? 'INVALID_INPUT';
}

/** Whether a 412 with this reason, or without one, says that the object has another version. */
const isVersionReason = (reason: string | undefined): boolean =>
  reason === undefined || reason === 'conditionNotMet' || reason === 'FAILED_PRECONDITION';

interface BodyReason {
  /** The reason of the first error, unless a detail says more, else the canonical status. */
  readonly reason: string | undefined;
  readonly missingScope: boolean;
  readonly provesMissingScope: boolean;
}

function reasonOf(api: Api, operation: AnyOperation, words: ErrorWords): BodyReason {
  const service = serviceOf(operation);
  const { reason: first, details, status } = words;
  const reason = (isPlainReason(first) ? (details[0] ?? first) : first) ?? status;
  const meaningOf = (word: string | undefined): ErrorReason | undefined =>
    errorReasonOf(api, { service, reason: word });
  const scopeMeanings = [reason, ...details].flatMap((word) => meaningOf(word)?.missingScope ?? []);
  const provesMissingScope = scopeMeanings.includes('certain');
  // An operation that documents the reason uses it where the user lacks a permission.
  const isDocumented = reason !== undefined && Object.hasOwn(operation.reasons, reason);
  return {
    reason,
    missingScope: provesMissingScope || (scopeMeanings.length > 0 && !isDocumented),
    provesMissingScope,
  };
}

/**
 * Seconds to wait, or `undefined` for an absent or unreadable header. A date is compared with the
 * `Date` header of the same response, so that a wrong clock of the gateway does no harm.
 */
function parseRetryAfter(
  headers: IncomingHttpHeaders,
  clock: Pick<Clock, 'wallTime'>,
): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string' || value.length > maxRetryAfterLength) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value), maxSeconds);
  const at = Date.parse(value);
  if (Number.isNaN(at) || !/^[A-Z][a-z]{2}/.test(value)) return undefined;
  const sentAt = Date.parse(headers.date ?? '');
  return Math.max(0, Math.ceil((at - (Number.isNaN(sentAt) ? clock.wallTime() : sentAt)) / 1000));
}

/** Longest header that is read. */
const maxRetryAfterLength = 64;
const maxSeconds = 1e9;

interface ErrorWords {
  /** Whether it has the error object of the services: without it nothing else is known. */
  readonly isOfService: boolean;
  /** Reason of the first error. */
  readonly reason: string | undefined;
  /** The parameter that caused the first error. */
  readonly location: string | undefined;
  readonly details: readonly string[];
  /** Canonical status name, such as `INVALID_ARGUMENT`. */
  readonly status: string | undefined;
  /** Whose limit the call exceeds: `user`, or the project of the token, such as `projects/1`. */
  readonly limitOf: string | undefined;
  /** Whether the limit is one of a whole day. */
  readonly isDaily: boolean;
}

interface ErrorDetail {
  readonly reason?: unknown;
  readonly metadata?: {
    readonly consumer?: unknown;
    readonly quota_limit?: unknown;
    readonly quota_unit?: unknown;
  };
  readonly violations?: readonly { readonly quotaId?: unknown }[];
}

interface ErrorBody {
  readonly error?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly errors?: readonly { readonly reason?: unknown; readonly location?: unknown }[];
    readonly details?: readonly ErrorDetail[];
    readonly status?: unknown;
  };
}

/** Size of the longest body that is read; those of the services have some kilobytes. */
const maxBytes = 64 * 1024;

/**
 * Reads an error body of any shape, but only its stable words: reasons, and the names of a
 * parameter and of limits. Messages are dropped otherwise. All services use the same shape;
 * `status` and `details` appear in responses of the newer front end. Proxies answer pages, JSON of
 * their own, or nothing at all.
 */
export function readErrorBody(body: Buffer): ErrorWords {
  const { error }: ErrorBody = (body.length <= maxBytes && parseJsonObject(body)) || {};
  const first = elements(error?.errors)[0];
  const details = elements(error?.details);
  const limits = [...details.flatMap(limitsOfDetail), ...limitsInMessage(error?.message)];
  const isOfService = typeof error?.code === 'number' || Array.isArray(error?.errors);
  if (!isOfService) return noWords;
  return {
    isOfService,
    reason: stableWord(first?.reason),
    location: stableWord(first?.location),
    details: details.flatMap((detail) => stableWord(detail?.reason) ?? []),
    status: stableWord(error?.status),
    limitOf: limits.map(holderOf).find((each) => each !== undefined),
    isDaily: limits.some(({ name }) => dailyLimit.test(name)),
  };
}

const noWords: ErrorWords = {
  isOfService: false,
  reason: undefined,
  location: undefined,
  details: [],
  status: undefined,
  limitOf: undefined,
  isDaily: false,
};

/** Whether a body is markup, such as the pages of front ends. */
const isPage = (body: Buffer): boolean => /^\s*</.test(body.toString('latin1', 0, 64));

interface NamedLimit {
  readonly name: string;
  /** The project whose limit it is, unless each of its users has one. */
  readonly consumer?: string | undefined;
}

/**
 * The limits in a detail: the metadata of an `ErrorInfo`, or the violations of a `QuotaFailure`.
 * `quota_unit` is `1/min/{project}`, with `/{user}` if each user of the project has the limit, and
 * `1/d/{project}` for one of a day. Older answers have only the name of the limit, such as
 * `defaultPerMinutePerProject`; many have no such detail. `docs/design/rate-limits.md` has the
 * sources.
 */
function limitsOfDetail(detail: ErrorDetail | null): readonly NamedLimit[] {
  const { quota_unit: unit, quota_limit: limit, consumer } = detail?.metadata ?? {};
  const named = [unit, limit].find((each) => typeof each === 'string');
  const names = [named, ...elements(detail?.violations).map((each) => each?.quotaId)];
  return names
    .filter((name) => typeof name === 'string')
    .map((name) => ({
      name,
      ...(/(\/\{project\}|PerProject)$/.test(name) && typeof consumer === 'string' && { consumer }),
    }));
}

/**
 * The limit in the message that is generated for any quota, and that is all that some answers have:
 * `Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service
 * 'service.example' for consumer 'project_number:1042'.`
 */
function limitsInMessage(message: unknown): readonly NamedLimit[] {
  const [, name, number] = (typeof message === 'string' && quotaMessage.exec(message)) || [];
  return name === undefined ? [] : [{ name, consumer: `projects/${number}` }];
}

const quotaMessage =
  /^Quota exceeded for quota [^.]* limit '([^']{1,100})' of service '[\w.-]+' for consumer 'project_number:(\d{1,20})'/;

/** Whose limit it is; undefined if nothing tells. */
function holderOf({ name, consumer }: NamedLimit): string | undefined {
  if (/(\/\{user\}|PerUser| per user)$/.test(name)) return 'user';
  return consumer !== undefined && projectName.test(consumer) ? consumer : undefined;
}

const dailyLimit = /^1\/d\/|PerDay|\bper day\b/;

const projectName = /^projects\/[\w:.-]{1,64}$/;

const elements = <T>(value: readonly T[] | undefined): readonly (T | null)[] =>
  Array.isArray(value) ? value : [];

/** Text, URLs and secrets are not stable words. */
const stableWord = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.]{1,64}$/.test(value) ? value : undefined;
