/** Compares an answer with that of a run without failures. */

/** An answer of the gateway. */
export interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly path?: readonly (string | number)[] }[];
}

type Path = readonly (string | number)[];

const isPrefix = (prefix: Path, path: Path): boolean =>
  prefix.length <= path.length && prefix.every((step, index) => step === path[index]);

/** @returns the paths at which the answer differs although no error explains it */
export function unexplained(expected: Answer, { data, errors = [] }: Answer): string[] {
  const found: string[] = [];
  const isExplained = (path: Path): boolean =>
    errors.some(({ path: at = [] }) => isPrefix(at, path) || isPrefix(path, at));
  compare(expected.data, data, [], (path, isNull) => {
    // An error makes its field null, or the next nullable one above it; nothing else.
    if (!isNull || !isExplained(path)) found.push(path.join('.'));
  });
  return found;
}

type OnDifference = (path: Path, isNull: boolean) => void;

function compare(expected: unknown, actual: unknown, path: Path, onDifference: OnDifference): void {
  if (Object.is(expected, actual)) return;
  if (!isObject(expected) || !isObject(actual) || sizeOf(expected) !== sizeOf(actual))
    return onDifference(path, actual === null || actual === undefined);
  for (const key of Object.keys(expected)) {
    const step = Array.isArray(expected) ? Number(key) : key;
    compare(expected[key], actual[key], [...path, step], onDifference);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const sizeOf = (value: object): number => Object.keys(value).length;
