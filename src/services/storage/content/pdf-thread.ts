/**
 * The thread that reads one PDF, which can be made to harm: `content/pdf-process.ts` starts it as a
 * file of its own. The limits of a thread hold for objects; the memory of arrays of bytes is
 * limited here.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { PDFPageProxy } from 'unpdf/pdfjs';

/** What the thread is started with. */
export interface PdfThreadData {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** UTF-16 code units. The thread sends one more at most. */
  readonly maxCharacters: number;
}

/** Some text of the PDF, then how the thread has ended. */
export type PdfThreadMessage =
  | { readonly text: string }
  | { readonly end: 'complete' | 'cut' | 'encrypted' | 'unreadable' };

/** Bytes of all arrays that are made: those of streams grow by copies of twice the size. */
const maxArrayBytes = 128 * 1024 * 1024;

const { bytes, maxCharacters } = workerData as PdfThreadData;

// The rule is for windows of browsers.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (message: PdfThreadMessage): void => parentPort!.postMessage(message);

/** @param given a length, or a list of elements; nothing else makes a new array */
const lengthOf = (given: unknown): number =>
  typeof given === 'number' ? given : ((given as { length?: number } | undefined)?.length ?? 0);

/** A few bytes of a stream can be gigabytes when they are unpacked. */
function limitArrays(): void {
  let left = maxArrayBytes;
  const limited = <C extends new (...args: never[]) => object>(made: C, elementBytes: number): C =>
    new Proxy(made, {
      construct: (target, args: readonly unknown[], newTarget): object => {
        left -= lengthOf(args[0]) * elementBytes;
        if (left < 0) throw new RangeError('The arrays of this PDF are too large.');
        return Reflect.construct(target, args, newTarget) as object;
      },
    });
  Object.assign(globalThis, {
    ArrayBuffer: limited(ArrayBuffer, 1),
    Uint8Array: limited(Uint8Array, 1),
    Uint8ClampedArray: limited(Uint8ClampedArray, 1),
    Uint16Array: limited(Uint16Array, 2),
    Uint32Array: limited(Uint32Array, 4),
    Int32Array: limited(Int32Array, 4),
    Float32Array: limited(Float32Array, 4),
    Float64Array: limited(Float64Array, 8),
    // Unpacks a stream as a whole, whatever its size. Without it, pdf.js uses code of its own.
    DecompressionStream: undefined,
  });
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

const textOf = ({ str, hasEOL }: { readonly str: string; readonly hasEOL: boolean }): string =>
  hasEOL ? `${str}\n` : str;

async function read(): Promise<'complete' | 'cut'> {
  limitArrays();
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: false });
  let left = maxCharacters + 1;
  const send = (text: string): void => {
    const sent = text.slice(0, left);
    left -= sent.length;
    if (sent !== '') tell({ text: sent });
  };
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const page = await pdf.getPage(at);
    if (at > 1) send('\n\n');
    for await (const { items } of page.streamTextContent() as AsyncIterable<TextContent>) {
      send(items.map((item) => ('str' in item ? textOf(item) : '')).join(''));
      if (left === 0) return 'cut';
    }
  }
  return 'complete';
}

read().then(
  (end) => tell({ end }),
  (error: unknown) => {
    const isEncrypted = error instanceof Error && error.name === 'PasswordException';
    tell({ end: isEncrypted ? 'encrypted' : 'unreadable' });
  },
);
