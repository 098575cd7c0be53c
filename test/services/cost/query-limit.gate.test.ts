import { googleApis } from '../../../src/services/api.ts';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import fc from 'fast-check';
import { execute, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AcceptedCallers, Identities } from '../../../src/engine/caller/identities.ts';
import type { QueryLimits } from '../../../src/engine/read/usage.ts';
import { Quotas } from '../../../src/engine/cost/quota.ts';
import { DownloadLinks } from '../../../src/engine/transfer/download-link.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { MediaCalls } from '../../../src/engine/transfer/media-calls.ts';
import { UploadSessions } from '../../../src/engine/transfer/upload-session.ts';
import type { Context } from '../../../src/engine/schema/builder.ts';
import { createContextFactory } from '../../../src/engine/schema/context.ts';
import { toGraphError } from '../../../src/engine/schema/error/error.ts';
import { schema } from '../../../src/services/schema.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { createUpstream } from '../../../src/engine/rest/connection/transport.ts';
import type { Upstream } from '../../../src/engine/rest/upstream.ts';
import { estimateOfDocument } from '../../support/report/estimate.ts';
import { promised } from '../../support/report/promised-size.ts';
import { ResettableStore } from '../../support/gateway/gateway.ts';
import { OutgoingRequests } from '../../support/upstream/outgoing-request.ts';
import { anyQuery, type RandomQuery } from '../../support/random/random-query.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { type ShortPages, shortPages } from '../../support/proxy/short-pages.ts';

const enough = { calls: 1e8, estimatedCalls: 1e8, units: 1e8, fields: 1e8, waitMs: 0 };

/** Milliseconds; only a test that hangs takes longer, on a busy machine too. */
const timeout = 1_200_000;

/** Emptied before each execution: a new one takes milliseconds. */
const store = new ResettableStore();

let sandbox: Sandbox;
let proxy: ShortPages;
let upstream: Upstream;
let requests: OutgoingRequests;

beforeAll(async () => {
  requests = new OutgoingRequests();
  sandbox = await startSandbox({ now: start });
  proxy = await shortPages(new URL(sandbox.bases.video).origin);
  upstream = createUpstream({
    api: googleApis,
    bases: {
      video: `${proxy.url}/youtube/v3`,
      storage: proxy.url,
      calendar: `${proxy.url}/calendar/v3`,
    },
    connectTimeoutMs: timeout,
    firstByteTimeoutMs: timeout,
    callTimeoutMs: timeout,
    retry: { maxAttempts: 1 },
  });
});

afterAll(async () => {
  requests.close();
  await upstream.close();
  await proxy[Symbol.asyncDispose]();
  await sandbox.close();
});

/** An execution with limits of its own, which no estimate rejects. */
function contextWith(limits: QueryLimits, batchMaxWaitMs: number): Context {
  store.reset();
  const acceptedCallers = new AcceptedCallers();
  const links = { encryption: new Encryption(), baseUrl: () => 'http://gateway', ttlMs: 1_000 };
  const quotas = new Quotas({ api: googleApis, store, acceptedCallers, budget: {} });
  const { contextOf } = createContextFactory({
    store,
    encryption: links.encryption,
    allowsStoreFailure: false,
    upstream,
    uploads: new UploadSessions({ store, ...links }),
    downloads: new DownloadLinks(links),
    media: new MediaCalls({ upstream, quotas, timeoutMs: timeout, retryMs: 1 }),
    relayTtlMs: links.ttlMs,
    quotas,
    acceptedCallers,
    documents: { parse, hideSuggestions: false },
    onUnconditional: () => {},
    batchMaxWaitMs,
    feedReadTimeoutMs: 20_000,
    readsAtOnce: 100,
    limits: { caller: limits, anonymous: limits },
  });
  return contextOf({
    identities: new Identities({ token: 'studio-owner' }),
    deadline: systemClock.now() + timeout,
    requestId: 'test',
  });
}

interface Run {
  readonly data: any;
  /** `path: CODE` of each error. */
  readonly errors: readonly {
    readonly path: readonly (string | number)[];
    readonly code: string;
  }[];
  /** Paths of lists that have stopped. */
  readonly stopped: readonly string[];
  readonly calls: number;
  readonly cost: ReturnType<Context['execution']['usage']['report']>;
  /** Whether a list ended early because its extra pages were used up. */
  readonly endedEarly: boolean;
}

async function run(
  document: string,
  variables: Record<string, unknown> = {},
  limits: Partial<QueryLimits> = {},
  batchMaxWaitMs = timeout,
): Promise<Run> {
  const contextValue = contextWith({ ...enough, ...limits }, batchMaxWaitMs);
  const { allowance } = contextValue.execution;
  let endedEarly = false;
  const takeExtraPage = allowance.takeExtraPage.bind(allowance);
  allowance.takeExtraPage = (...page) => {
    const isTaken = takeExtraPage(...page);
    endedEarly ||= !isTaken;
    return isTaken;
  };
  const before = proxy.calls();
  const { data, errors = [] } = await execute({
    schema,
    document: parse(document),
    variableValues: variables,
    contextValue,
  });
  // Calls that the response did not wait for belong to this query, not to the next one.
  await requests.settle();
  return {
    data: JSON.parse(JSON.stringify(data ?? null)),
    errors: errors.map((error) => ({
      path: error.path ?? [],
      code: String(toGraphError(googleApis, error).extensions['code']),
    })),
    stopped: contextValue.execution.warnings.flatMap(({ code, path }) =>
      code === 'LIST_STOPPED' ? [path.join('.')] : [],
    ),
    calls: proxy.calls() - before,
    cost: contextValue.execution.usage.report(),
    endedEarly,
  };
}

const seed = 20_260_313;

/** Returns the places where the values differ, other than by a null in the second one. */
function differences(
  whole: unknown,
  cut: unknown,
  path: readonly (string | number)[] = [],
): string[] {
  if (cut === null || whole === cut) return [];
  // A list that has stopped has fewer items, and other cursors.
  if (Array.isArray(whole) && Array.isArray(cut) && cut.length < whole.length)
    return differences(whole.slice(0, cut.length), cut, path);
  if (/(hasNextPage|endCursor)(_\w+)?$/.test(String(path.at(-1)))) return [];
  if (typeof whole !== 'object' || typeof cut !== 'object' || whole === null)
    return [path.join('.')];
  return [...new Set([...Object.keys(whole), ...Object.keys(cut)])].flatMap((key) =>
    differences((whole as any)[key], (cut as any)[key], [...path, key]),
  );
}

/** Returns the paths where the second value is null and the first one is not. */
function cutPlaces(
  whole: unknown,
  cut: unknown,
  path: readonly (string | number)[] = [],
): string[] {
  if (cut === null) return whole === null ? [] : [path.join('.')];
  if (typeof whole !== 'object' || whole === null || typeof cut !== 'object') return [];
  return Object.keys(whole).flatMap((key) =>
    cutPlaces((whole as any)[key], (cut as any)[key], [...path, key]),
  );
}

describe('a query for lists with short pages', { timeout }, () => {
  it('never makes more calls than its estimate', { tags: ['fullSize'] }, async () => {
    const seen = { expensive: 0, early: 0 };
    const check = async ({ document, variables }: RandomQuery, world: number): Promise<void> => {
      // Slow calls make batches start before all of their keys are known.
      proxy.reset(world, 40 + (world % 60), 30);
      const { cost, errors, endedEarly } = await run(document, variables, {}, 5);
      // A rejected batch is split into halves, which are sent again.
      if (errors.length > 0) return;
      const { calls, units } = estimateOfDocument(document, variables);
      expect({ document, variables, over: Math.max(0, cost.requests - calls) }).toEqual({
        document,
        variables,
        over: 0,
      });
      for (const [bucket, spent] of Object.entries(cost.units))
        expect(spent).toBeLessThanOrEqual(units[bucket as 'VIDEO'] ?? 0);
      if (cost.requests > 5) seen.expensive += 1;
      if (endedEarly) seen.early += 1;
    };
    // Few queries end early, and none of the first ones need do so after a change of the schema.
    for (let round = 0; round < 10 && seen.early === 0; round += 1)
      await fc.assert(fc.asyncProperty(anyQuery, fc.nat(), check), {
        seed: seed + round,
        numRuns: promised(100, 50),
        endOnFailure: true,
      });
    expect(seen.expensive).toBeGreaterThan(promised(20, 5));
    expect(seen.early).toBeGreaterThan(0);
  });
});

describe('a query with a limit below its need', { timeout }, () => {
  it('makes exactly as many calls as the limit, and loses only the fields that need more', {
    tags: ['fullSize'],
  }, async () => {
    let cut = 0;
    const check = async (
      { document, variables }: RandomQuery,
      world: number,
      share: number,
    ): Promise<void> => {
      proxy.reset(world, world % 40);
      const whole = await run(document, variables);
      if (whole.calls < 2 || whole.endedEarly) return;
      const calls = 1 + (share % (whole.calls - 1));
      const limited = await run(document, variables, { calls });
      expect({ document, variables, calls: limited.calls }).toEqual({ document, variables, calls });
      const errors = limited.errors.filter(({ code }) => code === 'QUERY_TOO_EXPENSIVE');
      const cuts = errors.length + limited.stopped.length;
      expect({ document, variables, cuts }).not.toMatchObject({ cuts: 0 });
      expect({ document, variables, differ: differences(whole.data, limited.data) }).toEqual({
        document,
        variables,
        differ: [],
      });
      const failed = errors.map(({ path }) => path.join('.'));
      const cutsWithoutError = cutPlaces(whole.data, limited.data).filter(
        (place) =>
          !failed.some((path) => path === place || path.startsWith(`${place}.`)) &&
          !limited.stopped.some((path) => place.startsWith(`${path}.`)),
      );
      expect({ document, variables, unexplained: cutsWithoutError }).toEqual({
        document,
        variables,
        unexplained: [],
      });
      cut += 1;
    };
    await fc.assert(fc.asyncProperty(anyQuery, fc.nat(), fc.nat(), check), {
      seed,
      numRuns: promised(80, 40),
      endOnFailure: true,
    });
    expect(cut).toBeGreaterThan(promised(30, 15));
  });
  it('sends no call beyond the units of a bucket of a day', async () => {
    proxy.reset(0, 0);
    const document = `{ a: video(id: "${ids.video.trailer}") { title } calendar(id: "${ids.calendar.release}") { summary } search(search: "ferry", first: 3) { nodes { title } } }`;
    const { data, errors, calls } = await run(document, {}, { units: 0 });
    expect([data, errors.map(({ code }) => code), calls]).toEqual([
      // The units of a minute are not limited.
      { a: null, calendar: { summary: 'Releases' }, search: null },
      ['QUERY_TOO_EXPENSIVE', 'QUERY_TOO_EXPENSIVE'],
      1,
    ]);
  });
});

describe('a response', { timeout }, () => {
  it('has no more fields than the limit: the list that exceeds it fails', async () => {
    proxy.reset(0, 0);
    const document = `{ a: playlist(id: "${ids.playlist.fifty}") { items(first: 10) { nodes { title position } } } b: playlist(id: "${ids.playlist.fifty}") { items(first: 20) { nodes { title thumbnails { url } } } } }`;
    const whole = await run(document);
    const { data, errors } = await run(document, {}, { fields: 40 });
    expect([data.a, data.b]).toEqual([whole.data.a, { items: null }]);
    expect(errors).toEqual([{ path: ['b', 'items', 'nodes'], code: 'QUERY_TOO_LARGE' }]);
  });
  it('counts the fields of nested lists, and contains the lists that fit', async () => {
    const document = (playlists: number, items: number): string =>
      `{ viewer { playlists(first: ${playlists}) { nodes { title items(first: ${items}) { nodes { title video { title } } } } } } }`;
    // The default limits reject this document before any call.
    expect(estimateOfDocument(document(500, 400)).calls).toBeGreaterThan(4_000);
    const whole = await run(document(20, 50));
    const { data, errors } = await run(document(20, 50), {}, { fields: 150 });
    const codes = new Set(errors.map(({ code }) => code));
    expect([...codes]).toEqual(['QUERY_TOO_LARGE']);
    const { nodes } = data.viewer.playlists;
    expect(differences(whole.data, data)).toEqual([]);
    const delivered = nodes.filter(({ items }: any) => items !== null);
    expect(delivered.length).toBeGreaterThan(0);
    expect(delivered.length).toBeLessThan(nodes.length);
    const itemCount = delivered.flatMap(({ items }: any) => items.nodes).length;
    // A playlist has two fields, an item three.
    expect(2 * nodes.length + 3 * itemCount).toBeLessThanOrEqual(150);
  });
});
