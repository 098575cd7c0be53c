/**
 * A plugin of Rolldown that packs the thread for PDFs into one compressed file: as modules it would
 * be a sixth of the package, and most gateways never start it.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'rolldown';

const thread = 'src/services/storage/content/pdf-thread.ts';

/** Makes a quarter of 1.6 MB in a second; the best quality takes twice as long for 7 kB. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };

/** Puts `chunks/pdf-thread.brotli` in the place of the modules that only the thread has. */
export function packedThread(): Plugin {
  return {
    name: 'packed-thread',
    async generateBundle(_, files) {
      const chunks = Object.values(files).filter(
        (file) =>
          file.type === 'chunk' &&
          file.moduleIds.length > 0 &&
          file.moduleIds.every((id) => id.endsWith(thread) || id.includes('/unpdf/')),
      );
      if (chunks.length === 0) return;
      for (const { fileName } of chunks) delete files[fileName];
      const { output } = await build({
        cwd: import.meta.dirname,
        input: thread,
        platform: 'node',
        write: false,
        output: { minify: true, comments: false, codeSplitting: false },
      });
      this.emitFile({
        type: 'asset',
        fileName: 'chunks/pdf-thread.brotli',
        source: brotliCompressSync(output[0].code, { params }),
      });
    },
  };
}
