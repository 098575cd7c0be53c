/** Faults of what everybody may store: answers, their times, and the headers that say so. */
import type { Fault } from '../mutant.ts';

const tests = ['test/server/response/caching.test.ts'];

const [policy, headers] = [
  'src/server/response/answer-caching.ts',
  'src/server/response/caching-headers.ts',
];

export const cachingMutants: readonly Fault[] = [
  {
    name: 'public-text',
    file: policy,
    text: 'facts.isNamed && ',
    breaks: 'An answer to a document that came as a text is stored by shared caches.',
    tests,
  },
  {
    name: 'public-answer-of-a-caller',
    file: policy,
    text: 'facts.isAnonymous && ',
    breaks: 'Shared caches store the answer of a caller.',
    tests,
  },
  {
    name: 'public-error',
    file: policy,
    text: '!facts.hasErrors && ',
    breaks: 'Shared caches store an error for everybody.',
    tests,
  },
  {
    name: 'public-trace',
    file: policy,
    text: '!facts.isTraced && ',
    breaks: 'Shared caches store how one request was served.',
    tests,
  },
  {
    name: 'public-stale-answer',
    file: policy,
    text: 'leftMs > 0 && ',
    breaks: 'Shared caches store what is no longer current.',
    tests,
  },
  {
    name: 'time-of-one-part',
    file: policy,
    text: 'inSeconds(ttlMs - leftMs)',
    replacement: 'inSeconds(ageMs)',
    breaks: 'An answer ends early because a part with a longer time is older.',
    tests,
  },
  {
    name: 'public-answer-to-a-cookie',
    file: headers,
    text: ' && req.headers.cookie === undefined',
    breaks: 'Shared caches store the answer to a session.',
    tests,
  },
  {
    name: 'cost-in-a-public-answer',
    file: headers,
    text: 'const { cost: _, ...others } = extensions;',
    replacement: 'const others = extensions;',
    breaks: 'Whoever gets a stored answer is told the cost of another request.',
    tests,
  },
  {
    name: 'etags-compared-as-strong',
    file: headers,
    text: "etags.replaceAll('W/\"', '\"')",
    replacement: 'etags',
    breaks: 'A cache that compares etags weakly never learns that it has the answer.',
    tests,
  },
  {
    name: 'content-owner-is-nobody',
    file: 'src/engine/caller/identities.ts',
    text: '(token ?? onBehalfOf ?? subaccount) === undefined',
    replacement: 'token === undefined',
    breaks: 'Shared caches store the answer for a content owner.',
    tests,
  },
  {
    name: 'one-answer-for-all-cookies',
    file: 'src/server/response/private-response.ts',
    text: "'cookie',",
    breaks: 'Who has a session gets the stored answer for nobody.',
    tests,
  },
  {
    name: 'text-names-the-document',
    file: 'src/server/pipeline/request-parser.ts',
    text: 'serverRequest.namesDocument = params.query === undefined;',
    replacement: 'serverRequest.namesDocument = true;',
    breaks: 'An answer to any text in a URL is stored by shared caches.',
    tests,
  },
  {
    name: 'public-call-without-a-time',
    file: 'src/engine/execution/calls.ts',
    text: 'if (!mayBeStored) this.#context.freshness.addMomentary();',
    breaks: 'Shared caches store an answer with a part that the gateway itself does not store.',
    tests,
  },
  {
    name: 'public-download',
    file: 'src/engine/execution/execution.ts',
    text: 'this.freshness.addMomentary();',
    breaks: 'Shared caches store the URL of a download longer than it is valid.',
    tests,
  },
  {
    name: 'public-state-of-the-gateway',
    file: 'src/engine/read/reads.ts',
    text: 'this.#execution.freshness.addMomentary();',
    breaks: 'Shared caches store the state of an upload.',
    tests,
  },
  {
    name: 'public-quota',
    file: 'src/engine/schema/quota/quota.ts',
    text: 'execution.freshness.addMomentary();',
    breaks: 'Shared caches store what was left of the quota.',
    tests,
  },
  {
    name: 'public-field-of-the-host',
    file: 'src/engine/schema/own-field.ts',
    text: 'context.execution.freshness.addMomentary();',
    breaks: 'Shared caches store values of the host, whose times nobody knows.',
    tests,
  },
  {
    name: 'new-parts-without-a-time',
    file: 'src/engine/cache/read-cache.ts',
    text: 'if (!areOfOthers) call.onPart({ isStored: false, ageMs: 0, ttlMs: call.ttlMs });',
    breaks: 'The first answer is not stored, or longer than its newest part is current.',
    tests,
  },
];
