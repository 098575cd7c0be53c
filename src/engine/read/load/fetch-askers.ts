/** For whom the calls of a batch are made. */
import { type Asker, runFor } from '../../trace/asker.ts';

/** Entities that are requested for the same fields. */
export interface AskedFetch<Entry> {
  readonly entries: readonly Entry[];
  /** Undefined in an execution that names no fields. */
  readonly askers?: ReadonlySet<Asker> | undefined;
}

/** Makes the call for some entities of a batch, for those who ask for one of them. */
export function runForAskers<Entry, T>(
  fetches: readonly AskedFetch<Entry>[],
  entries: readonly Entry[],
  call: () => T,
): T {
  if (fetches[0]!.askers === undefined) return call();
  const all = new Set(entries);
  const concerned = fetches.filter((fetch) => fetch.entries.some((entry) => all.has(entry)));
  return runFor(
    concerned.flatMap(({ askers }) => askers ?? []),
    call,
  );
}
