/** What a new state of the generated files has that the one before has not, and the reverse. */

/** The contents of the generated files, by path. */
type Files = Readonly<Record<string, string>>;

interface Row {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly scopes: readonly string[];
  readonly params: readonly {
    readonly name: string;
    readonly type: string;
    readonly required?: boolean;
    readonly repeated?: boolean;
    readonly deprecated?: boolean;
  }[];
}

/** Names of types. */
interface Signature {
  readonly body?: string;
  readonly answer?: string;
}

interface TypeFile {
  readonly operation: Readonly<Record<string, Signature>>;
  /** By client, type and field. */
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
  const statements = [...names].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    if (from === to) return [];
    if (from === undefined) return [`+ ${name}: ${to}`];
    return [to === undefined ? `- ${name}: ${from}` : `~ ${name}: ${from} -> ${to}`];
  });
  const [oldPaths, newPaths] = [pathsOf(before), pathsOf(after)];
  return [
    ...statements,
    ...pathLines('+ writable', newPaths, oldPaths),
    ...pathLines('- writable', oldPaths, newPaths),
  ];
}

type PathLists = Readonly<Record<string, readonly string[]>>;

const pathsOf = (files: Files): PathLists => contentOf<PathLists>(files, 'writable.json', {});

/** Paths that bodies have and had not before: one line a path, since bodies share types. */
function pathLines(mark: string, paths: PathLists, others: PathLists): string[] {
  const added = Object.entries(paths).flatMap(([key, all]) => {
    const known = new Set(others[key]);
    return all.filter((path) => !known.has(path)).map((path) => ({ path, key }));
  });
  return [...Map.groupBy(added, ({ path }) => path)].map(
    ([path, found]) => `${mark} ${path}: ${found.map(({ key }) => key).join(', ')}`,
  );
}

/** What the files state of operations, parameters and fields, each by its name. */
function statementsOf(files: Files): ReadonlyMap<string, string> {
  const rows = contentOf<readonly Row[]>(files, 'operations.json', []);
  const types = contentOf<TypeFile>(files, 'rest-schema.json', { schema: {}, operation: {} });
  const operations = rows.flatMap((row) => [
    [`operation ${row.key}`, callOf(row, types.operation[row.key])] as const,
    [`scopes ${row.key}`, row.scopes.join(', ')] as const,
    ...row.params.map((param) => [`parameter ${row.key}?${param.name}`, words(param)] as const),
  ]);
  const fields = Object.entries(types.schema).flatMap(([client, ofClient]) =>
    Object.entries(ofClient).flatMap(([type, values]) =>
      Object.entries(values).map(
        ([name, text]) => [`field ${client} ${type}.${name}`, text] as const,
      ),
    ),
  );
  const texts = Object.entries(contentOf<Record<string, string>>(files, 'published.json', {}));
  const descriptions = texts.map(([place, text]) => [`text ${place}`, text] as const);
  return new Map([...operations, ...fields, ...descriptions]);
}

/** `POST /files, body File, answer File`. */
const callOf = ({ method, path }: Row, { body, answer }: Signature = {}): string =>
  [`${method} ${path}`, body && `body ${body}`, answer && `answer ${answer}`]
    .filter(Boolean)
    .join(', ');

function contentOf<T>(files: Files, name: string, absent: T): T {
  const [, text] = Object.entries(files).find(([path]) => path.endsWith(`/${name}`)) ?? [];
  return text ? (JSON.parse(text) as T) : absent;
}

const words = ({ type, required, repeated, deprecated }: Row['params'][number]): string =>
  [type, repeated && 'list', required && 'required', deprecated && 'deprecated']
    .filter(Boolean)
    .join(', ');
