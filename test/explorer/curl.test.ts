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

/** In place of curl: prints its arguments, each with a NUL behind it, which none of them can have. */
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

function checkTexts(texts: readonly string[]): void {
  const starts = texts.flatMap((_, index) => (index % textsPerCommand === 0 ? [index] : []));
  check(starts.map((start) => writeOf(texts.slice(start, start + textsPerCommand))));
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

function check(calls: readonly TracedCall[]): void {
  const passed = argumentsOf(calls.map((call) => curlOf(call)!));
  expect(passed).toEqual(calls.map(expected));
}

/** No argument of a process can have a NUL. */
const ascii = Array.from({ length: 127 }, (_, index) => String.fromCharCode(index + 1));

const others = [
  ...['ä', 'ß', 'é', '€', '中', 'ع', '\u00a0', '\u0085', '\u200b', '\u200d', '\u2028', '\u2029'],
  ...['\ufeff', '\ufffd', '‘', '’', '“', '”', '´', '‐', '＇', '｀', '＄', '＼'],
  ...['😀', '👨‍👩‍👧‍👦', '🏳️‍🌈', '𝒳', 'e\u0301'],
];

/** What means something to a shell, to printf or to its history. */
const combinations = [
  ...["''", '""', "'\\''", "\\'", '\\\\', '\\n', '\\\n', '\r\n', "$'x'", '$"x"', '`id`'],
  ...['$(id)', '${HOME}', '$HOME', '$$', '$!', '$?', '!!', '!-1', '%s%n', '%', '%25', '~', '~/x'],
  ...['*', '?', '[a-z]', '{a,b}', '#x', ' # x', '; id', '&& id', '| id', '> x', '< x', '<<E'],
  ...['&', '-', '--', '--data', '=', "'; id; '", '"; id; "', '\t\n ', ' ', '  ', ''],
];

describe('a call copied as a command', () => {
  it('reaches curl as it was: each character alone, at an end, between others and doubled', () => {
    const texts = [...ascii, ...others].flatMap((each) => [each, `${each}a`, `a${each}${each}b`]);
    checkTexts(texts);
  });
  it('reaches curl as it was: what has a meaning for a shell', () => {
    checkTexts(combinations.flatMap((each) => [each, `a${each}`, `${each}'`, `'${each}`]));
  });
  it('reaches curl as it was: random texts', () => {
    const text = fc.string({ unit: fc.constantFrom(...ascii, ...others), maxLength: 30 });
    checkTexts(fc.sample(text, { numRuns: 200, seed: seedOf(process.env) }));
  });
  it.each(["'", '"', '\\', '\n', ' ', '$', '`', '!', '%'])(
    'may end with any character: %j',
    (each) => {
      check([writeOf([each])]);
    },
  );
  it.each(['GET', 'DELETE'])('has no data without a body: %s', (method) => {
    check([callOf({ method, url: "https://example.test/it's?a=1&b=$HOME#'" })]);
  });
  it.each([
    ['false', false],
    ['0', 0],
    ['an empty text', ''],
    ['null', null],
    ['a list', ["it's"]],
  ])('has any body: %s', (_, body) => {
    check([callOf({ method: 'PUT', url: 'https://example.test/', body })]);
  });
  it('does not exist for a URL that is a secret', () => {
    expect(curlOf({ method: 'PUT' } as TracedCall)).toBe(undefined);
  });
});
