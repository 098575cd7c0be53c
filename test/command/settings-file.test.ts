/** The file of `--settings`: what it means, and which lines of it are refused. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/command/settings-file.ts';
import { UsageError } from '../../src/command/usage-error.ts';

const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'gateway.env');

const settingsOf = (text: string) => {
  writeFileSync(file, text);
  return readSettings(file);
};

/** @returns the messages for a file, without its name */
function refusals(text: string): string[] {
  try {
    settingsOf(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message.split('\n').map((line) => line.replace(`--settings: ${file}:`, ''));
  }
  return [];
}

describe('a file of settings', () => {
  it('has comments, names after `export`, and quoted values of several lines', () => {
    const text = [
      '# a comment with PORT=1',
      '',
      ' export PORT = 4000 # of the load balancer',
      'LINK_SECRET="first',
      'MAX_DEPTH=no setting, but a part of the value',
      '# as is this',
      'last" # a comment',
      "QUOTA_BUDGET='VIDEO=1'",
      'MAX_LIST=`5`',
      'MAX_ALIASES=',
    ];
    for (const end of ['\n', '\r\n'])
      expect(settingsOf(`\uFEFF${text.join(end)}`)).toEqual({
        PORT: '4000',
        LINK_SECRET: 'first\nMAX_DEPTH=no setting, but a part of the value\n# as is this\nlast',
        QUOTA_BUDGET: 'VIDEO=1',
        MAX_LIST: '5',
        MAX_ALIASES: '',
      });
  });
  it('has no line without an equals sign', () => {
    expect(refusals('PORT=1\n\nhello\n')).toEqual([
      '3: hello is no setting; expected a line like PORT=4000',
    ]);
    expect(refusals('LINK_SECRET="a\nb\n"\nhello\n')).toEqual([
      expect.stringMatching(/^4: hello /),
    ]);
  });
  it('is no JSON', () => {
    expect(refusals('{"port":4323}')).toEqual([expect.stringMatching(/^1: \{"port"… is no /)]);
    expect(refusals('{\n  "port": 4323\n}')).toHaveLength(3);
  });
  it('has each name once', () => {
    expect(refusals('PORT=1\nMCP=1\nexport PORT=2\nPORT=1')).toEqual([
      '3: PORT stands in line 1, too',
      '4: PORT stands in line 1, too',
    ]);
  });
  it('ends quotes, with nothing but a comment after them', () => {
    const cut = 'LINK_SECRET: the quotes do not end, or text follows them';
    expect(refusals('LINK_SECRET="a\nPORT=1')).toEqual([`1: ${cut}`]);
    expect(refusals('PORT=1\nLINK_SECRET="a\nb"c\nMCP=1')).toEqual([`2: ${cut}`]);
    expect(refusals('LINK_SECRET="a\\"b"')).toEqual([`1: ${cut}`]);
  });
  it('is refused once, for all that is wrong with it', () => {
    const problems = refusals('PORT=1\nhello\nPORT=2\nQUOTA_BUGDET=VIDEO=1\n');
    expect(problems).toEqual([
      expect.stringMatching(/^2: hello /),
      expect.stringMatching(/^3: PORT /),
      expect.stringContaining('no setting of the gateway: QUOTA_BUGDET.'),
    ]);
  });
  it('is refused without its secrets', () => {
    const secret = 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY';
    for (const text of [`UPSTREAM_API_KEY: ${secret}`, `UPSTREAM_API_KEY ${secret}`, secret]) {
      const [problem] = refusals(text);
      expect(problem).toMatch(/^1: /);
      expect(problem).not.toContain(secret.slice(8));
    }
  });
});
