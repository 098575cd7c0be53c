/** Checks the pages for operators against the alerts, the benchmark and the code. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../src/config.ts';
import { ClientAddresses } from '../../../src/server/connection/client-address.ts';
import { settings, settingsTable } from '../../../src/settings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const firstDeployment = read('docs/operating/first-deployment.md');

const page = ['install', 'size', 'runbooks', 'operating/networks', 'operating/first-deployment']
  .map((name) => read(`docs/${name}.md`))
  .join('\n');

/** The sections of a level below a heading of the level above, by their headings. */
function sectionsOf(heading: string): [heading: string, text: string][] {
  const chapter = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))!;
  return chapter
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]);
}

const rules = (
  parse(read('deploy/prometheus/rules.yml')).groups as { rules: { alert?: string }[] }[]
).flatMap((group) => group.rules);

const alerts = rules.flatMap(({ alert }) => (alert === undefined ? [] : [alert]));

/** The cells of all rows of tables that begin with this cell. */
const rowsWith = (text: string, cell: RegExp): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((each) => each.trim()),
    )
    .filter(([first]) => cell.test(first!));

describe('the pages for operators', () => {
  it('has a section for each alert, and no other', () => {
    const headings = sectionsOf('Alerts').flatMap(([heading]) => heading.split(', '));
    expect(headings.toSorted()).toEqual(alerts.toSorted());
  });
  it.each(sectionsOf('Alerts'))('says what %s means, its causes and what to do', (_, text) => {
    const parts = [...text.matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(([, part]) => part);
    expect(parts).toEqual(['Meaning', 'Causes', 'Do']);
  });
  it('names files that exist', () => {
    const files = [...page.matchAll(/`((?:deploy|docs)\/[\w./-]+)`/g)].map(([, file]) => file!);
    expect(
      files.filter((file) => !existsSync(`${root}${file.replace(/env$/, 'env.example')}`)),
    ).toEqual([]);
  });
  it('names settings that exist, with their defaults', () => {
    const variables = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(
      ([, name]) => name!,
    );
    const named = [...page.matchAll(/`([A-Z][A-Z\d]*_[A-Z\d_]+)(?:=[^`]*)?`/g)].map(
      ([, name]) => name!,
    );
    // Codes of errors, and settings of Node.
    const others = [
      'UPSTREAM_UNAVAILABLE',
      'QUOTA_EXCEEDED',
      'RATE_LIMITED',
      'NODE_EXTRA_CA_CERTS',
      'NODE_OPTIONS',
    ];
    const known = new Set([...Object.keys(settings), ...variables, ...others]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const limits = rowsWith(page, /^`[A-Z_]+`$/).filter((row) => row.length === 3);
    expect(limits.length).toBeGreaterThan(4);
    for (const [name, byDefault] of limits) {
      const row = settingsTable.find(({ key }) => `\`${key}\`` === name)!;
      const mebibytes = /^(\d+) MiB$/.exec(byDefault!)?.[1];
      const stated = mebibytes === undefined ? byDefault : String(Number(mebibytes) * 2 ** 20);
      expect([name, stated]).toEqual([name, row.byDefault]);
    }
  });
  it('has the figures of the benchmark', () => {
    const bench = read('bench/README.md');
    for (const [query, ms, perSecond] of rowsWith(page, /^W\d: /)) {
      const name = query!.slice(0, 2);
      const measured = rowsWith(bench, new RegExp(`^${name}$`)).find(
        ([, connections, delay]) => connections === '50' && delay === '0',
      );
      const exactMs = Number(measured![4]!.split(' / ')[0]);
      expect(Math.abs(Number(ms) / exactMs - 1)).toBeLessThan(0.02);
      const exact = 1_000 / exactMs;
      const ratio = Number(perSecond!.replace(',', '')) / exact;
      expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
    }
    for (const figure of ['379 MB', '188 MB', '417 MB', '766,000'])
      expect([figure, page.includes(figure) && bench.includes(figure)]).toEqual([figure, true]);
  });
  it('has a command that hashes an address as the gateway does', { tags: ['S42'] }, () => {
    const [, script] = /^ *script="([^"]+)"$/m.exec(page)!;
    const secrets = [' the first secret', 'the second secret'];
    const settings = { CLIENT_ADDRESS: 'hash', TRUSTED_PROXIES: [] } as const;
    const clients = new ClientAddresses({ ...settings, LINK_SECRET: [secrets[0]!.trim()] });
    for (const [written, address] of [
      ['192.0.2.1', '::ffff:192.0.2.1'],
      ['2001:db8:0:1', '2001:0db8::1:0:0:0:7'],
    ]) {
      const printed = execFileSync(process.execPath, ['-e', script!, written!], {
        env: { LINK_SECRET: secrets.join(',') },
        encoding: 'utf8',
      });
      expect(printed.trim()).toBe(clients.logged(address));
    }
  });
  it('quotes what the gateway logs', () => {
    expect(read('src/open-store.ts')).toContain(/the line "([^"]+)"/.exec(page)![1]!);
  });
});

describe('the page of the first deployment', () => {
  it('has settings that are valid', () => {
    const [, text] = /^```\n(NODE_ENV=[^]*?)```/m.exec(firstDeployment)!;
    const config = readConfig(parseEnv(text!.replaceAll('…', 'x'.repeat(32))));
    expect(config).toMatchObject({ PUBLIC_URL: 'https://studiograph.example.com' });
    expect(config.upstream).not.toBe('sandbox');
  });
  it('names files that the package has', () => {
    const named = [...firstDeployment.matchAll(/\(\.\.\/\.\.\/(deploy\/[\w./-]+)\)/g)];
    expect(named.length).toBeGreaterThan(2);
    const { files } = JSON.parse(read('package.json'));
    expect(files).toEqual(expect.arrayContaining(named.map(([, file]) => file!)));
  });
});
