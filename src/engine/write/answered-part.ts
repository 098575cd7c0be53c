/** The parts of an entity that the answer of a write shows. */
import type { AnyOperation } from '../api/operation.ts';
import type { Paths } from '../read/path.ts';
import type { Ref } from '../read/resource.ts';
import type { JsonRecord } from './change.ts';

/** The selected parts, except those that the operation does not return. */
export const answeredParts = ({ parts = [] }: AnyOperation, selected: Paths): readonly string[] =>
  selected.parts.filter((part) => parts.includes(part));

/**
 * The requested parts as the answer shows them. A part that the answer lacks is not known to be
 * empty. The answer of another entity shows none.
 */
export function shownParts(
  answer: JsonRecord | undefined,
  { key }: Ref,
  parts: readonly string[],
): JsonRecord {
  if (!answer || (answer['id'] ?? key.at(-1)) !== key.at(-1)) return {};
  return Object.fromEntries(
    parts.flatMap((part) => (answer[part] == null ? [] : [[part, answer[part]]])),
  );
}
