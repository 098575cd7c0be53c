/**
 * The commands of the README, as somebody runs them who has nothing but Node.js and npm: in a clone
 * of its own, with a `PATH` that has no other program but the shell. Packages come from the cache
 * of npm, which the `npm ci` of the gate has filled.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, type Program } from '../support/gateway/program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Tests that stand for all. */
const folder = 'test/engine/store';

/** @returns the commands under a heading of the README */
function commandsOf(heading: string): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const section = readme.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))!;
  return /^```\n([^]*?)\n```$/m.exec(section)![1]!.split('\n');
}

/** Where the user's own programs are, without those of this repository. */
const path = process.env['PATH']!.split(delimiter).filter((each) => !each.includes('node_modules'));

const output = (file: string, ...args: string[]): string =>
  execFileSync(file, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: path.join(delimiter) },
  }).trim();

/** Only ends a test that hangs: packages are installed beside other tests. */
const timeout = 900_000;

let home: string;
let clone: string;
let env: Record<string, string>;
const running: Program[] = [];

/** @param more arguments for the command */
const start = (command: string, ...more: string[]): Program => {
  const [file, ...args] = command.split(' ');
  const program = launch([join(home, 'bin', file!), ...args, ...more], { cwd: clone, env });
  running.push(program);
  return program;
};

async function run(command: string, ...more: string[]): Promise<string> {
  const program = start(command, ...more);
  const code = await program.ended;
  const text = program.output() + program.errorOutput();
  expect([command, code, text]).toEqual([command, 0, text]);
  return text;
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'studiograph-clone-'));
  clone = join(home, 'clone');
  mkdirSync(join(home, 'bin'));
  for (const name of ['node', 'npm', 'sh'])
    symlinkSync(output('sh', '-c', `command -v ${name}`), join(home, 'bin', name));
  const files = output('git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  for (const file of files
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    copyFileSync(join(root, file), join(clone, file));
  }
  env = {
    PATH: join(home, 'bin'),
    HOME: home,
    npm_config_cache: output('npm', 'config', 'get', 'cache'),
    npm_config_registry: output('npm', 'config', 'get', 'registry'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    PORT: '0',
  };
});

afterAll(async () => {
  // npm passes this signal on to what it has started.
  for (const program of running) program.signal('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  rmSync(home, { recursive: true, force: true });
}, timeout);

it('installs, tests and starts by the commands of the README', { timeout }, async () => {
  expect(commandsOf('Test')).toEqual(['npm ci', 'npm test']);
  expect(commandsOf('Start')).toEqual(['npm ci', 'npm start']);
  // Nothing that a reader would have to ignore.
  expect(await run('npm ci')).not.toMatch(/^npm warn|\bwarning\b/im);
  expect(await run('npm test', '--', folder)).toMatch(/Tests .*\d+ passed/);
  const program = start('npm start');
  const [, url] = await program.printed(/^GraphQL +(http:\S+)$/m);
  const response = await fetch(url!, { headers: { accept: 'text/html' } });
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('<!doctype html>'),
  ]);
});
