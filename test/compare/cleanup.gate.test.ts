/** What `npm run compare -- --write` makes is removed, also after an interruption. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Interrupted } from '../../compare/client.ts';
import { eventMark, ownName } from '../../compare/own-entity.ts';
import type { Program } from '../support/gateway/program.ts';
import type { Alteration } from './altering-proxy.ts';
import { environment, launchCompare } from './process.ts';
import { named, useService } from './service.ts';

const service = useService();

/** Sends a request to an account. @returns the text of the response */
async function send(path: string, body?: object, token = 'studio-owner'): Promise<string> {
  const response = await fetch(encodeURI(service.sandbox.url + path), {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.text();
}

/** Lists of the account in which entities of its own would be. */
const lists = [
  '/youtube/v3/playlists?part=snippet&mine=true&maxResults=50',
  '/youtube/v3/liveBroadcasts?part=snippet&mine=true&maxResults=50',
  "/drive/v3/files?pageSize=1000&q=name contains 'studiograph-compare-'",
  '/calendar/v3/users/me/calendarList?maxResults=250',
  '/calendar/v3/calendars/primary/events?maxResults=2500',
];

/** How many names of its entities both accounts have. */
async function countLeft(): Promise<number> {
  const tokens = ['studio-owner', 'studio-guest'];
  const texts = await Promise.all(
    tokens.flatMap((token) => lists.map((path) => send(path, undefined, token))),
  );
  return new Set(texts.join().match(/studiograph-compare-[0-9a-f]+/g)).size;
}

/** Each check that writes, and a call that comes when it has made its entity. */
const writing = [
  ['new playlist', 'video:playlists.update'],
  ['new broadcast', 'live:liveBroadcasts.transition'],
  ['new files', 'storage:revisions.list'],
  ['new calendar', 'calendar:events.instances'],
  ['changes of a guest', 'calendar:events.patch'],
  ['permissions that two accounts write at once', 'storage:permissions.delete'],
  ['permission whose email cannot be delivered', 'storage:permissions.create'],
  ['deletion of a calendar by an owner who is not the data owner', 'calendar:acl.insert'],
] as const;

/** Runs `work` before the first call of an operation is passed on. */
function beforeFirst(operation: string, work: () => Promise<void>): void {
  let isFirst = true;
  const before = async (): Promise<void> => {
    if (isFirst) {
      isFirst = false;
      await work();
    }
  };
  service.proxy.alter([{ operation, before }]);
}

/** Starts the check of a calendar in a process of its own. */
function startProcess(): Program {
  const args = ['--write', '--yes', '--only', 'new calendar'];
  const program = launchCompare(args, environment(service.bases));
  onTestFinished(() => program.signal('SIGKILL'));
  return program;
}

describe('npm run compare -- --write', () => {
  it.each(writing)('removes what %s has made', async (name, operation) => {
    let during = 0;
    beforeFirst(operation, async () => {
      during = await countLeft();
    });
    await service.compare({ only: named(name) });
    expect([during, await countLeft()]).toEqual([1, 0]);
  });

  it.each(writing)('removes what %s has made after an interruption', async (name, operation) => {
    const controller = new AbortController();
    beforeFirst(operation, async () => controller.abort());
    const run = service.compare({ only: named(name), signal: controller.signal });
    await expect(run).rejects.toThrow(Interrupted);
    expect(await countLeft()).toBe(0);
    const last = service.sandbox.calls().filter(({ method }) => method !== 'GET');
    expect(last.at(-1)).toMatchObject({ method: 'DELETE', status: 204 });
  });

  it('removes what a check has made that fails', async () => {
    service.sandbox.fault({ status: 503, match: { operation: 'calendar:events.insert' } });
    const report = await service.compare({ only: named('new calendar') });
    expect(report.unchecked).toHaveLength(2);
    expect(await countLeft()).toBe(0);
  });

  it('removes what a storage takes that seems full, and what a killed run has left there', async () => {
    await send('/drive/v3/files', { name: ownName() });
    const about: Alteration = {
      operation: 'storage:about.get',
      answer: ({ body }) => {
        body.storageQuota.usage = body.storageQuota.limit;
      },
    };
    let during = 0;
    const before = async (): Promise<void> => {
      during = await countLeft();
    };
    service.proxy.alter([about, { operation: 'storage:files.copy', before }]);
    const printed: string[] = [];
    const print = (line: string): void => void printed.push(line);
    const { differences } = await service.compare({ only: named('full storage'), print });
    expect(printed).toContain('Removed a file in a full storage of an earlier run.');
    expect(differences.map(({ service: status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect([during, await countLeft()]).toEqual([4, 0]);
  });

  it('removes an event with a guest whose response never came', async () => {
    const lost: Alteration = {
      operation: 'calendar:events.insert',
      answer: (answer) => {
        answer.status = 503;
      },
    };
    let during = 0;
    const before = async (): Promise<void> => {
      during = Math.max(during, await countLeft());
    };
    service.proxy.alter([lost, { operation: 'calendar:events.delete', before }]);
    const report = await service.compare({ only: named('changes of a guest') });
    expect(report.unchecked).toHaveLength(1);
    expect([during, await countLeft()]).toEqual([1, 0]);
  });

  it('repeats a removal that fails, and says what may be left', async () => {
    const remove = 'video:playlists.delete';
    const printed: string[] = [];
    const options = { only: named('new playlist'), print: (line: string) => printed.push(line) };
    service.sandbox.fault({ status: 503, times: 3, match: { operation: remove } });
    await service.compare(options);
    expect([printed, await countLeft()]).toEqual([['new playlist ...'], 0]);
    service.sandbox.fault({ status: 503, match: { operation: remove } });
    await service.compare(options);
    expect(printed.at(-1)).toBe(
      'A playlist of this run may be left; the next run with --write removes it.',
    );
    service.sandbox.clearFaults();
    expect(await countLeft()).toBe(1);
  });

  it('first removes what killed runs have left, of all kinds', async () => {
    const title = ownName();
    const scheduledStartTime = new Date(Date.now() + 86_400_000).toISOString();
    const mimeType = 'application/vnd.google-apps.folder';
    await send('/youtube/v3/playlists?part=snippet', { snippet: { title } });
    await send('/youtube/v3/liveBroadcasts?part=snippet,status', {
      snippet: { title: ownName(), scheduledStartTime },
      status: { privacyStatus: 'private' },
    });
    await send('/drive/v3/files', { name: ownName(), mimeType });
    await send('/calendar/v3/calendars', { summary: ownName() });
    const event = {
      start: { date: '2026-12-01' },
      end: { date: '2026-12-02' },
      extendedProperties: eventMark,
    };
    const events = '/calendar/v3/calendars/primary/events';
    await send(events, { ...event, summary: ownName() });
    await send(events, { ...event, summary: ownName() }, 'studio-guest');
    expect(await countLeft()).toBe(6);
    const printed: string[] = [];
    const print = (line: string): void => void printed.push(line);
    await service.compare({ only: named('whose email'), print });
    expect(printed.filter((line) => line.startsWith('Removed a '))).toHaveLength(6);
    expect(await countLeft()).toBe(0);
  });

  it('removes nothing of a similar name', async () => {
    const names = ['studiograph-compare-', 'studiograph-compare-0123456789ab and more'];
    for (const title of names)
      await send('/youtube/v3/playlists?part=snippet', { snippet: { title } });
    await service.compare({ only: named('new playlist') });
    const text = await send(lists[0]!);
    for (const title of names) expect(text).toContain(`"${title}"`);
  });

  it('ends with code 130 after SIGINT, when it has removed what it has made', async () => {
    let left = 0;
    const program = startProcess();
    beforeFirst('calendar:events.instances', async () => {
      left = await countLeft();
      program.signal('SIGINT');
      await expect.poll(() => program.errorOutput()).toContain('Interrupted');
    });
    expect(await program.ended).toBe(130);
    expect([left, await countLeft()]).toEqual([1, 0]);
    expect(program.output()).toBe('');
  }, 120_000);

  it.each(['before', 'answer'])(
    'finds what a process has left that was killed (%s)',
    async (moment) => {
      const program = startProcess();
      const operation = moment === 'answer' ? 'calendar:calendars.insert' : 'calendar:events.patch';
      service.proxy.alter([{ operation, [moment]: () => program.signal('SIGKILL') }]);
      expect(await program.ended).toBeNull();
      expect(await countLeft()).toBe(1);
      service.proxy.alter([]);
      await service.compare({ only: named('new playlist') });
      expect(await countLeft()).toBe(0);
    },
    120_000,
  );
});
