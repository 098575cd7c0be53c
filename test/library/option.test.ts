/** Options with slips, and what a gateway on a sandbox of a test does by default. */
import { afterAll, describe, expect, it } from 'vitest';
import { createStudiograph } from '../../src/library/index.ts';
import type { StudiographOptions } from '../../src/library/options.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/package.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { create } from '../support/gateway/mounted.ts';

describe('an invalid option', () => {
  const refused = (options: unknown) =>
    createStudiograph(options as StudiographOptions).then(
      () => 'accepted',
      (error: unknown) => (error instanceof TypeError ? error.message : error),
    );
  it.each<[unknown, string]>([
    [null, 'expected an object with options, not null'],
    [{ basePath: 5 }, 'basePath must be a path such as "/api", without a host'],
    [{ basePath: 'http://x/api' }, 'it is "http://x/api"'],
    [{ basePath: '//x/api' }, 'basePath must be a path'],
    [{ basePath: 'api' }, 'basePath must be a path'],
    [{ basePath: '/api?x' }, 'basePath must be a path'],
    [{ basePath: null }, 'it is null'],
    [{ identify: { token: 'x' } }, 'identify must be a function; it is an object'],
    [{ extend: 5 }, 'extend must be an object with typeDefs (a text) and resolvers'],
    [{ extend: null }, 'it is null'],
    [{ extend: { typeDefs: '' } }, 'extend must be an object with typeDefs'],
    [{ extend: { typeDefs: '', resolvers: { Video: { a: 1 } } } }, 'extend must be an object'],
    [{ log: 'stderr' }, 'log must be an object with a function write; it is "stderr"'],
    [{ sandbox: {} }, 'sandbox must be true, false or what startSandbox() has resolved with'],
    [{ sandbox: 'yes' }, 'it is "yes"'],
    [{ mcp: 'yes' }, 'mcp must be true or false; it is "yes"'],
    [{ cache: 'on' }, 'cache must be one of off, public, callers; it is "on"'],
    [{ maxDepth: null }, 'maxDepth must not be null: leave it out for its default'],
    [{ nodeEnv: 'staging' }, 'nodeEnv must be one of development, production, test'],
  ])('is named with its value and what is accepted: %j', async (options, message) => {
    const text = await refused(options);
    expect(text).toMatch(/^Invalid options:\n/);
    expect(text).toContain(message);
    expect(String(text).split('\n')).toHaveLength(2);
  });
  it('is named with all others', async () => {
    const text = await refused({ maxDepht: 1, cache: 'on', basePath: 5, maxAliases: -1 });
    const names = String(text)
      .split('\n')
      .slice(1)
      .map((line) => /^\w+/.exec(line)![0]);
    expect(names.toSorted()).toEqual(['basePath', 'cache', 'maxAliases', 'maxDepht']);
  });
  it('is named without a value that is secret', async () => {
    const text = await refused({ sandbox: true, upstreamApiKey: 'my key', linkSecret: 'short' });
    expect(text).toContain('linkSecret must be');
    expect(text).not.toMatch(/short|my key/);
  });
});

describe('what identify returns', () => {
  it.each([
    ['a text', 'secret-token', 'of the type string'],
    ['a list', ['secret-token'], 'of the type object'],
    ['a token that is no text', { token: { value: 'secret-token' } }, 'token of the type object'],
  ])('is refused if it is %s', async (_, value, message) => {
    const lines: string[] = [];
    const identify = (() => value) as unknown as NonNullable<StudiographOptions['identify']>;
    const log = { write: (line: string) => void lines.push(line) };
    const { fetch } = await create({ sandbox: true, identify, log });
    const response = await fetch(new Request('http://host/graphql?query={__typename}'));
    expect(response.status).toBe(500);
    expect(lines.join('')).toContain(message);
    expect(lines.join('')).not.toContain('secret-token');
  });
});

describe('a gateway on a sandbox that runs', () => {
  let sandbox: Sandbox;
  afterAll(() => sandbox.close());

  it('shows at once what a test does with it, unless it shall store', async () => {
    sandbox = await startSandbox();
    const read = async (options: StudiographOptions): Promise<unknown[]> => {
      sandbox.reset();
      const { fetch } = await create({ sandbox, ...options });
      const title = async (): Promise<string> => {
        const query = encodeURIComponent(`{ video(id: "${ids.video.trailer}") { title } }`);
        const headers = { 'x-preflight': '1' };
        const url = `http://host/graphql?query=${query}`;
        const response = await fetch(new Request(url, { headers }));
        const { data }: any = await response.json();
        return data.video.title;
      };
      const before = await title();
      sandbox.change('videos', { id: ids.video.trailer, snippet: { title: 'Changed' } });
      const changed = await title();
      sandbox.reset();
      const calls = sandbox.calls().length;
      return [(await title()) === before, changed, sandbox.calls().length - calls];
    };
    expect(await read({})).toEqual([true, 'Changed', 1]);
    expect(await read({ cache: undefined })).toEqual([true, 'Changed', 1]);
    expect(await read({ cache: 'public' })).toEqual([
      true,
      expect.not.stringMatching('Changed'),
      0,
    ]);
  });
});
