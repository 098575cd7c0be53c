/** The sandbox as a separate program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ask } from '../support/gateway/sandbox.ts';

const program = fileURLToPath(new URL('../../src/sandbox/main.ts', import.meta.url));

describe.concurrent('npm run sandbox', () => {
  it('prints its addresses and tokens, serves requests and exits on SIGTERM', async () => {
    const child = spawn(process.execPath, [program, '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      let printed = '';
      for await (const chunk of child.stdout.setEncoding('utf8')) {
        printed += chunk as string;
        if (printed.includes('no-channel')) break;
      }
      const base = /video, live +(\S+)/.exec(printed)?.[1];
      const response = await ask(`${base}/channels?part=id&mine=true`);
      expect(response.body.items).toHaveLength(1);
    } finally {
      child.kill('SIGTERM');
    }
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
  });
  it('exits with 1 if the argument is not a port', async () => {
    const child = spawn(process.execPath, [program, 'here'], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(1);
  });
  it('exits with 1 if the port is in use, and names the port', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const child = spawn(process.execPath, [program, String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [[code], errorOutput] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    other.close();
    expect([code, errorOutput]).toEqual([
      1,
      `sandbox: port: ${port} is in use (EADDRINUSE); expected a free port, or 0 for any\n`,
    ]);
  });
});
