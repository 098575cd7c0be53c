/** The routes below `/_sandbox/`, with which tests in any language control the sandbox. */
import { addEntity, changeEntity } from '../call/add-entity.ts';
import { EntityError } from '../call/entity-kind.ts';
import { unitsOfCalls } from '../call/unit-table.ts';
import { controlSeries, seriesModelFields } from '../calendar/series/control.ts';
import { expireSyncTokens } from '../calendar/sync-token.ts';
import { controlSetting } from '../calendar/setting/control.ts';
import {
  type ControlResponse,
  errorResponse,
  isDuration,
  noContent,
  notBoolean,
  notDuration,
  unknownField,
} from './control-response.ts';
import { faultProblem } from '../fault-problem.ts';
import { isObject } from '../json.ts';
import { controlBroadcasts, controlStream } from '../live/broadcast/control.ts';
import { controlChat, controlChatStream, streamModelFields } from '../live/chat/control.ts';
import { rules } from '../rule.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { controlSignIn, signInFields } from '../sign-in/control.ts';
import { serviceAccountKey } from '../sign-in/service-account.ts';
import { tokenPath } from '../sign-in/token.ts';
import type { Simulation } from '../simulation.ts';
import { controlDownloads } from '../storage/content/download-control.ts';
import { controlStorage, storageModelFields } from '../storage/control.ts';
import { changeLogOf } from '../storage/change/log.ts';
import { controlStatistics } from '../video/video/statistics.ts';

/**
 * Handles a request to a control route.
 * @param encodedPath the part of the path after `/_sandbox/`
 * @param text the body of the request
 */
export function handleControl(
  state: SandboxState,
  method: string,
  encodedPath: string,
  text: string,
): ControlResponse {
  const path = decodePath(encodedPath);
  if (path === undefined) return errorResponse(400, `${encodedPath}: a % must be written as %25`);
  const body = parseBody(text);
  if (body === undefined) return errorResponse(400, 'The body is not a JSON object.');
  const route = Object.hasOwn(routes, `${method} ${path}`)
    ? routes[`${method} ${path}`]
    : undefined;
  if (route !== undefined) return unknownFieldIn(body, route) ?? route.handle(state, body);
  return (
    (method === 'POST' ? controlEntity(state.simulation, path, body) : undefined) ??
    errorResponse(404, `${method} ${path}: unknown control route`)
  );
}

type Body = Readonly<Record<string, unknown>>;

/** A route with a fixed path. */
interface ControlRoute {
  /** The names of the fields of the body. Default: the route checks them itself. */
  readonly fields?: readonly string[];
  readonly handle: (state: SandboxState, body: Body) => ControlResponse;
}

const unknownFieldIn = (body: Body, { fields }: ControlRoute): ControlResponse | undefined =>
  fields && unknownField(body, fields);

/** A route that takes nothing and returns nothing. */
const action = (run: (state: SandboxState) => void): ControlRoute => ({
  fields: [],
  handle: (state) => {
    run(state);
    return noContent;
  },
});

/** A route that returns what it reads. */
const view = (read: (state: SandboxState) => unknown): ControlRoute => ({
  fields: [],
  handle: (state) => ({ status: 200, body: read(state) }),
});

/** By method and path. */
const routes: Readonly<Record<string, ControlRoute>> = {
  'POST reset': { fields: ['now', 'empty'], handle: reset },
  'GET rules': view(() => rules),
  'GET calls': view(({ recorder }) => recorder.calls()),
  'GET units': view(({ recorder }) => unitsOfCalls(recorder.calls())),
  'GET uploads': view(({ recorder }) => recorder.uploads()),
  'DELETE calls': action(({ recorder }) => recorder.clear()),
  'POST entities': {
    fields: ['resource', 'entity', 'as', 'content', 'contentType'],
    handle: (...input) => storeEntity(addEntity, ...input),
  },
  'PATCH entities': {
    fields: ['resource', 'entity', 'as'],
    handle: (...input) => storeEntity(changeEntity, ...input),
  },
  'POST faults': { handle: controlFaults },
  'DELETE faults': action(({ faults }) => faults.clear()),
  'GET clock': view(describeClock),
  'POST clock': { fields: ['advanceMs', 'speed'], handle: controlClock },
  'POST downloads': {
    fields: ['ms', 'error', 'unnamed'],
    handle: ({ simulation }, body) => controlDownloads(simulation, body),
  },
  'POST storage': {
    fields: storageModelFields,
    handle: ({ simulation }, body) => controlStorage(simulation, body),
  },
  'POST statistics': {
    fields: ['leavesOut'],
    handle: ({ simulation }, body) => controlStatistics(simulation, body),
  },
  'GET notifications': view(({ simulation }) => simulation.notifications.sent),
  'POST notifications': { fields: ['dropped', 'doubled'], handle: controlNotifications },
  'POST changes/expire': action(({ simulation }) => changeLogOf(simulation).expire()),
  'POST sync-tokens/expire': action(({ simulation }) => expireSyncTokens(simulation)),
  'POST tokens/expire': action(({ simulation }) => simulation.grants.expire()),
  'GET sign-in': view(({ recorder }) => recorder.signIns()),
  'GET service-account': view(({ url }) => serviceAccountKey(url + tokenPath)),
  'POST sign-in': {
    fields: signInFields,
    handle: ({ simulation }, body) => controlSignIn(simulation.grants, body),
  },
  'POST series': {
    fields: seriesModelFields,
    handle: ({ simulation }, body) => controlSeries(simulation, body),
  },
  'GET chat-stream': view(({ openStreams: open }) => ({ open })),
  'POST chat-stream': {
    fields: streamModelFields,
    handle: ({ simulation }, body) => controlChatStream(simulation, body),
  },
  'POST broadcasts': {
    fields: ['startingMs', 'videoDelayMs', 'adsEligible'],
    handle: ({ simulation }, body) => controlBroadcasts(simulation, body),
  },
};

/** @param store adds or changes the entity */
function storeEntity(
  store: typeof addEntity,
  { simulation }: SandboxState,
  { resource, entity = {}, ...options }: Body,
): ControlResponse {
  const texts = { resource, ...options };
  const wrong = Object.entries(texts).find(([, value]) => typeof value !== 'string');
  if (wrong) return errorResponse(400, `${wrong[0]}: expected a text`);
  if (!isObject(entity)) return errorResponse(400, 'entity: expected an object');
  try {
    return { status: 200, body: store(simulation, resource as string, entity, options) };
  } catch (error) {
    if (error instanceof EntityError) return errorResponse(400, error.message);
    throw error;
  }
}

function controlFaults({ faults }: SandboxState, body: Body): ControlResponse {
  const problem = faultProblem(body);
  if (problem !== undefined) return errorResponse(400, problem);
  faults.add(body);
  return noContent;
}

/** The routes whose path contains an id; undefined for other paths. */
const controlEntity = (
  simulation: Simulation,
  path: string,
  body: Body,
): ControlResponse | undefined =>
  controlChat(simulation, path, body) ??
  controlStream(simulation, path, body) ??
  controlSetting(simulation, path, body);

/** @returns undefined if the path is not valid percent-encoding */
function decodePath(encodedPath: string): string | undefined {
  try {
    return decodeURIComponent(encodedPath);
  } catch {
    return undefined;
  }
}

const nowExample = 'expected for example 2027-03-14T09:00:00Z';

function reset(state: SandboxState, { now, empty }: Body): ControlResponse {
  if (empty !== undefined && typeof empty !== 'boolean') return notBoolean('empty', empty);
  if (now === undefined) state.reset(undefined, empty);
  else if (typeof now === 'string' && !Number.isNaN(Date.parse(now)))
    state.reset(new Date(now), empty);
  else return errorResponse(400, `now: ${JSON.stringify(now)} is not a date-time; ${nowExample}`);
  return noContent;
}

function describeClock({ simulation: { clock } }: SandboxState): object {
  return { now: clock.now().toISOString(), speed: clock.speed };
}

function controlClock(state: SandboxState, body: Body): ControlResponse {
  const { clock } = state.simulation;
  const { advanceMs = 0, speed = clock.speed } = body;
  if (!isDuration(advanceMs)) return notDuration('advanceMs', advanceMs);
  if (!isDuration(speed)) return notDuration('speed', speed);
  clock.run(speed);
  clock.advance(advanceMs);
  return { status: 200, body: describeClock(state) };
}

const isProbability = (value: unknown): value is number => isDuration(value) && value <= 1;

const notProbability = (name: string, value: unknown): ControlResponse =>
  errorResponse(400, `${name}: ${JSON.stringify(value)} is not a number from 0 to 1`);

function controlNotifications({ simulation }: SandboxState, body: Body): ControlResponse {
  const { dropped = 0, doubled = 0 } = body;
  if (!isProbability(dropped)) return notProbability('dropped', dropped);
  if (!isProbability(doubled)) return notProbability('doubled', doubled);
  simulation.notifications.setFaults({ dropped, doubled });
  return noContent;
}

function parseBody(text: string): Record<string, unknown> | undefined {
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
