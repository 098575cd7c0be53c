/**
 * `npm run build`: bundles the source and its packages into `dist/`. Node takes about as long
 * to find and read 1,300 modules as to run them.
 */
import { defineConfig } from 'rolldown';
import { licenses } from './licenses.ts';

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // As Node resolves imports: packages that also `require` graphql get the same copy.
  resolve: { conditionNames: ['node', 'import', 'module-sync', 'default'] },
  plugins: [licenses()],
  output: {
    dir: 'dist',
    cleanDir: true,
    // As deep as `src/server/example.ts`, which finds the examples from its own address.
    chunkFileNames: 'chunks/[name].js',
    // For `node --enable-source-maps`.
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Names of classes and functions are in errors and stack traces.
    keepNames: true,
  },
});
