/** Writes under `If-Match` whose entity other writers change, on a service of the test's own. */
import type { Upstream } from '../../../src/engine/rest/upstream.ts';
import { googleApis } from '../../../src/services/api.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { type Clock, systemClock } from '../../../src/engine/caller/clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { AcceptedCallers, Identities } from '../../../src/engine/caller/identities.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { StoreUnavailable } from '../../../src/engine/store/store-unavailable.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { Quotas } from '../../../src/engine/cost/quota.ts';
import { Execution } from '../../../src/engine/execution/execution.ts';
import type { ExecutionSettings } from '../../../src/engine/execution/execution-settings.ts';
import type { Change, JsonRecord } from '../../../src/engine/write/change.ts';
import {
  Conflict,
  type WriteCondition,
  writeConditionally,
} from '../../../src/engine/write/update/conditional-write.ts';
import type { WriteRequest } from '../../../src/engine/write/strategy.ts';
import { EntityLocks } from '../../../src/engine/lock/entity-lock.ts';
import { KeyedMutex } from '../../../src/engine/lock/keyed-mutex.ts';
import { UnconditionalOperations } from '../../../src/engine/execution/unconditional-operations.ts';
import { entityKey } from '../../../src/engine/read/resource.ts';
import { Playlist } from '../../../src/services/video/resources.ts';
import { outdatedReason, upstreamError, UpstreamError } from '../../../src/engine/api/error.ts';
import { unknownOutcome } from '../../../src/engine/rest/call/unknown-outcome.ts';
import { playlists } from '../../../src/services/video/operations.ts';

const change: Change = { argument: 'title', path: 'snippet.title', apply: () => 'Ours' };

/** A stored entity with a version, and the calls that were made. */
class Service {
  version = 1;
  title = 'Before';
  readonly calls: string[] = [];
  /** Runs before each write. */
  before: () => void = () => {};
  rejectsConditions = false;
  /** Writes are applied; their answers are lost, and the requests that follow are rejected. */
  losesAnswer = false;

  readonly read = (): Promise<JsonRecord> => {
    this.calls.push('read');
    return Promise.resolve({ etag: `v${this.version}`, snippet: { title: this.title } });
  };

  readonly send = (_: JsonRecord, { headers, mayBeSent }: WriteCondition): Promise<undefined> => {
    const etag = headers?.['if-match']?.replaceAll('"', '');
    if (!mayBeSent!()) return Promise.reject(outdated);
    this.calls.push(`write ${etag ?? 'always'}`);
    this.before();
    const isCurrent = etag === `v${this.version}` && !this.rejectsConditions;
    if (etag !== undefined && !isCurrent) return Promise.reject(rejection());
    this.version += 1;
    this.title = 'Ours';
    return this.losesAnswer ? Promise.reject(rejection('UNKNOWN')) : Promise.resolve(undefined);
  };
}

const rejection = (outcome?: 'UNKNOWN'): UpstreamError => {
  const { failure } = upstreamError(playlists.update, 'CONFLICT');
  const rejected = new UpstreamError({ ...failure, status: 412, outcome });
  return outcome ? unknownOutcome(rejected) : rejected;
};

const outdated = upstreamError(playlists.update, 'UPSTREAM_UNAVAILABLE', {
  reason: outdatedReason,
});

const ref = { resource: Playlist.resource, key: ['PLtest'] };

/** @param milliseconds until the deadline */
function requestWithin(
  milliseconds: number,
  unconditional = new UnconditionalOperations(systemClock),
  mutex = new KeyedMutex(),
  clock: Clock = systemClock,
) {
  const identity = { token: 'any' };
  const acceptedCallers = new AcceptedCallers();
  acceptedCallers.accept(identity);
  const settings: Partial<ExecutionSettings> = {
    upstream: { api: googleApis } as Upstream,
    mutex,
    acceptedCallers,
    identities: new Identities(identity),
    clock,
    deadline: clock.now() + milliseconds,
    limits: { calls: 500, estimatedCalls: 500, units: 1_000, fields: 100_000, waitMs: 0 },
    quotas: new Quotas({
      api: googleApis,
      store: new MemoryStore(),
      acceptedCallers: new AcceptedCallers(),
      budget: {},
    }),
    unconditional,
  };
  const execution = new Execution(settings as ExecutionSettings);
  return { execution, operation: playlists.update, ref } as unknown as WriteRequest;
}

const write = (service: Service, request: WriteRequest, clientEtag?: string): Promise<unknown> =>
  writeConditionally(request, {
    changes: [change],
    read: service.read,
    send: service.send,
    clientEtag,
  });

describe('a conditional write', () => {
  it('is tried again with a fresh read while others write first', async () => {
    const service = new Service();
    let others = 5;
    service.before = () => {
      if (others > 0) service.version += 1;
      others -= 1;
    };
    await write(service, requestWithin(60_000));
    expect(service.title).toBe('Ours');
    expect(service.calls).toEqual(
      [1, 2, 3, 4, 5, 6].flatMap((version) => ['read', `write v${version}`]),
    );
  });
  it('is a conflict if others write first until the deadline', async () => {
    const service = new Service();
    service.before = () => (service.version += 1);
    await expect(write(service, requestWithin(200))).rejects.toThrow(Conflict);
    expect(service.title).toBe('Before');
  });
  it('is a conflict, and not sent, if the client demands another etag', async () => {
    const service = new Service();
    await expect(write(service, requestWithin(60_000), 'v0')).rejects.toThrow(Conflict);
    expect(service.calls).toEqual(['read']);
  });
  it('is a conflict at once if another write comes after the etag that the client demands', async () => {
    const service = new Service();
    service.before = () => (service.version += 1);
    await expect(write(service, requestWithin(60_000), 'v1')).rejects.toThrow(Conflict);
    expect(service.calls).toEqual(['read', 'write v1']);
  });
  it('has succeeded if its answer was lost and the entity shows the change', async () => {
    const service = new Service();
    service.losesAnswer = true;
    await write(service, requestWithin(60_000));
    expect(service.calls).toEqual(['read', 'write v1', 'read']);
  });
  it('is a conflict if its answer was lost and the entity has another value', async () => {
    const service = new Service();
    service.losesAnswer = true;
    const request = requestWithin(60_000);
    const read = async (): Promise<JsonRecord> => {
      const current = await service.read();
      return service.version === 1 ? current : { ...current, snippet: { title: 'Theirs' } };
    };
    const send = service.send;
    await expect(
      writeConditionally(request, { changes: [change], read, send, clientEtag: 'v1' }),
    ).rejects.toThrow(Conflict);
  });
  it('has an unknown outcome if its answer was lost and the deadline comes first', async () => {
    const service = new Service();
    service.losesAnswer = true;
    await expect(write(service, requestWithin(0))).rejects.toMatchObject({
      failure: { code: 'UPSTREAM_TIMEOUT', outcome: 'UNKNOWN' },
    });
    expect(service.calls).toEqual(['read', 'write v1']);
  });
  it('is a conflict if the limits of the request allow no second write', async () => {
    const service = new Service();
    const failures = [rejection(), upstreamError(playlists.update, 'QUERY_TOO_EXPENSIVE')];
    const send = (): Promise<undefined> => Promise.reject(failures.shift()!);
    await expect(
      writeConditionally(requestWithin(60_000), { changes: [change], read: service.read, send }),
    ).rejects.toThrow(Conflict);
  });
  it('is a conflict if the limits of the request allow no further read', async () => {
    const service = new Service();
    service.before = () => (service.version += 1);
    const request = requestWithin(60_000);
    const read = (): Promise<JsonRecord> =>
      service.calls.length < 6
        ? service.read()
        : Promise.reject(upstreamError(playlists.list, 'QUERY_TOO_EXPENSIVE'));
    const send = service.send;
    await expect(writeConditionally(request, { changes: [change], read, send })).rejects.toThrow(
      Conflict,
    );
  });
});

describe('an operation that rejects every condition', () => {
  const refused = [...Array.from({ length: 2 }, () => ['read', 'write v1']).flat(), 'read'];
  /** A service that rejects conditions, and what is given up in writes to it. */
  const rejecting = () => {
    const service = new Service();
    service.rejectsConditions = true;
    const clock = new DrivenClock();
    const added: string[] = [];
    const unconditional = new UnconditionalOperations(clock, (operation) => added.push(operation));
    return { service, clock, added, unconditional };
  };
  it('is written without one after two rejections of a current etag, for ten minutes', async () => {
    const { service, clock, added, unconditional } = rejecting();
    await write(service, requestWithin(60_000, unconditional));
    await write(service, requestWithin(60_000, unconditional));
    expect(service.calls).toEqual([...refused, 'write always', 'read', 'write always']);
    expect(added).toEqual(['video:playlists.update']);
    await clock.advance(600_000);
    service.rejectsConditions = false;
    await write(service, requestWithin(60_000, unconditional));
    expect(service.calls.slice(-2)).toEqual(['read', 'write v3']);
  });
  it('keeps the conditions of other callers', async () => {
    const { service, unconditional } = rejecting();
    await write(service, requestWithin(60_000, unconditional));
    expect(unconditional.has(playlists.update, { token: 'any' })).toBe(true);
    expect(unconditional.has(playlists.update, { token: 'other' })).toBe(false);
  });
  it('keeps the condition of a client', async () => {
    const { service, unconditional } = rejecting();
    await write(service, requestWithin(60_000, unconditional));
    service.calls.length = 0;
    await expect(
      write(service, requestWithin(60_000, unconditional), `v${service.version}`),
    ).rejects.toThrow(Conflict);
    expect(service.calls).toEqual(['read', 'write v2']);
  });
  it('keeps its conditions if the write without one fails as well', async () => {
    const { service, unconditional } = rejecting();
    const refuse = upstreamError(playlists.update, 'FORBIDDEN');
    const send: Service['send'] = (current, condition) =>
      condition.headers ? service.send(current, condition) : Promise.reject(refuse);
    const request = requestWithin(60_000, unconditional);
    await expect(
      writeConditionally(request, { changes: [change], read: service.read, send }),
    ).rejects.toBe(refuse);
    expect(unconditional.has(playlists.update, { token: 'any' })).toBe(false);
  });
  it('is not assumed of one whose etag has changed in between', async () => {
    const service = new Service();
    let rejections = 0;
    service.before = () => {
      rejections += 1;
      if (rejections <= 6 && rejections % 2 === 0) service.version += 1;
      service.rejectsConditions = rejections <= 6;
    };
    const unconditional = new UnconditionalOperations(systemClock);
    await write(service, requestWithin(60_000, unconditional));
    expect(unconditional.has(playlists.update, { token: 'any' })).toBe(false);
    expect(service.calls).not.toContain('write always');
  });
});

describe('a write whose turn another replica can have had since the read', {
  tags: ['R39'],
}, () => {
  /** Another replica takes the lock after the first read, changes the entity and ends its turn. */
  function losing(service: Service) {
    const clock = new DrivenClock();
    const store = new MemoryStore(clock.now);
    const encryption = new Encryption();
    const options = { store, encryption, allowsFailure: false, lockMs: 60, clock };
    const mutex = new KeyedMutex({ locks: new EntityLocks(options), clock });
    const request = requestWithin(60_000, undefined, mutex, clock);
    const { execution, operation } = request;
    const [digest] = encryption.digests('lock', `Playlist ${entityKey(ref)}`);
    const lock = `write ${digest}`;
    const read = async (): Promise<JsonRecord> => {
      const current = await service.read();
      if (service.calls.length > 1) return current;
      await store.set('lease', lock, 'other', 60_000);
      await clock.advance(20);
      expect(execution.turns.isHeld(ref)).toBe(false);
      service.version += 1;
      await store.delete('lease', lock);
      return current;
    };
    const run = (options: Partial<Parameters<typeof writeConditionally>[1]>): Promise<unknown> =>
      execution.runExclusive(ref, operation, () =>
        writeConditionally(request, { changes: [change], read, send: service.send, ...options }),
      );
    return { run, store };
  }
  it('is made again from a fresh read', async () => {
    const service = new Service();
    await losing(service).run({});
    expect(service.calls).toEqual(['read', 'read', 'write v2']);
  });
  it('is a conflict if the client demands the etag that was read', async () => {
    const service = new Service();
    await expect(losing(service).run({ clientEtag: 'v1' })).rejects.toThrow(Conflict);
    expect(service.calls).toEqual(['read', 'read']);
  });
  it('is not repeated if an earlier request of it has been applied', async () => {
    const service = new Service();
    const { failure } = outdated;
    const send = (...parameters: Parameters<Service['send']>): Promise<undefined> =>
      service.send(...parameters).catch((error: unknown) => {
        if (error !== outdated) throw error;
        service.title = 'Ours';
        throw new UpstreamError({ ...failure, outcome: 'UNKNOWN' });
      });
    await losing(service).run({ send });
    expect(service.calls).toEqual(['read', 'read']);
  });
  it('fails if the store fails then', async () => {
    const service = new Service();
    const { run, store } = losing(service);
    vi.spyOn(store, 'delete').mockImplementation(() => {
      vi.spyOn(store, 'replace').mockRejectedValue(new StoreUnavailable('planted'));
      return Promise.resolve();
    });
    await expect(run({})).rejects.toMatchObject({
      failure: { code: 'UPSTREAM_UNAVAILABLE', reason: 'storeUnavailable' },
    });
    expect(service.calls).toEqual(['read']);
  });
});
