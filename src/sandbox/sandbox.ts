/** The embedded upstream: a real HTTP server on the loopback that behaves as the four services do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOf } from './read-body.ts';
import { control } from './control.ts';
import { SandboxState } from './sandbox-state.ts';
import { handleRequest } from './request-handler.ts';
import type { Fault } from './fault.ts';
import { setStreamStatus } from './live/stream.ts';
import type { RecordedUpload, RecordedCall } from './recorder.ts';
import { prefixes } from './route.ts';
import { users } from './user.ts';
import type { Simulation } from './simulation.ts';

export interface SandboxOptions {
  /** 0, the default: any free one. */
  readonly port?: number;
  readonly host?: string;
  /** The instant all seeded dates are relative to; by default the present. */
  readonly now?: Date;
  /** Another text gives other figures and texts; ids stay. */
  readonly seed?: string;
}

export interface Sandbox {
  readonly url: string;
  /** Base addresses as the settings of the gateway take them. */
  readonly bases: { readonly video: string; readonly storage: string; readonly calendar: string };
  readonly users: readonly { readonly token: string; readonly description: string }[];
  /** All calls since the start, the last reset or `clearCalls`. */
  calls(): readonly RecordedCall[];
  /** Files that have arrived whole, since the same moment. */
  uploads(): readonly RecordedUpload[];
  clearCalls(): void;
  /** Everything as at the start; a new start instant may be given. */
  reset(now?: Date): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** @param status `created`, `ready`, `active`, `inactive` or `error`; false: no such stream */
  setStreamStatus(id: string, status: string): boolean;
  /** The data behind the answers, for tests in the same process. */
  simulation(): Simulation;
  close(): Promise<void>;
}

export async function startSandbox({
  port = 0,
  host = '127.0.0.1',
  now = new Date(),
  seed = 'studio',
}: SandboxOptions = {}): Promise<Sandbox> {
  const core = new SandboxState(now, seed);
  const server = createServer(
    { maxHeaderSize: 32 * 1024, keepAliveTimeout: 60_000 },
    (request, response) => {
      handle(core, request, response).catch((error: unknown) => {
        // A fault of the sandbox itself must be seen by the test that provoked it, not end the process.
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
        response.end(error instanceof Error ? error.stack : String(error));
      });
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    bases: { video: url + prefixes.video, storage: url, calendar: url + prefixes.calendar },
    users: users.map(({ token, description }) => ({ token, description })),
    calls: () => core.recorder.calls(),
    uploads: () => core.recorder.uploads(),
    clearCalls: () => core.recorder.clear(),
    reset: (start) => core.reset(start),
    fault: (fault) => core.faults.add(fault),
    clearFaults: () => core.faults.clear(),
    setStreamStatus: (id, status) => setStreamStatus(core.simulation, id, status),
    simulation: () => core.simulation,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  core: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const steer = /^\/_sandbox\/([^?]*)/.exec(request.url ?? '');
  if (!steer) return handleRequest(core, request, response);
  const body = await textOf(request);
  if (body === undefined) return void response.writeHead(413).end();
  const { status, body: answer } = control(core, request.method ?? 'GET', steer[1]!, body);
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(answer && JSON.stringify(answer));
}
