/** Runs the tests that `docs/sandbox.md` shows. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import * as googleapis from '@googleapis/youtube';
import * as vitest from 'vitest';
import * as sandboxPackage from '../../src/sandbox/package.ts';

const { describe, expect, it } = vitest;
const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');

const codeIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)![1]!;

describe('the test in TypeScript', () => {
  const modules: Readonly<Record<string, object>> = {
    '@googleapis/youtube': googleapis,
    'studiograph/sandbox': sandboxPackage,
    vitest,
  };
  // Types are no names of modules that are loaded.
  const code = stripTypeScriptTypes(codeIn('ts')).replaceAll(
    /^import (\{.*\}) from ('.*');$/gm,
    'const $1 = modules[$2];',
  );
  compileFunction(code, ['modules'])(modules);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!hasPython)('the test in Python succeeds', async () => {
  const sandbox = await sandboxPackage.startSandbox();
  try {
    const [, name] = /^def (test_\w+)/m.exec(codeIn('python'))!;
    const env = { ...process.env, SANDBOX_URL: sandbox.url };
    await promisify(execFile)('python3', ['-c', `${codeIn('python')}\n${name}()`], { env });
    expect(sandbox.calls()).toMatchObject([{ operation: 'video:videos.list', status: 200 }]);
  } finally {
    await sandbox.close();
  }
});
