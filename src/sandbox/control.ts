/** The routes below `/_sandbox/`, with which tests in any language control the sandbox. */
import { isObject } from './json.ts';
import { liveState } from './live/state.ts';
import { controlChat } from './live/chat-control.ts';
import { setStreamStatus } from './live/stream.ts';
import type { SandboxState } from './sandbox-state.ts';

/** The response of a control route. */
interface ControlResponse {
  readonly status: number;
  /** JSON. */
  readonly body?: unknown;
}

const noContent: ControlResponse = { status: 204 };

const errorResponse = (status: number, error: string): ControlResponse => ({
  status,
  body: { error },
});

/** @param path the part of the path after `/_sandbox/` */
export function handleControl(
  state: SandboxState,
  method: string,
  path: string,
  text: string,
): ControlResponse {
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
      state.faults.add(body);
      return noContent;
    case 'DELETE faults':
      state.faults.clear();
      return noContent;
    case 'GET clock':
      return describeClock(state);
    case 'POST clock':
      return controlClock(state, body);
    case 'POST broadcasts':
      return setStartingTime(state, body['startingMs']);
    default:
      return (
        (method === 'POST' ? controlChat(state.simulation, path, body) : undefined) ??
        updateStream(state, method, path, body)
      );
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
  clock.sync();
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

function setStartingTime(state: SandboxState, startingMs: unknown): ControlResponse {
  if (startingMs !== null && !isDuration(startingMs)) return notDuration('startingMs', startingMs);
  liveState(state.simulation).startingMs = startingMs ?? undefined;
  return noContent;
}

const isDuration = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const notDuration = (name: string, value: unknown): ControlResponse =>
  errorResponse(400, `${name}: ${JSON.stringify(value)} is not a number of at least 0`);

/** `POST streams/{id}` */
function updateStream(
  state: SandboxState,
  method: string,
  path: string,
  { streamStatus: status, afterMs = 0 }: Record<string, unknown>,
): ControlResponse {
  const id = /^streams\/([^/]+)$/.exec(path)?.[1];
  if (method !== 'POST' || id === undefined)
    return errorResponse(404, `${method} ${path}: unknown control route`);
  if (typeof status !== 'string')
    return errorResponse(400, 'streamStatus: missing; expected for example active');
  if (!isDuration(afterMs)) return notDuration('afterMs', afterMs);
  return setStreamStatus(state.simulation, decodeURIComponent(id), status, afterMs)
    ? noContent
    : errorResponse(404, `${id}, ${status}: unknown stream or stream status`);
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
