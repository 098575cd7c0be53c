/** Rules about the source files of `src`, beside the layers: casts, names, registration. */
import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/services/catalogue.ts';
import { sharedReason } from '../../../src/services/shared/error-reason.ts';
import { factsOf, type SourceFacts } from './syntax.ts';

const root = new URL('../../../', import.meta.url);

let facts: ReadonlyMap<string, SourceFacts>;

const files = globSync('src/**/*.{ts,tsx}', { cwd: root.pathname }).toSorted();

const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

beforeAll(async () => {
  facts = new Map(
    await Promise.all(files.map(async (file) => [file, await factsOf(read(file), file)] as const)),
  );
});

const filesWhere = (isViolation: (facts: SourceFacts, file: string) => boolean): string[] =>
  [...facts].filter(([file, each]) => isViolation(each, file)).map(([file]) => file);

describe('the engine', () => {
  const names = /youtube|drive|calendar|goog|content ?owner|pacific|los_angeles/i;
  it('names no service, neither in code nor in comments', () => {
    const engine = globSync('src/engine/**/*.*', { cwd: root.pathname });
    expect(engine).toContain('src/engine/README.md');
    expect(engine.length).toBeGreaterThan(100);
    const lines = engine.flatMap((file) =>
      read(file)
        .split('\n')
        .map((line) => `${file}: ${line}`),
    );
    expect(lines.filter((line) => names.test(line))).toEqual([]);
  });
  it('has no file whose name names one', () => {
    expect(files.filter((file) => file.startsWith('src/engine/') && names.test(file))).toEqual([]);
  });
  it.each(['isGoogleDoc', 'the Drive API', 'calendarId', 'x-goog-api-key', 'contentOwner'])(
    'would be found to name %s',
    (text) => {
      expect(names.test(text)).toBe(true);
    },
  );
});

describe('any, as never and as unknown as', () => {
  it('stand in src/engine/schema/ only', () => {
    const found = filesWhere(
      ({ uncheckedTypes }, file) =>
        uncheckedTypes.length > 0 && !file.startsWith('src/engine/schema/'),
    );
    expect(found).toEqual([]);
  });
  it.each([
    ['let a: any;', ['any']],
    ['f(a as never);', ['as never']],
    ['f(a as unknown as B);', ['as unknown as']],
    ['f(<never>a);', ['as never']],
    ['f(a as B); const never = a as unknown; // any', []],
  ])('are counted in %s', async (source, expected) => {
    expect((await factsOf(source)).uncheckedTypes).toEqual(expected);
  });
});

describe('exported types, interfaces and classes', () => {
  it('have names of their own', () => {
    const names = [...facts.values()].flatMap(({ exportedTypes }) => exportedTypes);
    const shared = names.filter((name, index) => names.indexOf(name) !== index);
    expect([...new Set(shared)].toSorted()).toEqual([]);
  });
  it('are found in every kind of declaration', async () => {
    const source =
      'export interface A {} export type B = A; export class C {} export abstract class D {} type E = 1; export const F = 1;';
    expect((await factsOf(source)).exportedTypes).toEqual(['A', 'B', 'C', 'D']);
  });
});

/** It imports styles, and the features of the editor. */
const isOfExplorer = (file: string): boolean => file.startsWith('src/explorer/');

describe('imports for side effects', () => {
  it('are absent: registries are filled by explicit calls', () => {
    const found = filesWhere(
      ({ sideEffectImports }, file) => sideEffectImports.length > 0 && !isOfExplorer(file),
    );
    expect(found).toEqual([]);
  });
  it.each([
    ["import './a.ts';", ['./a.ts']],
    ["await import('./a.ts');", ['./a.ts']],
    ["import { a } from './a.ts'; const b = await import('./b.ts');", []],
  ])('are found in %s', async (source, expected) => {
    expect((await factsOf(source)).sideEffectImports).toEqual(expected);
  });
});

describe('error reasons of the REST APIs', () => {
  // A word in lower case (`forbidden`) may be another literal, too.
  const known: ReadonlySet<string> = new Set(
    [
      ...Object.keys(sharedReason),
      ...[...catalogue.values()].flatMap(({ reasons }) => Object.keys(reasons)),
    ].filter((reason) => /[A-Z]/.test(reason)),
  );
  const mayNameThem =
    /\/operations\.ts$|\/watch\/argument\.ts$|^src\/services\/(shared\/error-reason|reason-message)\.ts$|\/reason-text\.ts$/;
  it('are string literals of descriptors and tables only', () => {
    const found = [...facts].flatMap(([file, { texts }]) =>
      /^src\/(engine|services)\//.test(file) && !mayNameThem.test(file)
        ? texts.filter((text) => known.has(text)).map((text) => `${file}: ${text}`)
        : [],
    );
    expect(found).toEqual([]);
  });
  it('are known from the descriptors and from the table of shared reasons', () => {
    for (const reason of ['commentsDisabled', 'invalidTransition', 'youtubeSignupRequired'])
      expect(known).toContain(reason);
  });
  it.each([
    ["f('a', [\"b\"], { c: 'd' }); import e from 'e';", ['a', 'b', 'd', 'e']],
    ['f(`a`, a.b, { a: 1 });', []],
  ])('are looked for in the string literals of %s', async (source, expected) => {
    expect((await factsOf(source)).texts).toEqual(expected);
  });
});
