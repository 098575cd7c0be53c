import { defineConfig } from 'vitest/config';

/** Tests that read which REST calls all other tests have made: they run after them. */
const last = ['test/contract/agreement.test.ts', 'test/contract/coverage.test.ts'];

export default defineConfig({
  // graphql 17 has a development export: without these conditions two copies of it load, and they refuse each other's schemas.
  ssr: { resolve: { conditions: ['node', 'module-sync', 'import', 'default'] } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: 'test/support/setup.ts',
    reporters: ['default', './test/support/summary.ts'],
    // Group 0 would run last where there is one worker.
    projects: [
      {
        extends: true,
        test: {
          name: 'law',
          include: ['test/**/*.test.ts'],
          exclude: last,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'coverage', include: last, sequence: { groupOrder: 2 } } },
    ],
  },
});
