/**
 * The import rules of the layers catch every spelling of an import. `source.test.ts` applies them
 * to the files.
 */
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { crowdedFolders, violations } from './layer-rule.ts';
import { factsOf } from './syntax.ts';

const root = new URL('../../../', import.meta.url);

const files = globSync(
  [
    '*.ts',
    'src/**/*.{ts,tsx}',
    'test/**/*.ts',
    'bench/*.ts',
    'compare/**/*.ts',
    'reference/**/*.ts',
  ],
  {
    cwd: root.pathname,
  },
).toSorted();

const check = async (file: string, source: string): Promise<string[]> =>
  violations(file, await factsOf(source, file));

describe('import rules', () => {
  it.each([
    ['src/services/a.ts', "import '../server/b.ts';"],
    ['src/client/a.ts', "import type { B } from '../engine/b.ts';"],
    ['src/services/a.ts', "import { b } from '../server/b.ts';"],
    ['src/services/a.ts', "import type { B } from '../server/b.ts';"],
    ['src/services/a.ts', "import { type B } from '../server/deep/b.ts';"],
    ['src/engine/a.ts', "export { b } from '../server/b.ts';"],
    ['src/engine/a.ts', "export * from '../server/b.ts';"],
    ['src/engine/a.ts', "export type { B } from '../server/b.ts';"],
    ['src/engine/a.ts', "const b = await import('../server/b.ts');"],
    ['src/engine/a.ts', 'const b = await import(`../server/b.ts`);'],
    ['src/engine/a.ts', "type B = import('../server/b.ts').B;"],
    ['src/engine/a.ts', "type B = typeof import('../server/b.ts');"],
    ['src/engine/a.ts', "const b = require('../server/b.ts');"],
    ['src/engine/a.ts', "import b = require('../server/b.ts');"],
    ['src/engine/a.ts', "function f() { if (x) return () => import('../server/b.ts'); }"],
    ['src/server/a.ts', 'const b = await import(name);'],
    ['src/server/a.ts', "import '../sandbox/b.ts';"],
    ['src/server/a.ts', "import '../assemble.ts';"],
    ['src/services/a.ts', "import '../config.ts';"],
    ['src/config.ts', "import './server/b.ts';"],
    ['src/server/a.ts', "import type { B } from '../observability/b.ts';"],
    ['src/engine/read/a.ts', "import type { B } from '../../services/b.ts';"],
    ['src/engine/a.ts', "import { Counter } from 'prom-client';"],
    ['src/sandbox/a.ts', "import '../server/b.ts';"],
    ['src/sandbox/a.ts', "import '../services/b.ts';"],
    ['src/sandbox/a.ts', "import type { B } from '../services/b.ts';"],
    ['src/sandbox/a.ts', "import '../engine/transport.ts';"],
    ['src/server/a.ts', "import '../../test/support/b.ts';"],
    ['src/main.ts', "import '../bench/b.ts';"],
    ['src/server/a.ts', "import { request } from 'undici';"],
    ['src/engine/retry.ts', "import type { Pool } from 'undici';"],
    ['src/services/a.ts', "import undici from 'undici/lib/x.js';"],
    ['src/services/a.ts', "import DataLoader from 'dataloader';"],
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
    ['src/services/a.ts', 'class Other extends GraphQLError {}'],
    ['src/services/a.ts', "createGraphQLError('x');"],
    ['src/engine/elsewhere/a.ts', ''],
    ['src/engine/read/list/a.ts', "import type { B } from '../../schema/b.ts';"],
    ['src/server/limits/a.ts', "import type { B } from '../pipeline/b.ts';"],
    ['src/services/drive/a.ts', 'export const one = 1;'],
    ['src/services/live/stream/a.ts', "import '../../video/channel/resource.ts';"],
    ['src/services/live/a.ts', "import type { B } from '../video/b.ts';"],
    ['src/services/calendar/event/a.ts', "const b = await import('../../storage/b.ts');"],
    ['src/services/calendar/a.ts', "export { b } from '../links/b.ts';"],
    ['src/services/video/a.ts', "import '../catalogue.ts';"],
    ['src/services/shared/a.ts', "import '../storage/b.ts';"],
    ['src/services/shared/youtube/a.ts', "import type { B } from '../../video/b.ts';"],
    ['src/services/shared/a.ts', "import '../links/b.ts';"],
    ['src/services/shared/a.ts', "import '../schema.ts';"],
    ['src/services/links/a.ts', "import '../schema.ts';"],
    ['test/a.test.ts', "import '../../elsewhere/b.ts';"],
    ['test/a.test.ts', "new URL('../../elsewhere/b.json', import.meta.url);"],
    ['test/support/oracle/a.ts', "import { catalogue } from '../../../src/services/catalogue.ts';"],
    [
      'test/support/oracle/a.ts',
      "import type { Ref } from '../../../src/engine/read/resource.ts';",
    ],
    ['test/support/oracle/a.ts', "export * from '../../../src/services/schema.ts';"],
    ['test/support/oracle/a.ts', "import { ids } from '../entity-key.ts';"],
    ['test/support/oracle/a.ts', "import 'undici'; import '../../../src/main.ts';"],
    ['test/support/oracle/schema.ts', "import '../../../src/services/catalogue.ts';"],
    ['test/support/oracle/schema.ts', "import '../../../src/engine/read/load/loader.ts';"],
    ['reference/a.ts', "import { catalogue } from '../src/services/catalogue.ts';"],
  ])('reject in %s: %s', async (file, source) => {
    expect(await check(file, source)).toHaveLength(1);
  });
  it.each([
    [
      'src/server/a.ts',
      "import '../services/b.ts'; import '../engine/b.ts'; import type { C } from '../engine/c.ts';",
    ],
    [
      'src/server/limits/a.ts',
      "export * from '../record/b.ts'; import '../package-file.ts'; import '../../config.ts';",
    ],
    [
      'src/services/a.ts',
      "import { graphError } from './error.ts'; import { GraphQLError } from 'graphql'; error instanceof GraphQLError;",
    ],
    [
      'src/services/live/stream/a.ts',
      "import './b.ts'; import '../broadcast/b.ts'; import '../../shared/youtube/b.ts'; import '../../../engine/b.ts';",
    ],
    ['src/services/shared/youtube/a.ts', "import '../b.ts'; import '../../../engine/b.ts';"],
    [
      'src/services/links/folder/a.ts',
      "import '../b.ts'; import '../../live/b.ts'; import '../../video/b.ts'; import '../../shared/b.ts';",
    ],
    [
      'src/services/schema.ts',
      "import './catalogue.ts'; import './live/index.ts'; import './video/index.ts'; import './links/b.ts';",
    ],
    ['src/engine/schema/error/error.ts', "new GraphQLError('x');"],
    ['src/engine/read/load/batching.ts', "import DataLoader from 'dataloader';"],
    ['src/engine/rest/connection/pool.ts', "import { Pool } from 'undici';"],
    [
      'src/observability/a.ts',
      "import { Counter } from 'prom-client'; import '../server/b.ts'; import '../engine/c.ts';",
    ],
    ['src/config.ts', "import { count } from './setting.ts'; process.env.PORT;"],
    [
      'src/main.ts',
      "await import('./sandbox/sandbox.ts'); import './server/log.ts'; process.argv; new URL('../schema/', import.meta.url);",
    ],
    [
      'src/sandbox/a.ts',
      "import '../services/catalogue.ts'; import type { Service } from '../engine/api/operation.ts';",
    ],
    [
      'test/a.test.ts',
      "import '../src/sandbox/b.ts'; import { Pool } from 'undici'; process.env.CI;",
    ],
    ['reference/a.ts', "import './client.ts'; import 'rolldown/utils';"],
    [
      'test/support/oracle/a.ts',
      "import './schema.ts'; import 'graphql'; new URL('../../data/a.json', import.meta.url);",
    ],
    [
      'test/support/oracle/schema.ts',
      "import '../../../src/services/schema.ts'; import '../../../src/engine/read/resource.ts';",
    ],
  ])('accept in %s: %s', async (file, source) => {
    expect(await check(file, source)).toEqual([]);
  });
});

describe('the folders of the services', () => {
  const ofEvents = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `src/services/calendar/event/${index}.ts`);
  it('have few files', () => {
    expect(crowdedFolders(files)).toEqual([]);
  });
  it('have at most 15, without those of folders inside', () => {
    expect(crowdedFolders([...ofEvents(15), 'src/services/calendar/event/write/a.ts'])).toEqual([]);
    expect(crowdedFolders(ofEvents(16))).toEqual(['src/services/calendar/event']);
  });
});
