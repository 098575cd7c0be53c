/**
 * The body paths that each write may set, from `data/writable.json`. The sandbox has this list of
 * its own: a path that is missing in a descriptor of `src/services/` is lost by an update of the
 * sandbox, as it would be by the real service.
 *
 * The file lists the paths of YouTube by operation. For Google Drive and Google Calendar it lists
 * the paths of each schema of a request body that are not read-only, the paths that single
 * operations cannot write (`fixed`), and the paths that only one operation writes (`added`), each
 * with a reason. `kind`, which is a constant, is not listed.
 */
import data from '../data/writable.json' with { type: 'json' };
import { signatureOf } from '../../services/rest-schema.ts';

type PathLists = Readonly<Record<string, readonly string[]>>;

type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>;

const operationPaths: PathLists = data.operation;

const schemaPaths: Readonly<Record<string, PathLists>> = {
  storage: data.schema.drive,
  calendar: data.schema.calendar,
};

const fixedPaths: Reasons = data.fixed;

const addedPaths: Reasons = data.added;

/**
 * Lists the paths that the body of an operation may set. `[]` is an array as a whole, `.(key)` the
 * keys of a map, `.*` any path below.
 * @param key operation key
 */
export function writablePathsOf(key: string): readonly string[] {
  const own = operationPaths[key];
  if (own !== undefined) return own;
  const { body } = signatureOf(key);
  const paths = schemaPaths[key.slice(0, key.indexOf(':'))]?.[body ?? ''] ?? [];
  const fixed = fixedPaths[key] ?? {};
  const added = Object.keys(addedPaths[key] ?? {});
  return [...paths.filter((path) => !Object.hasOwn(fixed, path)), ...added];
}

/** The top-level fields that the body of an operation may set. */
export const writableNamesOf = (key: string): ReadonlySet<string> =>
  new Set(writablePathsOf(key).map((path) => /^\w+/.exec(path)![0]));
