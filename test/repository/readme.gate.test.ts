import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../src/services/api.ts';
import { settingsTable } from '../../src/settings.ts';
import {
  callExtensions,
  type ErrorCode,
  errorCodes,
  factsOf,
} from '../../src/engine/schema/error/error-code.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { apiKey, users } from '../../src/sandbox/user.ts';
import { meteredBuckets } from '../../src/engine/api/api.ts';
import { useStudio } from '../support/gateway/studio.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const readme = read('README.md');

const { exports, scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
};

/** The rows of the table under a heading of a page, without the header row. */
function rows(heading: string, page = readme): string[][] {
  const section = page.split(/^#+ /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const [, ...lines] = section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| -'));
  return lines.map((line) =>
    line
      .slice(2, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

/** The block of code that follows a marker in the README. */
const block = (marker: string): string =>
  new RegExp(`${marker}\\s*\`\`\`json\\n([^]*?)\`\`\``).exec(readme)![1]!;

const buckets = new Set<string>(meteredBuckets(googleApis));

const codes = new Set<string>(errorCodes(googleApis));

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

const ofCalls = new Set<string>(callExtensions);

/** Fields of the errors in payloads, in the column with the extensions. */
const payloadFields = /.*\(payload only\).*/g;

describe('docs/errors.md', () => {
  it('lists every error code', () => {
    const listed = rows('Errors', read('docs/errors.md')).map(([name]) => name);
    expect(listed).toEqual(errorCodes(googleApis).map(code));
  });
  it('names the extensions of each code, and says whether it is temporary', () => {
    for (const [name = '', , isTemporary, extensions = ''] of rows(
      'Errors',
      read('docs/errors.md'),
    )) {
      const facts = factsOf(googleApis, name.slice(1, -1) as ErrorCode);
      expect([name, isTemporary]).toEqual([name, facts.isTemporary ? 'yes' : 'no']);
      // A sentence above the table names those of all REST calls.
      const own = (facts.extensions ?? []).filter((each) => !ofCalls.has(each));
      const missing = own.filter((each) => !extensions.includes(code(each)));
      expect([name, missing]).toEqual([name, []]);
      const unfounded = own.length === 0 ? extensions.replaceAll(payloadFields, '') : '';
      expect([name, unfounded]).toEqual([name, '']);
    }
  });
});

describe('docs/sandbox.md', () => {
  it('has the addresses of people, and the ids of labels, shared drives and calendars', () => {
    const page = read('docs/sandbox.md');
    const { person, label, labelField, labelChoice, drive, calendar } = ids;
    const unlisted = [person, label, labelField, labelChoice, drive, calendar].flatMap((table) =>
      Object.entries(table).filter(([name, id]) => name !== 'missing' && !page.includes(code(id))),
    );
    expect(unlisted).toEqual([]);
  });
  it('lists every user and the API key', () => {
    const page = read('docs/sandbox.md');
    expect(rows('Users', page)).toEqual(
      users.map(({ token, description }) => [code(token), description]),
    );
    expect(page).toContain(code(apiKey));
  });
});

describe('docs/limits.md', () => {
  const page = read('docs/limits.md');

  it('names existing settings only', () => {
    const known = new Set<string>(settingsTable.map(({ key }) => key));
    const names = [...page.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name]) => name!);
    const named = names.filter((name) => !buckets.has(name) && !codes.has(name));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('docs/development.md', () => {
  it('lists every script', () => {
    const names = rows('Scripts', read('docs/development.md')).map(
      ([command]) => /^`npm (?:run )?(\w+)`$/.exec(command!)?.[1] ?? '',
    );
    expect(names.toSorted()).toEqual(
      Object.keys(scripts)
        // npm runs these by itself.
        .filter((name) => !['pretest', 'prepare', 'prepack', 'postpack'].includes(name))
        .toSorted(),
    );
  });
});

describe('llms.txt', () => {
  it('names all entry points of the package', () => {
    const names = Object.keys(exports).map((path) => code(`studiograph${path.slice(1)}`));
    const page = read('llms.txt');
    const unnamed = names.filter((name) => !page.includes(name));
    expect(unnamed).toEqual([code('studiograph/package.json')]);
  });
});

describe('the README', () => {
  const studio = useStudio();

  it('shows the answer to the first query, and what it costs', async () => {
    const [, body] = /-d '(\{.*\})'/.exec(readme)!;
    const { query } = JSON.parse(body!) as { readonly query: string };
    const { data, errors, extensions } = await studio.query(query, {}, null);
    expect(errors).toBeUndefined();
    expect(data).toEqual(JSON.parse(block('<!-- answer -->')));
    expect(extensions['cost']).toEqual(JSON.parse(block('<!-- cost -->')));
    expect(readme).toContain(`Bearer ${users[0]!.token}`);
  });
  it('names existing files only', () => {
    const [ofApp] = /^## In your app\n[^]*?^## /m.exec(readme)!;
    const named = [
      ...readme
        .replace(ofApp, '')
        .matchAll(
          /`((?:src|test|schema|bench|compare|reference|\.ci)\/[\w./-]+)`|\]\(((?:docs|examples)\/[\w./-]+)\)/g,
        ),
    ].map(([, path, link]) => path ?? link!);
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });
});
