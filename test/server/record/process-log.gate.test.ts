/** The log of a process: nobody waits for it, and its last lines are not lost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { send } from '../../support/client/byte-client.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { programEnv } from '../../support/gateway/program.ts';
import { endWithWorker } from '../../support/tool/worker-end.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));

/** The gateway, whose output is read only while `isRead` is true. */
async function start() {
  const [file, ...args] = gatewayCommand;
  const env = { ...programEnv, PORT: '0', LOG_LEVEL: 'info' };
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  endWithWorker(child);
  const { stdout } = child.setMaxListeners(0);
  let output = '';
  stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output);
      if (found) return found;
      await once(stdout, 'data');
    }
  };
  const [, url] = await until(/^GraphQL\s+(\S+)\/graphql$/m);
  return { child, stdout, until, url: url!, output: () => output };
}

it('the last lines are written before the process ends', async () => {
  const gateway = await start();
  await send(`${gateway.url}/nothing?last`, { headers: { 'x-request-id': 'the-last-one' } });
  gateway.child.kill('SIGTERM');
  const [code] = await once(gateway.child, 'close');
  expect(code).toBe(0);
  expect(gateway.output()).toContain('"requestId":"the-last-one"');
  expect(gateway.output()).toContain('"msg":"draining"');
});

it('requests do not wait for a reader that has stopped, who is told what it has lost', async () => {
  const { child, stdout, until, url } = await start();
  stdout.pause();
  const line = 250;
  const requests = (2 * 1024 * 1024) / line;
  const requestId = 'x'.repeat(64);
  const sendSome = async (): Promise<void> => {
    for (let sent = 0; sent < requests / 20; sent += 1)
      await fetch(`${url}/nothing`, { headers: { 'x-request-id': requestId } }).then((response) =>
        response.arrayBuffer(),
      );
  };
  await Promise.all(Array.from({ length: 20 }, sendSome));
  stdout.resume();
  const [, lines] = await until(/"lines":(\d+),"msg":"lines of the log are lost/);
  expect(Number(lines)).toBeGreaterThan(0);
  child.kill('SIGKILL');
});
