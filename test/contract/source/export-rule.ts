/** Which exports no other file imports. */
import { dirname, join } from 'node:path/posix';
import type { ImportedName, SourceFacts } from './syntax.ts';

/**
 * @param facts of all source files, by path from the repository's root
 * @returns `file: name` of each exported declaration that no file imports
 */
export function unimportedExports(facts: ReadonlyMap<string, SourceFacts>): string[] {
  const used = new Map([...facts.keys()].map((file) => [file, new Set<string>()]));
  const stars: (readonly [string, string])[] = [];
  for (const [file, { importedNames }] of facts)
    for (const imported of importedNames) {
      const target = join(dirname(file), imported.specifier);
      if (isStarExport(imported)) stars.push([file, target]);
      else used.get(target)?.add(imported.name);
    }
  // Names imported from a file with `export *` are names of the files behind the star.
  for (const [file, target] of stars)
    for (const name of used.get(file) ?? []) used.get(target)?.add(name);
  return [...facts].flatMap(([file, { exportedNames }]) => {
    const names = used.get(file);
    return exportedNames
      .filter((name) => !names?.has('*') && !names?.has(name))
      .map((name) => `${file}: ${name}`);
  });
}

const isStarExport = ({ name, isReexport }: ImportedName): boolean => isReexport && name === '*';
