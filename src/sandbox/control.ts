/** Routes under `/_sandbox/`: how tests of any language steer the sandbox and see what reached it. */
import { isObject } from './json.ts';
import { setStreamStatus } from './live/stream.ts';
import type { SandboxState } from './sandbox-state.ts';

export interface ControlAnswer {
  readonly status: number;
  readonly body?: unknown;
}

const done: ControlAnswer = { status: 204 };
const bad = (message: string): ControlAnswer => ({ status: 400, body: { error: message } });

/** @param path what follows `/_sandbox/` */
export function control(
  core: SandboxState,
  method: string,
  path: string,
  raw: string,
): ControlAnswer {
  const body = bodyOf(raw);
  if (body === undefined) return bad('The body must be a JSON object.');
  switch (`${method} ${path}`) {
    case 'POST reset':
      return reset(core, body['now']);
    case 'GET calls':
      return { status: 200, body: core.recorder.calls() };
    case 'GET uploads':
      return { status: 200, body: core.recorder.uploads() };
    case 'DELETE calls':
      core.recorder.clear();
      return done;
    case 'POST faults':
      core.faults.add(body);
      return done;
    case 'DELETE faults':
      core.faults.clear();
      return done;
    default:
      return stream(core, method, path, body['streamStatus']);
  }
}

function reset(core: SandboxState, now: unknown): ControlAnswer {
  if (now === undefined) core.reset();
  else if (typeof now === 'string' && !Number.isNaN(Date.parse(now))) core.reset(new Date(now));
  else return bad('now must be a date-time.');
  return done;
}

function stream(core: SandboxState, method: string, path: string, status: unknown): ControlAnswer {
  const id = /^streams\/([^/]+)$/.exec(path)?.[1];
  if (method !== 'POST' || id === undefined)
    return { status: 404, body: { error: 'No such control route.' } };
  if (typeof status !== 'string') return bad('streamStatus is needed.');
  return setStreamStatus(core.simulation, decodeURIComponent(id), status)
    ? done
    : { status: 404, body: { error: 'No such stream.' } };
}

function bodyOf(raw: string): Record<string, unknown> | undefined {
  if (raw === '') return {};
  try {
    const body: unknown = JSON.parse(raw);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
