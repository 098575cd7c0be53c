/** The output of `npm run compare`, as a user starts it: no content of the account is in it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checksOf } from '../../compare/checks/index.ts';
import { plannedCalls, showUnits, unitsOf } from '../../compare/plan.ts';
import type { Report } from '../../compare/report.ts';
import type { Alteration } from './altering-proxy.ts';
import { contentOf } from './content.ts';
import { environment, launchCompare } from './process.ts';
import { useService } from './service.ts';

const service = useService();
const token = 'studio-owner';

const secrets = {
  title: 'Geheimnis Playlist',
  summary: 'Vertraulich Termin',
  email: 'geheim@secret.example',
  key: 'schluesselGeheim',
  value: 'wertGeheim',
  file: 'geheimplan.txt',
};

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(service.sandbox.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const { id } = (await response.json()) as { readonly id: string };
  return id;
}

/** @returns the ids that the services have given */
async function plantSecrets(): Promise<string[]> {
  const { title, summary, email, key, value, file } = secrets;
  const properties = { [key]: value };
  return Promise.all([
    post('/youtube/v3/playlists?part=snippet,localizations', {
      snippet: { title, defaultLanguage: 'en' },
      localizations: { de: { title } },
    }),
    post('/drive/v3/files', { name: file, properties, appProperties: properties }),
    post('/calendar/v3/calendars/primary/events', {
      summary,
      start: { date: '2026-12-01' },
      end: { date: '2026-12-02' },
      attendees: [{ email }],
      extendedProperties: { private: properties, shared: properties },
    }),
  ]);
}

/** Services whose errors and names of fields have content as well. */
const leaks: readonly Alteration[] = [
  {
    operation: 'video:playlists.list',
    answer: ({ body }) => {
      for (const error of body.error?.errors ?? []) {
        error.message = secrets.title;
        error.location = secrets.email;
      }
    },
  },
  {
    operation: 'storage:about.get',
    answer: ({ body }) => {
      if (body.user) body.user[secrets.email] = secrets.value;
    },
  },
];

describe('the output of npm run compare', () => {
  it('has field names, statuses and reasons, but nothing of the account', async () => {
    const ids = await plantSecrets();
    service.proxy.alter(leaks);
    const directory = mkdtempSync(join(tmpdir(), 'compare-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'report.json');
    const program = launchCompare(['--yes', '--output', file], environment(service.bases, token));
    expect(await program.ended).toBe(0);
    expect(program.output()).toBe('');
    const text = readFileSync(file, 'utf8');
    const report = JSON.parse(text) as Report;
    const checks = checksOf({ write: false, only: '', otherTokens: {} });
    expect(report).toMatchObject({ version: 1, wrote: false, checks: checks.length });
    expect(report.differences).toEqual([
      {
        check: 'storage:about.get: fields',
        operation: 'storage:about.get',
        aspect: 'field',
        path: 'user.(other)',
        sandbox: 'absent',
        service: 'string',
      },
    ]);
    const printed = text + program.errorOutput();
    expect(printed).toContain(`at most ${showUnits(unitsOf(plannedCalls(checks)))}.`);
    const content = [...contentOf(service.proxy.bodies), ...ids, ...Object.values(secrets), token];
    expect(content.length).toBeGreaterThan(1_000);
    expect(content.filter((each) => printed.includes(each))).toEqual([]);
    const methods = service.sandbox.calls().map(({ method, path }) => `${method} ${path}`);
    const writes = methods.filter((each) => !each.startsWith('GET '));
    // The secrets, and a query.
    expect(new Set(writes.slice(ids.length))).toEqual(new Set(['POST /calendar/v3/freeBusy']));
  }, 120_000);

  it('is one JSON document on standard output by default', async () => {
    const args = ['--yes', '--only', 'calendar:colors.get'];
    const program = launchCompare(args, environment(service.bases));
    expect(await program.ended).toBe(0);
    expect(JSON.parse(program.output())).toEqual({
      version: 1,
      startedAt: expect.any(String),
      wrote: false,
      checks: 1,
      units: { CALENDAR: 1 },
      differences: [],
      corrections: [],
      undecided: [],
      unchecked: [],
      measurements: [],
    });
    expect(program.errorOutput()).toContain('1 checks, 0 differences. Quota units: CALENDAR 1.');
  }, 120_000);

  it('says which checks were left out without a second account', async () => {
    const args = ['--write', '--yes', '--only', 'permission'];
    const program = launchCompare(args, environment(service.bases));
    expect(await program.ended).toBe(0);
    const names = [
      'permissions that two accounts write at once',
      'permission whose email cannot be delivered',
    ];
    const { unchecked } = JSON.parse(program.output()) as Report;
    expect(unchecked).toEqual(
      names.map((check) => ({ check, side: 'service', reason: 'no SECOND_ACCESS_TOKEN' })),
    );
    const printed = program.errorOutput();
    expect(printed).toContain(`Left out, without SECOND_ACCESS_TOKEN: ${names.join('; ')}.`);
    expect(printed).toContain(`no SECOND_ACCESS_TOKEN (service): ${names.join('; ')}`);
  }, 120_000);

  it('says beforehand what a run with another token does', async () => {
    const variables = { FULL_STORAGE_ACCESS_TOKEN: 'wrong-token' };
    const program = launchCompare(
      ['--write', '--only', 'full storage'],
      environment(service.bases, token, variables),
    );
    expect(await program.ended).toBe(1);
    const printed = program.errorOutput();
    expect(printed).toContain('1 checks, at most ');
    expect(printed).toContain('In the account with the full storage it tries to make a folder,');
    expect(printed).not.toContain('guest');
    expect(service.sandbox.calls()).toEqual([]);
  }, 120_000);

  it('says that the token of the second account is not accepted', async () => {
    const args = ['--write', '--yes', '--only', 'guest'];
    const program = launchCompare(
      args,
      environment(service.bases, token, { SECOND_ACCESS_TOKEN: 'wrong-token' }),
    );
    expect(await program.ended).toBe(1);
    expect(program.errorOutput()).toContain('compare: SECOND_ACCESS_TOKEN is not accepted');
    expect(program.output() + program.errorOutput()).not.toContain('wrong-token');
    const methods = service.sandbox.calls().map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(['GET']));
  }, 120_000);

  it.each([
    ['there is no terminal to confirm this; expected --yes', [], token, 0],
    ['ACCESS_TOKEN is not accepted', ['--yes', '--only', 'calendar:colors.get'], 'wrong-token', 1],
  ] as const)(
    'says what is wrong: %s',
    async (problem, args, sent, calls) => {
      service.sandbox.clearCalls();
      const program = launchCompare(args, environment(service.bases, sent));
      expect(await program.ended).toBe(1);
      expect(program.errorOutput()).toContain(`compare: ${problem}`);
      expect(program.output() + program.errorOutput()).not.toContain(sent);
      expect(service.sandbox.calls()).toHaveLength(calls);
    },
    120_000,
  );
});
