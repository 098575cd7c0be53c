/** Reads options and what stands beside them; all errors are in words of the command line. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Options by their names, as `parseArgs` of Node takes them. */
export type Flags = NonNullable<ParseArgsConfig['options']>;

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

type OptionToken = Extract<Token, { readonly kind: 'option' }>;

/** What a command line has after the name of its command. */
interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/**
 * @throws UsageError for an option that is unknown, has no value, or has one although it is a
 * switch
 */
export function readArguments(args: readonly string[], flags: Flags): Arguments {
  // Strict parsing has errors in words of Node.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: flags,
    strict: false,
    tokens: true,
    allowPositionals: true,
    allowNegative: true,
  });
  for (const [position, token] of tokens.entries()) {
    const problem = token.kind === 'option' ? problemOf(token, tokens[position + 1], flags) : '';
    if (problem !== '') throw new UsageError(problem);
  }
  return { values, positionals };
}

/** Who writes one of these after a switch means its value. */
const switchValues: ReadonlySet<string> = new Set(['0', '1', 'off', 'on', 'false', 'true']);

/** @returns what is wrong with an option; empty if nothing is */
function problemOf(
  { rawName, name, value, inlineValue }: OptionToken,
  next: Token | undefined,
  flags: Flags,
): string {
  const known = Object.hasOwn(flags, name) ? name : name.replace(/^no-/, '');
  const { type, short } = Object.hasOwn(flags, known) ? flags[known]! : {};
  const isNegative = rawName.startsWith('--no-');
  if (type === undefined || (type === 'string' && isNegative)) {
    const nearest = type === undefined ? nearestOf(rawName, flags) : `--${known}`;
    return `Unknown option ${rawName}${nearest === undefined ? '' : `; the nearest is ${nearest}`}`;
  }
  if (type === 'string')
    return value === undefined || (!inlineValue && /^-./.test(value))
      ? `${rawName}: expected a value, as in --${name}=…`
      : '';
  const follower = next?.kind === 'positional' && short === undefined ? next.value : '';
  if (value === undefined && !switchValues.has(follower)) return '';
  const given = value === undefined ? `, and ${follower} follows` : '';
  const names = short === undefined ? `--${known} or --no-${known}` : `--${known}`;
  return `${rawName} takes no value${given}; expected ${names}`;
}

/** @returns the option whose name has the fewest other letters; undefined if all are far */
function nearestOf(rawName: string, flags: Flags): string | undefined {
  const given = rawName.replace(/^-+/, '').toLowerCase().replaceAll('_', '-');
  const names = Object.entries(flags).flatMap(([name, { type, short }]) =>
    type === 'boolean' && short === undefined ? [name, `no-${name}`] : [name],
  );
  const [nearest] = names
    .map((name) => ({ name, distance: distanceOf(given, name) }))
    .filter(({ distance }) => distance <= 0.4 * given.length)
    .toSorted((a, b) => a.distance - b.distance);
  return nearest && `--${nearest.name}`;
}

/** @returns how many letters have to be added, removed or replaced (Levenshtein) */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const above = row;
    row = [index + 1];
    for (const [column, other] of Array.from(to).entries())
      row.push(
        Math.min(
          above[column + 1]! + 1,
          row[column]! + 1,
          above[column]! + (letter === other ? 0 : 1),
        ),
      );
  }
  return row.at(-1)!;
}
