/**
 * A gateway as in the image, in a process of its own, whose memory and handles are read from
 * outside.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { imageFlags } from '../../bench/image-flags.ts';
import type { Bases } from '../../src/config.ts';
import { bundleGateway, gatewayCommand } from '../support/gateway/bundle.ts';
import { memoryOf } from '../support/gateway/process-memory.ts';
import { launch } from '../support/gateway/program.ts';
import { connectInspector } from './inspector.ts';

const cwd = fileURLToPath(new URL('../../', import.meta.url));

export interface GatewayProcess extends AsyncDisposable {
  readonly url: string;
  /** Resident memory in MiB. */
  readonly memory: () => number;
  readonly collectGarbage: () => Promise<void>;
  /** The number of open files, sockets and timers of the kernel. */
  readonly handles: () => number;
  /** Writes a heap snapshot into the folder. */
  readonly takeSnapshot: () => void;
  /** Whether the process has ended by itself. */
  readonly hasEnded: () => boolean;
  /** Lines of the log of level error and above, and what the process has written beside. */
  readonly errors: () => string[];
}

interface Options {
  readonly bases: Bases;
  /** Of heap snapshots. */
  readonly folder: string;
}

/** Starts the gateway. It is stopped at the end of the scope. */
export async function startProcess({ bases, folder }: Options): Promise<GatewayProcess> {
  const flags = [
    ...imageFlags,
    '--inspect=127.0.0.1:0',
    '--heapsnapshot-signal=SIGUSR2',
    `--diagnostic-dir=${folder}`,
  ];
  await bundleGateway();
  const [node, main] = gatewayCommand;
  const program = launch([node, ...flags, main], {
    cwd,
    env: {
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'error',
      VIDEO_BASE_URL: bases.video,
      STORAGE_BASE_URL: bases.storage,
      CALENDAR_BASE_URL: bases.calendar,
    },
  });
  const [, url] = await program.printed(/^GraphQL\s+(\S+)\/graphql$/m);
  const [inspectorUrl] = /ws:\S+/.exec(program.errorOutput())!;
  const { collectGarbage, close } = await connectInspector(inspectorUrl);
  let hasEnded = false;
  void program.ended.then(() => (hasEnded = true));
  return {
    url: url!,
    memory: () => memoryOf(program.pid).rss / 1_048_576,
    collectGarbage,
    handles: () => readdirSync(`/proc/${program.pid}/fd`).length,
    takeSnapshot: () => program.signal('SIGUSR2'),
    hasEnded: () => hasEnded,
    errors: () =>
      [...program.output().split('\n'), ...program.errorOutput().split('\n')].filter(
        (line) => line.startsWith('{') || /error/i.test(line),
      ),
    [Symbol.asyncDispose]: async () => {
      close();
      program.signal('SIGTERM');
      await program.ended;
    },
  };
}
