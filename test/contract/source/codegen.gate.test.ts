/** `npm run codegen`: documents become types that a client compiles against. */
import { generate } from '@graphql-codegen/cli';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config, { client } from '../../../codegen.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Lines of a client; the compiler's errors are checked for each. */
const lines = {
  right: "run(VideoPageDocument, { id: 'qxedO4fdiUU' }).video?.channel?.title?.toUpperCase();",
  defaulted: 'run(PlaylistDocument, {}).playlist?.items?.nodes[0]?.position?.toFixed();',
  wrongVariable: 'run(VideoPageDocument, { id: 42 });',
  unknownVariable: "run(VideoPageDocument, { key: 'qxedO4fdiUU' });",
  nullVariable: 'run(PlaylistDocument, { first: null });',
  unselectedField: 'run(ManyVideosDocument, {}).videos[0]?.description;',
  integerAsNumber: 'run(UploadVideoDocument, { contentLength: 42 });',
  integerAsString: "run(UploadVideoDocument, { contentLength: '9007199254740993' });",
  wrongInteger: 'run(UploadVideoDocument, { contentLength: true });',
  integerInResponse: "run(VideoPageDocument, { id: 'v' }).video?.statistics?.viewCount?.toFixed();",
};

const head = [
  "import { ManyVideosDocument, PlaylistDocument, UploadVideoDocument, VideoPageDocument } from './generated/graphql';",
  "import type { TypedDocumentNode } from '@graphql-typed-document-node/core';",
  'declare function run<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Data;',
];

const options = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2024',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

describe('npm run codegen', () => {
  let folder: string;
  /** The compiler's errors: `file:line code`. */
  let errors: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studiograph-codegen-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const from = {
      schema: join(root, config.schema as string),
      documents: join(root, config.documents as string),
    };
    await generate(
      { ...from, generates: { [`${folder}/generated/`]: client }, silent: true },
      true,
    );
    await writeFile(join(folder, 'client.ts'), [...head, ...Object.values(lines)].join('\n'));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['client.ts', 'generated'] }),
    );
    errors = await compile(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('reads the schema and the examples', () => {
    expect([config.schema, config.documents]).toEqual([
      'schema/schema.graphql',
      'schema/operations/*.graphql',
    ]);
  });
  it('knows every scalar, from schema/codegen-scalars.json', () => {
    const file = readFileSync(join(root, 'schema/codegen-scalars.json'), 'utf8');
    expect(client.config).toMatchObject({ scalars: JSON.parse(file), strictScalars: true });
  });
  it('writes documents that compile, with a client that uses them as typed', () => {
    expect(errors.filter((error) => !error.startsWith('client.ts'))).toEqual([]);
    const right = (['right', 'defaulted', 'integerAsNumber', 'integerAsString'] as const).map(at);
    expect(errors.filter((error) => right.some((line) => error.startsWith(`${line} `)))).toEqual(
      [],
    );
  });
  it.each([
    ['a variable of the wrong type', 'wrongVariable', 'TS2322'],
    ['an unknown variable', 'unknownVariable', 'TS2353'],
    ['null for a required value', 'nullVariable', 'TS2322'],
    ['a field that is not selected', 'unselectedField', 'TS2339'],
    ['a boolean as a BigInt', 'wrongInteger', 'TS2322'],
    ['a BigInt of a response as a number', 'integerInResponse', 'TS2551'],
  ] as const)('makes the compiler reject %s', (_, line, code) => {
    expect(errors.filter((error) => error.startsWith(`${at(line)} `))).toEqual([
      `${at(line)} ${code}`,
    ]);
  });
});

const at = (line: keyof typeof lines): string =>
  `client.ts:${head.length + 1 + Object.keys(lines).indexOf(line)}`;

function compile(folder: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/tsc'),
      ['--pretty', 'false'],
      { cwd: folder },
      (_, output) => {
        const found = output.matchAll(/^(\S+)\((\d+),\d+\): error (TS\d+)/gm);
        resolve([...found].map(([, file, line, code]) => `${file}:${line} ${code}`));
      },
    );
  });
}
