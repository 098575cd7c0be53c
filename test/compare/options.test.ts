import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks, checksOf, leftOutOf } from '../../compare/checks/index.ts';
import { readOptions, UsageError } from '../../compare/options.ts';
import { plannedCalls, showUnits, unitsOf } from '../../compare/plan.ts';

const env = {
  VIDEO_BASE_URL: 'https://youtube.example/youtube/v3',
  STORAGE_BASE_URL: 'https://drive.example',
  CALENDAR_BASE_URL: 'https://calendar.example/calendar/v3',
  ACCESS_TOKEN: 'very-secret',
};

const secondToken = 'second-secret';

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
    expect(readOptions([], { ...env, SECOND_ACCESS_TOKEN: secondToken })).toMatchObject({
      token: env.ACCESS_TOKEN,
      secondToken,
    });
  });
  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['ACCESS_TOKEN is missing', [], { ACCESS_TOKEN: '' }],
    ['SECOND_ACCESS_TOKEN is', [], { SECOND_ACCESS_TOKEN: env.ACCESS_TOKEN }],
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
    expect(checksOf({ write: true, only: '', secondToken })).toEqual(checks);
    expect(checksOf({ write: false, only: '', secondToken })).toEqual(
      checks.filter(({ writes, needsSecondAccount }) => !writes && !needsSecondAccount),
    );
  });
  it('leaves out checks that need a second account if there is none', () => {
    const needing = checks.filter(({ needsSecondAccount }) => needsSecondAccount);
    expect(needing).toHaveLength(6);
    expect(leftOutOf({ write: true, only: '' })).toEqual(needing);
    expect(leftOutOf({ write: true, only: '', secondToken })).toEqual([]);
    expect(leftOutOf({ write: false, only: '' })).toEqual([]);
    expect(checksOf({ write: true, only: '' })).toEqual(
      checks.filter(({ needsSecondAccount }) => !needsSecondAccount),
    );
    expect(() => checksOf({ write: true, only: 'guest' })).toThrow(
      'SECOND_ACCESS_TOKEN is missing',
    );
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
  it.each([{ write: false }, { write: true }, { write: true, secondToken }])(
    'has the cost of a run (%o)',
    (choice) => {
      const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
      const units = unitsOf(plannedCalls(checksOf({ ...choice, only: '' })));
      expect(page).toContain(`at most \`${showUnits(units)}\``);
    },
  );
});
