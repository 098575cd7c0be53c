/** Reads the file of `--settings`. */
import { parseEnv } from 'node:util';
import { removedSettings, settings } from '../settings.ts';
import { readOptionFile } from './option-file.ts';
import { UsageError } from './usage-error.ts';

/** A setting as a file has it. */
interface Entry {
  /** Number of its line, or of its first one. */
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

/** What is wrong with a line. */
interface Problem {
  readonly line: number;
  readonly text: string;
}

/**
 * @param file with lines like `PORT=4000`; undefined for none
 * @returns the settings by their names
 * @throws UsageError naming all lines that would have no effect
 */
export function readSettings(
  file: string | undefined,
): Readonly<Record<string, string | undefined>> {
  if (file === undefined) return {};
  const { entries, problems } = contentOf(readOptionFile('--settings', file));
  const byName = Map.groupBy(entries, ({ name }) => name);
  for (const [name, [first, ...others]] of byName)
    for (const { line } of others)
      problems.push({ line, text: `${name} stands in line ${first!.line}, too` });
  const texts = problems
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, text }) => `--settings: ${file}:${line}: ${text}`);
  const unknown = [...byName.keys()].filter((name) => !isSetting(name));
  if (unknown.length > 0)
    texts.push(
      `--settings: ${file}: no setting of the gateway: ${unknown.join(', ')}. What Node and its libraries read belongs into the environment`,
    );
  if (texts.length > 0) throw new UsageError(texts.join('\n'));
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
}

const isSetting = (name: string): boolean =>
  Object.hasOwn(settings, name) || Object.hasOwn(removedSettings, name);

/** Node ignores what is no setting: here it is a problem. What a value means, Node says. */
function contentOf(text: string): { entries: Entry[]; problems: Problem[] } {
  const lines = text.split(/\r?\n/);
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = index + 1;
    const content = lines[index]!.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [, name, first = ''] = /^(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/.exec(content) ?? [];
    if (name === undefined) {
      problems.push({
        line,
        text: `${shown(content)} is no setting; expected a line like PORT=4000`,
      });
      continue;
    }
    const value = quotedFrom(first, lines.slice(line)) ?? first;
    index += value.split('\n').length - 1;
    if (isCut(value))
      problems.push({ line, text: `${name}: the quotes do not end, or text follows them` });
    entries.push({ line, name, value: parseEnv(`${name}=${value}`)[name] ?? '' });
  }
  return { entries, problems };
}

/**
 * @param first what follows the equals sign
 * @param others the lines after it
 * @returns a value in quotes, up to the end of the line where they close; undefined without any
 */
function quotedFrom(first: string, others: readonly string[]): string | undefined {
  const [quote] = /^["'`]/.exec(first) ?? [];
  if (quote === undefined || first.includes(quote, 1)) return undefined;
  const end = others.findIndex((each) => each.includes(quote));
  return end === -1 ? undefined : [first, ...others.slice(0, end + 1)].join('\n');
}

/** Whether Node would leave out a part of a value in quotes. */
const isCut = (value: string): boolean =>
  /^["'`]/.test(value) && !/^(["'`])(?:(?!\1)[^])*\1\s*(?:#.*)?$/.test(value);

/** @returns the beginning of a line: there may be a secret in it */
function shown(content: string): string {
  const [word = content.slice(0, 8)] = /^[^\s:]{1,30}(?=[\s:]|$)/.exec(content) ?? [];
  return word === content ? word : `${word}…`;
}
