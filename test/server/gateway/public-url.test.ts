import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';

const publicUrl = 'https://studio.example/graph';

const owner = { 'content-type': 'application/json', authorization: 'Bearer studio-owner' };

describe('a gateway whose PUBLIC_URL has a path', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    gateway = await startGateway({ env: { PUBLIC_URL: publicUrl, MCP: '1' } });
  });
  afterAll(() => gateway.close());

  // What a proxy sends to the gateway.
  const proxies = [
    ['removes it', (url: string) => gateway.url + url.slice(publicUrl.length)],
    ['leaves it', (url: string) => gateway.url + url.slice('https://studio.example'.length)],
  ] as const;

  it.each(proxies)('has it in each link, and is reached if a proxy %s', async (_, toGateway) => {
    const send = async (query: string): Promise<any> => {
      const body = JSON.stringify({ query });
      const init = { method: 'POST', headers: owner, body };
      return (await (await fetch(toGateway(`${publicUrl}/graphql`), init)).json()).data;
    };
    const { file, createUploadSession } = {
      ...(await send(`{ file(id: "${ids.file.storyboard}") { content { url } } }`)),
      ...(await send(
        'mutation { createUploadSession(input: { newFile: { name: "a", contentType: "text/plain", contentLength: "1" } }) { uploadSession { uploadUrl } } }',
      )),
    };
    const { uploadUrl } = createUploadSession.uploadSession;
    expect(file.content.url).toMatch(`${publicUrl}/downloads/`);
    expect((await fetch(toGateway(file.content.url))).status).toBe(200);
    expect(uploadUrl).toMatch(`${publicUrl}/uploads/`);
    expect((await fetch(toGateway(uploadUrl), { method: 'PUT', body: 'a' })).status).toBe(200);
    const refused = await fetch(toGateway(`${publicUrl}/mcp`), { method: 'POST' });
    const challenge = refused.headers.get('www-authenticate')!;
    const [, metadataUrl] = /resource_metadata="([^"]+)"/.exec(challenge)!;
    // RFC 9728: the path of the resource comes after the well-known one.
    const { origin, pathname } = new URL(metadataUrl!);
    expect([origin, pathname]).toEqual([
      'https://studio.example',
      '/.well-known/oauth-protected-resource/graph/mcp',
    ]);
    const metadata = await (await fetch(gateway.url + pathname)).json();
    expect(metadata).toMatchObject({ resource: `${publicUrl}/mcp` });
  });
  it('is not reached at a path that only begins like it', async () => {
    expect((await gateway.send('/graphs/health')).status).toBe(404);
    expect((await gateway.send('/graph/graph/health')).status).toBe(404);
  });
});
