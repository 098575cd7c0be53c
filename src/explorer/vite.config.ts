/**
 * Bundles the explorer into `dist/explorer/`: small, compressed and with licenses for
 * `npm run build`. For `npm ci`, which waits for it, as it is, in half the CPU time.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { licenses } from '../../licenses.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const output = fileURLToPath(new URL('../../dist/explorer/', import.meta.url));

/** GraphiQL makes the titles of its icons of the names of functions. */
const minify = { mangle: { keepNames: { function: true, class: false } } };

export default defineConfig(({ mode }) => ({
  root: here,
  // Relative to the page, `/graphql`, below whatever path a proxy serves the gateway.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  // Not looked for in all folders above.
  css: { postcss: {} },
  resolve: {
    // As in vitest.config.ts: all packages get the same copy of graphql.
    conditions: ['browser', 'module', 'import', 'default'],
    dedupe: ['graphql', 'react', 'react-dom', 'zustand'],
    // The modules of the packages that would import the whole editor.
    alias: [
      { find: 'framer-motion', replacement: `${here}parts/reorder.tsx` },
      {
        find: /^(monaco-editor|monaco-editor\/esm\/vs\/editor\/edcore\.main\.js|monaco-graphql\/esm\/monaco-editor\.js)$/,
        replacement: `${here}editor/monaco.ts`,
      },
    ],
  },
  worker: { format: 'es', rolldownOptions: { output: isQuick(mode) ? { minify: false } : {} } },
  build: {
    minify: !isQuick(mode),
    target: isQuick(mode) ? 'esnext' : 'baseline-widely-available',
    outDir: output,
    emptyOutDir: true,
    assetsDir: 'explorer',
    // Its links would be elements of the page that are not allowed to load scripts.
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      // A message about slow plugins, which would look like a fault of the installation.
      checks: { pluginTimings: false },
      output: {
        minify: !isQuick(mode) && minify,
        // What the page loads in any case is one file: nine would be larger, and nine requests.
        codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] },
      },
      onLog: (level, log, handler) => {
        // Packages mark modules for servers, which have no meaning here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log);
      },
    },
  },
  plugins: [startByScript(), ...(isQuick(mode) ? [] : [licenses(), compress()])],
}));

function isQuick(mode: string): boolean {
  return mode === 'quick';
}

/**
 * The script that starts the page is the only one that its content security policy names. What this
 * script adds to the page is allowed by `strict-dynamic`, and nothing that the parser finds.
 */
function startByScript(): Plugin {
  const module = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/;
  return {
    name: 'start-by-script',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [tag, url] = module.exec(html)!;
        const start = `const s=document.createElement('script');s.type='module';s.src='${url}';document.head.append(s)`;
        return html.replace(tag, '').replace('</body>', `<script>${start}</script></body>`);
      },
    },
  };
}

/**
 * Writes a brotli and a gzip file beside each file that is served. The quality 10 of brotli takes
 * 5 s of CPU time; 11 would take 11 s for files that are 2 % smaller.
 */
function compress(): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  return {
    name: 'compress',
    async writeBundle() {
      const folder = `${output}explorer/`;
      const names = (await readdir(folder)).filter((name) => !/\.(br|gz|png)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const bytes = await readFile(folder + name);
          await writeFile(
            `${folder}${name}.br`,
            await promisify(brotliCompress)(bytes, { params }),
          );
          await writeFile(`${folder}${name}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}
