/** `studiograph key`: what it writes, prints and refuses. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/command/usage-error.ts';
import { CredentialError } from '../../../src/sign-in/keys/credential.ts';
import { newFolder, privateKey, runKey, serviceAccountFile } from './key-setup.ts';

const endpoint = 'https://oauth2.googleapis.com/token';

/** A file that is not there yet, and options of a key in it. */
function setup() {
  const folder = newFolder();
  const file = join(folder, 'keys.json');
  const account = serviceAccountFile(endpoint, folder);
  const create = (...args: readonly string[]): Promise<string[]> =>
    runKey('create', `--file=${file}`, ...args);
  const drive = ['--services=drive', `--service-account=${account}`];
  return { file, account, create, drive };
}

describe('a new key', () => {
  it('is printed once, and stored as a digest in a file of its owner', async () => {
    const { file, account, create } = setup();
    const lines = await create(
      '--name=nightly',
      `--service-account=${account}`,
      '--subject=ann@example.org',
      '--services=calendar,drive',
      '--operations=storage:files.list, calendar:events.list',
      '--budget=STORAGE=1000',
    );
    expect(lines).toEqual([expect.stringMatching(/^sg_[\da-f]{12}_[\w-]{43}$/)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(lines[0]!.slice(-43));
    expect(text).not.toContain(privateKey.slice(50, 90));
    expect(JSON.parse(text).keys).toEqual([
      {
        id: lines[0]!.slice(3, 15),
        name: 'nightly',
        digest: expect.stringMatching(/^[\w-]{43}$/),
        createdAt: expect.any(String),
        credential: { serviceAccount: account, subject: 'ann@example.org' },
        services: ['drive', 'calendar'],
        access: 'read',
        operations: ['storage:files.list', 'calendar:events.list'],
        budget: { STORAGE: 1000 },
      },
    ]);
    expect(await runKey('list', `--file=${file}`)).toEqual([
      expect.stringMatching(
        /^nightly; read drive, calendar; service account .*sa\.json as ann@example\.org; only storage:files\.list, calendar:events\.list; STORAGE=1000; since 20/,
      ),
    ]);
  });
  it('can stand for a refresh token, of all services', async () => {
    const { file, create } = setup();
    await create(
      '--name=videos',
      '--refresh-token-env=VIDEO_REFRESH_TOKEN',
      '--services=youtube,drive',
      '--access=write',
    );
    expect(await runKey('list', `--file=${file}`)).toEqual([
      expect.stringContaining('videos; write youtube, drive; refresh token in VIDEO_REFRESH_TOKEN'),
    ]);
  });
  it('keeps the others, also those that are made at the same time', async () => {
    const { file, create, drive } = setup();
    const names = Array.from({ length: 8 }, (_, index) => `key-${index}`);
    await Promise.all(names.map((name) => create(`--name=${name}`, ...drive)));
    const lines = await runKey('list', `--file=${file}`);
    expect(new Set(lines.map((line) => line.split(';')[0]))).toEqual(new Set(names));
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
  it.each([
    ['the service of a service account', ['--name=a', '--services=youtube'], 'YouTube refuses'],
    ['another service', ['--name=a', '--services=drive,mail'], 'expected some of youtube'],
    ['no service', ['--name=a'], 'expected --services'],
    ['no name', ['--services=drive'], 'expected --name'],
    ['a name with a space', ['--name=a b', '--services=drive'], 'expected --name'],
    ['another access', ['--name=a', '--services=drive', '--access=all'], 'expected read or write'],
    [
      'an unknown operation',
      ['--name=a', '--services=drive', '--operations=drive.files.list'],
      'unknown: drive.files.list',
    ],
    ['no budget', ['--name=a', '--services=drive', '--budget=DRIVE=1'], 'must be a list'],
    [
      'two credentials',
      ['--name=a', '--services=drive', '--refresh-token-env=A'],
      'expected --service-account or',
    ],
  ])('is refused for %s', async (_, args, message) => {
    const { file, account, create } = setup();
    const refused = create(`--service-account=${account}`, ...args);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    expect(existsSync(file)).toBe(false);
  });
  it.each([
    ['is missing', undefined, /cannot be read \(ENOENT\)/],
    ['is none', `{"private_key":"${privateKey.slice(28, 60)}"`, /is no JSON key/],
  ])('is refused if the file of the service account %s', async (_, content, message) => {
    const { account, create, drive } = setup();
    const other = `${account}.other`;
    if (content !== undefined) writeFileSync(other, content);
    const refused = create('--name=a', drive[0]!, `--service-account=${other}`);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(CredentialError);
    const error: unknown = await refused.catch((problem: unknown) => problem);
    expect((error as Error).stack).not.toContain(privateKey.slice(28, 60));
  });
  it('does not take the name of another one', async () => {
    const { create, drive } = setup();
    await create('--name=a', ...drive);
    await expect(create('--name=a', ...drive)).rejects.toThrow('a exists');
  });
});

describe('the end of a key', () => {
  it('takes it out of the file, and leaves the others', async () => {
    const { file, create, drive } = setup();
    for (const name of ['a', 'b']) await create(`--name=${name}`, ...drive);
    await runKey('end', 'a', `--file=${file}`);
    expect(await runKey('list', `--file=${file}`)).toEqual([expect.stringMatching(/^b;/)]);
    await expect(runKey('end', 'a', `--file=${file}`)).rejects.toThrow('no key has the name a');
  });
  it('needs a file', async () => {
    const { file } = setup();
    await expect(runKey('end', 'a', `--file=${file}`)).rejects.toThrow('ENOENT');
    expect(existsSync(file)).toBe(false);
  });
  it('never replaces a file that has something else', async () => {
    const { account, drive } = setup();
    await expect(runKey('create', `--file=${account}`, '--name=a', ...drive)).rejects.toThrow(
      'is no file with access keys',
    );
    expect(readFileSync(account, 'utf8')).toContain('service_account');
  });
});

describe('the command', () => {
  it.each([[[]], [['make']], [['list', 'x']]])('refuses %j', async (args) => {
    const { file } = setup();
    await expect(runKey(...args, `--file=${file}`)).rejects.toBeInstanceOf(UsageError);
  });
  it('needs a file', async () => {
    await expect(runKey('list')).rejects.toThrow('expected --file');
  });
});
