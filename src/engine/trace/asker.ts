/**
 * Which fields ask for a call. Only an execution that names the fields of its calls has askers:
 * they follow each resolver, and all that it waits for, by the context of asynchronous work.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A field of one object of the response, while it is resolved. */
export interface Asker {
  /** Response names from the root, with dots and without the indexes of lists. */
  readonly field: string;
}

/** Those who ask for a call. A set grows when other fields want the same answer. */
export type Askers = readonly ReadonlySet<Asker>[];

const storage = new AsyncLocalStorage<Askers>();

/** @returns who asks for what runs now; undefined in an execution that names no fields */
export const currentAskers = (): Askers | undefined => storage.getStore();

/** Runs something for those who ask for it. */
export const runFor = <T>(askers: Askers, run: () => T): T => storage.run(askers, run);

/** Runs the execution of an operation, which names the fields of its calls. */
export const nameFields = <T>(run: () => T): T => runFor([], run);

/** Runs something for a field. */
export const runForField = <T>(field: string, run: () => T): T =>
  runFor([new Set([{ field }])], run);

/** @returns a set of those who ask for what runs now, to which others can be added */
export function askerSet(): Set<Asker> | undefined {
  const askers = currentAskers();
  return askers && new Set(askers.flatMap((each) => [...each]));
}

/** Adds those who ask for what runs now. */
export function addAskers(to: Set<Asker>): void {
  for (const asker of askerSet() ?? []) to.add(asker);
}

/** @returns the function, which runs for those who ask now, whenever it is called */
export function keepAskers<Input, Output>(run: (input: Input) => Output): (input: Input) => Output {
  const askers = currentAskers();
  return askers ? (input) => runFor(askers, () => run(input)) : run;
}

/**
 * Runs something for fields below those that ask now.
 * @param names response names from those fields, with dots
 */
export function runBelow<T>(names: readonly string[], run: () => T): T {
  const askers = currentAskers();
  if (!askers) return run();
  const above = new Set(askers.flatMap((each) => [...each].map(({ field }) => field)));
  const below = [...above].flatMap((field) => names.map((name) => ({ field: `${field}.${name}` })));
  return runFor([new Set(below)], run);
}
