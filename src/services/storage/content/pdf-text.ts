/** The text of PDFs, each of which a process of its own reads: see `content/pdf-process.ts`. */
import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../engine/caller/clock.ts';
import { type CutText, cutText } from './decoded-text.ts';
import type { PdfThreadData, PdfThreadMessage } from './pdf-thread.ts';

/** Maximum time in ms of one PDF; one that takes longer is read as far as that. */
const maxReadMs = 10_000;

/** Maximum number of PDFs that the gateway reads at once; each can take 350 MB. */
const maxProcesses = 2;

/** The request that waits for a PDF. */
interface PdfWaiter {
  readonly clock: Clock;
  /** Instant of the clock. */
  readonly deadline: number;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
}

/** Why a PDF has no text. */
export type PdfLack = 'pdfEncrypted' | 'pdfUnreadable' | 'noText';

const waiting: (() => void)[] = [];
let processes = 0;

/**
 * Calls `read` when a process may be started. PDFs that wait for that are not in memory.
 * @returns what `read` returns; undefined if the deadline or the client came first
 */
export async function inPdfTurn<T>(
  waiter: PdfWaiter,
  read: () => Promise<T>,
): Promise<T | undefined> {
  if (processes < maxProcesses) processes += 1;
  else if (!(await hasTurn(waiter))) return undefined;
  try {
    return await read();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else processes -= 1;
  }
}

/** Waits for the end of a process. */
function hasTurn({ clock, deadline, signal }: PdfWaiter): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const start = (): void => resolve(true);
  const leave = (): void => {
    const at = waiting.indexOf(start);
    if (at < 0) return;
    waiting.splice(at, 1);
    resolve(false);
  };
  waiting.push(start);
  const timer = clock.after(deadline - clock.now(), leave);
  signal?.addEventListener('abort', leave);
  return promise.finally(() => {
    timer.cancel();
    signal?.removeEventListener('abort', leave);
  });
}

/**
 * Reads a PDF.
 * @param maxCharacters UTF-16 code units
 * @returns its text, as far as it could be read; undefined if the deadline or the client came first
 */
export async function pdfText(
  bytes: Uint8Array,
  maxCharacters: number,
  { clock, deadline, signal }: PdfWaiter,
): Promise<CutText | PdfLack | undefined> {
  const { promise: ended, resolve: end } = Promise.withResolvers<PdfEnd>();
  const onAbort = (): void => end('late');
  if (signal?.aborted) return undefined;
  const reader = startProcess({ bytes: new Uint8Array(bytes), maxCharacters });
  const leftMs = deadline - clock.now();
  const timer = clock.after(Math.min(leftMs, maxReadMs), () =>
    end(leftMs < maxReadMs ? 'late' : 'unreadable'),
  );
  signal?.addEventListener('abort', onAbort);
  let text = '';
  reader.on('message', (message: PdfThreadMessage) => {
    if ('text' in message) text += message.text;
    else end(message.end);
  });
  // It can end without memory.
  reader.on('error', () => end('unreadable'));
  reader.on('close', () => end('unreadable'));
  const how = await ended;
  timer.cancel();
  signal?.removeEventListener('abort', onAbort);
  reader.kill('SIGKILL');
  return resultOf(how, text.trim() === '' ? '' : text, maxCharacters);
}

type PdfEnd = Extract<PdfThreadMessage, { readonly end: unknown }>['end'] | 'late';

function resultOf(end: PdfEnd, text: string, maxCharacters: number): CutText | PdfLack | undefined {
  if (end === 'late') return undefined;
  if (end === 'encrypted') return 'pdfEncrypted';
  if (text === '') return end === 'unreadable' ? 'pdfUnreadable' : 'noText';
  const { content, isCut } = cutText(text, maxCharacters);
  return { content, isCut: isCut || end !== 'complete' };
}

/** The process gets no settings of the gateway, writes nothing, and may only read files. */
function startProcess(data: PdfThreadData): ChildProcess {
  const file = new URL(`./pdf-process${extname(import.meta.url)}`, import.meta.url);
  const reader = fork(fileURLToPath(file), {
    execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker', '--no-warnings'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error of sending is one of the process.
  reader.send(data, () => {});
  return reader;
}
