/**
 * All error codes, those of `Api.codes` included: what each one means, what users can be told,
 * whether the same request can succeed later, and what the entries of `extensions` are. The enum
 * `ErrorCode`, `schema/errors.json` and `src/client/error-code.ts` are made from it, and a test
 * compares it with `docs/errors.md`.
 */
import { type Api, ownCode, ownCodes } from '../../api/api.ts';
import type { OwnCode } from '../../api/register.ts';
import type { UpstreamCode } from '../../api/error.ts';

/** The facts about a code that a client needs. */
interface ErrorCodeFacts {
  /** One or two sentences for developers, for the schema. */
  readonly meaning: string;
  /** What a product can tell its users, who know neither the gateway nor its words. */
  readonly userText: string;
  /** Whether the same request can succeed later, although nothing was changed in it. */
  readonly isTemporary?: true;
  /**
   * Entries of `extensions` besides `code` and `requestId`; each may be absent. Payload errors have
   * fields.
   */
  readonly extensions?: readonly string[];
}

/** Entries of the errors of REST calls. `reason` is absent if the REST API stated none. */
export const callExtensions = ['service', 'operation', 'reason'] as const;

/** Entries of the errors of writes that may have been applied: the id that was sent. */
const unknownExtensions = ['outcome', 'id', 'argument'] as const;

/** Codes of failed REST calls, which come first, and codes of the gateway itself. */
const engineCodes = {
  UNAUTHENTICATED: {
    meaning:
      'The field needs an access token and the request has none, or the REST API rejected the token.',
    userText: 'Please sign in again.',
    extensions: callExtensions,
  },
  FORBIDDEN: {
    meaning:
      'The caller lacks permission, or the account lacks what the service requires. `reason` names the cause if known.',
    userText: 'Your account may not do this.',
    extensions: callExtensions,
  },
  MISSING_SCOPE: {
    meaning: 'The access token lacks a required OAuth scope.',
    userText:
      'This needs a permission that you have not given yet. Please allow access to this service.',
    extensions: [...callExtensions, 'anyOf'],
  },
  NOT_FOUND: {
    meaning: 'No object with this id exists, or the caller may not see the object.',
    userText: 'This does not exist, or you may not see it.',
    extensions: [...callExtensions, 'argument', 'id', 'parentId'],
  },
  GONE: {
    meaning: 'The object existed and has been deleted.',
    userText: 'This has been deleted.',
    extensions: [...callExtensions, 'id', 'parentId'],
  },
  INVALID_INPUT: {
    meaning:
      'A value of the input was rejected by the gateway or by the REST API. `path` of a payload error, or `extensions.argument`, names the value if known.',
    userText: 'Please check this value.',
    extensions: [...callExtensions, 'argument', 'positions', 'limit', 'value'],
  },
  CONFLICT: {
    meaning:
      'Another write changed the object, or an object with the same id or key already exists.',
    userText: 'Somebody else has changed this, or it exists already.',
    extensions: callExtensions,
  },
  QUOTA_EXCEEDED: {
    meaning:
      'The daily quota of the REST API is spent or kept for others (`reason`), or the budget of the caller or the client is too small. More is available after `resetAt`.',
    userText: 'The limit for today is reached. Please try again tomorrow.',
    isTemporary: true,
    extensions: [
      ...callExtensions,
      'bucket',
      'limit',
      'remaining',
      'resetAt',
      'retryAfter',
      'advice',
    ],
  },
  RATE_LIMITED: {
    meaning: 'Too many calls in a short time. Retry after `retryAfter` seconds.',
    userText: 'There were too many requests. Please try again later.',
    isTemporary: true,
    extensions: [...callExtensions, 'retryAfter'],
  },
  UPSTREAM_UNAVAILABLE: {
    meaning:
      'The REST API failed or cannot be reached, or the gateway cannot reach the store that its replicas share. With `outcome: UNKNOWN`, a write may have been applied: read the object, whose `id` is stated if it is known, before the next attempt.',
    userText: 'The service does not respond. Please try again later.',
    isTemporary: true,
    extensions: [...callExtensions, ...unknownExtensions, 'retryAfter'],
  },
  UPSTREAM_TIMEOUT: {
    meaning:
      'The REST API did not respond in time. With `outcome: UNKNOWN`, a write may have been applied: read the object, whose `id` is stated if it is known, before the next attempt.',
    userText: 'The service took too long. Please try again later.',
    isTemporary: true,
    extensions: [...callExtensions, ...unknownExtensions],
  },
  UPSTREAM_INVALID: {
    meaning:
      'The gateway cannot read the response of the REST API, or a value in it does not have its documented type. With `outcome: UNKNOWN`, a write may have been applied: read the object, whose `id` is stated if it is known, before the next attempt.',
    userText: 'The service gave an answer that cannot be read. Please try again later.',
    isTemporary: true,
    extensions: [...callExtensions, ...unknownExtensions],
  },
  UPSTREAM_TOO_LARGE: {
    meaning: 'The response of the REST API is too large. Request fewer items or fields.',
    userText: 'This is too large to show.',
    extensions: [...callExtensions, ...unknownExtensions],
  },
  QUERY_TOO_EXPENSIVE: {
    meaning:
      'The operation can cost, or has cost, more calls or quota units than the limit. `advice` names the lists to shorten.',
    userText: 'This asks for too much at once.',
    extensions: [...callExtensions, 'limit', 'value', 'bucket', 'field', 'advice'],
  },
  OPERATION_RETIRED: {
    meaning: 'The REST API no longer supports the operation.',
    userText: 'The service no longer offers this.',
    extensions: callExtensions,
  },
  PARTLY_DONE: {
    meaning:
      'The mutation takes several calls, and one call failed after earlier calls had succeeded.',
    userText: 'Only some of the steps were done.',
  },
  NOT_APPLIED: {
    meaning: 'The service answered success, and the object is as it was.',
    userText: 'This cannot be changed here.',
  },
  MORE_ERRORS: {
    meaning:
      'The response has more than 100 errors. This is the last one that is listed: it has the number of the others, and how many of them have each code. Their fields are null.',
    userText: 'Some of this could not be loaded.',
    extensions: ['count', 'codes'],
  },
  QUERY_TOO_DEEP: {
    meaning: 'The document is nested too deeply.',
    userText: 'This does not work, because of a mistake in this app.',
    extensions: ['limit', 'value'],
  },
  QUERY_TOO_LARGE: {
    meaning: 'The document, the variables, a list in them, or the response is too large.',
    userText: 'This is too much at once.',
    extensions: ['limit', 'value', 'argument'],
  },
  INTERNAL: {
    meaning: 'A defect of the gateway. Report it with `extensions.requestId`.',
    userText: 'Something went wrong. Please try again later.',
  },
  OVERLOADED: {
    meaning:
      'Too many concurrent requests, or the share of the caller is used up. Of a subscription: it has to begin again with its last cursor.',
    userText: 'Too much is going on at the moment. Please try again in a minute.',
    isTemporary: true,
  },
  GRAPHQL_PARSE_FAILED: {
    meaning: 'The document is not valid GraphQL.',
    userText: 'This does not work, because of a mistake in this app.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    meaning: 'The document does not match the schema.',
    userText: 'This does not work, because of a mistake in this app.',
    extensions: ['argument'],
  },
  PERSISTED_QUERY_NOT_FOUND: {
    meaning:
      'The gateway does not have the document of this hash or id. Send the document with its hash.',
    userText: 'This did not work. Please try again.',
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    meaning: 'The gateway keeps no document for this request. Send documents without hashes.',
    userText: 'This did not work. Please try again.',
  },
  PERSISTED_QUERY_ONLY: {
    meaning:
      'The gateway runs only the documents that its operator has listed, and this is none of them.',
    userText: 'This does not work, because of a mistake in this app.',
  },
} as const satisfies Readonly<Record<Exclude<UpstreamCode, OwnCode>, ErrorCodeFacts>> &
  Readonly<Record<string, ErrorCodeFacts>>;

/** The value of `extensions.code`. */
export type ErrorCode = keyof typeof engineCodes | OwnCode;

/** All codes: those of the engine in the order of the table, then those of the API. */
export const errorCodes = (api: Api): readonly ErrorCode[] => [
  ...(Object.keys(engineCodes) as (keyof typeof engineCodes)[]),
  ...ownCodes(api),
];

/** The facts about a code. */
export function factsOf(api: Api, code: ErrorCode): ErrorCodeFacts {
  const own = ownCode(api, code);
  if (!own) return engineCodes[code as keyof typeof engineCodes];
  const { meaning, userText } = own;
  return { meaning, userText, extensions: callExtensions };
}

/** All entries that `extensions` of an error with the code can have. */
export const extensionsOf = (api: Api, code: ErrorCode): string[] => [
  'code',
  'requestId',
  ...(factsOf(api, code).extensions ?? []),
];

/** @returns the text of `schema/errors.json` */
export function printErrors(api: Api): string {
  const errors = errorCodes(api).map((code) => {
    const { meaning, userText, isTemporary = false } = factsOf(api, code);
    return { code, meaning, userText, isTemporary, extensions: extensionsOf(api, code) };
  });
  return `${JSON.stringify(errors, null, 2)}\n`;
}

/** @returns the text of `src/client/error-code.ts`: what a client needs of `schema/errors.json` */
export function printClientErrors(api: Api): string {
  const codes = errorCodes(api);
  const texts = codes.map((code) => wrapped(`  ${code}:`, `'${factsOf(api, code).userText}',`));
  const temporary = codes.filter((code) => factsOf(api, code).isTemporary);
  const names = codes.map((code) => {
    const own = factsOf(api, code).extensions?.map((name) => `'${name}'`) ?? ['never'];
    const line = `  readonly ${code}: ${own.join(' | ')};`;
    return line.length > 100 ? [`  readonly ${code}:`, ...own].join('\n    | ') + ';' : line;
  });
  return `/** The error codes of the gateway. \`npm run schema\` writes this file. */

/** What you can tell the users of your product. */
export const userTexts = {
${texts.join('\n')}
} as const;

/** A value of \`extensions.code\`. A newer gateway can have others. */
export type GatewayErrorCode = keyof typeof userTexts;

/** After these errors, the same request can succeed later. */
export const temporaryCodes: readonly GatewayErrorCode[] = [
${temporary.map((code) => `  '${code}',`).join('\n')}
];

/** The entries that \`extensions\` of an error can have. */
export interface ExtensionNames {
${names.join('\n')}
}
`;
}

/** As the formatter breaks lines. */
const wrapped = (key: string, value: string): string =>
  `${key} ${value}`.length > 100 ? `${key}\n    ${value}` : `${key} ${value}`;
