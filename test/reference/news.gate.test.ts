/** `npm run news` as a maintainer starts it, with a registry of the test's own. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { httpServer } from '../support/http-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'studiograph-registry-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** The installed client of Calendar as another version, whose calendars have one more field. */
function packedCalendar(): Buffer {
  const build = join(folder, 'package', 'build');
  mkdirSync(build, { recursive: true });
  const installed = join(root, 'node_modules/@googleapis/calendar/build');
  cpSync(join(installed, 'v3.js'), join(build, 'v3.js'));
  const declarations = readFileSync(join(installed, 'v3.d.ts'), 'utf8');
  const start = 'interface Schema$Calendar {';
  const field = `${start}\n/**\n * How it feels.\n */\nmood?: string | null;`;
  writeFileSync(join(build, 'v3.d.ts'), declarations.replace(start, field));
  const manifest = JSON.stringify({ name: '@googleapis/calendar', version: '99.0.0' });
  writeFileSync(join(folder, 'package', 'package.json'), manifest);
  execFileSync('tar', ['-czf', 'calendar.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'calendar.tgz'));
}

it('compares the installed clients with the newest, and reports what it cannot read', async () => {
  const archive = packedCalendar();
  await using server = await httpServer(({ url = '' }, response) => {
    const tarball = `${server.url}/calendar.tgz`;
    if (url === '/calendar.tgz') response.end(archive);
    else if (/googleapis(%2f|\/)calendar$/i.test(url))
      response.end(
        JSON.stringify({
          name: '@googleapis/calendar',
          'dist-tags': { latest: '99.0.0' },
          versions: {
            '99.0.0': { name: '@googleapis/calendar', version: '99.0.0', dist: { tarball } },
          },
        }),
      );
    else response.writeHead(404).end();
  });
  const args = ['reference/news/main.ts', '--base-url', server.url];
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, stdout) => {
      resolve({ code: error?.code ?? 0, output: stdout });
    });
  });
  expect(output).toContain(
    'Client calendar, version 99.0.0:\n  + type Calendar.mood: string; How it feels.\n      touches type Calendar',
  );
  expect(output).toContain('Client drive: not read: npm pack: ');
  expect(output.match(/: not read: status 404, expected 200/g)).toHaveLength(10);
  expect(code).toBe(1);
});
