/** The id arguments of entities with compound keys, as the fixtures name them. */
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import type { IdValues, Input } from '../fixture/fixture.ts';

type Key = Readonly<Record<string, string>>;

/**
 * The forms of a key: the global id, and each id of `key`.
 * @param argument the argument of the key: `by`
 * @param missing for each part an id that no entity has
 */
export function compoundIds(
  argument: string,
  type: string,
  key: Key,
  missing: Key,
): Readonly<Record<string, IdValues>> {
  const path = [argument];
  const names = Object.keys(key);
  const own = names.at(-1)!;
  const parts = names.map((name): [string, IdValues] => {
    const input: Input = { [argument]: { key: { ...key, [name]: missing[name] } } };
    return [`${argument}.key.${name}`, { missing: missing[name]!, with: input, path }];
  });
  const lost = globalId(type, Object.values({ ...key, [own]: missing[own]! }));
  return { [`${argument}.id`]: { missing: lost, path }, ...Object.fromEntries(parts) };
}
