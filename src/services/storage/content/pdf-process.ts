/**
 * The process that reads one PDF in a thread. A PDF can be made to use up memory, and a thread
 * without memory can end its process (Node 24, seen on 30 November 2026): this one, not the
 * gateway. The main thread ends when the gateway does, whatever the other thread is at.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import type { PdfThreadData } from './pdf-thread.ts';

/** Megabytes of objects; pdf.js itself needs 20. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

/** @returns the address of the thread: its source, or the text of the file that the build packs */
function threadUrl(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('./pdf-thread.ts', import.meta.url);
  const code = brotliDecompressSync(readFileSync(new URL('./pdf-thread.brotli', import.meta.url)));
  return new URL(`data:text/javascript;base64,${code.toString('base64')}`);
}

process.once('disconnect', () => process.exit());

process.once('message', (workerData: PdfThreadData) => {
  const transferList = [workerData.bytes.buffer];
  const thread = new Worker(threadUrl(), { workerData, transferList, resourceLimits });
  thread.on('message', (message) => void process.send!(message));
  thread.on('error', () => process.disconnect());
  thread.on('exit', () => process.disconnect());
});
