/** The commands as people run them: what they print, and how `studiograph mcp` uses a login. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program, programEnv } from '../../support/gateway/program.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';
import { connectBy } from '../../support/client/mcp-client.ts';
import { decide } from '../../support/page/sign-in.ts';
import { newFolder, runKey } from '../keys/key-setup.ts';

const box = useSandbox();

const cwd = fileURLToPath(new URL('../../../', import.meta.url));

const client = {
  GOOGLE_CLIENT_ID: 'sandbox-desktop.apps.googleusercontent.example',
  GOOGLE_CLIENT_SECRET: 'sandbox-desktop-secret',
};

/** A person with a folder for settings. The client is in the environment of all commands. */
function person() {
  const folder = newFolder();
  const env = () => ({
    ...client,
    XDG_CONFIG_HOME: folder,
    SIGN_IN_BASE_URL: box.sandbox.url,
    // There is no browser.
    PATH: programEnv['PATH']!.split(':')[0]!,
  });
  const start = (...args: readonly string[]): Program =>
    launch([process.execPath, gatewayCommand[1], ...args], { cwd, env: env() });
  const end = async (...args: readonly string[]) => {
    const program = start(...args);
    return { code: await program.ended, out: program.output(), error: program.errorOutput() };
  };
  return { file: join(folder, 'studiograph', 'login.json'), env, start, end };
}

/** Signs in. @returns the arguments of all processes meanwhile, and all that was printed */
async function signIn({ start }: ReturnType<typeof person>, ...args: readonly string[]) {
  const program = start('login', ...args);
  const address = /^(http\S+\/auth\S*)$/m;
  await expect.poll(() => program.errorOutput()).toMatch(address);
  const processes = execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' });
  await fetch(await decide(address.exec(program.errorOutput())![1]!));
  const code = await program.ended;
  return { code, processes, out: program.output(), error: program.errorOutput() };
}

describe('the commands of a login', () => {
  it('print the access token alone, and nothing secret elsewhere', async () => {
    const user = person();
    const { code, out, error, processes } = await signIn(user);
    expect([code, out]).toEqual([0, '']);
    const { refreshToken, token } = JSON.parse(readFileSync(user.file, 'utf8')).logins.google;
    const printed = await user.end('token');
    expect(printed).toEqual({ code: 0, out: `${token}\n`, error: '' });
    const ended = await user.end('logout');
    expect(ended).toEqual({ code: 0, out: '', error: 'The login has ended.\n' });
    for (const secret of [refreshToken, token, client.GOOGLE_CLIENT_SECRET])
      expect(processes + error + ended.error).not.toContain(secret);
    expect(await user.end('token')).toEqual({
      code: 1,
      out: '',
      error: 'There is no login. Run `studiograph login`.\n',
    });
  });
  it('end with 2 for wrong usage, and have a help', async () => {
    const user = person();
    expect(await user.end('login', '--access=all')).toMatchObject({ code: 2, out: '' });
    expect(await user.end('key', 'make')).toMatchObject({ code: 2, out: '' });
    const { code, out } = await user.end('key', '--help');
    expect([code, out]).toEqual([0, expect.stringContaining('--service-account=')]);
  });
  it('print a new key alone', async () => {
    const user = person();
    const file = join(newFolder(), 'keys.json');
    const options = ['--name=nightly', '--services=youtube', '--refresh-token-env=TOKEN'];
    const made = await user.end('key', 'create', `--file=${file}`, ...options);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^sg_\S+\n$/) });
    expect(await runKey('list', `--file=${file}`)).toHaveLength(1);
    expect(await user.end('key', 'create', `--file=${user.file}/a`, ...options)).toMatchObject({
      code: 0,
    });
  });
});

describe('an agent on the same machine', () => {
  /** Starts `studiograph mcp` on the services of the sandbox. */
  const connect = (user: ReturnType<typeof person>, args: readonly string[] = []) => {
    const { video, storage, calendar } = box.sandbox.bases;
    const bases = { VIDEO_BASE_URL: video, STORAGE_BASE_URL: storage, CALENDAR_BASE_URL: calendar };
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [gatewayCommand[1], 'mcp', ...args],
      cwd,
      env: { ...programEnv, ...user.env(), ...bases },
      stderr: 'ignore',
    });
    return connectBy(transport, 'legacy');
  };
  it('acts as the person who has signed in, for longer than a token is valid', async () => {
    const user = person();
    await signIn(user);
    await using agent = await connect(user);
    const channel = async () => (await agent.call('list_mine', { kind: 'videos' })).body.items;
    expect(await channel()).not.toEqual([]);
    const refreshed = () => box.sandbox.signIns()['refresh_token'] ?? 0;
    const before = refreshed();
    // The services refuse the token before its time.
    box.sandbox.expireTokens();
    expect(await channel()).not.toEqual([]);
    expect(refreshed()).toBe(before + 1);
    const { token } = JSON.parse(readFileSync(user.file, 'utf8')).logins.google;
    expect(await user.end('token')).toMatchObject({ out: `${token}\n` });
  });
  it('says without a login that nobody is signed in', async () => {
    await using agent = await connect(person());
    const { body } = await agent.call('list_mine', { kind: 'videos' });
    expect(body.errors).toMatchObject([{ code: 'UNAUTHENTICATED' }]);
  });
  it('does not start with a login that others may read', async () => {
    const user = person();
    await signIn(user);
    writeFileSync(`${user.file}.copy`, readFileSync(user.file), { mode: 0o644 });
    execFileSync('chmod', ['644', user.file]);
    await expect(connect(user)).rejects.toThrow('Connection closed');
  });
});
