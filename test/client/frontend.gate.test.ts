/** The pages for frontends: their files run and have correct types. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isScalarType, isSpecifiedScalarType } from 'graphql';
import { createClient } from 'graphql-ws';
import { createServer } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { googleApis } from '../../src/services/api.ts';
import { schema } from '../../src/services/schema.ts';
import { errorCodes, factsOf } from '../../src/engine/schema/error/error-code.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { page, pageFiles } from '../support/page/frontend-page.ts';
import { useFrontend } from '../support/page/frontend.ts';
import { useStudio } from '../support/gateway/studio.ts';

const root = new URL('../../', import.meta.url);

/** Compiler options of the template `vanilla-ts` of Vite, and what `apollo-upload-client` needs. */
const options = {
  target: 'es2023',
  module: 'esnext',
  lib: ['ES2023', 'DOM'],
  types: ['vite/client'],
  allowArbitraryExtensions: true,
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  noFallthroughCasesInSwitch: true,
  allowJs: true,
  maxNodeModuleJsDepth: 10,
};

/** Each line has one mistake, which the compiler has to find. */
const mistakes = [
  "import type { ResultOf, VariablesOf } from 'gql.tada';",
  "import type { TypedDocumentNode } from '@graphql-typed-document-node/core';",
  "import { RenamePlaylist, VideoCard } from './documents';",
  "import type { PlaylistQuery } from './relay/__generated__/PlaylistQuery.graphql';",
  "import type { VideoTitle } from './tada';",
  'declare function run<Data, Variables>(',
  '  document: TypedDocumentNode<Data, Variables>, variables: Variables): Data;',
  '// @ts-expect-error',
  'run(VideoCard, {});',
  '// @ts-expect-error',
  "run(VideoCard, { id: 'a' }).video?.description;",
  '// @ts-expect-error',
  "run(RenamePlaylist, { input: { title: 'b' } });",
  '// @ts-expect-error',
  'export const relay: PlaylistQuery["variables"] = { id: 1 };',
  '// @ts-expect-error',
  'export const variables: VariablesOf<typeof VideoTitle> = { key: "a" };',
  'declare const title: ResultOf<typeof VideoTitle>;',
  '// @ts-expect-error',
  'title.video?.description;',
  '// @ts-expect-error',
  'title.video?.publishedAt?.toFixed();',
  "import type { ResponseExtensions } from 'studiograph/extensions';",
  'declare const { cost, warnings }: ResponseExtensions;',
  'cost?.units.VIDEO_UPLOAD?.toFixed();',
  '// @ts-expect-error',
  'cost?.units.videoUpload;',
  '// @ts-expect-error',
  'warnings?.[0]?.message;',
];

describe('the pages for frontends', () => {
  const studio = useStudio();
  const frontend = useFrontend('codegen', 'introspection', 'relay', 'tada');
  let errors: string;

  beforeAll(async () => {
    const page = { compilerOptions: options, include: ['src'] };
    await frontend.write('tsconfig.json', JSON.stringify(page));
    // Scripts and settings of tools, which the template does not check.
    const tools = { compilerOptions: { ...options, types: ['node'] }, include: ['../*.ts'] };
    await frontend.write('tools/tsconfig.json', JSON.stringify(tools));
    await frontend.write('src/mistakes.ts', mistakes.join('\n'));
    errors = (await compile(frontend.folder)) + (await compile(join(frontend.folder, 'tools')));
  });

  it('names the file of every block that is no command', () => {
    const blocks = [...page.matchAll(/^```(\w+)$/gm)].filter(([, language]) => language !== 'sh');
    expect(pageFiles.size).toBe(blocks.length);
  });
  it('installs packages that the tests use, and starts the gateway', () => {
    const { bin, name, dependencies, devDependencies } = JSON.parse(
      readFileSync(new URL('package.json', root), 'utf8'),
    );
    const installed = [...page.matchAll(/^npm install(?: --save-dev)? (.+)$/gm)].flatMap(
      ([, names]) => names!.split(' '),
    );
    const known = { ...dependencies, ...devDependencies, [name]: 'this package' };
    expect(installed.filter((each) => known[each] === undefined)).toEqual([]);
    expect(page).toContain(`\nnpx ${Object.keys(bin)[0]}\n`);
  });
  it('shows how to read the effects of all mutations from the schema', async () => {
    const { effectsIn, questionBefore } = await frontend.load('src/effects.ts');
    const effects = effectsIn(readFileSync(new URL('schema/schema.graphql', root), 'utf8'));
    expect([...effects.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      Object.keys(schema.getMutationType()!.getFields()).toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expect(questionBefore(effects.get('deleteVideo'))).toContain('deletes');
    expect(questionBefore(effects.get('createEvent'), 'ALL')).toContain('mail');
    expect(questionBefore(effects.get('createAccessRule'), true)).toContain('mail');
    for (const notify of [undefined, 'NONE', false])
      expect(questionBefore(effects.get('createEvent'), notify)).toBeUndefined();
    expect(questionBefore(effects.get('rateVideo'), undefined)).toBeUndefined();
    expect(effects.get('createPlaylist').repeatable).toBe(false);
  });
  it('shows a first query that has a result', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const text = pageFiles.get('src/first-query.ts')!;
    const url = 'http://127.0.0.1:4000/graphql';
    expect(text).toContain(url);
    await frontend.write('src/query.ts', text.replace(url, `${studio.gateway.url}/graphql`));
    const { data, errors } = await frontend.load('src/query.ts');
    log.mockRestore();
    expect(errors).toBeUndefined();
    expect(data.video).toEqual({
      title: expect.any(String),
      channel: { title: 'Northlight Studio' },
    });
  });
  it('shows a text for users of each error in all of its forms, and whether it is temporary', async () => {
    const { problemOf } = await frontend.load('src/errors.ts');
    const { isTemporary } = await frontend.load('src/follow.ts');
    for (const code of errorCodes(googleApis)) {
      const { userText, isTemporary: repeats = false } = factsOf(googleApis, code);
      for (const error of [{ extensions: { code } }, { code, message: '' }, { errorCode: code }])
        expect(problemOf(error)).toMatchObject({ userText, isTemporary: repeats });
      expect([code, isTemporary([{ extensions: { code } }])]).toEqual([code, repeats]);
    }
    expect(problemOf(undefined).userText).toContain('no connection');
    expect(problemOf({ code: 'A_LATER_ONE' })).toMatchObject({ isTemporary: false });
  });
  it('shows a proxy for development that passes on queries and subscriptions', async () => {
    process.env['GATEWAY_URL'] = studio.gateway.url;
    const { default: config } = await frontend.load('vite.config.ts');
    delete process.env['GATEWAY_URL'];
    const { server: options } = config;
    const server = await createServer({
      root: frontend.folder,
      configFile: false,
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      server: { ...options, host: '127.0.0.1', port: 0, watch: null },
    });
    await server.listen();
    const { port } = server.httpServer!.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/graphql?query={__typename}`, {
      headers: { 'x-preflight': '1' },
    });
    expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
    const client = createClient({
      url: `ws://127.0.0.1:${port}/graphql`,
      connectionParams: { authorization: 'Bearer studio-owner' },
      retryAttempts: 0,
    });
    const query =
      'subscription { publicationProgress(id: "1YDJ4mFJfxrEModzx_iKb5ccOtQpSC4OS") { step } }';
    const events = client.iterate({ query });
    const { value } = await events.next();
    expect(value.data).toEqual({ publicationProgress: { step: 'SUBSCRIBED' } });
    await events.return!();
    await client.dispose();
    await server.close();
  });
  it('has files whose types are correct, and mistakes are errors', () => {
    expect(errors).toBe('');
  });
  it('tells Relay the type of every scalar', () => {
    const config = JSON.parse(pageFiles.get('relay.config.json')!);
    const scalars = Object.values(schema.getTypeMap())
      .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
      .map(({ name }) => name);
    expect(Object.keys(config.customScalarTypes).toSorted()).toEqual(scalars.toSorted());
  });
});

/** @returns the errors of the compiler; empty if there are none */
function compile(folder: string): Promise<string> {
  const compiler = join(root.pathname, 'node_modules/.bin/tsc');
  return new Promise((resolve) => {
    execFile(compiler, ['--pretty', 'false'], { cwd: folder }, (_, output) => resolve(output));
  });
}

describe('the errors of a mutation of several entries', () => {
  const studio = useStudio();
  const frontend = useFrontend();
  const document =
    'mutation ($input: AddPlaylistItemsInput!) { addPlaylistItems(input: $input) { failedCount errors { message } results { index errors { message } } } }';

  it('are read for the whole input once, and for each entry', async () => {
    const { failedEntries } = await frontend.load('src/failed-entries.ts');
    const add = async (playlistId: string, videoIds: readonly string[]) => {
      const entries = videoIds.map((videoId) => ({ videoId }));
      const { data } = await studio.query(document, { input: { playlistId, entries } });
      return failedEntries(data.addPlaylistItems);
    };
    const { playlist, video } = ids;
    expect(await add(playlist.fifty, [video.trailer])).toEqual({ whole: [], entries: [] });
    expect(await add(playlist.fifty, [video.trailer, video.missing])).toEqual({
      whole: [],
      entries: [{ index: 1, message: expect.stringContaining(video.missing) }],
    });
    expect(await add(playlist.fifty, [video.trailer, 'https://youtu.be/x'])).toEqual({
      whole: [expect.stringContaining('entries.1.videoId')],
      entries: [],
    });
    expect(await add(playlist.missing, [video.trailer, video.trailer])).toEqual({
      whole: [expect.stringContaining(playlist.missing)],
      entries: [],
    });
    studio.sandbox.fault({ match: { method: 'POST' }, status: 503 });
    expect(await add(playlist.fifty, [video.trailer])).toEqual({
      whole: [],
      entries: [{ index: 0, message: 'This did not work. Please try again.' }],
    });
  });
});
