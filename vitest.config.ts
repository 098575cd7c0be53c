/** Test configuration. `test/support/report/part.ts` says which tests run. */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CheapestFirst, DearestFirst } from './test/support/report/file-order.ts';
import { slowness } from './test/support/report/calibration.ts';
import { filesOf } from './test/support/report/files.ts';
import { part } from './test/support/report/part.ts';
import { tags } from './test/support/report/promise.ts';
import { promised, runsFull } from './test/support/report/promised-size.ts';

/** These tests load modules of frontends, whose imports name no files: Vite resolves them. */
const withFrontends = ['test/client/*.test.ts'];

/** These tests read what all others have recorded, and run after them. */
const afterAllOthers = [
  'test/contract/operation/coverage.gate.test.ts',
  'test/contract/operation/agreement.gate.test.ts',
];

/**
 * These tests are about how requests are read and responses are written. They run once more, with
 * all requests served by Yoga. Between are the same phases, which need no second run.
 */
const onBothPaths = [
  'event/shared-event',
  'event/stream',
  'gateway/gateway',
  'connection/http',
  'lifecycle/drain',
  'record/log',
  'response/caching',
  'response/compression',
  'pipeline/specification',
].map((name) => `test/server/${name}{,.gate}.test.ts`);

const { include, exclude } = filesOf(part);

/** Those of the files that run in this part. */
const inPart = (files: readonly string[]): string[] => {
  const running = new Set(globSync(include, { exclude }));
  return globSync(files).filter((file) => running.has(file));
};

export default defineConfig({
  test: {
    // Other processes may take the processors for many seconds: these only end a test that hangs.
    testTimeout: promised(3_600_000, 120_000 * slowness),
    hookTimeout: 180_000 * slowness,
    teardownTimeout: 180_000 * slowness,
    expect: { poll: { interval: 10, timeout: 60_000 * slowness } },
    // Most objects live as long as one test: fewer collections of young ones save a tenth.
    execArgv: ['--max-semi-space-size=64'],
    // Some tests wait for most of their time. Those at the promised size measure times and memory,
    // which others would change.
    maxWorkers: runsFull ? 1 : availableParallelism() + 1,
    // Node runs the sources as they are; Vite would transform each module for each run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: part === 'rest' ? DearestFirst : CheapestFirst },
    tags,
    globalSetup: 'test/support/report/setup.ts',
    reporters: ['default', './test/support/report/summary.ts'],
    // Group orders start at 1: with one worker, group 0 would run last.
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include,
          exclude: [...exclude, ...withFrontends, ...afterAllOthers],
          // The modules of the gateway are loaded once per worker instead of once per file.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'by Yoga',
          include: inPart(onBothPaths),
          isolate: false,
          provide: { servedByYoga: true },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        // graphql has a `development` export. Without these conditions two copies of graphql are
        // loaded, and each rejects the schemas of the other.
        ssr: { resolve: { conditions: ['node', 'module-sync', 'import', 'default'] } },
        test: {
          name: 'frontends',
          include: inPart(withFrontends),
          isolate: false,
          experimental: { viteModuleRunner: true, nodeLoader: true },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'coverage', include: inPart(afterAllOthers), sequence: { groupOrder: 2 } },
      },
    ],
  },
});
