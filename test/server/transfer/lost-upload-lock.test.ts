/**
 * Parts of uploads by a process that is stopped between any two of its steps. It loses the lock of
 * the session, and another process sends bytes and records the state. Nothing that this process
 * finds out later may replace that state.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import type { Store, StoreKind } from '../../../src/engine/store/store.ts';
import { type UploadRecord, UploadSessions } from '../../../src/engine/transfer/upload-session.ts';
import type { UploadCommand } from '../../../src/server/transfer/upload-command.ts';
import { UploadSessionRequest } from '../../../src/server/transfer/upload-request.ts';
import { upstreamError, UpstreamError } from '../../../src/engine/api/error.ts';
import type { MediaClient, UploadProgress } from '../../../src/engine/rest/upstream.ts';
import { videos } from '../../../src/services/video/operations.ts';
import { StoppableClock } from '../../support/gateway/lost-lease.ts';
import { SharedMemory, SharedMemoryStore } from '../../support/gateway/shared-store.ts';

const block = 256 * 1024;
const total = 3 * block;

/** When the process is stopped, in the order of its steps. */
const steps = [
  'it has read the state',
  'it has recorded that it sends',
  'the service has its bytes',
  'the service has answered',
] as const;

type Step = (typeof steps)[number];

/** A store that lets something happen after the commands for uploads. */
class ObservedStore extends SharedMemoryStore {
  after: ((command: 'get' | 'set') => Promise<void>) | undefined;

  override async get(kind: StoreKind, key: string): Promise<string | undefined> {
    const value = await super.get(kind, key);
    if (kind === 'upload') await this.after?.('get');
    return value;
  }

  override async set(...parameters: Parameters<Store['set']>): Promise<void> {
    await super.set(...parameters);
    if (parameters[0] === 'upload') await this.after?.('set');
  }
}

/** A service that takes each byte of one file once, at its offset. */
class Service {
  received = 0;

  progress(): UploadProgress {
    return this.received === total ? { result: { id: 'made' } } : { received: this.received };
  }

  /** @throws UpstreamError for a part that does not start where the service has to continue */
  receive(start: number, length: number): UploadProgress {
    if (start !== this.received) {
      const { failure } = upstreamError(videos.insert, 'INVALID_INPUT');
      throw new UpstreamError({ ...failure, status: 400, reason: 'badRequest' });
    }
    this.received += length;
    return this.progress();
  }
}

/** A process of the gateway. */
class Replica {
  readonly uploads: UploadSessions;
  /** Called before the service gets bytes, and before the process gets the answer. */
  at: (step: 'sends' | 'is answered') => Promise<void> = () => Promise.resolve();
  readonly #service: Service;

  constructor(store: Store, encryption: Encryption, service: Service) {
    const baseUrl = (): string => 'http://gateway';
    this.uploads = new UploadSessions({ store, encryption, baseUrl, ttlMs: 3_600_000 });
    this.#service = service;
  }

  /** Serves one request to the session. */
  async serve(session: UploadRecord, command: UploadCommand): Promise<UploadRecord> {
    const media: Pick<MediaClient, 'queryProgress' | 'sendChunk'> = {
      queryProgress: async () => {
        const progress = this.#service.progress();
        await this.at('is answered');
        return progress;
      },
      sendChunk: async (_operation, _target, { start, length }) => {
        await this.at('sends');
        const progress = this.#service.receive(start, length);
        await this.at('is answered');
        return progress;
      },
    };
    const { signal } = new AbortController();
    const upstream = { api: googleApis, media: media as MediaClient, endSharing: () => undefined };
    const parts = { uploads: this.uploads, upstream, idleMs: 1_000, running: new Map() };
    const client = { signal, trace: undefined, clock: systemClock };
    const request = new UploadSessionRequest(parts, session, client);
    const body = Object.assign(Readable.from([]), { headers: {} }) as unknown as IncomingMessage;
    return request.run(body, command);
  }
}

const part = (start: number, length: number): UploadCommand => ({
  kind: 'part',
  start,
  length,
  total,
  acceptedLength: length,
});

/** Two processes with one store, and an upload of which the service has one block. */
async function open() {
  const clock = new StoppableClock();
  const memory = new SharedMemory();
  const encryption = new Encryption(['a secret that all replicas have in common']);
  const service = new Service();
  const store = new ObservedStore(memory);
  const stopped = new Replica(store, encryption, service);
  const other = new Replica(new SharedMemoryStore(memory), encryption, service);
  const { id } = await stopped.uploads.create(
    { token: 'any' },
    {
      operation: videos.insert,
      contentType: 'video/mp4',
      total,
      creates: { type: 'Video', parentKey: [] },
      target: '/upload/here',
    },
  );
  const stored = async (): Promise<UploadRecord> => (await other.uploads.find(id))!;
  await stopped.serve(await stored(), part(0, block));
  /** The state that the other process has left; undefined: it has not run. */
  let left: UploadRecord | undefined;
  /** Stops the first process until the other one has sent its part, and has ended its turn. */
  const lose = async (length: number): Promise<void> => {
    if (left !== undefined) return;
    clock.loseLeases(memory, 'upload ').release();
    const current = await stored();
    const end = Math.min(total, service.received + length);
    await other.serve(current, part(service.received, end - service.received));
    left = await stored();
  };
  return { store, stopped, service, stored, lose, left: () => left };
}

describe('the state of an upload', { tags: ['R28'] }, () => {
  let upload: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    upload = await open();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  it.each(
    steps.flatMap((step) => [
      { step, length: block, state: 'open' },
      { step, length: total, state: 'completed' },
    ]),
  )('stays as the next holder of the lock left it: $state, lost when $step', async (row) => {
    const { store, stopped, service, stored, lose, left } = upload;
    const stopAt = async (step: Step): Promise<void> => {
      if (step === row.step) await lose(row.length);
    };
    const session = await stored();
    store.after = (command) =>
      stopAt(command === 'get' ? 'it has read the state' : 'it has recorded that it sends');
    stopped.at = (step) =>
      stopAt(step === 'sends' ? 'the service has its bytes' : 'the service has answered');
    const answered = await stopped.serve(session, part(block, block));
    expect(left()).toMatchObject({ received: service.received });
    expect(await stored()).toEqual(left());
    // The client goes on at a place that the service has reached.
    expect(answered.received).toBeGreaterThan(block);
    expect(answered.received).toBeLessThanOrEqual(service.received);
  });
  it.each([block, total])(
    'is replaced by no answer to an earlier query: %i bytes',
    async (length) => {
      const { stopped, stored, lose, left } = upload;
      stopped.at = () => lose(length);
      const session = await stored();
      const answered = await stopped.serve(session, { kind: 'query', total });
      expect(await stored()).toEqual(left());
      expect(answered).toEqual(left());
    },
  );
  it('is recorded by a process that keeps the lock', async () => {
    const { stopped, stored } = upload;
    await stopped.serve(await stored(), part(block, block));
    expect(await stored()).toMatchObject({ received: 2 * block, confirmed: true, state: 'open' });
    await stopped.serve(await stored(), part(2 * block, block));
    expect(await stored()).toMatchObject({ received: total, state: 'completed' });
  });
});
