/** `studiograph login`, `token` and `logout` with Google, as the sandbox plays it. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../src/command/command-line.ts';
import { UsageError } from '../../../src/command/usage-error.ts';
import { login, logout, token } from '../../../src/command/login.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';
import { decide, type Decision } from '../../support/page/sign-in.ts';
import { newFolder } from '../keys/key-setup.ts';

const box = useSandbox();

const client = {
  GOOGLE_CLIENT_ID: 'sandbox-desktop.apps.googleusercontent.example',
  GOOGLE_CLIENT_SECRET: 'sandbox-desktop-secret',
};

let file: string;

beforeEach(() => {
  file = join(newFolder(), 'studiograph', 'login.json');
});

const commands = { login, logout, token };

/** Runs a command; the user decides on the page that it shows. */
async function run(
  command: keyof typeof commands,
  args: readonly string[] = [],
  {
    env = client,
    decision,
    comeBack = async (answer) => void (await fetch(answer)),
  }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly decision?: Decision;
    /** The browser of the user, with the address that Google has sent it to. */
    readonly comeBack?: (answer: URL, address: string) => Promise<void>;
  } = {},
) {
  const printed: string[] = [];
  const notes: string[] = [];
  const opened: string[] = [];
  const userIsBack = Promise.withResolvers<void>();
  const line = readCommandLine([command, `--file=${file}`, ...args]);
  const output = {
    print: (text: string): void => void printed.push(text),
    note: (text: string): void => {
      notes.push(text);
      const [, address] = /^Sign in on this page:\n(.*)$/.exec(text) ?? [];
      if (address !== undefined)
        decide(address, decision)
          .then((answer) => comeBack(answer, address))
          .then(userIsBack.resolve, userIsBack.reject);
    },
  };
  const settings = { SIGN_IN_BASE_URL: box.sandbox.url, ...env };
  // A user who cannot sign in would let the command wait.
  await Promise.race([
    commands[command]({ ...line, env: settings }, output, (url) => void opened.push(url)),
    userIsBack.promise.then(() => new Promise(() => {})),
  ]);
  return { printed, notes, opened };
}

const stored = (name = 'google') => JSON.parse(readFileSync(file, 'utf8')).logins[name];

/** The status of a read with an access token. */
const statusOf = async (accessToken: string): Promise<number> =>
  (await box.ask('/drive/v3/about?fields=user', { token: accessToken })).status;

describe('a login with Google', () => {
  it('is stored in a file of its owner, and gives access tokens', async () => {
    const { printed, notes } = await run('login');
    expect(printed).toEqual([]);
    expect(notes.at(-1)).toMatch(/^Signed in\./);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stored()).toMatchObject({
      scopes: ['youtube.readonly', 'drive.readonly', 'calendar.readonly'].map(
        (scope) => `https://www.googleapis.com/auth/${scope}`,
      ),
    });
    const [first] = (await run('token')).printed;
    expect(await statusOf(first!)).toBe(200);
    // The one that is stored, for as long as it is valid.
    expect((await run('token')).printed).toEqual([first]);
  });
  it('asks for no more than its options say', async () => {
    const { notes } = await run('login', ['--services=drive', '--access=write']);
    const address = new URL(notes[0]!.split('\n')[1]!);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      scope: 'https://www.googleapis.com/auth/drive',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      code_challenge_method: 'S256',
      access_type: 'offline',
    });
  });
  it('starts a browser with an address that leads there once, and has nothing secret', async () => {
    let leadsTo: (string | null)[] = [];
    const opened: string[] = [];
    const line = readCommandLine(['login', `--file=${file}`]);
    await login(
      { ...line, env: { ...client, SIGN_IN_BASE_URL: box.sandbox.url } },
      { print: () => {}, note: () => {} },
      (url) => {
        opened.push(url);
        void (async () => {
          const first = await fetch(url, { redirect: 'manual' });
          const second = await fetch(url, { redirect: 'manual' });
          leadsTo = [first, second].map(({ headers }) => headers.get('location'));
          await fetch(await decide(leadsTo[0]!));
        })();
      },
    );
    expect(opened).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/)]);
    expect(leadsTo).toEqual([expect.stringContaining(box.sandbox.url), null]);
  });
  it('does not end by an answer with another state', async () => {
    const answers: number[] = [];
    await run('login', [], {
      comeBack: async (answer) => {
        const forged = new URL(answer);
        forged.searchParams.set('state', 'another');
        forged.searchParams.set('code', 'stolen');
        for (const url of [forged, new URL('/other', answer), answer])
          answers.push((await fetch(url)).status);
      },
    });
    expect(answers).toEqual([400, 404, 200]);
    expect(await statusOf(stored().token)).toBe(200);
  });
  it('ends also while the browser keeps another connection open', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await run('login', [], {
      comeBack: async (answer) => {
        connect(Number(answer.port), answer.hostname).once('close', resolve);
        await fetch(answer);
      },
    });
    await promise;
    expect(existsSync(file)).toBe(true);
  });
  it('does not take a code that was made for another proof', async () => {
    const refused = run('login', [], {
      comeBack: async (answer, address) => {
        // Somebody who knows the state lets another account allow another sign-in.
        const other = new URL(address);
        other.searchParams.set('code_challenge', 'x'.repeat(43));
        const code = (await decide(other.href)).searchParams.get('code')!;
        answer.searchParams.set('code', code);
        await fetch(answer);
      },
    });
    await expect(refused).rejects.toThrow('The sign-in failed: invalid_grant.');
    expect(existsSync(file)).toBe(false);
  });
  it.each([
    ['denies access', { decision: { decision: 'deny' } }, 'access was not allowed'],
    ['has no client', { env: {} }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are missing'],
    [
      'has a client with another secret',
      { env: { ...client, GOOGLE_CLIENT_SECRET: 'a-planted-secret' } },
      'The sign-in failed: invalid_client.',
    ],
  ] as const)('ends with an error if the user %s', async (_, options, message) => {
    const refused = run('login', [], options);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({
      name: 'LoginError',
      message: expect.not.stringContaining('planted'),
    });
    expect(existsSync(file)).toBe(false);
  });
  it('is refused before the sign-in if others may read the file', async () => {
    await run('login');
    chmodSync(file, 0o640);
    for (const command of ['login', 'token', 'logout'] as const)
      await expect(run(command)).rejects.toThrow('others may read it');
    chmodSync(file, 0o600);
    expect((await run('token')).printed).toHaveLength(1);
  });
});

describe('an access token', () => {
  it('is renewed once by all processes that ask for it', async () => {
    await run('login');
    const before = stored();
    writeFileSync(
      file,
      JSON.stringify({ version: 1, logins: { google: { ...before, expiresAt: 0 } } }),
    );
    const results = await Promise.all(Array.from({ length: 5 }, () => run('token')));
    const tokens = new Set(results.flatMap(({ printed }) => printed));
    expect(tokens.size).toBe(1);
    expect([...tokens]).not.toContain(before.token);
    expect(await statusOf([...tokens][0]!)).toBe(200);
    expect(box.sandbox.signIns()['refresh_token']).toBe(1);
  });
  it('is not printed after the user has ended the access', async () => {
    await run('login', [], { decision: { user: ids.person.ava } });
    box.sandbox.setSignIn({ revoke: ids.person.ava });
    writeFileSync(
      file,
      JSON.stringify({ version: 1, logins: { google: { ...stored(), expiresAt: 0 } } }),
    );
    await expect(run('token')).rejects.toThrow(
      'The login has ended (invalid_grant). Run `studiograph login`.',
    );
  });
  it('needs a login', async () => {
    await expect(run('token')).rejects.toThrow('There is no login. Run `studiograph login`.');
  });
});

describe('a logout', () => {
  it('ends the login at Google, and deletes the file', async () => {
    await run('login');
    const { token: before, refreshToken } = stored();
    expect((await run('logout')).notes).toEqual(['The login has ended.']);
    expect(existsSync(file)).toBe(false);
    expect(await statusOf(before)).toBe(401);
    expect(refreshToken).toMatch(/^1\/\//);
    expect((await run('logout')).notes).toEqual(['There is no login.']);
  });
  it('deletes the file also if Google does not answer, and says so', async () => {
    await run('login');
    writeFileSync(
      file,
      JSON.stringify({
        version: 1,
        logins: { google: { ...stored(), revocationUrl: 'http://127.0.0.1:9/revoke' } },
      }),
    );
    await expect(run('logout')).rejects.toThrow(/not ended \(ECONNREFUSED\)/);
    expect(existsSync(file)).toBe(false);
  });
});

describe('the commands', () => {
  it.each([
    ['login', ['ftp://a']],
    ['login', ['https://a.example', 'b']],
    ['login', ['--services=mail']],
    ['login', ['--access=all']],
    ['token', ['a']],
    ['logout', ['a']],
  ] as const)('refuse %s %j', async (command, args) => {
    await expect(run(command, args)).rejects.toBeInstanceOf(UsageError);
  });
});
