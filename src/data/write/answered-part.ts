/** The parts of an entity that the answer of a write shows. */
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Paths } from '../read/path.ts';

/** The selected parts, except those that the operation does not return. */
export const answeredParts = ({ parts = [] }: AnyOperation, selected: Paths): readonly string[] =>
  selected.parts.filter((part) => parts.includes(part));
