/** The fields of an operation that cause its cost. */
import type { Bucket } from '../../upstream/operation.ts';
import type { FieldStep } from '../read/projection.ts';
import { responseName } from './counted-calls.ts';

/** A field of an operation, and how many calls or quota units its own calls take. */
export interface FieldCost {
  /** Response names from the root, with dots. */
  readonly path: string;
  readonly value: number;
  /** Response names of the fields on the path that have the argument `first`. */
  readonly lists: readonly string[];
}

/** Calls or quota units by the path of the field that causes them. */
export interface CostByField {
  readonly bucket: Bucket | undefined;
  /** The fields from the root to the current one. */
  readonly path: (readonly FieldStep[])[];
  readonly costs: Map<string, Pick<FieldCost, 'value' | 'lists'>>;
}

const hasFirst = ({ field }: FieldStep): boolean => field.args.some(({ name }) => name === 'first');

/** Adds calls to the field that is the current one. */
export function addToField(
  { bucket, path, costs }: CostByField,
  usedBucket: Bucket,
  added: { readonly calls: number; readonly units: number },
): void {
  if (bucket !== undefined && bucket !== usedBucket) return;
  const steps = path.flat();
  const key = steps.map(responseName).join('.');
  const value = (costs.get(key)?.value ?? 0) + (bucket === undefined ? added.calls : added.units);
  costs.set(key, { value, lists: steps.filter(hasFirst).map(responseName) });
}
