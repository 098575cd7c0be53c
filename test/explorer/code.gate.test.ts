/**
 * The operation as code: its types are those of graphql-codegen, the compiler accepts it, and it
 * runs as it is, with what a shell or a module could read in another way.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client as codegen } from '../../codegen.ts';
import { bundleClient } from '../../rolldown.config.ts';
import { codeKinds } from '../../src/explorer/code/code-kinds.ts';
import { type CodedOperation, codedOperation } from '../../src/explorer/code/coded-operation.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { httpServer } from '../support/http-server.ts';
import { useStudio } from '../support/gateway/studio.ts';
import { png } from '../support/page/image.ts';
import { linkPackages } from '../support/tool/package.ts';
import { endWithWorker } from '../support/tool/worker-end.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const schema = buildSchema(readFileSync(join(root, 'schema/schema.graphql'), 'utf8'));

const examples = readdirSync(join(root, 'schema/operations')).map((name) =>
  readFileSync(join(root, 'schema/operations', name), 'utf8'),
);

type Options = Partial<Pick<CodedOperation, 'url' | 'caller' | 'variables'>>;

const codedOf = (query: string, options: Options = {}): CodedOperation => {
  const { url = 'http://127.0.0.1:4000/graphql', caller = 'token', variables = {} } = options;
  return { ...codedOperation(schema, { query, variables, pickedFiles: [] }), url, caller };
};

type KindName = (typeof codeKinds)[number]['name'];

const codeOf = (name: KindName, query: string, options?: Options): string =>
  codeKinds.find((kind) => kind.name === name)!.write(codedOf(query, options));

const modules = ['fetch', 'Apollo Client', 'urql', 'studiograph/client'] as const;

/** A project of a frontend: code that is written into it finds the packages that it imports. */
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'studiograph-code-'));
  linkPackages(
    folder,
    readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.')),
  );
  const own = join(folder, 'node_modules/studiograph');
  await mkdir(own);
  await bundleClient(own);
  await symlink(join(root, 'src/client'), join(own, 'src'));
  const file = { type: 'module', exports: { './client': './client.js' } };
  await writeFile(join(own, 'package.json'), JSON.stringify(file));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program in the project. */
const start = (file: string, args: readonly string[]): ChildProcess => {
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ACCESS_TOKEN: 'studio-owner' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithWorker(child);
  return child;
};

/** A field of a root with variables for all of its arguments, and all leaves behind it. */
function widest(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): string {
  const variables = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const list = (text: string): string => (text === '' ? '' : `(${text})`);
  const type = getNamedType(field.type);
  const selection = isLeafType(type) ? '' : `{ __typename ${leavesOf(type, 2)} }`;
  const name = `Root${field.name[0]!.toUpperCase()}${field.name.slice(1)}`;
  return `${kind} ${name}${list(variables)} { ${field.name}${list(given)} ${selection} }`;
}

/** Two types of a union can have fields of one name and of different types: each has its alias. */
function leavesOf(type: unknown, depth: number): string {
  if (isAbstractType(type))
    return schema
      .getPossibleTypes(type)
      .map((each) => `... on ${each.name} { ${objectLeaves(each, 0, each.name)} }`)
      .join(' ');
  return isObjectType(type) ? objectLeaves(type, depth, '') : '';
}

const objectLeaves = (type: GraphQLObjectType, depth: number, prefix: string): string =>
  Object.values(type.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .flatMap((field) => {
      const of = getNamedType(field.type);
      const name = prefix === '' ? field.name : `${prefix}_${field.name}: ${field.name}`;
      if (isLeafType(of)) return name;
      return depth === 0 ? [] : `${name} { __typename ${leavesOf(of, depth - 1)} }`;
    })
    .join(' ');

/** Documents in which each type of the schema's arguments, and most of its fields, occur. */
const wide = (['query', 'mutation'] as const).flatMap((kind) => {
  const type = kind === 'query' ? schema.getQueryType()! : schema.getMutationType()!;
  return Object.values(type.getFields()).map((field) => widest(kind, field));
});

/** The name by which graphql-codegen has the type. */
const generatedName = (name: string): string =>
  name.replaceAll(/_[a-z]/g, (text) => text.toUpperCase());

/** Whether each type is assignable to the other, and whether the compiler takes them for equal. */
const comparison = ({ types }: CodedOperation): string => {
  const pairs = [types.result, types.variables].map((name) => [name, generatedName(name)]);
  return pairs
    .map(([name, other]) => `export const ${name}: Both<${name}, g.${other}> = true;`)
    .concat(`export const equal: Equal<${types.variables}, g.${pairs[1]![1]}> = true;`)
    .join('\n');
};

const head = `import type * as g from './generated/graphql';
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'too wide') : 'too narrow';
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : 0;`;

const compilerOptions = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2024',
  lib: ['es2024', 'esnext.iterator', 'dom', 'dom.iterable'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  paths: { 'studiograph/client': ['./node_modules/studiograph/src/client.ts'] },
};

/** @returns the errors of the compiler, one a line */
const compile = (): Promise<string[]> =>
  new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/tsc'),
      ['--pretty', 'false'],
      { cwd: folder },
      (_, out) => resolve(out.split('\n').filter((line) => /: error TS/.test(line))),
    );
  });

describe('the compiler', () => {
  it('takes the types for those of graphql-codegen, and accepts the code', async () => {
    const documents = [...examples, ...wide];
    const place = join(folder, 'types');
    await mkdir(place);
    const config = {
      schema: join(root, 'schema/schema.graphql'),
      documents: documents.join('\n'),
      silent: true,
      generates: {
        [`${place}/generated/`]: { ...codegen, presetConfig: { fragmentMasking: false } },
      },
    };
    await generate(config, true);
    const operations = documents.map((each) => codedOf(each));
    for (const operation of operations) {
      const name = join(place, operation.types.result);
      const { code } = operation.types;
      await writeFile(`${name}.ts`, [head, code, comparison(operation)].join('\n'));
    }
    for (const [index, document] of examples.entries())
      for (const caller of ['token', 'session', 'nobody'] as const)
        for (const [number, name] of modules.entries())
          await writeFile(
            join(place, `code-${index}-${number}-${caller}.ts`),
            codeOf(name, document, { caller }),
          );
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['types'] }),
    );
    expect(await compile()).toEqual([]);
    expect(new Set(operations.map(({ types }) => types.result)).size).toBe(documents.length);

    // The compiler would have found a difference.
    const wrong = operations[1]!.types.code.replace('title: string | null', 'title: string');
    const name = join(place, `${operations[1]!.types.result}.ts`);
    await writeFile(name, [head, wrong, comparison(operations[1]!)].join('\n'));
    expect(await compile()).toEqual([expect.stringContaining("Type 'true' is not assignable")]);
  });
});

/** Imports modules one after the other. @returns what each of them has logged */
async function logsOf(codes: readonly string[]): Promise<readonly any[][]> {
  const names = codes.map((_, index) => `run-${index}.ts`);
  for (const [index, code] of codes.entries()) await writeFile(join(folder, names[index]!), code);
  const runner = `const logs = [];
    console.log = (...values) => logs.at(-1).push(...values);
    console.dir = ({ data, errors }) => console.log(data, errors);
    for (const name of ${JSON.stringify(names)}) {
      logs.push([]);
      await import('./' + name);
    }
    process.stdout.write(JSON.stringify(logs));`;
  await writeFile(join(folder, 'runner.js'), runner);
  const { stdout } = start(process.execPath, ['--no-warnings', 'runner.js']);
  return JSON.parse(await text(stdout!)) as any[][];
}

/** @returns what a module logs first; then it is ended */
async function firstLogOf(code: string): Promise<any[]> {
  await writeFile(join(folder, 'stream.ts'), code);
  const runner = `console.log = (...values) =>
      process.stdout.write(JSON.stringify(values), () => process.exit());
    console.dir = ({ data, errors }) => console.log(data, errors);
    await import('./stream.ts');`;
  await writeFile(join(folder, 'runner.js'), runner);
  const { stdout } = start(process.execPath, ['--no-warnings', 'runner.js']);
  return JSON.parse(await text(stdout!)) as any[];
}

/** Data in the order of its fields; of the values only the types: some contain the time. */
const shapeOf = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'object' ? value : typeof value));

/** Without what Apollo Client adds. */
const withoutTypes = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (key, value) => (key === '__typename' ? undefined : value)));

const rename = `mutation Rename($id: ID!, $title: String!) {
  updateVideo(input: { id: $id, title: $title }) { video { title } errors { message } }
}`;

const chat = 'subscription Chat($id: ID!) { chatMessages(liveChatId: $id) { cursor } }';

describe('the code runs', () => {
  const studio = useStudio();
  const url = () => `${studio.gateway.url}/graphql`;

  it.each(['fetch', 'studiograph/client'] as const)('of %s, each query', async (name) => {
    const queries = examples.filter((each) => codedOf(each).kind === 'query');
    expect(queries.length).toBeGreaterThan(25);
    const logs = await logsOf(queries.map((query) => codeOf(name, query, { url: url() })));
    for (const [index, query] of queries.entries()) {
      const { data } = await studio.query(query);
      expect([shapeOf(logs[index]![0]), logs[index]![1] ?? []]).toEqual([shapeOf(data), []]);
    }
  });
  it.each(modules)('of %s, with variables, and a mutation', async (name) => {
    const query = 'query Video($id: ID!) { video(id: $id) { title } }';
    const variables = { id: ids.video.trailer };
    const title = `Renamed by the code of ${name}`;
    const [changed, read] = await logsOf([
      codeOf(name, rename, { url: url(), variables: { ...variables, title } }),
      codeOf(name, query, { url: url(), variables }),
    ]);
    expect(withoutTypes(changed![0])).toEqual({ updateVideo: { video: { title }, errors: [] } });
    expect(withoutTypes(read![0])).toEqual({ video: { title } });
  });
  it.each(modules)('of %s, a subscription', async (name) => {
    const variables = { id: ids.chat.nightShift };
    const [data] = await firstLogOf(codeOf(name, chat, { url: url(), variables }));
    expect(data.chatMessages.cursor).toEqual(expect.any(String));
  });
  it('of curl: a query, and a subscription', async () => {
    const query = 'query Video($id: ID!) { video(id: $id) { title } }';
    const variables = { id: ids.video.trailer };
    const command = codeOf('curl', query, { url: url(), variables });
    const { stdout } = start('sh', ['-c', `${command} --silent`]);
    expect(JSON.parse(await text(stdout!))).toMatchObject({
      data: { video: { title: expect.any(String) } },
    });
    const stream = codeOf('curl', chat, { url: url(), variables: { id: ids.chat.nightShift } });
    const child = start('sh', ['-c', `exec ${stream} --silent`]);
    let received = '';
    for await (const part of child.stdout!) {
      received += String(part);
      if (received.includes('\n\n') && received.includes('data: {')) break;
    }
    child.kill();
    expect(received).toContain('"chatMessages":{"cursor":"');
  });
  it('with a file, by fetch and curl', async () => {
    const document = `mutation Picture($input: SetVideoThumbnailInput!) {
      setVideoThumbnail(input: $input) { video { id } errors { code } }
    }`;
    const variables = { input: { id: ids.video.trailer } };
    const code = codeOf('fetch', document, { url: url(), variables });
    const bytes = `Uint8Array.from(${JSON.stringify([...png])})`;
    const [[data] = []] = await logsOf([code.replace("'…'", bytes)]);
    expect(data.setVideoThumbnail.errors).toEqual([]);
    await writeFile(join(folder, 'picture.png'), png);
    const command = codeOf('curl', document, { url: url(), variables });
    const { stdout } = start('sh', ['-c', `${command} --silent`]);
    expect(JSON.parse(await text(stdout!)).data.setVideoThumbnail.errors).toEqual([]);
  });
});

/** What means something to a shell, to a module, in a text between backticks, or in a form. */
const hostile = `'"\`\\ $HOME \${HOME} \`id\` $(id) ! !! * ~ ; && | < > # % \\n \\u0041 \\' '\\'' ä😀\u2028;type=x`;

describe('hostile texts', () => {
  it.each(['curl', 'fetch', 'studiograph/client'] as const)(
    'reach the gateway by %s',
    async (name) => {
      const received: { readonly body: string; readonly authorization: string | undefined }[] = [];
      await using server = await httpServer((request, response) => {
        void text(request).then((body) => {
          received.push({ body, authorization: request.headers.authorization });
          response.setHeader('content-type', 'application/json').end('{"data":{"node":null}}');
        });
      });
      const document = `# ${hostile.replaceAll('\u2028', '')}\r
query Hostile($id: ID!, $more: JSON) {
  node(id: $id) { id }
  other: node(id: ${JSON.stringify(hostile)}) @skip(if: true) { id }
  same: node(id: """${hostile.replaceAll('"', '')}
  """) { id }
}`.replace(', $more: JSON', '');
      const variables = { id: `${hostile}\n\t\0\r` };
      const code = codeOf(name, document, { url: `${server.url}/a'b?c="$d`, variables });
      if (name === 'curl') await text(start('sh', ['-c', `${code} --silent`]).stdout!);
      else await logsOf([code]);
      expect(received.map(({ body }) => JSON.parse(body))).toEqual([
        { query: document, variables },
      ]);
      expect(received[0]!.authorization).toBe('Bearer studio-owner');
    },
  );
});
