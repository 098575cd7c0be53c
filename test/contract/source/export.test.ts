/** Exported names that no other file imports are found. `source.test.ts` looks for them. */
import { describe, expect, it } from 'vitest';
import { unimportedExports } from './export-rule.ts';
import { factsOf, type SourceFacts } from './syntax.ts';

const factsOfAll = async (
  sources: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, SourceFacts>> =>
  new Map(
    await Promise.all(
      Object.entries(sources).map(
        async ([file, text]) => [file, await factsOf(text, file)] as const,
      ),
    ),
  );

describe('exported names', () => {
  it.each([
    ["import { a } from './a.ts';", []],
    ["import { a as b } from './a.ts';", []],
    ["import type { a } from './a.ts';", []],
    ["export { a } from './a.ts';", []],
    ["import * as all from './a.ts';", []],
    ["const { a } = await import('./a.ts');", []],
    ["type A = import('./a.ts').a;", []],
    ["import { a } from './star.ts';", []],
    ["import * as all from './star.ts';", []],
    ["import { b as a } from './a.ts';", ['a.ts: a']],
    ["import { a } from './other/a.ts';", ['a.ts: a']],
    ["import './a.ts';", ['a.ts: a']],
  ])('are found to be imported by %s', async (source, expected) => {
    const star = "export * from './a.ts';";
    const facts = await factsOfAll({ 'a.ts': 'export const a = 1;', 'star.ts': star, b: source });
    expect(unimportedExports(facts)).toEqual(expected);
  });
  it.each([
    'export const a = 1;',
    'export function a() {}',
    'export async function* a() {}',
    'export class a {}',
    'export abstract class a {}',
    'export interface a {}',
    'export type a = 1;',
  ])('are found in %s', async (source) => {
    expect((await factsOf(source)).exportedNames).toEqual(['a']);
  });
});
