/**
 * Faults of rights and of quotes: revoked tokens, masks, subgraphs, commands of a shell.
 */
import type { Fault } from '../mutant.ts';

const revokedToken = 'test/engine/execution/revoked-token.test.ts';

const answerMask = 'test/engine/rest/operation/answer-mask.test.ts';

const composition = 'test/services/federation/composition.test.ts';

const curl = 'test/explorer/curl.test.ts';

export const rightMutants: readonly Fault[] = [
  {
    name: 'rejected-upload-is-no-rejection',
    file: 'src/engine/execution/calls.ts',
    text: '      acceptedCallers.forgetIfRejected(identity, error);\n      throw',
    replacement: '      throw',
    breaks: 'A caller stays accepted whose token is rejected at the start of an upload.',
    tests: [revokedToken],
  },
  {
    name: 'rejection-of-the-main-token',
    file: 'src/engine/execution/calls.ts',
    text: '    acceptedCallers.forgetIfRejected(identity, error);\n    // The write',
    replacement: '    acceptedCallers.forgetIfRejected(identities.main, error);\n    // The write',
    breaks: 'The rejected token of one service takes the rights of that of another one.',
    tests: [revokedToken],
  },
  {
    name: 'forbidden-is-unauthenticated',
    file: 'src/engine/caller/identities.ts',
    text: "&& failedWith(error, 'UNAUTHENTICATED')",
    replacement: '&& error instanceof UpstreamError && error.failure.status !== 404',
    breaks: 'A caller who may not read one video loses the share of an accepted one.',
    tests: [revokedToken],
  },
  {
    name: 'caller-is-forgotten-by-its-token',
    file: 'src/engine/caller/identities.ts',
    text: 'this.#keys.delete(callerKey(identity));',
    replacement: 'this.#keys.delete(identity.token);',
    breaks: 'A token that is no longer valid keeps its share.',
    tests: [revokedToken],
  },
  {
    name: 'feeds-of-any-token',
    file: 'src/engine/caller/identities.ts',
    text: 'return identity.token === undefined || this.isAccepted(identity);',
    replacement: 'return identity.token === undefined || this.#keys.size > 0;',
    breaks: 'State of feeds is kept for callers with invented or revoked tokens.',
    tests: [revokedToken],
  },
  {
    name: 'body-of-any-token',
    file: 'src/server/connection/server-request.ts',
    text: 'this.#limits.isAccepted(callerKey(details.identities.main))',
    replacement: 'details.identities.hasToken',
    breaks: 'Bodies of requests with invented tokens stay in memory like those of others.',
    tests: [revokedToken],
  },
  {
    name: 'documents-of-any-token',
    file: 'src/server/document/persisted-documents.ts',
    text: '!this.#isAccepted!(caller)',
    replacement: '!identities.hasToken',
    breaks: 'Documents of callers with invented tokens fill the memory.',
    tests: [revokedToken],
  },
  {
    name: 'main-token-is-the-first-one',
    file: 'src/engine/caller/identities.ts',
    text: 'withToken.find((identity) => isAccepted(callerKey(identity))) ?? withToken[0];',
    replacement: 'withToken.at(isAccepted(callerKey(first)) ? -1 : 0);',
    breaks: 'A caller with one accepted token of several counts as unknown.',
    tests: [revokedToken],
  },
  {
    name: 'star-of-a-mask-is-a-name',
    file: 'src/engine/rest/operation/answer-check.ts',
    text: 'const isOfAll = selection === undefined || selection.has(anyName);',
    replacement: 'const isOfAll = selection === undefined;',
    breaks: 'Answers to calls with items(*) are not checked.',
    tests: [answerMask],
  },
  {
    name: 'star-of-a-mask-selects-all-below',
    file: 'src/engine/rest/operation/answer-check.ts',
    text: 'const named = [selection.get(name), selection.get(anyName)]',
    replacement: 'const named = [selection.get(name) ?? selection.get(anyName)]',
    breaks: 'What * selects below a field is not checked if the mask names the field, too.',
    tests: [answerMask],
  },
  {
    name: 'later-part-of-a-mask-takes-the-place',
    file: 'src/engine/rest/operation/answer-check.ts',
    text: 'current.has(token) && below.size === 0;',
    replacement: 'false;',
    breaks: 'Of a mask with a and a/b, only b is checked.',
    tests: [answerMask],
  },
  {
    name: 'whole-field-in-a-union-of-masks',
    file: 'src/engine/rest/operation/answer-check.ts',
    text: 'const isWhole = known.size === 0 || below.size === 0;',
    replacement: 'const isWhole = known.size === 0 && below.size === 0;',
    breaks: 'A field that a mask selects as a whole, and in parts by *, is checked in parts.',
    tests: [answerMask],
  },
  {
    name: 'pages-are-not-shareable',
    file: 'src/engine/schema/federation.ts',
    text: "        ...(sharedTypes.has(name) ? [directive('@shareable')] : []),\n",
    breaks: 'The graph composes with no subgraph that has Relay connections.',
    tests: [composition],
  },
  {
    name: 'shareable-is-not-imported',
    file: 'src/engine/schema/federation.ts',
    text: 'import: ["@key", "@shareable"]',
    replacement: 'import: ["@key"]',
    breaks: 'A composition does not know the directive of PageInfo.',
    tests: [composition],
  },
  {
    name: 'all-values-are-shareable',
    file: 'src/engine/schema/federation.ts',
    text: 'sharedTypes.has(name) ?',
    replacement: '!entities.has(name) ?',
    breaks: 'Other subgraphs can answer fields of types that are of this graph alone.',
    tests: [composition],
  },
  {
    name: 'key-of-another-field',
    file: 'src/engine/schema/federation.ts',
    text: '@key(fields: "id")',
    replacement: '@key(fields: "key")',
    breaks: 'Other subgraphs cannot refer to objects by their ids.',
    tests: [composition],
  },
  {
    name: 'quote-in-quotes',
    file: 'src/explorer/plan/curl.ts',
    text: "String.raw`'\\''`",
    replacement: "String.raw`\\'`",
    breaks: 'A copied command with a quote ends in the middle of a text.',
    tests: [curl],
  },
  {
    name: 'first-quote-alone',
    file: 'src/explorer/plan/curl.ts',
    text: 'text.replaceAll("\'"',
    replacement: 'text.replace("\'"',
    breaks: 'A copied command with two quotes ends in the middle of a text.',
    tests: [curl],
  },
  {
    name: 'body-between-bare-quotes',
    file: 'src/explorer/plan/curl.ts',
    text: 'quoted(JSON.stringify(body)),',
    replacement: "`'${JSON.stringify(body)}'`,",
    breaks: 'A copied command with a quote in its body runs another command.',
    tests: [curl],
  },
  {
    name: 'url-in-double-quotes',
    file: 'src/explorer/plan/curl.ts',
    text: 'quoted(url)]',
    replacement: '`"${url}"`]',
    breaks: 'A shell replaces variables in the URL of a copied command.',
    tests: [curl],
  },
  {
    name: 'empty-body-is-left-out',
    file: 'src/explorer/plan/curl.ts',
    text: 'if (body !== undefined)',
    replacement: 'if (body)',
    breaks: 'A copied command sends no body where the gateway has sent an empty one.',
    tests: [curl],
  },
];
