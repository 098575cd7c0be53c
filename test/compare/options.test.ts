import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks, checksOf } from '../../compare/checks/index.ts';
import { readOptions, UsageError } from '../../compare/options.ts';
import { plannedCalls, showUnits, unitsOf } from '../../compare/plan.ts';

const env = {
  VIDEO_BASE_URL: 'https://youtube.example/youtube/v3',
  STORAGE_BASE_URL: 'https://drive.example',
  CALENDAR_BASE_URL: 'https://calendar.example/calendar/v3',
  ACCESS_TOKEN: 'very-secret',
};

describe('readOptions', () => {
  it('reads the services from the settings of the gateway', () => {
    expect(readOptions(['--write', '--only', 'series', '--output', 'a.json'], env)).toEqual({
      write: true,
      yes: false,
      only: 'series',
      output: 'a.json',
      bases: {
        video: env.VIDEO_BASE_URL,
        storage: env.STORAGE_BASE_URL,
        calendar: env.CALENDAR_BASE_URL,
      },
      token: env.ACCESS_TOKEN,
    });
  });
  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['ACCESS_TOKEN is missing', [], { ACCESS_TOKEN: '' }],
    ['are missing', [], { VIDEO_BASE_URL: '', STORAGE_BASE_URL: '', CALENDAR_BASE_URL: '' }],
    ['STORAGE_BASE_URL is missing', [], { STORAGE_BASE_URL: '' }],
    ['VIDEO_BASE_URL', [], { VIDEO_BASE_URL: 'https://youtube.example' }],
    ["'--token'", ['--token', 'x'], {}],
  ])('rejects other options: %s', (problem, args, other) => {
    const read = (): unknown => readOptions(args, { ...env, ...other });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(problem);
    expect(read).not.toThrow(env.ACCESS_TOKEN);
  });
});

describe('checksOf', () => {
  it('chooses checks that write only if the options say so', () => {
    expect(checksOf({ write: true, only: '' })).toEqual(checks);
    expect(checksOf({ write: false, only: '' })).toEqual(checks.filter(({ writes }) => !writes));
  });
  it('rejects a name that no check has', () => {
    expect(() => checksOf({ write: true, only: 'nothing' })).toThrow(
      '--only: no check has "nothing" in its name; expected a part of one',
    );
    expect(() => checksOf({ write: false, only: 'new calendar' })).toThrow('--write');
  });
});

describe('the checks', () => {
  it('have names of their own', () => {
    const names = checks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('docs/sandbox.md', () => {
  it.each([false, true])('has the cost of a run (write: %s)', (write) => {
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
    const units = unitsOf(plannedCalls(checksOf({ write, only: '' })));
    expect(page).toContain(`at most \`${showUnits(units)}\``);
  });
});
