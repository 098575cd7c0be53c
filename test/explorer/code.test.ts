/** The operation as code: what is in it, for which operations, and what is not. */
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { buildSchema, TypeKind } from 'graphql';
import { describe, expect, it } from 'vitest';
import { codeKinds } from '../../src/explorer/code/code-kinds.ts';
import { type CodeCaller, codedOperation } from '../../src/explorer/code/coded-operation.ts';
import { literalOf, templateLiteral } from '../../src/explorer/code/literal.ts';
import { seedOf } from '../support/random/repeatable-seed.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
);

const own = { variables: {}, pickedFiles: [] };

const coded = (query: string, given: Partial<Parameters<typeof codedOperation>[1]> = {}) =>
  codedOperation(schema, { ...own, query, ...given });

const typesOf = (query: string): string => coded(query).types.code;

const codes = (query: string, caller: CodeCaller, given = {}): Readonly<Record<string, string>> => {
  const operation = { ...coded(query, given), url: 'http://127.0.0.1:4000/graphql', caller };
  return Object.fromEntries(codeKinds.map(({ name, write }) => [name, write(operation)]));
};

const evaluated = (code: string): unknown => runInThisContext(`'use strict'; ${code}`);

describe('a value as a literal', () => {
  it('means the same value', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a-b', "'", '1'));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom(null, true, -0.5, 1e21, "it's", '"', '\\', "\\'", '\u2028', '${x}', '`'),
        fc.string({ unit: fc.constantFrom('\0', '\n', '\ud800', 'ä', "'", '\\') }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(Object.fromEntries),
      ),
    }));
    fc.assert(
      fc.property(value, (each) => {
        const found = evaluated(`(${literalOf(each)})`);
        expect(JSON.stringify(found)).toBe(JSON.stringify(each));
      }),
      { seed: seedOf(process.env) },
    );
  });
  it('is as people write it', () => {
    expect(literalOf({ id: 'a', 'x-y': [1, "it's"], none: {} })).toBe(
      String.raw`{ id: 'a', 'x-y': [1, 'it\'s'], none: {} }`,
    );
    expect(literalOf({ ids: ['a'.repeat(50), 'b'.repeat(50)] })).toBe(
      `{\n  ids: [\n    '${'a'.repeat(50)}',\n    '${'b'.repeat(50)}',\n  ],\n}`,
    );
  });
});

describe('a document between backticks', () => {
  it('means the same text', () => {
    const unit = fc.oneof(fc.constantFrom('\\', '`', '$', '{', '\r', '\n', 'u'), fc.string());
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(evaluated(templateLiteral(text))).toBe(text);
      }),
      { seed: seedOf(process.env), numRuns: 500 },
    );
  });
});

describe('the types', () => {
  it('say which fields a condition can leave out', () => {
    expect(
      typesOf(`query Q($a: Boolean!) {
        video(id: "x") {
          id @include(if: $a)
          title
          title @skip(if: $a)
          ... @include(if: $a) { channel { id } description }
          channel { title }
          tags @include(if: $a)
          tags @skip(if: $a)
        }
      }`),
    ).toBe(`export type QQueryVariables = { a: boolean };

export type QQuery = {
  video: {
    id?: string;
    title: string | null;
    channel: { id?: string; title: string | null } | null;
    description?: string | null;
    tags?: Array<string> | null;
  } | null;
};`);
  });
  it('say in a conditional object what is there with it', () => {
    expect(
      typesOf('query Q($a: Boolean!) { viewer @include(if: $a) { id @skip(if: $a) __typename } }'),
    ).toContain("export type QQuery = { viewer?: { id?: string; __typename: 'Viewer' } | null };");
  });
  it('have fragments of fragments, of interfaces in unions and under other names', () => {
    const types = typesOf(`query Q { node(id: "x") { ...Any ... on Video { name: title } } }
      fragment Any on Node { ...Own }
      fragment Own on Node { id ... on File { kind: __typename } }`);
    expect(types).toContain("| { id: string; kind: 'File' }");
    expect(types).toContain('| { id: string; name: string | null }');
    expect(types).toContain('| { id: string }');
    expect(types.match(/\{ id: string \}/g)).toHaveLength(1);
  });
  it('have names of their own', () => {
    expect(coded('{ __typename }').types).toMatchObject({
      result: 'UnnamedQuery',
      variables: 'UnnamedQueryVariables',
    });
    const subscription = 'subscription broadcast { broadcastProgress(id: "x") { mutation } }';
    expect(coded(subscription).types.result).toBe('BroadcastSubscription');
    const mutation = `mutation Broadcast($m: BroadcastMutation!) { __typename @skip(if: $m) }`;
    expect(() => coded(mutation)).toThrow('There is no code of an operation with errors. Line 1: ');
  });
  it('are those of introspection, too', () => {
    const types = typesOf('query Q { __schema { queryType { name } } __type(name: "X") { kind } }');
    const [kinds, ...rest] = types.split(';\n\n');
    // graphql-js sorts these values for all, once one schema is printed in the order of names.
    expect(kinds!.match(/'\w+'/g)!.toSorted()).toEqual(
      Object.keys(TypeKind)
        .map((kind) => `'${kind}'`)
        .toSorted(),
    );
    expect(rest.join(';\n\n')).toBe(`export type QQueryVariables = Record<string, never>;

export type QQuery = {
  __schema: { queryType: { name: string | null } };
  __type: { kind: __TypeKind } | null;
};`);
  });
});

describe('the operation', () => {
  it('is that of the name, with its fragments and its variables, as they are written', () => {
    const document = `# Two.
query A($id: ID!) { video(id: $id) { ...T } } # of a
query B { viewer { id } }
fragment T on Video { # title
  title
}
fragment U on Video { ...T }`;
    const given = { operationName: 'A', variables: { id: 'x', unknown: 1 } };
    const unused = document.replace(/fragment U.*/, '');
    const { text, variables, kind } = coded(unused, given);
    expect({ text, variables, kind }).toEqual({
      text: `query A($id: ID!) { video(id: $id) { ...T } }

fragment T on Video { # title
  title
}`,
      variables: { id: 'x' },
      kind: 'query',
    });
    expect(coded(unused).text).toBe(text);
    expect(coded(unused, { operationName: 'B' }).text).toBe('query B { viewer { id } }');
    expect(() => coded(document, given)).toThrow('Line 7: Fragment "U" is never used.');
  });
  it('is the whole document if it has one', () => {
    const document = '# What it does.\n{ viewer { id } }\n';
    expect(coded(document).text).toBe(document.trim());
  });
  it.each([
    ['', 'Syntax Error: Unexpected <EOF>.'],
    ['{ viewer {', 'Line 1: Syntax Error'],
    ['{\n  nothing\n}', 'Line 2: Cannot query field "nothing" on type "Query".'],
    ['fragment T on Video { title }', 'Fragment "T" is never used.'],
  ])('%j has no code, and it is said why', (document, problem) => {
    expect(() => coded(document)).toThrow(problem);
  });
});

describe('the caller', () => {
  const all = 'query Q { viewer { id } }';
  const stream = 'subscription S { chatMessages(liveChatId: "x") { cursor } }';

  it('of a token is read from ACCESS_TOKEN', () => {
    for (const code of Object.values({
      ...codes(all, 'token'),
      s: codes(stream, 'token')['urql']!,
    })) {
      expect(code).toContain('ACCESS_TOKEN');
      expect(code).toMatch(/uthorization: (Bearer \$ACCESS_TOKEN"|`Bearer \$\{token\}`)/);
    }
  });
  it('with a session has its cookie', () => {
    const { curl, 'studiograph/client': client, ...others } = codes(all, 'session');
    expect(curl).toMatch(/^# ACCESS_TOKEN=\$\(studiograph token 'http:\/\/127\.0\.0\.1:4000'\)\n/);
    expect(client).toContain('session: true');
    for (const code of Object.values(others)) expect(code).toContain("credentials: 'include'");
    expect(JSON.stringify([client, others])).not.toContain('TOKEN');
  });
  it('can be nobody', () => {
    expect(JSON.stringify(codes(all, 'nobody'))).not.toMatch(/token|authorization|credentials/i);
  });
});

describe('files', () => {
  const document = `mutation Set($input: SetVideoThumbnailInput!) {
    setVideoThumbnail(input: $input) { video { id } }
  }`;
  const given = { variables: { input: { id: 'x' } } };

  it('that an input needs are parts of a form', () => {
    const { curl, fetch, urql, ...others } = codes(document, 'token', given);
    expect(curl).toContain(`--form-string 'map={"0":["variables.input.file"]}' \\
  --form '0=@picture.png'`);
    expect(curl).toContain('"variables":{"input":{"id":"x","file":null}}');
    expect(fetch).toContain("form.set('0', file);");
    for (const code of [fetch, urql, others['Apollo Client']]) {
      expect(code).toContain("= { input: { id: 'x', file } };");
      expect(code).toContain("'x-preflight': '1'");
    }
    expect(others['Apollo Client']).toContain('new UploadHttpLink({');
    expect(others['studiograph/client']).toMatch(/^\/\/ .* sends no files/);
  });
  it('that it can leave out are there if they were picked', () => {
    const update = `mutation U($input: UpdateCaptionInput!) {
      updateCaption(input: $input) { caption { id } }
    }`;
    const variables = { input: { by: { id: 'x' } } };
    expect(coded(update, { variables }).files).toEqual([]);
    const pickedFiles = ['input.file'];
    expect(coded(update, { variables, pickedFiles }).files).toEqual(['input.file']);
    expect(coded(update, { pickedFiles }).variables).toMatchObject({ input: { file: {} } });
    expect(coded(document).files).toEqual(['input.file']);
  });
});
