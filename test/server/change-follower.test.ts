/** The example `examples/changes/follow.ts`, on a sandbox whose notifications are unreliable. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FolderFile, followFolder } from '../../examples/changes/follow.ts';
import { systemClock } from '../../src/data/feed/clock.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { DrivenClock } from '../support/driven-clock.ts';
import { startGateway } from '../support/gateway.ts';
import { openPublicAddress, type PublicAddress } from '../support/public-address.ts';
import { randomNumbers } from '../support/random-number.ts';
import { ask, start } from '../support/sandbox.ts';

const folder = ids.file.scripts;
const elsewhere = ids.file.footage;
const token = 'studio-owner';

describe('a replica of a folder', () => {
  let clock: DrivenClock;
  let address: PublicAddress;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  const client = new AbortController();
  beforeEach(async () => {
    clock = new DrivenClock();
    vi.spyOn(systemClock, 'now').mockImplementation(clock.now);
    vi.spyOn(systemClock, 'sleep').mockImplementation(clock.sleep);
    address = await openPublicAddress();
    gateway = await startGateway({ env: { PUBLIC_URL: address.url }, sandbox: { now: start } });
    address.leadTo(gateway.url);
  });
  afterEach(async () => {
    client.abort();
    await gateway.close();
    await address[Symbol.asyncDispose]();
    vi.restoreAllMocks();
  });

  const drive = async (path: string, method: string, body?: object): Promise<any> => {
    const answer = await ask(`${gateway.sandbox.url}/drive/v3/files${path}`, { method, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };

  /** Versions by id of the files in the folder, from the service itself. */
  async function truth(): Promise<Record<string, string>> {
    const q = encodeURIComponent(`'${folder}' in parents and trashed = false`);
    const { files } = await drive(`?q=${q}&pageSize=1000&fields=files(id,version)`, 'GET');
    return Object.fromEntries(files.map(({ id, version }: any) => [id, version]));
  }

  it('equals the folder after 1,000 changes with lost and doubled notifications', async () => {
    gateway.sandbox.setNotificationFaults({ dropped: 1 / 3, doubled: 1 / 2 });
    let replica: ReadonlyMap<string, FolderFile> = new Map();
    const { url } = gateway;
    const following = (async () => {
      for await (const files of followFolder({ url, token, signal: client.signal }, folder))
        replica = files;
    })();
    const random = randomNumbers(7);
    const pick = (count: number): number => Math.floor(random() * count);
    const own: string[] = [];
    const changeOne = async (): Promise<void> => {
      const kind = own.length < 20 ? 0 : pick(5);
      const index = pick(own.length);
      const id = own[index]!;
      if (kind === 0) {
        const parents = [random() < 0.5 ? folder : elsewhere];
        own.push((await drive('', 'POST', { name: 'New', parents })).id);
      } else if (kind === 1) await drive(`/${id}`, 'PATCH', { name: `Name ${pick(1_000)}` });
      else if (kind === 2)
        await drive(`/${id}?addParents=${random() < 0.5 ? folder : elsewhere}`, 'PATCH', {});
      else if (kind === 3) await drive(`/${id}`, 'PATCH', { trashed: random() < 0.5 });
      else {
        await drive(`/${id}`, 'DELETE');
        own.splice(index, 1);
      }
    };
    for (let count = 0; count < 1_000; count += 1) {
      await changeOne();
      await gateway.sandbox.notificationsSettled();
      await clock.advance(pick(10_000));
    }
    const expected = await truth();
    const versions = () =>
      Object.fromEntries([...replica.values()].map(({ fileId, version }) => [fileId, version]));
    await expect
      .poll(async () => {
        await clock.advance(10_000);
        return versions();
      })
      .toEqual(expected);
    expect(Object.keys(expected).length).toBeGreaterThan(20);
    const lost = gateway.sandbox.notifications().filter(({ status }) => status === 0).length;
    expect(lost).toBeGreaterThan(200);
    client.abort();
    await following;
  }, 120_000);
});
