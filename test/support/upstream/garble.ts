/** Damage to the JSON of an answer: an item without its id, a value of another type, null. */
import type { Chance } from '../random/random-source.ts';

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Damages a place of an answer. */
type Damage = () => void;

/** Values that have no REST type in common with the one they replace. */
function otherThan(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [true, { planted: 'object' }, ['planted item']];
  if (typeof value === 'number') return ['planted text', { planted: 'object' }, [1]];
  if (typeof value === 'boolean') return ['planted text', 7, []];
  return Array.isArray(value)
    ? ['planted text', 7, { planted: 'object' }]
    : ['planted text', [7], 7];
}

/** Fields of any type: the gateway can reject no value of theirs. */
const untyped: ReadonlySet<string> = new Set(['homeOffice']);

/** Lists of objects whose ids are values like others, which may be absent, and no keys. */
const unkeyed: ReadonlySet<string> = new Set(['secondaryReasons']);

/** All that can be damaged in an answer, in the order of its JSON. @param around the field */
function damages(value: unknown, around = ''): Damage[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => [
      () => {
        value[index] = null;
      },
      ...(isObject(item) && typeof item['id'] === 'string' && !unkeyed.has(around)
        ? [() => void delete item['id']]
        : []),
      ...damages(item),
    ]);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(untyped.has(name) || inner === null ? [] : otherThan(inner)).map((other) => () => {
      value[name] = other;
    }),
    ...(untyped.has(name) ? [] : damages(inner, name)),
  ]);
}

/** Damages one random place of an answer, or cuts the answer. */
export function garble(answer: JsonObject, chance: Chance): void | 'cut' {
  const all = damages(answer);
  const chosen = chance(all.length + 1);
  if (chosen === all.length) return 'cut';
  all[chosen]!();
}
