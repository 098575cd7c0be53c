/** Runs the tests that `docs/sandbox.md` shows. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/package.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/sandbox.md', root), 'utf8');
const codeIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)![1]!;

describe('the test in TypeScript', async () => {
  // The modules of frameworks are found from there.
  const folder = new URL('node_modules/.cache/studiograph/', root);
  const file = new URL('shown-test.mjs', folder);
  const entry = new URL('src/sandbox/package.ts', root).href;
  mkdirSync(folder, { recursive: true });
  const code = codeIn('ts').replace("'studiograph/sandbox'", JSON.stringify(entry));
  writeFileSync(file, stripTypeScriptTypes(code));
  await import(file.href);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!hasPython)('the test in Python succeeds', async () => {
  const sandbox = await startSandbox();
  try {
    const [, name] = /^def (test_\w+)/m.exec(codeIn('python'))!;
    const env = { ...process.env, SANDBOX_URL: sandbox.url };
    await promisify(execFile)('python3', ['-c', `${codeIn('python')}\n${name}()`], { env });
    expect(sandbox.calls()).toMatchObject([{ operation: 'video:videos.list', status: 200 }]);
  } finally {
    await sandbox.close();
  }
});
