/**
 * The body paths that each write may set, from `data/writable.json`, which `npm run reference`
 * makes without the descriptors of `src/services/`: a path that is missing in a descriptor is lost
 * by an update of the sandbox, as it would be by the real service. The paths of YouTube are written
 * down by hand from Google's pages (`reference/facts.json`): its client does not tell them.
 * Those of Drive and Calendar are all paths of their bodies that the client does not describe as
 * read-only. `kind`, which is a constant, is not listed.
 */
import data from '../data/writable.json' with { type: 'json' };

const paths: Readonly<Record<string, readonly string[]>> = data;

/**
 * Lists the paths that the body of an operation may set. `[]` is an array as a whole, `.(key)` the
 * keys of a map, `.*` any path below.
 * @param key operation key
 */
export const writablePathsOf = (key: string): readonly string[] => paths[key] ?? [];

/** The top-level fields that the body of an operation may set. */
export const writableNamesOf = (key: string): ReadonlySet<string> =>
  new Set(writablePathsOf(key).map((path) => /^\w+/.exec(path)![0]));

/**
 * The paths that the body of an operation may set, up to the first list or map, which is replaced
 * as a whole.
 */
export const replacedPathsOf = (key: string): ReadonlySet<string> =>
  new Set(writablePathsOf(key).map((path) => path.replace(/(\[\]|\.\(key\)|\.\*).*$/, '')));
