/** Each kind of fault in each service: nothing else fails, and nothing is written twice. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/sandbox/fault.ts';
import { services } from '../../src/services/api.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { promised } from '../support/report/promised-size.ts';
import { unexplained } from './answer-check.ts';
import { Client, creations, type GraphqlResponse, type StableQuery } from './client.ts';
import { WriteCheck } from './write-check.ts';

const kinds: Readonly<Record<string, Fault>> = {
  'status 500': { status: 500 },
  'status 503 with Retry-After': { status: 503, retryAfter: 1 },
  'a rate limit': { status: 403, reason: 'rateLimitExceeded' },
  'a rejected token': { status: 401 },
  'a connection that closes before the call': { drop: 'before' },
  'a connection that closes after the call': { drop: 'after' },
  'half of a response': { cut: true },
  'invalid JSON': { garble: true },
  'an HTML page': { page: 'html' },
  'no response': { hang: true },
};

/** Codes of errors that a failing service may cause. */
const codes: ReadonlySet<string> = new Set([
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID',
  'UPSTREAM_TIMEOUT',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
]);

/** At the promised size, 10,000 faults: 40 pairs of kind and service, each 250 times. */
const faultsPerPair = promised(250, 4);

describe('a failing service', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let client: Client;
  let writes: WriteCheck;
  let queries: readonly StableQuery[];

  beforeAll(async () => {
    gateway = await startGateway({
      env: {
        LOG_LEVEL: 'error',
        FIRST_BYTE_TIMEOUT_MS: '300',
        CALL_TIMEOUT_MS: '600',
        RETRY_BASE_MS: '1',
        RETRY_RATE_LIMIT_BASE_MS: '1',
      },
    });
    writes = new WriteCheck(gateway.sandbox);
    client = new Client(gateway.url, 'studio-owner', writes);
    queries = await client.stableQueries();
    writes.collect();
  });
  afterEach(() => gateway.sandbox.clearFaults());
  afterAll(async () => {
    await client.close();
    await gateway.close();
    await gateway.sandbox.close();
  });

  /** Sends queries and writes until the faults are used up. @returns what was wrong */
  async function sendUntilFaulted(service: string, fault: Fault): Promise<string[]> {
    const { sandbox } = gateway;
    const wrong: string[] = [];
    // One in three calls: retries, and calls of the same query, also succeed.
    sandbox.fault({ ...fault, match: { service }, every: 3, times: faultsPerPair });
    const rounds = Math.ceil(faultsPerPair / 2);
    for (let round = 0; round < rounds; round += 1) {
      const { name, query, answer } = queries[round % queries.length]!;
      const actual = await client.ask(query);
      const paths = unexplained(answer, actual).slice(0, 3);
      wrong.push(...paths.map((path) => `${name}: ${path} differs`));
      wrong.push(...wrongErrors(service, actual).map((text) => `${name}: ${text}`));
      await client.create(round % creations.length);
    }
    sandbox.clearFaults();
    return wrong;
  }

  const pairs = Object.entries(kinds).flatMap(([kind, fault]) =>
    services.map((service) => [kind, service, fault] as const),
  );
  it.each(pairs)(
    'with %s (%s) fails only fields of its own, and executes no write twice',
    { tags: ['R1', 'R2', 'R10', 'R11', 'fullSize'] },
    async (_, service, fault) => {
      const wrong = await sendUntilFaulted(service, fault);
      writes.collect();
      expect([...wrong, ...writes.takeProblems(), ...gateway.lines]).toEqual([]);
    },
  );
  it('leaves nothing behind: later answers are right', { tags: ['R5'] }, async () => {
    const answerOf = async ({ query }: StableQuery): Promise<unknown> =>
      (await client.ask(query)).data;
    const expected = queries.map(({ answer }) => answer.data);
    // A circuit breaker closes within seconds.
    await expect.poll(() => Promise.all(queries.map(answerOf))).toEqual(expected);
  });
});

/** @returns errors of another service, without a path, or with a code of the gateway itself */
function wrongErrors(service: string, { errors = [] }: GraphqlResponse): string[] {
  return errors.flatMap(({ path, message, extensions }) => {
    const isRight =
      path !== undefined && codes.has(extensions.code) && extensions.service === service;
    return isRight ? [] : [`${JSON.stringify(path)} ${extensions.code}: ${message}`];
  });
}
