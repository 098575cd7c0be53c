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

const second = 'second-secret';

/** A token for each kind of check. */
const all = { second, fullStorage: 'full', spentDay: 'spent', readOnly: 'reader' };

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
      otherTokens: {},
    });
    const others = {
      SECOND_ACCESS_TOKEN: all.second,
      FULL_STORAGE_ACCESS_TOKEN: all.fullStorage,
      SPENT_DAY_ACCESS_TOKEN: all.spentDay,
      READ_ONLY_ACCESS_TOKEN: all.readOnly,
    };
    expect(readOptions([], { ...env, ...others })).toMatchObject({
      token: env.ACCESS_TOKEN,
      otherTokens: all,
    });
  });
  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['ACCESS_TOKEN is missing', [], { ACCESS_TOKEN: '' }],
    ['SECOND_ACCESS_TOKEN is', [], { SECOND_ACCESS_TOKEN: env.ACCESS_TOKEN }],
    ['READ_ONLY_ACCESS_TOKEN is', [], { READ_ONLY_ACCESS_TOKEN: env.ACCESS_TOKEN }],
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
    expect(checksOf({ write: true, only: '', otherTokens: all })).toEqual(checks);
    expect(checksOf({ write: false, only: '', otherTokens: all })).toEqual(
      checks.filter(({ writes }) => !writes),
    );
  });
  it.each([
    ['second', 6, 'guest', 'SECOND_ACCESS_TOKEN'],
    ['fullStorage', 1, 'full storage', 'FULL_STORAGE_ACCESS_TOKEN'],
    ['spentDay', 5, 'spent day', 'SPENT_DAY_ACCESS_TOKEN'],
    ['readOnly', 3, 'read-only', 'READ_ONLY_ACCESS_TOKEN'],
  ] as const)(
    'leaves out checks that need a token if there is none: %s',
    (name, count, only, variable) => {
      const { [name]: _, ...otherTokens } = all;
      const write = true;
      const needing = checks.filter(({ needs }) => needs === name);
      expect(needing).toHaveLength(count);
      expect(leftOutOf({ write, only: '', otherTokens })).toEqual(needing);
      expect(leftOutOf({ write, only: '', otherTokens: all })).toEqual([]);
      expect(checksOf({ write, only: '', otherTokens })).toEqual(
        checks.filter(({ needs }) => needs !== name),
      );
      expect(() => checksOf({ write, only, otherTokens })).toThrow(`${variable} is missing`);
    },
  );
  it('rejects a name that no check has', () => {
    const otherTokens = {};
    expect(() => checksOf({ write: true, only: 'nothing', otherTokens })).toThrow(
      '--only: no check has "nothing" in its name; expected a part of one',
    );
    expect(() => checksOf({ write: false, only: 'new calendar', otherTokens })).toThrow('--write');
  });
});

describe('the checks', () => {
  it('have names of their own', () => {
    const names = checks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('compare/README.md', () => {
  it.each([
    { write: false, otherTokens: {} },
    { write: true, otherTokens: {} },
    { write: true, otherTokens: { second } },
    { write: true, otherTokens: all },
  ])('has the cost of a run (%o)', (choice) => {
    const page = readFileSync(new URL('../../compare/README.md', import.meta.url), 'utf8');
    const units = unitsOf(plannedCalls(checksOf({ ...choice, only: '' })));
    expect(page).toContain(`at most \`${showUnits(units)}\``);
  });
});
