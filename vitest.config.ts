import { defineConfig } from 'vitest/config';

export default defineConfig({
  // graphql 17 has a development export: without these conditions two copies of it load, and they refuse each other's schemas.
  ssr: { resolve: { conditions: ['node', 'module-sync', 'import', 'default'] } },
  test: { include: ['test/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
});
