/** The routes below `/_sandbox/`, with which tests in any language control the sandbox. */
import { controlSeries } from '../calendar/series/control.ts';
import { expireSyncTokens } from '../calendar/sync-token.ts';
import { controlSetting } from '../calendar/setting/control.ts';
import {
  type ControlResponse,
  errorResponse,
  isDuration,
  noContent,
  notDuration,
} from './control-response.ts';
import { faultProblem } from '../fault.ts';
import { isObject } from '../json.ts';
import { controlBroadcasts, controlStream } from '../live/broadcast/control.ts';
import { controlChat } from '../live/chat/control.ts';
import type { SandboxState } from '../sandbox-state.ts';
import type { Simulation } from '../simulation.ts';
import { controlDownloads } from '../storage/content/download-control.ts';
import { changeLogOf } from '../storage/change/log.ts';

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
  switch (`${method} ${path}`) {
    case 'POST reset':
      return reset(state, body['now']);
    case 'GET calls':
      return { status: 200, body: state.recorder.calls() };
    case 'GET uploads':
      return { status: 200, body: state.recorder.uploads() };
    case 'DELETE calls':
      state.recorder.clear();
      return noContent;
    case 'POST faults':
      return controlFaults(state, body);
    case 'DELETE faults':
      state.faults.clear();
      return noContent;
    case 'GET clock':
      return describeClock(state);
    case 'POST clock':
      return controlClock(state, body);
    case 'POST downloads':
      return controlDownloads(state.simulation, body);
    case 'GET notifications':
      return { status: 200, body: state.simulation.notifications.sent };
    case 'POST notifications':
      return controlNotifications(state, body);
    case 'POST changes/expire':
      changeLogOf(state.simulation).expire();
      return noContent;
    case 'POST sync-tokens/expire':
      expireSyncTokens(state.simulation);
      return noContent;
    case 'POST tokens/expire':
      state.simulation.grants.expire();
      return noContent;
    case 'POST series':
      return controlSeries(state.simulation, body);
    case 'POST broadcasts':
      return controlBroadcasts(state.simulation, body);
    default:
      return (
        (method === 'POST' ? controlEntity(state.simulation, path, body) : undefined) ??
        errorResponse(404, `${method} ${path}: unknown control route`)
      );
  }
}

function controlFaults({ faults }: SandboxState, body: Record<string, unknown>): ControlResponse {
  const problem = faultProblem(body);
  if (problem !== undefined) return errorResponse(400, problem);
  faults.add(body);
  return noContent;
}

/** The routes whose path contains an id; undefined for other paths. */
const controlEntity = (
  simulation: Simulation,
  path: string,
  body: Readonly<Record<string, unknown>>,
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

function reset(state: SandboxState, now: unknown): ControlResponse {
  if (now === undefined) state.reset();
  else if (typeof now === 'string' && !Number.isNaN(Date.parse(now))) state.reset(new Date(now));
  else return errorResponse(400, `now: ${JSON.stringify(now)} is not a date-time; ${nowExample}`);
  return noContent;
}

function describeClock({ simulation: { clock } }: SandboxState): ControlResponse {
  return { status: 200, body: { now: clock.now().toISOString(), speed: clock.speed } };
}

function controlClock(state: SandboxState, body: Record<string, unknown>): ControlResponse {
  const { clock } = state.simulation;
  const { advanceMs = 0, speed = clock.speed } = body;
  if (!isDuration(advanceMs)) return notDuration('advanceMs', advanceMs);
  if (!isDuration(speed)) return notDuration('speed', speed);
  clock.run(speed);
  clock.advance(advanceMs);
  return describeClock(state);
}

const isProbability = (value: unknown): value is number => isDuration(value) && value <= 1;

const notProbability = (name: string, value: unknown): ControlResponse =>
  errorResponse(400, `${name}: ${JSON.stringify(value)} is not a number from 0 to 1`);

function controlNotifications(
  { simulation }: SandboxState,
  body: Record<string, unknown>,
): ControlResponse {
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
