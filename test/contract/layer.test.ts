/** The import rules of the layers hold for every file, and catch every spelling of an import. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { violations } from './layer-rule.ts';
import { factsOf } from './syntax.ts';

const root = new URL('../../', import.meta.url);

const files = globSync(
  ['*.ts', 'src/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/**/*.ts', 'compare/**/*.ts'],
  {
    cwd: root.pathname,
  },
).toSorted();

const check = async (file: string, source: string): Promise<string[]> =>
  violations(file, await factsOf(source, file));

describe('import rules', () => {
  it('hold for every file', { timeout: 120_000 }, async () => {
    const found = await Promise.all(
      files.map((file) => check(file, readFileSync(new URL(file, root), 'utf8'))),
    );
    expect(found.flat()).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'src/main.ts',
        'src/upstream/transport.ts',
        'src/sandbox/sandbox.ts',
      ]),
    );
  });
  it.each([
    ['src/graph/a.ts', "import '../server/b.ts';"],
    ['src/data/a.ts', "import { b } from '../graph/b.ts';"],
    ['src/data/a.ts', "import type { B } from '../graph/b.ts';"],
    ['src/data/a.ts', "import { type B } from '../graph/deep/b.ts';"],
    ['src/upstream/a.ts', "export { b } from '../data/b.ts';"],
    ['src/upstream/a.ts', "export * from '../data/b.ts';"],
    ['src/upstream/a.ts', "export type { B } from '../data/b.ts';"],
    ['src/upstream/a.ts', "const b = await import('../data/b.ts');"],
    ['src/upstream/a.ts', 'const b = await import(`../data/b.ts`);'],
    ['src/upstream/a.ts', "type B = import('../data/b.ts').B;"],
    ['src/upstream/a.ts', "type B = typeof import('../data/b.ts');"],
    ['src/upstream/a.ts', "const b = require('../data/b.ts');"],
    ['src/upstream/a.ts', "import b = require('../data/b.ts');"],
    ['src/upstream/a.ts', "function f() { if (x) return () => import('../data/b.ts'); }"],
    ['src/server/a.ts', 'const b = await import(name);'],
    ['src/server/a.ts', "import '../sandbox/b.ts';"],
    ['src/server/a.ts', "import '../assemble.ts';"],
    ['src/graph/a.ts', "import '../config.ts';"],
    ['src/config.ts', "import './server/b.ts';"],
    ['src/server/a.ts', "import type { B } from '../observability/b.ts';"],
    ['src/upstream/a.ts', "import { Counter } from 'prom-client';"],
    ['src/sandbox/a.ts', "import '../server/b.ts';"],
    ['src/sandbox/a.ts', "import '../graph/b.ts';"],
    ['src/sandbox/a.ts', "import type { B } from '../data/b.ts';"],
    ['src/sandbox/a.ts', "import '../upstream/transport.ts';"],
    ['src/server/a.ts', "import '../../test/support/b.ts';"],
    ['src/main.ts', "import '../bench/b.ts';"],
    ['src/server/a.ts', "import { request } from 'undici';"],
    ['src/upstream/retry.ts', "import type { Pool } from 'undici';"],
    ['src/data/a.ts', "import undici from 'undici/lib/x.js';"],
    ['src/graph/a.ts', "import DataLoader from 'dataloader';"],
    ['src/main.ts', 'process.env.PORT;'],
    ['src/main.ts', "process['env'];"],
    ['src/main.ts', 'globalThis.process.env;'],
    ['src/main.ts', 'const { env } = process;'],
    ['src/main.ts', 'const { env: all, argv } = process;'],
    ['src/main.ts', "import { env } from 'node:process';"],
    ['src/main.ts', 'import.meta.env;'],
    ['src/server/a.ts', "throw new GraphQLError('x');"],
    ['src/server/a.ts', "throw new graphql.GraphQLError('x');"],
    ['src/server/a.ts', "import { GraphQLError as E } from 'graphql';"],
    ['src/graph/a.ts', 'class Other extends GraphQLError {}'],
    ['src/graph/a.ts', "createGraphQLError('x');"],
    ['src/data/elsewhere/a.ts', ''],
    ['src/graph/drive/a.ts', 'export const one = 1;'],
    ['test/a.test.ts', "import '../../elsewhere/b.ts';"],
    ['test/a.test.ts', "new URL('../../elsewhere/b.json', import.meta.url);"],
    ['test/support/oracle/a.ts', "import { catalogue } from '../../../src/upstream/catalogue.ts';"],
    ['test/support/oracle/a.ts', "import type { Ref } from '../../../src/data/read/resource.ts';"],
    ['test/support/oracle/a.ts', "export * from '../../../src/graph/schema.ts';"],
    ['test/support/oracle/a.ts', "import { ids } from '../entity-key.ts';"],
    ['test/support/oracle/a.ts', "import 'undici'; import '../../../src/main.ts';"],
    ['test/support/oracle/schema.ts', "import '../../../src/upstream/catalogue.ts';"],
    ['test/support/oracle/schema.ts', "import '../../../src/data/read/loader.ts';"],
  ])('reject in %s: %s', async (file, source) => {
    expect(await check(file, source)).toHaveLength(1);
  });
  it.each([
    [
      'src/server/a.ts',
      "import '../graph/b.ts'; import '../data/b.ts'; import type { C } from '../upstream/c.ts';",
    ],
    [
      'src/server/limits/a.ts',
      "export * from '../b.ts'; export const one = 1; import '../../config.ts';",
    ],
    [
      'src/graph/a.ts',
      "import { graphError } from './error.ts'; import { GraphQLError } from 'graphql'; error instanceof GraphQLError;",
    ],
    ['src/graph/error.ts', "new GraphQLError('x');"],
    ['src/data/read/batch-queue.ts', "import DataLoader from 'dataloader';"],
    ['src/upstream/pool.ts', "import { Pool } from 'undici';"],
    [
      'src/observability/a.ts',
      "import { Counter } from 'prom-client'; import '../server/b.ts'; import '../upstream/c.ts';",
    ],
    ['src/config.ts', "import { count } from './setting.ts'; process.env.PORT;"],
    [
      'src/main.ts',
      "await import('./sandbox/sandbox.ts'); import './server/log.ts'; process.argv; new URL('../schema/', import.meta.url);",
    ],
    [
      'src/sandbox/a.ts',
      "import '../upstream/catalogue.ts'; import type { Service } from '../upstream/operation.ts';",
    ],
    [
      'test/a.test.ts',
      "import '../src/sandbox/b.ts'; import { Pool } from 'undici'; process.env.CI;",
    ],
    [
      'test/support/oracle/a.ts',
      "import './schema.ts'; import 'graphql'; new URL('../../data/a.json', import.meta.url);",
    ],
    [
      'test/support/oracle/schema.ts',
      "import '../../../src/graph/schema.ts'; import '../../../src/data/read/resource.ts';",
    ],
  ])('accept in %s: %s', async (file, source) => {
    expect(await check(file, source)).toEqual([]);
  });
});
