/** The examples of `schema/operations`, in groups. */
import groups from './example-groups.json';

/** One example. */
export interface Example {
  /** The name of its file: `02-video-page`. */
  readonly name: string;
  readonly title: string;
  /** Whether it reads, writes or follows. */
  readonly kind: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly source: string;
}

/** Examples about one thing. */
interface ExampleGroup {
  readonly title: string;
  readonly examples: readonly Example[];
}

const sources: Readonly<Record<string, string>> = import.meta.glob(
  '../../../schema/operations/*.graphql',
  { query: '?raw', import: 'default', eager: true },
);

const byName = new Map(
  Object.entries(sources).map(([path, source]) => {
    const name = path.replace(/^.*\/(.*)\.graphql$/, '$1');
    return [name, exampleOf(name, source)];
  }),
);

/** The first sentence of the comment above the operation says what it does. */
function exampleOf(name: string, source: string): Example {
  const [comment = ''] = /^(?:#.*\n)*/.exec(source) ?? [];
  const [, summary = ''] = /^# (.*?[.!?])(?= |$)/m.exec(comment) ?? [];
  const words = name.replace(/^\d+-/, '').replaceAll('-', ' ');
  const kind = /^(query|mutation|subscription) /m.exec(source)![1]!;
  return { name, title: words[0]!.toUpperCase() + words.slice(1), kind, summary, source };
}

export const exampleGroups: readonly ExampleGroup[] = Object.entries(groups).map(
  ([title, names]) => ({ title, examples: names.map((name) => byName.get(name)!) }),
);

/** @returns the groups with the examples that contain each of the words; those in titles first */
export function findExamples(text: string): readonly ExampleGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (place: string): boolean => words.every((word) => place.toLowerCase().includes(word));
  const isTitled = ({ title }: Example): boolean => has(title);
  return exampleGroups
    .map(({ title, examples }) => {
      const found = examples.filter((each) => has(`${each.title} ${each.summary} ${each.source}`));
      return { title, examples: first(found, isTitled) };
    })
    .filter(({ examples }) => examples.length > 0)
    .toSorted((a, b) => Number(b.examples.some(isTitled)) - Number(a.examples.some(isTitled)));
}

/** @returns the values with those first that meet the condition */
const first = <T>(values: readonly T[], isFirst: (value: T) => boolean): readonly T[] =>
  values.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
