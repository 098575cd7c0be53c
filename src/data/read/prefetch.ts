/**
 * Loads the links below a list before its items are resolved, so that fifty items answer at once instead of with fifty
 * promises. The chain goes on from link to link as answers land. It is waited for only where the executor has nothing
 * to start meanwhile: a field with a call of its own, or a sibling that must not wait for a slow service, comes first.
 */
import type { ResourceLoader } from './loader.ts';
import { valuesAt } from './path.ts';
import type { Follow, Projection } from './projection.ts';
import { type Ref, refOf, type Resource } from './resource.ts';

const callsBelow = ({ calls, follows }: Projection): boolean =>
  calls || follows.some(({ projection }) => callsBelow(projection));

const waiting = new WeakMap<Projection, boolean>();

function mayWait(projection: Projection): boolean {
  let answer = waiting.get(projection);
  if (answer === undefined) {
    const { calls, follows } = projection;
    answer =
      !calls && (follows.length === 1 || !follows.some(({ projection }) => callsBelow(projection)));
    waiting.set(projection, answer);
  }
  return answer;
}

/** @param answer a list's answer, or a value; the links of `projection` lie below it */
export function loadAhead(
  answer: unknown,
  projection: Projection,
  loaderOf: (resource: Resource) => ResourceLoader,
): Promise<void> | undefined {
  if (projection.follows.length === 0 || !mayWait(projection)) return undefined;
  const waits = projection.follows.flatMap((follow) => {
    const { link, projection } = follow;
    if (projection.paths.size === 0 || link.target.read.how === 'kept') return [];
    const onLand = (values: readonly object[]): Promise<void> | undefined =>
      loadAhead(values, projection, loaderOf);
    return loaderOf(link.target).loadAhead(refsOf(answer, follow), projection, onLand) ?? [];
  });
  if (waits.length === 0) return undefined;
  return waits.length === 1 ? waits[0] : Promise.all(waits).then(() => {});
}

function refsOf(answer: unknown, { at, link }: Follow): Ref[] {
  const refs: Ref[] = [];
  for (const value of valuesAt(answer, at)) {
    const ref = refOf(value);
    if (link.usesRef && !ref) continue;
    for (const key of link.keysOf(value, ref))
      if (key !== null) refs.push({ resource: link.target, key });
  }
  return refs;
}
