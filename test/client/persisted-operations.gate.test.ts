/**
 * Clients that send ids of documents, as `docs/persisted-operations.md` sets them up, against a
 * gateway that runs only the documents of their lists.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import {
  cacheExchange,
  Client,
  fetchExchange,
  formatDocument,
  gql as urqlGql,
  stringifyDocument,
} from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { type DocumentNode, print } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { pageFiles } from '../support/page/frontend-page.ts';
import { replaceTags, useFrontend } from '../support/page/frontend.ts';
import { installedApart } from '../support/tool/installed-apart.ts';

const frontend = useFrontend();
const manifestProgram = 'node_modules/@apollo/generate-persisted-query-manifest/cli.js';
let gateway: RunningGateway | undefined;

afterEach(() => gateway?.close());

async function startWith(PERSISTED_OPERATIONS: string): Promise<string> {
  gateway = await startGateway({ env: { PERSISTED_OPERATIONS, PERSISTED_ONLY: '1' } });
  return `${gateway.url}/graphql`;
}

/** The parameters of the requests that the gateway has got. */
async function sentBy(run: () => Promise<unknown>): Promise<object[]> {
  const sent: object[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) => {
    sent.push(JSON.parse(init?.body as string) as object);
    return fetch(url, init);
  };
  await run().finally(() => (globalThis.fetch = fetch));
  return sent;
}

const anyId: unknown = expect.stringMatching(/^(sha256:)?[\da-f]{32,64}$/);

describe('with PERSISTED_ONLY', () => {
  it('documents of graphql-codegen run, and no others', async () => {
    const { default: config } = (await frontend.load('codegen.ts')) as { default: CodegenConfig };
    const generates = structuredClone(config.generates) as Record<string, any>;
    Object.assign(generates['src/generated/'].presetConfig, { persistedDocuments: true });
    await generate({ ...config, generates, cwd: frontend.folder, silent: true }, true);
    const url = await startWith(join(frontend.folder, 'src/generated/persisted-documents.json'));
    const { fetchDocument } = await frontend.load('src/persisted/fetch-document.ts');
    const { VideoCardDocument } = await frontend.load('src/generated/graphql.ts');
    const variables = { id: ids.video.trailer };
    const sent = await sentBy(async () => {
      expect(await fetchDocument(url, 'studio-owner', VideoCardDocument, variables)).toMatchObject({
        data: { video: { title: 'Northlight: the trailer' } },
      });
    });
    expect(sent).toEqual([{ documentId: anyId, variables }]);
    gateway!.sandbox.clearCalls();
    const other = { __meta__: { hash: createHash('sha1').update('other').digest('hex') } };
    expect(await fetchDocument(url, 'studio-owner', other, variables)).toMatchObject({
      errors: [{ extensions: { code: 'PERSISTED_QUERY_ONLY' } }],
    });
    expect(gateway!.sandbox.calls()).toEqual([]);
  });
  it('documents of Apollo Client run, and no others', async () => {
    const cache = new InMemoryCache();
    const document = gql('query Trailer($id: ID!) { video(id: $id) { id title } }');
    // With the fields that the client adds.
    const body = print(cache.transformDocument(document));
    const id = createHash('sha256').update(body).digest('hex');
    const text = print(document);
    await frontend.write('src/trailer.ts', `import { gql } from '@apollo/client'; gql\`${text}\`;`);
    const settings = JSON.stringify({ documents: ['src/trailer.ts'] });
    await frontend.write('persisted-query-manifest.config.json', settings);
    const tool = installedApart('test/client/manifest-tool');
    execFileSync(process.execPath, [join(tool, manifestProgram)], { cwd: frontend.folder });
    const file = join(frontend.folder, 'persisted-query-manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
    expect(manifest).toMatchObject({ operations: [{ id, name: 'Trailer', type: 'query', body }] });
    const uri = await startWith(file);
    const { persistedLink } = await frontend.load('src/persisted/apollo-link.ts');
    const headers = { authorization: 'Bearer studio-owner' };
    const link = persistedLink(manifest).concat(new HttpLink({ uri, headers }));
    const client = new ApolloClient({ cache, link });
    const variables = { id: ids.video.trailer };
    const run = (query: DocumentNode) => client.query<object>({ query, variables });
    const sent = await sentBy(async () => {
      const { data } = await run(document);
      expect(data).toMatchObject({
        video: { __typename: 'Video', title: 'Northlight: the trailer' },
      });
    });
    expect(sent).toEqual([
      {
        operationName: 'Trailer',
        variables,
        extensions: {
          clientLibrary: expect.anything() as unknown,
          persistedQuery: { version: 1, sha256Hash: id },
        },
      },
    ]);
    gateway!.sandbox.clearCalls();
    const other = gql('query Other($id: ID!) { video(id: $id) { id description } }');
    await expect(run(other)).rejects.toThrow('Other is not in the list of documents');
    expect(gateway!.sandbox.calls()).toEqual([]);
  });
  it('documents of Relay run', async () => {
    const config = JSON.parse(pageFiles.get('relay.config.json')!) as object;
    const persistConfig = { file: './persisted-operations.json' };
    await frontend.write('relay.config.json', JSON.stringify({ ...config, persistConfig }));
    await frontend.write('persisted-operations.json', '{}');
    await frontend.run('relay');
    const url = await startWith(join(frontend.folder, 'persisted-operations.json'));
    await replaceTags(frontend, 'src/relay/Title.ts');
    const relay = await frontend.loadAll(['src/relay/environment.ts', 'src/relay/Title.ts']);
    const environment = relay['createEnvironment'](url, 'studio-owner');
    const sent = await sentBy(async () => {
      expect(await relay['loadTitle'](environment, ids.video.trailer)).toBe(
        'Northlight: the trailer',
      );
    });
    expect(sent).toEqual([
      { operationName: 'TitleQuery', documentId: anyId, variables: { id: ids.video.trailer } },
    ]);
  });
  it('documents of urql run by their hash', async () => {
    const query = urqlGql`query Card($id: ID!) { video(id: $id) { id title } }`;
    await frontend.write('operations/card.graphql', stringifyDocument(formatDocument(query)));
    const url = await startWith(join(frontend.folder, 'operations'));
    const client = new Client({
      url,
      preferGetMethod: false,
      exchanges: [
        cacheExchange,
        persistedExchange({ preferGetForPersistedQueries: false }),
        fetchExchange,
      ],
      fetchOptions: { headers: { authorization: 'Bearer studio-owner' } },
    });
    const sent = await sentBy(async () => {
      const { data } = await client.query(query, { id: ids.video.trailer }).toPromise();
      expect(data).toMatchObject({ video: { title: 'Northlight: the trailer' } });
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('query');
  });
});
