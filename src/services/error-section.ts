/**
 * Why each error and warning happens, and what a developer does about it. `npm run schema` writes
 * it to `schema/error-sections.json`, each with an example that a test has got from the gateway.
 */
import type { ErrorCode } from '../engine/schema/error/error-code.ts';
import type { Warning } from '../engine/trace/response-extensions.ts';

/** The texts are Markdown, for developers. */
interface ErrorSection {
  /** Each is enough by itself. */
  readonly causes: readonly string[];
  /** What to do now. */
  readonly wayOut: string;
}

/** Which request leads to an error or a warning, and what the gateway answers. */
export interface ErrorExample {
  /** A document, or the JSON of a request that has none. */
  readonly request: string;
  readonly answer: object;
}

const lostWrite =
  'With `outcome: UNKNOWN`, a write may have been applied: read the object, by `id` if there is one, before you repeat it.';

const sections: Readonly<Record<ErrorCode | Warning['code'], ErrorSection>> = {
  UNAUTHENTICATED: {
    causes: [
      'The request has no access token, and the field needs one.',
      'The service has rejected the token: it has expired, or it was revoked.',
      'The accounts of the services differ, and there is no token for this one.',
    ],
    wayOut:
      'Send a valid token: `authorization: Bearer <access token>`, or `x-youtube-authorization`, `x-drive-authorization`, `x-calendar-authorization` for accounts of their own. Get a new one with the refresh token of the user. With the sign-in of the gateway: sign in again.',
  },
  FORBIDDEN: {
    causes: [
      'The object belongs to somebody else, or the account has too small a role.',
      'The account has no YouTube channel (`reason: youtubeSignupRequired`).',
      'The owner of the object, or an administrator, has turned this off: `reason` says what.',
    ],
    wayOut:
      'Use an account with permission, or ask its owner for more. What may be done with a file is in `File.capabilities`. The same request will fail again.',
  },
  MISSING_SCOPE: {
    causes: [
      'The user has allowed less than the field needs: the token lacks the scope.',
      'A service has said this of the token before. Then the gateway does not ask again, until a call shows that the token has the scope. It still runs fields that also accept a scope for some objects only.',
    ],
    wayOut:
      'Ask the user for the first scope in `anyOf`: it is enough for all objects and allows least. The last ones cover only some objects, such as `drive.file`, or are for content owners. Then send the new token. In the explorer, choose another token or sign in with the scope.',
  },
  NOT_FOUND: {
    causes: [
      'No object has the id: check for a typing error, or an id of another kind.',
      'The object was deleted, and the service does not say so.',
      'The caller may not see it: services do not tell this from absence.',
      'The object above is missing: `parentId` names it.',
    ],
    wayOut:
      'Look at `id` and `argument`. Read the object with an account that can see it, or leave the id out. A *link* to a missing object is no error: it is null.',
  },
  GONE: {
    causes: [
      'The object existed and was deleted, and the service says so. Most deleted objects are `NOT_FOUND`.',
    ],
    wayOut:
      'Remove it from what you show. A deleted event comes back with `updateEvent` and `status: CONFIRMED`.',
  },
  INVALID_INPUT: {
    causes: [
      'The gateway has rejected a value: no call was made for it.',
      'The service has rejected a value: `reason` has its name for this.',
      'An entry of a list of ids is no id: `positions` has its place, from 0.',
    ],
    wayOut:
      'The message says what is accepted. `argument`, or `path` of an error in a payload, leads to the value; an entry of a form can show it. Other fields are delivered; a mutation has written nothing.',
  },
  CONFLICT: {
    causes: [
      'Another client has changed the object since you have read it, and your `ifMatch` or `ifVersion` is of before.',
      'The object exists already, or its id is taken: an earlier request may have made it.',
    ],
    wayOut:
      'Read the object again (`current` of the error has it), let the user see both, and repeat the change with the new etag or version. If you have made it before, take it as done.',
  },
  QUOTA_EXCEEDED: {
    causes: [
      'The project has used its units of the day or minute: Google refuses calls.',
      'The operation can take more than is left of the budget of the caller (`QUOTA_BUDGET`).',
      'The rest is kept for others: `reason` is `reservedForCallers` or `reservedForWrites`.',
      'All clients of this name have used theirs: `reason` is `clientBudget`.',
    ],
    wayOut:
      'Wait until `resetAt`, or for `retryAfter` seconds. Before any call, `advice` says which lists to shorten. `Query.quota` shows what is left, and `quota(dryRun:)` what an operation can cost. More quota is a matter of the Google Cloud console.',
  },
  RATE_LIMITED: {
    causes: [
      'Google has refused calls of this user or project: too many in a short time. Retries have failed, too.',
      'The gateway pauses calls of this kind after such a refusal.',
    ],
    wayOut:
      'Repeat the request after `retryAfter` seconds, not earlier. Ask for fewer lists at once, and read what you can by ids: one call reads 50.',
  },
  UPSTREAM_UNAVAILABLE: {
    causes: [
      'The service answers with errors, or cannot be reached.',
      '`reason: callsPaused`: it has failed repeatedly, and gets only one call a second.',
      '`reason: tooManyWaiting`: too many calls of this caller wait for a connection.',
      '`reason: storeUnavailable`: the gateway cannot reach its Redis, to check a budget or to lock an object.',
      '`reason: answeredOnTheWay`: a proxy has answered. This says nothing about the object or the caller.',
    ],
    wayOut: `Repeat a read after \`retryAfter\` or some seconds; all other fields are there already. ${lostWrite}`,
  },
  UPSTREAM_TIMEOUT: {
    causes: [
      'The service has not answered in time.',
      'The answer to a write was lost, and its repetition was rejected, which proves nothing.',
    ],
    wayOut: `Repeat a read, with shorter lists if it happens often. ${lostWrite}`,
  },
  UPSTREAM_INVALID: {
    causes: [
      'The answer of the service is no JSON, or ends in the middle.',
      'A value in it has another type than documented: only the fields that show it fail.',
      '`reason: pageRepeated`: a page of a list leads back to itself.',
    ],
    wayOut: `Repeat it once. If it stays, select other fields, and report \`requestId\`: the log says what was wrong. ${lostWrite}`,
  },
  UPSTREAM_TOO_LARGE: {
    causes: ['The answer of the service has more than 32 MiB, or more than 450,000 values.'],
    wayOut: `Lower \`first\`, or select fewer fields. ${lostWrite}`,
  },
  QUERY_TOO_EXPENSIVE: {
    causes: [
      'The maximum cost is above the limit. Nothing was called; `field` is the most expensive one. Lists inside of lists multiply: 500 times 500 items are 250,000.',
      'The operation has made as many calls as it may. What it has is delivered.',
    ],
    wayOut:
      'Do what `advice` says: lower `first` of the lists that it names, beginning with the outer one, or split the operation. The panel Plan shows the cost while you write. Without a token the limits are lower.',
  },
  OPERATION_RETIRED: {
    causes: ['Google still documents the operation, but no longer supports it.'],
    wayOut: 'Stop using it: the message names a replacement if there is one.',
  },
  PARTLY_DONE: {
    causes: [
      'The mutation takes several calls. One has failed (`reason`) after others had succeeded.',
    ],
    wayOut:
      '`done` and `remaining` name the steps. Mend what the message says, then send only the rest. The workflows (`goLive`, `prepareBroadcast`, `publishFileAsVideo`) can be sent again as they are: they go on. If the message says that a step is not known to be done, read the object first.',
  },
  NOT_APPLIED: {
    causes: [
      'The service has answered success, but the object is as it was: the caller may not change this, or nobody can, for example guests of an event of somebody else.',
      'Of a workflow such as `goLive`: no answer and no later read has shown the step.',
    ],
    wayOut:
      '`path` leads to the first ignored argument, and the message names all; others may have been written. Show `current`, and do not repeat the same change. A part of a series is as it was before.',
  },
  MORE_ERRORS: {
    causes: [
      'More than 100 fields have failed, mostly for one reason. This is the last error that is listed.',
    ],
    wayOut:
      'Look at the first errors: `codes` counts what is left out. All these fields are null. Ask for fewer items until the cause is mended.',
  },
  QUERY_TOO_DEEP: {
    causes: ['The document has more levels than `MAX_DEPTH` allows, its fragments included.'],
    wayOut:
      'Split it: read the ids first, then the rest with `nodes(ids:)` or `videos(ids:)`. `value` is the depth, `limit` what is allowed.',
  },
  QUERY_TOO_LARGE: {
    causes: [
      'The document has too many bytes, fields, aliases or directives: the message names the limit.',
      'A list in the variables, or the body of the request, is too long.',
      'The response would be too large: its lists end early, or have this error.',
    ],
    wayOut:
      'Split the request, or ask for fewer items. Instead of one alias for each id, use a field that takes `ids`.',
  },
  INTERNAL: {
    causes: ['A defect of the gateway. The message says nothing, for safety; the log does.'],
    wayOut:
      'Report it with `requestId` to whoever runs the gateway. All fields beside it are right. Of a mutation, read the object before you repeat it.',
  },
  OVERLOADED: {
    causes: [
      'The gateway runs as many operations as it may, or has too little memory.',
      'The caller has its whole share, and others need the rest: the message says so.',
      'Of a subscription: the client reads too slowly, others need the place, or the gateway restarts.',
    ],
    wayOut:
      'Repeat it after the seconds of the header `retry-after`. Subscribe again with the last cursor (`after`): nothing is lost. Clients that send many requests at once should wait for each other.',
  },
  GRAPHQL_PARSE_FAILED: {
    causes: ['The document is not valid GraphQL: a bracket or a quote is missing, for example.'],
    wayOut:
      '`locations` of the error has the line and the column. Format the document with the editor, which marks the place.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    causes: [
      'The document names a field or an argument that the schema does not have.',
      'A required argument is missing, or a literal has the wrong type (`argument`).',
      'A variable is not declared, or not used.',
    ],
    wayOut:
      'The message often suggests the right name. Generate types from `schema.graphql`, so that a build finds it: docs/frontend.md says how.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    causes: [
      'The client has sent a hash or an id alone, and the gateway does not have its document, for example after a restart.',
    ],
    wayOut:
      'Send the document with its hash once. Apollo Client and urql do so by themselves. With listed documents (docs/persisted-operations.md), add it to the list.',
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    causes: [
      'A request without an access token has sent a hash: documents of such requests are not kept.',
      'A GET could come from another site.',
    ],
    wayOut:
      'Send the whole document. Apollo Client and urql then send no more hashes. A GET needs a header that other sites cannot send, such as `x-preflight`.',
  },
  PERSISTED_QUERY_ONLY: {
    causes: [
      'The gateway runs only the documents that its operator has listed (docs/persisted-operations.md), and this is none of them.',
    ],
    wayOut:
      'Send a listed document, as it is or by its id. To add one, list it and deploy the list before the client.',
  },
  INVALID_TRANSITION: {
    causes: [
      'The broadcast cannot change to this status from the one that it has: `status`.',
      'Somebody else has changed it in the meantime.',
    ],
    wayOut:
      'Take one of `allowed`. A broadcast with a monitor stream goes through `TESTING` before `LIVE`; `goLive` takes all steps by itself.',
  },
  STREAM_INACTIVE: {
    causes: [
      'No stream is bound to the broadcast.',
      'The bound stream receives no data: `streamStatus` and `streamHealth` say what YouTube sees.',
    ],
    wayOut:
      'Bind a stream (`bindBroadcast`), start the encoder with its `ingestion`, and repeat the mutation when `Stream.streamStatus` is `ACTIVE`. `goLive` can wait for this (`wait`).',
  },
  EXPECTED_ABSENCE: {
    causes: [
      'The service says that the data cannot exist: comments are disabled, the account has no channel. `value` is its reason.',
      'The service does not show the data to this caller, and nothing is promised without it, for example in `findFreeSlots`.',
    ],
    wayOut: 'Show that there is nothing, by `value` if you like. Nothing failed: do not repeat it.',
  },
  UNKNOWN_VALUE: {
    causes: [
      'The service has returned a value that the enum does not have yet: `value` has it.',
      'A change is of a kind that the schema does not have: the list at `path` leaves it out.',
    ],
    wayOut:
      'Treat the field as unknown: it is null. A later version of the gateway will have the value; report it.',
  },
  LIST_STOPPED: {
    causes: [
      'The query had no calls or quota units left for the next page: `value` names the limit.',
      'The service has refused its own token of the next page, or that page led back to itself: `value` has the reason.',
    ],
    wayOut:
      'Show what is there, and go on with `after: endCursor` of `pageInfo`: `hasNextPage` is true.',
  },
  NOT_SHOWN: {
    causes: [
      'A mutation has succeeded, and the answer does not show a value (`value`) as it was sent: the service has changed or ignored it.',
      'The new series of a division lacks a field that Google does not document.',
    ],
    wayOut: 'Read the object and show what it has. Do not write it twice.',
  },
  INVALID_ITEMS: {
    causes: [
      'Items of a page have no id, or their kind is no text; `value` is their number.',
      'Results of `search` name no object.',
    ],
    wayOut: 'Nothing to do: the other items are there, and the list has all its cursors.',
  },
};

/**
 * @param examples one for each code
 * @returns the text of `schema/error-sections.json`
 */
export function printErrorSections(examples: Readonly<Record<string, ErrorExample>>): string {
  const all = Object.entries(sections).map(([code, { causes, wayOut }]) => [
    code,
    { causes, example: examples[code], wayOut },
  ]);
  return `${JSON.stringify(Object.fromEntries(all))}\n`;
}
