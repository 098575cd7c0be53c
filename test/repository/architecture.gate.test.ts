/**
 * Checks the statements of `docs/architecture.md` and of the pages in `docs/design/`: files,
 * fields, code, settings, and the example of a request.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { parse, validateExecutionArgs } from 'graphql';
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../src/services/api.ts';
import type { Projection } from '../../src/engine/read/walk/projection.ts';
import { projectionFor } from '../../src/engine/read/walk/walker.ts';
import { errorCodes } from '../../src/engine/schema/error/error-code.ts';
import { schema } from '../../src/services/schema.ts';
import { settingsTable } from '../../src/settings.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { estimateOfDocument } from '../support/report/estimate.ts';
import { useStudio } from '../support/gateway/studio.ts';

const studio = useStudio();
const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const page = read('docs/architecture.md');
const reads = read('docs/design/reads.md');

/** All pages for engineers, with their texts. */
const pages = [
  'docs/architecture.md',
  'test/rules.md',
  ...globSync('docs/design/*.md', { cwd: root.pathname }),
].map((path) => [path, read(path)] as const);

/** The text between a heading and the next one of the same level. */
const section = (heading: string): string =>
  page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))!;

/** The block of code that follows a marker in a page. */
const block = (marker: string, text = page): string =>
  new RegExp(`${marker}\\s*\`\`\`\\w*\\n([^]*?)\`\`\``).exec(text)![1]!;

const filesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/`((?:src|test|schema|docs)\/[\w./-]+)`/g)].map(([, path]) => path!),
  ),
];

/** The rows of the table with this first column, without their marks of code. */
function tableOf(text: string, firstColumn: string): string[][] {
  const [, ...lines] = text.slice(text.indexOf(`| ${firstColumn} |`)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(1, end).map((line) =>
    line
      .slice(2, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

const unquoted = (cell: string): string => cell.replaceAll('`', '');

const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

describe('the example of a request', () => {
  const document = block('## A request from start to end');

  it('names at most fifteen files', () => {
    const files = filesIn(section('A request from start to end'));
    expect(files.length).toBeLessThanOrEqual(15);
    expect(files).toContain('src/engine/read/walk/walker.ts');
  });
  it('names a function or class of each file', () => {
    const steps = tableOf(page, 'step').map(([, file, name]) => [file!, name!].map(unquoted));
    expect(steps.length).toBeGreaterThan(10);
    const missing = steps.filter(
      ([file, name]) =>
        !new RegExp(String.raw`(function|class|const| ) ${name}\b`).test(read(file!)),
    );
    expect(missing).toEqual([]);
  });
  it('makes the calls that the page shows, at their cost', async () => {
    const { data, errors, extensions } = await studio.query(document);
    expect(errors).toBeUndefined();
    expect(data.playlist.items.nodes).toHaveLength(3);
    const calls = studio
      .calls()
      .map(({ call: { method, path, search } }) => `${method} ${path}?${search}\n`);
    expect(calls.join('')).toBe(block('<!-- calls -->'));
    expect(extensions['cost']).toEqual(JSON.parse(block('<!-- cost -->')));
  });
  it('has the estimate that the page states', () => {
    const [, estimate] = /The estimate is (\d+) calls/.exec(page)!;
    expect(estimateOfDocument(document).calls).toBe(Number(estimate));
  });
  it('makes the calls of a long list that the page shows', async () => {
    const text = document
      .replace(/id: "[^"]+"/, `id: "${ids.playlist.long}"`)
      .replace('items {', 'items(first: 100) {');
    const { data, errors } = await studio.query(text);
    expect(errors).toBeUndefined();
    expect(data.playlist.items.nodes).toHaveLength(100);
    const lines = studio.calls().map(({ operation, query: { maxResults, id } }) => {
      const [, resource] = /:(\w+)\./.exec(operation)!;
      const size = maxResults ? `${maxResults[0]} items` : `${id![0]!.split(',').length} ids`;
      return `${resource} ${size}\n`;
    });
    expect(lines.join('')).toBe(block('<!-- long list -->', reads));
    const [, estimate, calls] = /has an estimate of (\d+) calls and makes (\d+)/.exec(reads)!;
    expect(estimateOfDocument(text).calls).toBe(Number(estimate));
    expect(lines).toHaveLength(Number(calls));
  });
  it('has the projection that the page shows', () => {
    const prepared = validateExecutionArgs({ schema, document: parse(document) });
    if (!('schema' in prepared)) throw prepared[0]!;
    const { operation, variableValues } = prepared;
    const info = { schema, fragments: {}, variableValues };
    const query = projectionFor(schema.getQueryType()!, [operation], info);
    const items = only(only(query).branches[0]!.projections);
    expect(summary(items)).toEqual(JSON.parse(block('<!-- projection -->', reads)));
  });
});

/** The projection of the only field that needs another call. */
function only(from: Projection | ReadonlyMap<string, Projection>): Projection {
  const projections = 'branches' in from ? from.branches[0]!.projections : from;
  expect(projections.size).toBe(1);
  return projections.values().next().value!;
}

/** A projection as the page prints it. */
const summary = ({ paths, downstream, links }: Projection): object => ({
  paths: [...paths.set],
  downstream: [...downstream],
  links: links.map(({ path, link, projection }) => ({
    path,
    target: link.targets[0]!.name,
    projection: summary(projection),
  })),
});

describe('the errors of the example', () => {
  const errors = read('docs/design/errors.md');
  const select = (id: string, fields = ''): string =>
    `{ playlist(id: "${id}") { ${fields} items { nodes { video { title channel { title } } } } } }`;

  it.each([
    ['', 'playlist.items'],
    ['title', 'playlist'],
  ])('are NOT_FOUND for a missing playlist with the fields "%s"', async (fields, path) => {
    const result = await studio.query(select(ids.playlist.missing, fields));
    expect(result.errors).toHaveLength(1);
    const [{ path: at, extensions }] = result.errors as [NonNullable<typeof result.errors>[number]];
    expect(at!.join('.')).toBe(path);
    expect(extensions).toMatchObject({ code: 'NOT_FOUND', id: ids.playlist.missing });
    expect(errors).toContain(`\`NOT_FOUND\` at \`${path}\`.`);
    expect(errors).toContain('`id` is the id of the playlist in both.');
  });
  it('are UPSTREAM_UNAVAILABLE at each video if their call fails', async () => {
    const match = { operation: 'video:videos.list' } as const;
    studio.sandbox.fault({ match, times: 10, status: 503 });
    const result = await studio.query(select(ids.playlist.drafts));
    const found = result.errors!.map(({ path, extensions }) => [
      path!.join('.'),
      extensions['code'],
    ]);
    expect(found).toEqual(
      [0, 1, 2].map((index) => [`playlist.items.nodes.${index}.video`, 'UPSTREAM_UNAVAILABLE']),
    );
    expect(errors).toContain('`UPSTREAM_UNAVAILABLE` at `playlist.items.nodes.0.video`');
  });
  it('are none for a deleted video, which is null', async () => {
    const result = await studio.query(select(ids.playlist.gone));
    expect(result.errors).toBeUndefined();
    expect(result.data.playlist.items.nodes).toContainEqual({ video: null });
  });
});

describe('names', () => {
  it.each(pages)('of files are names of files: %s', (_, text) => {
    expect(filesIn(text).filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });
  it.each(pages)('of settings and error codes exist: %s', (_, text) => {
    const known = new Set<string>([
      ...settingsTable.map(({ key }) => key),
      ...errorCodes(googleApis),
    ]);
    const named = [...text.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name]) => name!);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
  it('of fields and mutations in the tables of helpers are in the schema', () => {
    const helpers = read('docs/design/helpers.md');
    const fields = tableOf(helpers, 'helper').flatMap((row) => namesIn(row.at(-1)!));
    const strategies = tableOf(read('docs/design/writes.md'), 'strategy (`src/engine/write/`)');
    const mutations = strategies.flatMap((row) =>
      namesIn(row.at(-1)!).map((name) => `Mutation.${name}`),
    );
    expect(fields.length).toBeGreaterThan(15);
    expect(mutations.length).toBeGreaterThan(15);
    expect([...fields, ...mutations].filter((coordinate) => !isInSchema(coordinate))).toEqual([]);
  });
  it('of kinds in the store are all of them', () => {
    const listed = tableOf(read('docs/design/replicas.md'), 'kind').flatMap(([kinds]) =>
      namesIn(kinds!),
    );
    const source = read('src/engine/store/store.ts');
    const [, kinds] = /type StoreKind =([^;]*);/.exec(source)!;
    const known = [...kinds!.matchAll(/\| '(\w+)'/g)].map(([, kind]) => kind!);
    expect([...new Set(listed)].toSorted()).toEqual(known.toSorted());
  });
});

function isInSchema(coordinate: string): boolean {
  const [type, field] = coordinate.split('.') as [string, string];
  const found = schema.getType(type);
  return found !== undefined && 'getFields' in found && field in found.getFields();
}

describe('code', () => {
  const snippets = pages.flatMap(([path, text]) =>
    [...text.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)].map(
      ([, file, code]) => [path, file!, code!] as const,
    ),
  );

  it('has its file in the first line', () => {
    const blocks = pages.flatMap(([, text]) => text.split('```ts\n').slice(1));
    expect(snippets.length).toBe(blocks.length);
    expect(snippets.length).toBeGreaterThan(8);
  });
  it.each(snippets)('of %s is in %s: %s', (_, file, code) => {
    expect(patternOf(code).test(compact(read(file)))).toBe(true);
  });
});

/** Code without spaces, and without the commas that the formatter adds at ends of lines. */
const compact = (code: string): string =>
  code.replaceAll(/\s+/g, '').replaceAll(/,(?=[)\]}])/g, '');

/** `'…'` is any text, and a line `// …` any code. */
function patternOf(code: string): RegExp {
  const parts = code
    .split(/^\s*\/\/ …$/m)
    .map((part) => compact(part).replace(/,$/, '').split(`'…'`).map(escaped).join(anyText));
  return new RegExp(parts.join('[^]*'));
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const anyText = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\`[^\`]*\`)`;
