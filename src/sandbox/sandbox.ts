/** The sandbox: an HTTP server in the same process that simulates the four services. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setSeriesModel } from './calendar/series/control.ts';
import { setSetting } from './calendar/setting/control.ts';
import type { SeriesModel } from './calendar/state.ts';
import { expireSyncTokens } from './calendar/sync-token.ts';
import { handleControl } from './http/control.ts';
import type { Fault } from './fault.ts';
import { liveState } from './live/state.ts';
import {
  type ChatMessageDraft,
  type ChatSettings,
  postChatMessages,
  setChat,
} from './live/chat/control.ts';
import { updateStreamStatus } from './live/stream/stream.ts';
import type { NotificationFaults, SentNotification } from './notification-sender.ts';
import { readBody } from './http/read-body.ts';
import type { RecordedCall, RecordedUpload } from './call/recorder.ts';
import { handleRequest } from './http/request-handler.ts';
import { prefixes } from './http/route.ts';
import { clientId, clientSecret } from './sign-in/client.ts';
import { authorizationPath, findSignInEndpoint, tokenPath } from './sign-in/endpoints.ts';
import { SandboxState } from './sandbox-state.ts';
import type { Simulation } from './simulation.ts';
import { setDownloads } from './storage/content/download-control.ts';
import type { DownloadSettings } from './storage/state.ts';
import { changeLogOf } from './storage/change/log.ts';
import { splitUrl } from './call/record-call.ts';
import { users } from './user.ts';

// An `import` would load the WebSocket client of Node as well: see `server/http.ts`.
const { createServer } = process.getBuiltinModule('node:http');

/** Options of `startSandbox`. */
export interface SandboxOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** The instant that all seeded dates are relative to. Default: the current time. */
  readonly now?: Date;
  /** Determines seeded numbers and texts, but not ids. */
  readonly seed?: string;
  /** Simulated seconds per second. Default: 0, the clock advances by a second for each write. */
  readonly clockSpeed?: number;
  /**
   * How many simulated milliseconds a broadcast is `testStarting` or `liveStarting`. Default: until
   * the first list of broadcasts.
   */
  readonly startingMs?: number;
  /** After how many simulated milliseconds the video of a new broadcast appears. Default: 0. */
  readonly videoDelayMs?: number;
}

/** A client of a sign-in with Google, and the endpoints. */
interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
}

/** A running sandbox. */
export interface Sandbox {
  readonly url: string;
  /** The base addresses of the services. */
  readonly bases: { readonly video: string; readonly storage: string; readonly calendar: string };
  /** The accepted access tokens. */
  readonly users: readonly { readonly token: string; readonly description: string }[];
  /** The registered client, and the endpoints by which users sign in. */
  readonly oauthClient: OAuthClient;
  /** All calls since the start, the last reset or `clearCalls`. */
  calls(): readonly RecordedCall[];
  /** All completed uploads since the start, the last reset or `clearCalls`. */
  uploads(): readonly RecordedUpload[];
  clearCalls(): void;
  /** Restores the initial state. @param now a new start instant */
  reset(now?: Date): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /**
   * Sets the status of a stream, as an encoder that starts or stops would.
   * @param status `created`, `ready`, `active`, `inactive` or `error`
   * @param afterMs simulated time until then. Default: 0, at once
   * @returns whether the stream exists and the status is one of these
   */
  setStreamStatus(id: string, status: string, afterMs?: number): boolean;
  /**
   * Sets the health of a stream until its status changes.
   * @param status `good`, `ok`, `bad`, `noData` or `revoked`
   * @param afterMs simulated time until then. Default: 0, at once
   * @returns whether the stream exists and the status is one of these
   */
  setStreamHealth(id: string, status: string, afterMs?: number): boolean;
  /** Sets the option `startingMs` for later transitions, until the next reset. */
  setStartingTime(ms: number | undefined): void;
  /** Sets the option `videoDelayMs` for later broadcasts, until the next reset. */
  setVideoDelay(ms: number): void;
  /**
   * Sets how long later operations of `files.download` take and whether they fail, until the next
   * reset. By default they succeed at the first `operations.get`.
   */
  setDownloads(settings: DownloadSettings): void;
  /** The simulated time. */
  now(): Date;
  /** Advances the simulated clock; everything that is due until then happens in order. */
  advance(ms: number): void;
  /**
   * Lets the simulated clock run until `stopClock` or a reset.
   * @param speed simulated seconds per second. Default: 1
   */
  runClock(speed?: number): void;
  stopClock(): void;
  /**
   * Posts messages in a live chat, of all types, now or later.
   * @returns the ids of those posted now; undefined if there is no such chat, or if it has ended
   */
  postChatMessages(
    liveChatId: string,
    messages: readonly ChatMessageDraft[],
  ): readonly string[] | undefined;
  /** Sets limits of a live chat until the next reset. @returns whether the chat exists */
  setChat(liveChatId: string, settings: ChatSettings): boolean;
  /** All notifications of channels since the start or the last reset, with lost ones. */
  notifications(): readonly SentNotification[];
  /** Lets later notifications get lost or arrive twice, with these probabilities. */
  setNotificationFaults(faults: NotificationFaults): void;
  /** Resolves when everything that is to be sent now has a response, or none. */
  notificationsSettled(): Promise<void>;
  /** Makes all page tokens of Drive changes so far invalid. */
  expireChangeTokens(): void;
  /** Makes all codes and access tokens of sign-ins so far invalid. */
  expireTokens(): void;
  /** Makes all sync tokens of Calendar so far invalid. */
  expireSyncTokens(): void;
  /**
   * Changes a setting of Calendar, as a person would in its user interface.
   * @param email address of the person
   * @returns whether the person has the setting
   */
  setCalendarSetting(email: string, id: string, value: string): boolean;
  /** Sets what changes of series do to their exceptions, until the next reset. Default: nothing. */
  setSeriesModel(model: Partial<SeriesModel>): void;
  /** The data of the services, for tests in the same process. */
  simulation(): Simulation;
  close(): Promise<void>;
}

/** Starts a sandbox. The promise rejects if the port is not available. */
export async function startSandbox({
  port = 0,
  host = '127.0.0.1',
  now = new Date(),
  seed = 'studio',
  clockSpeed = 0,
  startingMs,
  videoDelayMs = 0,
}: SandboxOptions = {}): Promise<Sandbox> {
  const state = new SandboxState(now, { seed, clockSpeed, startingMs, videoDelayMs });
  const server = createServer(
    { maxHeaderSize: 32 * 1024, keepAliveTimeout: 60_000 },
    (request, response) => {
      route(state, request, response).catch((error: unknown) => sendBug(response, error));
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    bases: { video: url + prefixes.video, storage: url, calendar: url + prefixes.calendar },
    oauthClient: {
      clientId,
      clientSecret,
      authorizationUrl: url + authorizationPath,
      tokenUrl: url + tokenPath,
    },
    users: users.map(({ token, description }) => ({ token, description })),
    calls: () => state.recorder.calls(),
    uploads: () => state.recorder.uploads(),
    clearCalls: () => state.recorder.clear(),
    reset: (start) => state.reset(start),
    fault: (fault) => state.faults.add(fault),
    clearFaults: () => state.faults.clear(),
    setStreamStatus: (id, streamStatus, afterMs) =>
      updateStreamStatus(state.simulation, id, { streamStatus }, afterMs),
    setStreamHealth: (id, healthStatus, afterMs) =>
      updateStreamStatus(state.simulation, id, { healthStatus }, afterMs),
    setStartingTime: (ms) => void (liveState(state.simulation).startingMs = ms),
    setVideoDelay: (ms) => void (liveState(state.simulation).videoDelayMs = ms),
    setDownloads: (settings) => setDownloads(state.simulation, settings),
    ...clockControls(state),
    ...chatControls(state),
    ...changeControls(state),
    simulation: () => state.simulation,
    close: () => {
      state.simulation.notifications.close();
      return closeServer(server);
    },
  };
}

function clockControls(
  state: SandboxState,
): Pick<Sandbox, 'now' | 'advance' | 'runClock' | 'stopClock'> {
  return {
    now: () => state.simulation.now(),
    advance: (ms) => state.simulation.clock.advance(ms),
    runClock: (speed = 1) => state.simulation.clock.run(speed),
    stopClock: () => state.simulation.clock.run(0),
  };
}

const chatControls = (state: SandboxState): Pick<Sandbox, 'postChatMessages' | 'setChat'> => ({
  postChatMessages: (liveChatId, messages) =>
    postChatMessages(state.simulation, liveChatId, messages),
  setChat: (liveChatId, settings) => setChat(state.simulation, liveChatId, settings),
});

const changeControls = (
  state: SandboxState,
): Pick<
  Sandbox,
  | 'notifications'
  | 'setNotificationFaults'
  | 'notificationsSettled'
  | 'expireChangeTokens'
  | 'expireSyncTokens'
  | 'expireTokens'
  | 'setCalendarSetting'
  | 'setSeriesModel'
> => ({
  notifications: () => state.simulation.notifications.sent,
  setNotificationFaults: (faults) => state.simulation.notifications.setFaults(faults),
  notificationsSettled: () => state.simulation.notifications.settled(),
  expireChangeTokens: () => changeLogOf(state.simulation).expire(),
  expireTokens: () => state.simulation.grants.expire(),
  expireSyncTokens: () => expireSyncTokens(state.simulation),
  setCalendarSetting: (email, id, value) => setSetting(state.simulation, email, id, value),
  setSeriesModel: (model) => setSeriesModel(state.simulation, model),
});

/** Closes a server with all its connections. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Handles a request of the control routes, of a sign-in or of the services. */
async function route(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const { path, search } = splitUrl(url);
  const controlPath = /^\/_sandbox\/(.*)/.exec(path)?.[1];
  const signIn = findSignInEndpoint(method, path);
  if (controlPath === undefined && !signIn) return handleRequest(state, request, response);
  const text = await readBody(request);
  if (text === undefined) return void response.writeHead(413).end();
  if (signIn) {
    const { status, headers, body } = signIn(state.simulation.grants, search, text);
    return void response.writeHead(status, headers).end(body);
  }
  const { status, body } = handleControl(state, method, controlPath!, text);
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(body && JSON.stringify(body));
}

/**
 * Responds to the request that caused a bug of the sandbox with the stack; the process continues.
 */
function sendBug(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
  response.end(error instanceof Error ? error.stack : String(error));
}
