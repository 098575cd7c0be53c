/**
 * A token that a service no longer accepts: after the 401 of any call, its caller has none of the
 * rights that an accepted caller has.
 */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { AcceptedCallers, callerKey, Identities } from '../../../src/engine/caller/identities.ts';
import type { Execution } from '../../../src/engine/execution/execution.ts';
import { Quotas } from '../../../src/engine/cost/quota.ts';
import { SpentUnits } from '../../../src/engine/cost/spent-units.ts';
import { createUpstream } from '../../../src/engine/rest/connection/transport.ts';
import { CallerQueue, type QueueEntry } from '../../../src/engine/rest/share/caller-queue.ts';
import { anonymousCaller, type Identity } from '../../../src/engine/caller/identity.ts';
import { Shares } from '../../../src/engine/rest/share/shares.ts';
import type { Upstream } from '../../../src/engine/rest/upstream.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { MediaCalls } from '../../../src/engine/transfer/media-calls.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { apiKey } from '../../../src/sandbox/user.ts';
import { HttpRequest, type RequestLimits } from '../../../src/server/connection/server-request.ts';
import { PersistedDocuments } from '../../../src/server/document/persisted-documents.ts';
import { identitiesOf } from '../../../src/server/connection/identity.ts';
import { tokenHeaders } from '../../../src/services/shared/token-header.ts';
import { files } from '../../../src/services/storage/operations.ts';
import { playlists, videos } from '../../../src/services/video/operations.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { executionOf } from '../../support/write-execution.ts';

const owner: Identity = { token: 'studio-owner' };

const caller = callerKey(owner);

const encryption = new Encryption();

let sandbox: Sandbox;
let upstream: Upstream;
let acceptedCallers: AcceptedCallers;

beforeAll(async () => {
  sandbox = await startSandbox({ now: start });
  upstream = createUpstream({
    api: googleApis,
    bases: sandbox.bases,
    apiKey,
    retry: { maxAttempts: 1 },
  });
});

beforeEach(() => {
  sandbox.clearFaults();
  acceptedCallers = new AcceptedCallers();
  // One of many: what holds for others must not hold for this caller.
  acceptedCallers.accept({ token: 'studio-guest' });
});

afterAll(async () => {
  await upstream.close();
  await sandbox.close();
});

/** An execution of a request of its own. */
const execution = (identities = new Identities(owner)): Execution =>
  executionOf(upstream, {
    identities,
    acceptedCallers,
    quotas: new Quotas({
      api: googleApis,
      store: new MemoryStore(),
      acceptedCallers,
      encryption,
      budget: {},
    }),
  });

const readVideo = (by = execution()): Promise<unknown> =>
  by.send(videos.list, { part: ['id'], id: [ids.video.trailer] });

/** From now on, no service accepts any token. */
const revoke = (): void => sandbox.fault({ match: {}, status: 401, reason: 'authError' });

const info = { contentType: 'text/plain', length: 3 };

/** What a gateway sends under a token: a 401 can be the answer to each of them. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  'a read': () => readVideo(),
  'a write': () => execution().send(playlists.delete, { id: ids.playlist.fifty }),
  'the start of an upload': () =>
    execution().startUpload(files.create, { uploadType: 'resumable', body: { name: 'x' } }, info),
};

const isAccepted = (key: string): boolean => acceptedCallers.hasAccepted(key);

/** @returns whether a caller who has nothing yet takes the place of one who is not known */
function takesPlace(): boolean {
  const shares = new Shares({ isAccepted, total: 1 });
  shares.hold('stranger', { giveWay: () => {} });
  return shares.hold(caller, { giveWay: () => {} }) === undefined;
}

interface Waiting extends QueueEntry<Waiting> {}

const waiting = (by: string): Waiting => ({
  caller: by,
  older: undefined,
  newer: undefined,
  waiter: undefined,
});

/** @returns whether the caller has its turn before one who is not known and has come earlier */
function hasFirstTurn(): boolean {
  const queue = new CallerQueue<Waiting>(isAccepted);
  const own = waiting(caller);
  queue.add(waiting('stranger'));
  queue.add(own);
  return queue.take() === own;
}

/** @returns whether a request with several tokens belongs to this caller, and not to the first */
function isMain(): boolean {
  const headers = { authorization: 'Bearer other', [tokenHeaders.drive]: `Bearer ${owner.token}` };
  return callerKey(identitiesOf(googleApis, headers, isAccepted).main) === caller;
}

/** @returns whether the body of a request stays in memory longer than those of strangers */
function keepsBody(): boolean {
  const limits = { isAccepted } as Partial<RequestLimits> as RequestLimits;
  const request = new HttpRequest(
    limits,
    { headers: {} } as Partial<IncomingMessage> as IncomingMessage,
    {} as ServerResponse,
  );
  request.details = { identities: new Identities(owner) } as NonNullable<typeof request.details>;
  return request.isAccepted;
}

/** @returns whether a document that comes with its hash is kept */
async function keepsDocument(): Promise<boolean> {
  const persisted = new PersistedDocuments({
    store: new MemoryStore(),
    isAccepted,
    encryption,
  });
  const query = '{ viewer { id } }';
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', query) } };
  const requester = { identities: new Identities(owner) };
  persisted.keep({ query, extensions }, requester.identities);
  try {
    return (await persisted.complete({ extensions }, requester)).query === query;
  } catch {
    return false;
  }
}

/** @returns whether the units of the caller are counted where all replicas see them */
async function countsInStore(): Promise<boolean> {
  const store = new MemoryStore();
  const entry = { identity: owner, bucket: 'VIDEO', window: '2027-03-10', ttlMs: 60_000 } as const;
  await new SpentUnits({ api: googleApis, store }, acceptedCallers, encryption).add(entry, 1);
  return (
    (await new SpentUnits({ api: googleApis, store }, new AcceptedCallers(), encryption).get(
      entry,
    )) === 1
  );
}

/** What an accepted caller has and others have not. */
const rights: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  'is accepted': () => acceptedCallers.isAccepted(owner),
  'is accepted by its key': () => acceptedCallers.hasAccepted(caller),
  'may have state of feeds': () => acceptedCallers.mayHaveState(owner),
  'is accepted where callers share': () => isAccepted(caller),
  'takes the place of a stranger': takesPlace,
  'has the first turn in a queue': hasFirstTurn,
  'names a request with several tokens': isMain,
  'keeps the body of a request': keepsBody,
  'keeps a document': keepsDocument,
  'has its turns of writes at once': () => execution().turns.isAccepted(playlists.delete),
  'counts its units in the store': countsInStore,
};

/** @returns the names of the rights that the caller has now */
async function rightsNow(): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [name, has] of Object.entries(rights)) if (await has()) names.push(name);
  return names;
}

const all = Object.keys(rights);

describe('a caller', () => {
  it('has no right before a service has accepted its token', async () => {
    expect(await rightsNow()).toEqual([]);
  });
  it.each(Object.entries(calls))(
    'has all rights after %s, and none after its 401',
    async (_, send) => {
      await send();
      expect(await rightsNow()).toEqual(all);
      revoke();
      await expect(send()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      expect(await rightsNow()).toEqual([]);
      sandbox.clearFaults();
      await readVideo();
      expect(await rightsNow()).toEqual(all);
      sandbox.reset(start);
    },
  );
  it('has none after the 401 of a later call of one execution', async () => {
    const one = execution();
    await readVideo(one);
    revoke();
    await expect(readVideo(one)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await rightsNow()).toEqual([]);
  });
  it('keeps them after the 401 of another caller', async () => {
    await readVideo();
    revoke();
    const other = new Identities({ token: 'studio-guest' });
    await expect(readVideo(execution(other))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(await rightsNow()).toEqual(all);
  });
  it.each([
    ['403', { status: 403, reason: 'forbidden' }],
    ['404', { status: 404, reason: 'notFound' }],
    ['500', { status: 500 }],
  ])('keeps them after a %s', async (_, fault) => {
    await readVideo();
    sandbox.fault({ match: {}, ...fault });
    await expect(readVideo()).rejects.toMatchObject({ failure: { status: fault.status } });
    expect(await rightsNow()).toEqual(all);
  });
  it('loses those of the service alone whose token was rejected', async () => {
    const drive: Identity = { token: 'studio-guest' };
    const own = { video: owner, live: owner, storage: drive, calendar: owner };
    const identities = new Identities(owner, { api: googleApis, own });
    await readVideo(execution(identities));
    await execution(identities).send(files.list, {});
    expect(acceptedCallers.isAccepted(drive)).toBe(true);
    sandbox.fault({ match: { service: 'storage' }, status: 401, reason: 'authError' });
    await expect(execution(identities).send(files.list, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(acceptedCallers.isAccepted(drive)).toBe(false);
    expect(await rightsNow()).toEqual(all);
  });
});

/** Where a caller keeps its rights after a 401. Each of them is asserted to be so. */
const knownFaults: Readonly<Record<string, () => Promise<boolean>>> = {
  /** `Shares`: a holder that was accepted remains so while it has something. */
  'a place that the caller has already': async () => {
    const shares = new Shares({ isAccepted, total: 8 });
    for (const holder of [caller, anonymousCaller, 'a', 'b', 'c', 'd', 'e', 'f'])
      shares.hold(holder, { giveWay: () => {} });
    // Asks who is accepted.
    expect(shares.hasExcess).toBe(false);
    acceptedCallers.forgetIfRejected(owner, await rejection());
    let hasGivenWay = false;
    shares.hold('stranger', { giveWay: () => (hasGivenWay = true) });
    return !hasGivenWay && shares.refusalOf(caller) === undefined;
  },
  /** `MediaCalls`, and the routes of downloads and uploads, tell nobody of a 401. */
  'the download of a publication': async () => {
    const store = new MemoryStore();
    const quotas = new Quotas({ api: googleApis, store, acceptedCallers, encryption, budget: {} });
    const media = new MediaCalls({ upstream, quotas, timeoutMs: 10_000, retryMs: 0 });
    revoke();
    const { signal } = new AbortController();
    const downloader = { identities: new Identities(owner), headers: {}, signal };
    const opened = media.open(files.get, { fileId: ids.file.script }, downloader);
    await expect(opened).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    return acceptedCallers.isAccepted(owner);
  },
};

/** @returns the error of a call with a token that is no longer valid */
async function rejection(): Promise<unknown> {
  revoke();
  const error: unknown = await readVideo(execution()).catch((each: unknown) => each);
  sandbox.clearFaults();
  return error;
}

describe('the known faults', () => {
  it.each(Object.entries(knownFaults))('are still there: %s', async (_, keepsRights) => {
    await readVideo();
    expect(await keepsRights()).toBe(true);
  });
});
