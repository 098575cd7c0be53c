/** Test configuration. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { tags } from './test/support/report/promise.ts';
import { promised } from './test/support/report/promised-size.ts';

/** These tests add types to the schema, and need modules of their own. */
const withOwnModules = [
  'test/engine/schema/declaration-check.test.ts',
  'test/engine/schema/field/feed.test.ts',
  'test/engine/schema/field/row.test.ts',
  'test/engine/schema/field/schema-builder.test.ts',
  'test/server/websocket/subscription.test.ts',
];

/** These tests read what all others have recorded, and run after them. */
const afterAllOthers = [
  'test/contract/operation/coverage.test.ts',
  'test/contract/operation/agreement.test.ts',
];

/**
 * These tests are about how requests are read and responses are written. They run once more, with
 * all requests served by Yoga. Between are the same phases, which need no second run.
 */
const onBothPaths = [
  'event/shared-event',
  'event/stream',
  'gateway',
  'http',
  'lifecycle/drain',
  'log',
  'response/compression',
  'specification',
].map((name) => `test/server/${name}.test.ts`);

export default defineConfig({
  // graphql 17 has a `development` export. Without these conditions two copies of graphql are
  // loaded, and each rejects the schemas of the other.
  ssr: { resolve: { conditions: ['node', 'module-sync', 'import', 'default'] } },
  test: {
    // Other processes may take the processors for many seconds: these only end a test that hangs.
    testTimeout: promised(3_600_000, 120_000),
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests of several processes wait most of their time.
    // Those at the promised size measure times and memory, which others would change.
    maxWorkers: promised(1, availableParallelism() + 1),
    tags,
    globalSetup: 'test/support/report/setup.ts',
    setupFiles: 'test/support/upstream/google-apis.ts',
    reporters: ['default', './test/support/report/summary.ts'],
    // Group orders start at 1: with one worker, group 0 would run last.
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['test/**/*.test.ts'],
          exclude: [...withOwnModules, ...afterAllOthers],
          // The modules of the gateway are loaded once per worker instead of once per file.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'by Yoga',
          include: onBothPaths,
          isolate: false,
          provide: { servedByYoga: true },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'own modules', include: withOwnModules, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'coverage', include: afterAllOthers, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
