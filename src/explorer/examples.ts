/** The examples of `schema/operations`, in groups. */
import groups from './example-groups.json';

/** One example. */
export interface Example {
  /** The name of its file: `02-video-page`. */
  readonly name: string;
  readonly title: string;
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
  '../../schema/operations/*.graphql',
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
  return { name, title: words[0]!.toUpperCase() + words.slice(1), summary, source };
}

export const exampleGroups: readonly ExampleGroup[] = Object.entries(groups).map(
  ([title, names]) => ({ title, examples: names.map((name) => byName.get(name)!) }),
);

/** @returns the groups with the examples that contain each of the words */
export function findExamples(text: string): readonly ExampleGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ title, summary, source }: Example): boolean => {
    const all = `${title} ${summary} ${source}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return exampleGroups
    .map(({ title, examples }) => ({ title, examples: examples.filter(matches) }))
    .filter(({ examples }) => examples.length > 0);
}
