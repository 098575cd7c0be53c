/** What is wrong with the documents of `PERSISTED_OPERATIONS`: the process ends, and names all. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { configOf } from '../../support/gateway/server.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch } from '../../support/gateway/program.ts';
import { schema } from '../../../src/services/schema.ts';
import { Documents } from '../../../src/server/document/documents.ts';
import { PersistedOperations } from '../../../src/server/document/persisted-operations.ts';

const folder = mkdtempSync(join(tmpdir(), 'studiograph-operations-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const accepted =
  'expected a folder of .graphql files, a .graphql file, or a manifest of Apollo, Relay or graphql-codegen in JSON (of documents in TypeScript, graphql-codegen writes one: `presetConfig: { persistedDocuments: true }`)';

/** The message of the error; undefined if the documents can be used. */
function problemsOf(path: string, env = {}): string | undefined {
  const documents = new Documents(configOf(env), schema);
  try {
    new PersistedOperations(path, false).prepare({ documents, executor: { keep: () => {} } });
    return undefined;
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }
}

describe('the documents of PERSISTED_OPERATIONS', () => {
  it('are the examples, for example', () => {
    expect(problemsOf(fileURLToPath(new URL('../../../schema/operations', import.meta.url)))).toBe(
      undefined,
    );
  });
  it('have to exist', () => {
    expect(problemsOf(join(folder, 'none'))).toBe(`none: cannot be read (ENOENT); ${accepted}`);
    mkdirSync(join(folder, 'empty'));
    expect(problemsOf(join(folder, 'empty'))).toBe(
      `${join(folder, 'empty')}: has no documents; ${accepted}`.replace(`${folder}/`, ''),
    );
    expect(problemsOf(write('nothing.json', '{}'))).toBe(
      `nothing.json: has no documents; ${accepted}`,
    );
  });
  it.each(['{', '[]', '7', '{ "a": 7 }', '{ "format": "another", "operations": [] }'])(
    'have a form that is known: %s',
    (text) => {
      expect(problemsOf(write('form.json', text))).toBe(`form.json: is no manifest; ${accepted}`);
    },
  );
  it('have an id each', () => {
    const operations = ['{ a: __typename }', '{ b: __typename }'].map((body) => ({
      id: 'x',
      body,
    }));
    const format = 'apollo-persisted-query-manifest';
    const file = write('twice.json', JSON.stringify({ format, version: 1, operations }));
    expect(problemsOf(file)).toBe('twice.json, x: has the id of another document, twice.json, x');
  });
  it('may be in two files', () => {
    write('same/a.graphql', '{ __typename }');
    write('same/b.graphql', '{ __typename }');
    expect(problemsOf(join(folder, 'same'))).toBe(undefined);
  });
  it('are all checked, within the limits of documents', () => {
    write('bad/a.graphql', 'query A {\n  nothing\n}');
    write('bad/b.graphql', 'query {');
    write('bad/c.graphql', '{ viewer { channel { playlists { nodes { title } } } } }');
    write('bad/d.graphql', '{ __typename }');
    expect(problemsOf(join(folder, 'bad'), { MAX_DEPTH: '3' })?.split('\n')).toEqual([
      'bad/a.graphql, line 2: Cannot query field "nothing" on type "Query".',
      'bad/b.graphql, line 1: Syntax Error: Expected Name, found <EOF>.',
      expect.stringMatching(/^bad\/c\.graphql.*: .*depth.*; the limit is 3\./i),
    ]);
  });
  it('must not use introspection where it is off', () => {
    const file = write('introspection.graphql', '{ __schema { types { name } } }');
    expect(problemsOf(file)).toBe(undefined);
    expect(problemsOf(file, { INTROSPECTION: '0' })).toMatch(/introspection/i);
  });
});

describe('the process', () => {
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));

  it('ends before it listens, and names the file and the reason', async () => {
    write('process/wrong.graphql', '{ nothing }');
    const PERSISTED_OPERATIONS = join(folder, 'process');
    const program = launch(gatewayCommand, {
      cwd,
      env: { PORT: '0', PERSISTED_OPERATIONS },
    });
    expect(await program.ended).toBe(1);
    expect(program.output()).not.toContain('GraphQL');
    expect(program.errorOutput()).toContain(
      `Invalid documents in PERSISTED_OPERATIONS:\n${PERSISTED_OPERATIONS}/wrong.graphql, line 1: Cannot query field "nothing" on type "Query".`,
    );
  });
  it('does not read documents without the setting', async () => {
    await using gateway = await startGateway();
    const { body } = await gateway.query('{ __typename }');
    expect(body.data).toEqual({ __typename: 'Query' });
  });
});
