import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsTable } from '../../src/config.ts';
import { errorCodes } from '../../src/graph/error.ts';
import { apiKey, users } from '../../src/sandbox/user.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');

const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The rows of the table under a heading, without the header row. */
function rows(heading: string): string[][] {
  const section = readme.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
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

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

describe('the README', () => {
  it('lists every setting with its default and meaning, in the order of the code', () => {
    expect(rows('Settings')).toEqual(
      settingsTable.map(({ key, byDefault, about }) => [code(key), code(byDefault), about]),
    );
  });
  it('lists every error code', () => {
    expect(rows('Error codes').map(([name]) => name)).toEqual(errorCodes.map(code));
  });
  it('lists every user of the sandbox', () => {
    const listed = rows('The sandbox').filter(
      ([cell]) => !cell!.includes('/_sandbox/') && cell !== 'route',
    );
    expect(listed).toEqual(users.map(({ token, description }) => [code(token), description]));
    expect(readme).toContain(code(apiKey));
  });
  it('lists every script', () => {
    const names = rows('Scripts').map(
      ([command]) => /^`npm (?:run )?(\w+)`$/.exec(command!)?.[1] ?? '',
    );
    expect(names.toSorted()).toEqual(
      Object.keys(scripts)
        .filter((name) => name !== 'pretest')
        .toSorted(),
    );
  });
  it('names existing files only', () => {
    const named = [...readme.matchAll(/`((?:src|test|schema|bench|\.ci)\/[\w./-]+)`/g)].map(
      ([, path]) => path!,
    );
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
    expect(
      existsSync(new URL('schema/graphiql.png', root)) && readme.includes('](schema/graphiql.png)'),
    ).toBe(true);
  });
});
