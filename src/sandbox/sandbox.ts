/** The sandbox: an HTTP server in the same process that simulates the four services. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setSeriesModel } from './calendar/series/control.ts';
import { setSetting } from './calendar/setting/control.ts';
import { expireSyncTokens } from './calendar/sync-token.ts';
import { addEntity, type AddOptions, changeEntity } from './call/add-entity.ts';
import type { EntityName } from './call/entity-name.ts';
import { handleControl } from './http/control.ts';
import { liveState } from './live/state.ts';
import { postChatMessages, setChat } from './live/chat/control.ts';
import { updateStreamStatus } from './live/stream/stream.ts';
import { drawPicture } from './picture/draw-picture.ts';
import { picturePath, toReachable } from './picture/picture-url.ts';
import { readBody } from './http/read-body.ts';
import { handleRequest } from './http/request-handler.ts';
import { prefixes } from './http/route.ts';
import { webClient } from './sign-in/client.ts';
import { authorizationPath, findSignInEndpoint } from './sign-in/endpoints.ts';
import { handleSignIn } from './sign-in/handle-sign-in.ts';
import { setSignIn } from './sign-in/control.ts';
import { tokenPath } from './sign-in/token.ts';
import type { Added, SandboxOptions, StandIn } from './stand-in.ts';
import { SandboxState } from './sandbox-state.ts';
import type { Simulation } from './simulation.ts';
import { setDownloads } from './storage/content/download-control.ts';
import { changeLogOf } from './storage/change/log.ts';
import { splitUrl } from './call/record-call.ts';
import { apiKey, users } from './user.ts';

/** A running sandbox, with what tests of the sandbox itself need. */
export interface Sandbox extends StandIn {
  /** The data of the services. */
  simulation(): Simulation;
}

/** Starts a sandbox. The promise rejects if the port is not available. */
export async function startSandbox({
  port = 0,
  host = '127.0.0.1',
  now = new Date(),
  seed = 'studio',
  empty = false,
  faults = [],
  clockSpeed = 0,
  startingMs,
  videoDelayMs = 0,
}: SandboxOptions = {}): Promise<Sandbox> {
  const state = new SandboxState(now, {
    seed,
    clockSpeed,
    startingMs,
    videoDelayMs,
    isEmpty: empty,
    faults,
  });
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
  state.url = url;
  return {
    url,
    bases: { video: url + prefixes.video, storage: url, calendar: url + prefixes.calendar },
    oauthClient: {
      clientId: webClient.id,
      clientSecret: webClient.secret,
      authorizationUrl: url + authorizationPath,
      tokenUrl: url + tokenPath,
    },
    apiKey,
    users: users.map(({ token, description, email, channelId }) => ({
      token,
      description,
      email,
      ...(channelId !== undefined && { channelId }),
    })),
    calls: () => state.recorder.calls(),
    uploads: () => state.recorder.uploads(),
    signIns: () => state.recorder.signIns(),
    clearCalls: () => state.recorder.clear(),
    reset: (start) => state.reset(start),
    ...entityControls(state),
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

function entityControls(state: SandboxState): Pick<Sandbox, 'add' | 'change'> {
  const shown = (entity: object): object =>
    JSON.parse(toReachable(JSON.stringify(entity), state.url));
  return {
    add: <T extends object>(name: EntityName, entity?: T, options?: AddOptions) =>
      shown(addEntity(state.simulation, name, entity ?? {}, options)) as Added<T>,
    change: <T extends { readonly id: string }>(
      name: EntityName,
      entity: T,
      options?: Pick<AddOptions, 'as'>,
    ) => shown(changeEntity(state.simulation, name, entity, options)) as T,
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
  | 'setSignIn'
  | 'setCalendarSetting'
  | 'setSeriesModel'
> => ({
  notifications: () => state.simulation.notifications.sent,
  setNotificationFaults: (faults) => state.simulation.notifications.setFaults(faults),
  notificationsSettled: () => state.simulation.notifications.settled(),
  expireChangeTokens: () => changeLogOf(state.simulation).expire(),
  expireTokens: () => state.simulation.grants.expire(),
  setSignIn: (settings) => setSignIn(state.simulation.grants, settings),
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

/** Handles a request of the control routes, of a sign-in, of a picture or of the services. */
async function route(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const { path } = splitUrl(url);
  if (path.startsWith(picturePath))
    return sendPicture(response, drawPicture(state.simulation, path.slice(picturePath.length)));
  const controlPath = /^\/_sandbox\/(.*)/.exec(path)?.[1];
  const signIn = findSignInEndpoint(method, path);
  if (signIn) return handleSignIn(state, signIn, request, response);
  if (controlPath === undefined) return handleRequest(state, request, response);
  const text = await readBody(request);
  if (text === undefined) return void response.writeHead(413).end();
  const { status, body } = handleControl(state, method, controlPath, text);
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(body && toReachable(JSON.stringify(body), state.url));
}

/** @param svg undefined: there is no such picture */
function sendPicture(response: ServerResponse, svg: string | undefined): void {
  if (svg === undefined) return void response.writeHead(404).end();
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=300' };
  response.writeHead(200, headers).end(svg);
}

/**
 * Responds to the request that caused a bug of the sandbox with the stack; the process continues.
 */
function sendBug(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
  response.end(error instanceof Error ? error.stack : String(error));
}
