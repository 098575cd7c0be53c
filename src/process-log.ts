/** The log of a process: its lines are written to standard output, off the path of requests. */
import { type DestinationStream, pino, symbols } from 'pino';
import type { Config } from './config.ts';
import { createLog, type Logger } from './server/record/log.ts';

/** Lines below the level of warnings are written together when they have so many bytes, */
const minBytes = 4_096;

/** or after this time in ms. */
const flushMs = 200;

/** So many bytes wait for a reader that has stopped to read; further lines are lost. */
const maxBytes = 1024 * 1024;

/** Time in ms that the end of the process waits for its last lines. */
const maxFlushMs = 1_000;

/** The level of a warning. */
const warning = 40;

/** @returns a log that the gateway never waits for */
export function openProcessLog(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: minBytes,
    maxLength: maxBytes,
    periodicFlush: flushMs,
  });
  /** Whether a warning may wait for the end of an earlier write. */
  let hasWarning = false;
  const log = createLog(config, {
    // Pino sets the level of each line before it writes it.
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string): void {
      output.write(line);
      if (this.lastLevel < warning) return;
      hasWarning = true;
      output.flush();
    },
    flush: (onEnd: () => void): void => output.flush(onEnd),
  } as DestinationStream & { readonly lastLevel: number });
  let lost = 0;
  output.on('drop', () => {
    lost += 1;
  });
  output.on('drain', () => {
    if (hasWarning) {
      hasWarning = false;
      output.flush();
    }
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    log.warn({ lines }, 'lines of the log are lost: nobody has read it');
  });
  return log;
}

/** Waits until the lines are written. What is not written by then is tried again at the exit. */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    log.flush(() => resolve());
    // oxlint-disable-next-line studiograph/no-clock -- Its timer keeps no process alive.
    setTimeout(resolve, maxFlushMs).unref();
  });
}
