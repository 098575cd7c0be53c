/** Compares heap snapshots: classes of which there are more objects in each one. */
import { readFileSync } from 'node:fs';

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

/** @returns the number of objects of each class */
function objectCounts(file: string): Map<string, number> {
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const objectType = types[0].indexOf('object');
  const [type, name] = [fields.indexOf('type'), fields.indexOf('name')];
  const counts = new Map<string, number>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (nodes[at + type] !== objectType) continue;
    const className = strings[nodes[at + name]!]!;
    counts.set(className, (counts.get(className) ?? 0) + 1);
  }
  return counts;
}

/**
 * @param files heap snapshots, oldest first
 * @param minGrowth objects that a class has more at the end, so that chance is no growth
 * @returns one line for each class that grows from each snapshot to the next
 */
export function growingClasses(files: readonly string[], minGrowth: number): string[] {
  const all = files.map(objectCounts);
  return [...(all.at(-1)?.keys() ?? [])].flatMap((name) => {
    const counts = all.map((each) => each.get(name) ?? 0);
    const grows = counts.every((count, index) => index === 0 || count > counts[index - 1]!);
    return grows && counts.at(-1)! - counts[0]! >= minGrowth
      ? [`${name}: ${counts.join(', ')}`]
      : [];
  });
}
