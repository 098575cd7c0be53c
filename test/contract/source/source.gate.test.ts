/**
 * Rules about the source files: imports, exports, packages, casts, names, registration. They are in
 * one file, so that each source is parsed once.
 */
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/services/catalogue.ts';
import { sharedReason } from '../../../src/services/shared/error-reason.ts';
import { unimportedExports } from './export-rule.ts';
import { violations } from './layer-rule.ts';
import { factsOf, packageOf, type SourceFacts } from './syntax.ts';

const root = new URL('../../../', import.meta.url);

/** The facts of all files that are written by hand. */
const all = new Map<string, SourceFacts>();

/** Those of `src`. */
let facts: ReadonlyMap<string, SourceFacts>;

const allFiles = globSync('{*.ts,bench/*.ts,{src,compare,reference,test}/**/*.{ts,tsx}}', {
  cwd: root.pathname,
}).toSorted();

const files = allFiles.filter((file) => file.startsWith('src/'));

const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

beforeAll(async () => {
  // One after the other: the trees of all files would take most of the time of the collector.
  for (const file of allFiles) all.set(file, await factsOf(read(file), file));
  facts = new Map(files.map((file) => [file, all.get(file)!]));
});

const filesWhere = (isViolation: (facts: SourceFacts, file: string) => boolean): string[] =>
  [...facts].filter(([file, each]) => isViolation(each, file)).map(([file]) => file);

describe('import rules', () => {
  it('hold for every file', () => {
    const found = [...all].flatMap(([file, each]) => violations(file, each));
    expect(found).toEqual([]);
    expect(allFiles).toEqual(
      expect.arrayContaining([
        'src/main.ts',
        'src/engine/rest/connection/transport.ts',
        'src/sandbox/sandbox.ts',
      ]),
    );
  });
});

describe('exported names', () => {
  it('are imported by another file', () => {
    const written = [...all].filter(([file]) => !file.startsWith('test/generated/'));
    expect(unimportedExports(new Map(written)).toSorted()).toEqual(
      [
        // GraphiQL imports it as `framer-motion`.
        'src/explorer/parts/reorder.tsx: Reorder',
        // The package exports them.
        ...[
          'FollowState',
          'Followed',
          'PagesResult',
          'QueryResult',
          'RequestState',
          'ViewerResult',
          'useClient',
          'useFollow',
          'usePages',
          'useRequest',
        ].map((name) => `src/react/react.ts: ${name}`),
        // Declaration files name them as the types of what other modules export.
        'src/engine/schema/error/user-error-type.ts: UserErrorType',
        'src/engine/schema/type/global-id.ts: NamedType',
        'src/engine/schema/write/map-change.ts: MapEntry',
        ...['MutationSpec', 'ReporterParts', 'RunReporter', 'Workflow', 'WorkflowSpec'].map(
          (name) => `src/engine/schema/write/workflow.ts: ${name}`,
        ),
        'src/services/calendar/event/attachment.ts: AttachmentKey',
        'src/services/video/localization-write.ts: LocalizationEntry',
      ].toSorted(),
    );
  });
});

/** Packages that files import. */
function packagesIn(specifiers: readonly (string | undefined)[]): string[] {
  const names = specifiers.filter(
    (name) => name !== undefined && !name.startsWith('.') && !isBuiltin(name),
  ) as string[];
  return [...new Set(names.map(packageOf))].toSorted();
}

describe('packages', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  it('of production are exactly those that src imports at run time', () => {
    // The explorer is bundled with its packages; users of hooks have React.
    const sources = [...facts].filter(
      ([file]) => !isOfExplorer(file) && !file.startsWith('src/react/'),
    );
    const specifiers = sources.flatMap(([, { valueImports }]) => valueImports);
    expect(packagesIn(specifiers)).toEqual(Object.keys(dependencies!).toSorted());
  });
  it('of development include all others that are imported', () => {
    const declared = { ...dependencies, ...devDependencies };
    const needed = packagesIn([...all.values()].flatMap(({ imports }) => imports));
    expect(needed.filter((name) => declared[name] === undefined)).toEqual([]);
  });
});

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
  it('stand in src/engine/schema/ only, and where documents have any types', () => {
    const allowed = /^src\/(engine\/schema|react)\/|^src\/client\/print\.ts$/;
    const found = filesWhere(
      ({ uncheckedTypes }, file) => uncheckedTypes.length > 0 && !allowed.test(file),
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

describe('ids that a service gave, or will give', () => {
  /** Places that may look into the text of an id, and why. */
  const allowed: Readonly<Record<string, string>> = {
    'src/engine/feed/watch/watch-channel.ts: channelId': 'The gateway has made it.',
    'src/engine/rest/request/request.ts: id': 'Whether a path or a list of ids can have it.',
    'src/engine/schema/type/global-id.ts: id': 'The global ids of the gateway.',
    'src/services/calendar/calendar-id.ts: id':
      'A secondary calendar needs no look at the primary one.',
    'src/services/calendar/event/label.ts: labelId': 'Whether a new label can have it.',
    'src/services/calendar/event/write/create.ts: id': 'Whether a new event can have it.',
    'src/services/calendar/series/division/division-plan.ts: id':
      'The gateway makes it, and requests of conferences are named by it.',
    'src/services/links/watch-channel/write/input.ts: id': 'Whether a new channel can have it.',
    'src/services/shared/url.ts: id': 'The address of a web page.',
    'src/services/storage/long-running-operation/write.ts: fileId':
      'The name of the gateway for a download that Google Drive has not named.',
    'src/services/video/channel/list.ts: id': 'A handle in place of an id: the input names both.',
  };
  it('are opaque: no text is taken out of them, and none is made of them', () => {
    const found = [...facts].flatMap(([file, { usedIdTexts }]) =>
      /^src\/(engine|services)\//.test(file) ? usedIdTexts.map((name) => `${file}: ${name}`) : [],
    );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(allowed).toSorted());
  });
  it.each([
    [
      "id.replace(/_.*/, ''); a.eventId!.split('_'); by.id?.startsWith('@');",
      ['id', 'eventId', 'id'],
    ],
    ['/_/.exec(seriesId); pattern.test(event.id);', ['seriesId', 'id']],
    ['`${series.id!}_${start}`; `${fileId}${b}`; `UU${channelId}`;', ['id', 'fileId', 'channelId']],
    ['`"${id}"`; `${id}`; `${calendarId} ${eventId}`; ids.slice(1); valid.test(a);', []],
  ])('are looked for in %s', async (source, expected) => {
    expect((await factsOf(source)).usedIdTexts).toEqual(expected);
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
  const mayNameThem = /\/(operations|enums|reasons)\.ts$|\/watch\/argument\.ts$/;
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
