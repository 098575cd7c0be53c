/** What a new state of the generated files has that the one before has not, and the reverse. */

/** The contents of the generated files, by path. */
type Files = Readonly<Record<string, string>>;

interface Row {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly params: readonly {
    readonly name: string;
    readonly type: string;
    readonly required?: boolean;
    readonly repeated?: boolean;
    readonly deprecated?: boolean;
  }[];
}

interface TypeFile {
  readonly schema: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
  >;
}

/**
 * The differences in words, one a line: `+` is new, `-` is gone, `~` is changed.
 * @param before contents of files; a file that does not exist is empty
 */
export function changesOf(before: Files, after: Files): string[] {
  const [old, now] = [statementsOf(before), statementsOf(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    if (from === to) return [];
    if (from === undefined) return [`+ ${name}: ${to}`];
    return [to === undefined ? `- ${name}: ${from}` : `~ ${name}: ${from} -> ${to}`];
  });
}

/** What the files state of operations, parameters, fields and bodies, each by its name. */
function statementsOf(files: Files): ReadonlyMap<string, string> {
  const rows = contentOf<readonly Row[]>(files, 'operations.json', []);
  const { schema } = contentOf<TypeFile>(files, 'rest-schema.json', { schema: {} });
  const writable = contentOf<Readonly<Record<string, readonly string[]>>>(
    files,
    'writable.json',
    {},
  );
  const operations = rows.flatMap((row) => [
    [`operation ${row.key}`, `${row.method} ${row.path}`] as const,
    ...row.params.map((param) => [`parameter ${row.key}?${param.name}`, words(param)] as const),
  ]);
  const fields = Object.entries(schema).flatMap(([client, types]) =>
    Object.entries(types).flatMap(([type, values]) =>
      Object.entries(values).map(
        ([name, text]) => [`field ${client} ${type}.${name}`, text] as const,
      ),
    ),
  );
  const bodies = Object.entries(writable).flatMap(([key, paths]) =>
    paths.map((path) => [`body of ${key}: ${path}`, 'writable'] as const),
  );
  return new Map([...operations, ...fields, ...bodies]);
}

function contentOf<T>(files: Files, name: string, absent: T): T {
  const [, text] = Object.entries(files).find(([path]) => path.endsWith(`/${name}`)) ?? [];
  return text ? (JSON.parse(text) as T) : absent;
}

const words = ({ type, required, repeated, deprecated }: Row['params'][number]): string =>
  [type, repeated && 'list', required && 'required', deprecated && 'deprecated']
    .filter(Boolean)
    .join(', ');
