/** Compares the observations of one check on both sides. */
import type { Aspect, Observations, Seen } from './observation.ts';
import type { SeenField, Shape } from './shape.ts';

/** One difference between the sandbox and the service. */
export interface Difference {
  /** The name of the check. */
  readonly check: string;
  /** The key of the operation. */
  readonly operation: string;
  readonly aspect: Aspect;
  readonly step?: string;
  /** Of a field in the response: `items[].snippet.title`. */
  readonly path?: string;
  readonly sandbox: Seen;
  readonly service: Seen;
}

interface Differences {
  readonly certain: readonly Difference[];
  /** Fields of one side only that may depend on the entities there. */
  readonly undecided: readonly Difference[];
}

/** Fields of every resource and list, whatever the account has. */
const standardFields = new Set([
  'etag',
  'id',
  'kind',
  'pageInfo',
  'resultsPerPage',
  'totalResults',
]);

/** Each side of a pair. */
type Pair<T> = readonly [sandbox: T, service: T];

/**
 * What only one side has observed is not compared: the other one did not come so far.
 * @param isSame whether both sides have shown the same entity, which the check has made
 */
export function compareObservations(
  check: string,
  [sandbox, service]: Pair<Observations>,
  isSame: boolean,
): Differences {
  const certain: Difference[] = [];
  const undecided: Difference[] = [];
  for (const [key, { place, value }] of sandbox.seen) {
    const other = service.seen.get(key)?.value;
    if (other !== undefined && other !== value)
      certain.push({ check, ...place, sandbox: value, service: other });
  }
  for (const [key, { place, shape }] of sandbox.shapes) {
    const other = service.shapes.get(key)?.shape;
    if (other === undefined) continue;
    for (const { isCertain, ...field } of compareShapes([shape, other], isSame))
      (isCertain ? certain : undecided).push({ check, ...place, ...field });
  }
  return { certain, undecided };
}

type FieldDifference = Pick<Difference, 'aspect' | 'sandbox' | 'service'> & {
  readonly path: string;
  readonly isCertain: boolean;
};

function compareShapes(shapes: Pair<Shape>, isSame: boolean): FieldDifference[] {
  const paths = new Set(shapes.flatMap(({ fields }) => [...fields.keys()]));
  return [...paths].flatMap((path) => compareField(path, shapes, isSame) ?? []);
}

function compareField(
  path: string,
  [sandbox, service]: Pair<Shape>,
  isSame: boolean,
): FieldDifference | undefined {
  const [own, other] = [sandbox.fields.get(path), service.fields.get(path)];
  const types = { sandbox: typesOf(own), service: typesOf(other) };
  if (own && other) {
    const isCommon = [...own.types].some((type) => other.types.has(type));
    return isCommon ? undefined : { aspect: 'type', path, ...types, isCertain: true };
  }
  const [having, lacking] = own ? [sandbox, service] : [service, sandbox];
  // Without the object around the field, the other side has not shown whether it has the field.
  if (path.endsWith('[]') || !lacking.objects.has(parentOf(path))) return undefined;
  return { aspect: 'field', path, ...types, isCertain: isCertain(having, path, isSame) };
}

/**
 * Whether a field that the other side never has cannot depend on the entities. It cannot if the
 * sandbox knows no such field, or if all objects have it, and have the objects around it: more than
 * one, unless both sides have shown the same entity.
 */
function isCertain(shape: Shape, path: string, isSame: boolean): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (!shape.fields.get(path)!.isKnown) return true;
  const isEnough = isSame || standardFields.has(name) || shape.objects.get(parentOf(path))! > 1;
  return isEnough && isInAll(shape, path);
}

/** Whether all answers have the field, lists those that are not empty in all elements. */
function isInAll({ fields, objects }: Shape, path: string): boolean {
  for (let inner = path; inner !== ''; inner = parentOf(inner)) {
    const field = inner.replace(/(\[\])+$/, '');
    if (fields.get(field)!.count !== objects.get(parentOf(field))) return false;
  }
  return true;
}

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0));

const typesOf = (field: SeenField | undefined): string =>
  field ? [...field.types].toSorted().join('|') : 'absent';
