/** The port of the metrics, as the process opens and closes it. */
import { type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { scrape } from '../support/tool/exposition.ts';
import { gatewayCommand } from '../support/gateway/bundle.ts';
import { launch, type Program } from '../support/gateway/program.ts';
import { httpServer } from '../support/http-server.ts';

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const running: Program[] = [];

afterEach(() => {
  for (const program of running.splice(0)) program.signal('SIGKILL');
});

function start(env: Readonly<Record<string, string>>): Program {
  const program = launch(gatewayCommand, { cwd, env: { PORT: '0', ...env } });
  running.push(program);
  return program;
}

describe('the port of the metrics', () => {
  it('is open until the last request has ended', async () => {
    const held: ServerResponse[] = [];
    const service = await httpServer((_, res) => void held.push(res));
    const base = service.url;
    const program = start({
      METRICS_PORT: '0',
      VIDEO_BASE_URL: `${base}/youtube/v3`,
      STORAGE_BASE_URL: base,
      CALENDAR_BASE_URL: `${base}/calendar/v3`,
    });
    const [, metricsUrl] = await program.printed(/^Metrics +(\S+)$/m);
    const [, url] = await program.printed(/^GraphQL +(\S+)$/m);
    const answer = fetch(url!, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer t' },
      body: JSON.stringify({ query: '{ video(id: "abcdefghijk") { title } }' }),
    });
    await expect.poll(() => held.length).toBe(1);
    program.signal('SIGTERM');
    await expect
      .poll(() =>
        fetch(url!).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    expect((await scrape(metricsUrl!)).value('studiograph_running_requests')).toBe(1);
    held[0]!.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    expect((await answer).status).toBe(200);
    expect(await program.ended).toBe(0);
    await expect(fetch(metricsUrl!)).rejects.toThrow('fetch failed');
    await service.close();
  });
  it('ends the process with code 1 if it is in use', async () => {
    const other = createSocketServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const port = String((other.address() as AddressInfo).port);
    const program = start({ METRICS_PORT: port });
    expect(await program.ended).toBe(1);
    expect(program.errorOutput()).toMatch(
      new RegExp(
        `^Port ${port} on 127\\.0\\.0\\.1 is in use\\. .+ set another METRICS_PORT, .+\n$`,
      ),
    );
    other.close();
  });
});
