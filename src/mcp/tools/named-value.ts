/** Values that a call names: only these change. */
import type { ToolRun } from './tool-run.ts';

type NamedValues = Readonly<Record<string, unknown>>;

/** Whether a call names no value at all. */
export const isNothingNamed = (values: NamedValues): boolean =>
  Object.values(values).every((value) => value === undefined);

/** @returns the old values of what is different now; undefined if nothing is */
export function valuesBefore(
  before: NamedValues,
  after: NamedValues | null | undefined,
): NamedValues | undefined {
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after?.[name]),
  );
  const isKnown = after !== null && after !== undefined && changed.length > 0;
  return isKnown ? Object.fromEntries(changed) : undefined;
}

/** @returns a time with its offset; null for an empty text, which clears the time */
export async function timeToSet(
  argument: string,
  time: string | undefined,
  run: ToolRun,
): Promise<string | null | undefined> {
  if (time === undefined) return undefined;
  return time === '' ? null : run.instant(argument, time);
}
