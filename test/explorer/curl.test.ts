/** `Copy as curl`: a shell passes to curl what the gateway has sent, whatever it contains. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TracedCall } from '../../schema/extensions.js';
import { curlOf } from '../../src/explorer/plan/curl.ts';
import { seedOf } from '../support/random/repeatable-seed.ts';

/** Ends the arguments of one command; no argument has it. */
const end = 'end\u0001of\u0001arguments';

/** In place of curl: prints its arguments, each with a NUL behind it, which none of them has. */
const script = `#!/bin/sh\nprintf '%s\\0' "$@" '${end}'\n`;

/** No service has such tokens; a shell must not read them either. */
const token = '$HOME `id` "quoted" \'single\' \\ %s ! *';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'studiograph-curl-'));
  writeFileSync(join(folder, 'curl'), script, { mode: 0o755 });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs commands in one shell. @returns the arguments that each of them has passed to curl */
function argumentsOf(commands: readonly string[]): readonly (readonly string[])[] {
  const path = `${folder}${delimiter}${process.env['PATH']}`;
  const { stdout, stderr } = spawnSync('sh', {
    input: `${commands.join('\n')}\n`,
    cwd: folder,
    env: { PATH: path, ACCESS_TOKEN: token, HOME: '/home/nobody' },
  });
  expect(stderr.toString()).toBe('');
  return stdout
    .toString()
    .split(`${end}\0`)
    .slice(0, -1)
    .map((text) => text.split('\0').slice(0, -1));
}

const callOf = (parts: Pick<TracedCall, 'method' | 'url' | 'body'>): TracedCall =>
  parts as TracedCall;

/** A POST whose URL and body have texts, as they are and not as a URL would be encoded. */
const writeOf = (texts: readonly string[]): TracedCall =>
  callOf({
    method: 'POST',
    url: `https://example.test/v3/items?q=${texts.join('&q=')}`,
    body: { [texts.join('')]: [texts, ...texts.map((text) => ({ text }))] },
  });

/** Processes are slow to start: one command for so many texts. */
const textsPerCommand = 16;

function writesOf(texts: readonly string[]): readonly TracedCall[] {
  const starts = texts.flatMap((_, index) => (index % textsPerCommand === 0 ? [index] : []));
  return starts.map((start) => writeOf(texts.slice(start, start + textsPerCommand)));
}

/** What curl has to get. */
const expected = ({ method, url, body }: TracedCall): readonly string[] => [
  '--request',
  method,
  '--header',
  `Authorization: Bearer ${token}`,
  ...(body === undefined
    ? []
    : ['--header', 'Content-Type: application/json', '--data', JSON.stringify(body)]),
  url!,
];

/** @returns what curl gets of each call */
const passedOf = (calls: readonly TracedCall[]): readonly (readonly string[])[] =>
  argumentsOf(calls.map((call) => curlOf(call)!));

/** No argument of a process can have a NUL. */
const ascii = Array.from({ length: 127 }, (_, index) => String.fromCharCode(index + 1));

const others = Array.from(
  'äßé€中ع\u00a0\u0085\u200b\u200d\u2028\u2029\ufeff\ufffd‘’“”´‐＇｀＄＼😀𝒳',
);

/** Characters of several code points. */
const clusters = ['👨‍👩‍👧‍👦', '🏳️‍🌈', 'e\u0301'];

/** What means something to a shell, to printf or to its history. */
const combinations =
  `'' "" '\\'' \\' \\\\ \\n $'x' $"x" \`id\` $(id) \${HOME} $HOME $$ $! $? !! !-1 %s%n % %25 ~
  ~/x * ? [a-z] {a,b} #x ;id &&id |id >x <x <<E & - -- --data = ';id;' ";id;"`.split(/\s+/);

const blanks = ['\\\n', '\r\n', '\t\n ', ' ', '  ', '', ' # x', '; id', '&& id', "'; id; '"];

describe('a call copied as a command', () => {
  it('reaches curl as it was: each character alone, at an end, between others, doubled', () => {
    const each = [...ascii, ...others, ...clusters];
    const calls = writesOf(each.flatMap((text) => [text, `${text}a`, `a${text}${text}b`]));
    expect(passedOf(calls)).toEqual(calls.map(expected));
  });
  it('reaches curl as it was: what has a meaning for a shell', () => {
    const each = [...combinations, ...blanks];
    const calls = writesOf(each.flatMap((text) => [text, `a${text}`, `${text}'`, `'${text}`]));
    expect(passedOf(calls)).toEqual(calls.map(expected));
  });
  it('reaches curl as it was: random texts', () => {
    const text = fc.string({ unit: fc.constantFrom(...ascii, ...others), maxLength: 30 });
    const calls = writesOf(fc.sample(text, { numRuns: 200, seed: seedOf(process.env) }));
    expect(passedOf(calls)).toEqual(calls.map(expected));
  });
  it('may end with any character', () => {
    const calls = ["'", '"', '\\', '\n', ' ', '$', '`', '!', '%'].map((text) => writeOf([text]));
    expect(passedOf(calls)).toEqual(calls.map(expected));
  });
  it('has any body, or none', () => {
    const url = "https://example.test/it's?a=1&b=$HOME#'";
    const bodies = [undefined, false, 0, '', null, ["it's"]];
    const calls = bodies.map((body) => callOf({ method: 'PUT', url, body }));
    expect(passedOf(calls)).toEqual(calls.map(expected));
  });
  it('does not exist for a URL that is a secret', () => {
    expect(curlOf({ method: 'PUT' } as TracedCall)).toBe(undefined);
  });
});
