/** Writes of copies with what no schema describes of their originals. */
import { isDeepStrictEqual } from 'node:util';
import { isRecord, type JsonRecord } from '../../../engine/write/change.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import { type CopiedEvent, withUndescribed } from './occurrence.ts';
import { isLasting } from './series-error.ts';

interface Copy<Body> extends Pick<CopiedEvent, 'undescribed'> {
  /** The fields that schemas describe. */
  readonly body: Body;
}

/**
 * Sends a copy. A service can refuse a field that it describes nowhere, as one that only it may
 * write: the copy is then sent without those fields, and a warning names them. So they never make a
 * write fail.
 * @returns undefined if nothing is left to send
 * @throws the error of the call, of the second one if there are two
 */
export async function sendCopy<Body extends object, Answer>(
  write: WriteRequest,
  { body, undescribed }: Copy<Body>,
  send: (body: Body) => Promise<Answer>,
): Promise<Answer | undefined> {
  const whole = withUndescribed(write.execution.api, body, { undescribed });
  if (isDeepStrictEqual(whole, body)) return send(body);
  try {
    return await send(whole);
  } catch (error) {
    if (!isLasting(error)) throw error;
    const answer = Object.keys(body).length === 0 ? undefined : await send(body);
    warnMissing(write, { undescribed }, {});
    return answer;
  }
}

/** Warns of what no schema describes of an original, and its copy lacks. */
export function warnMissing(
  { execution, warnNotShown }: WriteRequest,
  { undescribed = {} }: Pick<CopiedEvent, 'undescribed'>,
  copy: CopiedEvent,
): void {
  const isKnown = (name: string): boolean =>
    execution.warnings.some(({ code, value }) => code === 'NOT_SHOWN' && value === name);
  for (const path of missingPaths(undescribed, copy.undescribed))
    if (!isKnown(path)) warnNotShown?.(path);
}

const missingPaths = (
  wanted: Readonly<JsonRecord>,
  found: Readonly<JsonRecord> = {},
  at = '',
): string[] =>
  Object.entries(wanted).flatMap(([name, value]) => {
    const other = found[name];
    if (!isRecord(value)) return other === undefined ? [at + name] : [];
    return missingPaths(value, isRecord(other) ? other : {}, `${at}${name}.`);
  });
