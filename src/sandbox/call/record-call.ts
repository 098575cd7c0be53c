/** Records a call when it arrives, with its user and its body. */
import type { AnyOperation } from '../../engine/api/operation.ts';
import { accessTokenOf, apiKeyOf } from '../http/auth.ts';
import type { MutableRecordedCall } from './recorder.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { anonymous, apiKey, userOf } from '../user.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** A call as it was received. */
interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Headers;
  readonly body: string;
}

/** @param operation undefined for unknown paths */
export function recordCall(
  { recorder, simulation }: SandboxState,
  { body, ...call }: ReceivedCall,
  operation: AnyOperation | undefined,
): MutableRecordedCall {
  const entry = recorder.addCall({ ...call, time: simulation.now() });
  recordCaller(entry, simulation, call);
  if (body !== '') entry.body = parseOrText(body);
  if (operation) entry.operation = operation.key;
  return entry;
}

/** Path and query string, without the question mark. */
export function splitUrl(url: string): { readonly path: string; readonly search: string } {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, mark), search: url.slice(mark + 1) };
}

/** A JSON value, or the text if it is none. */
export function parseOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Records the name of the user; unknown tokens and API keys are not recorded. */
function recordCaller(
  entry: MutableRecordedCall,
  { grants }: SandboxState['simulation'],
  { headers, search }: Pick<ReceivedCall, 'headers' | 'search'>,
): void {
  const params = new URLSearchParams(search);
  const token = accessTokenOf(headers, params);
  const isKey = token === undefined && apiKeyOf(headers, params) === apiKey;
  const user = isKey ? anonymous : (userOf(token ?? '') ?? grants.userOf(token ?? ''));
  if (user !== undefined) entry.user = user.name;
}
