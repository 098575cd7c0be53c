/**
 * Debian's Firefox without a window, driven by WebDriver BiDi:
 * https://w3c.github.io/webdriver-bidi/.
 */
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { endWithWorker } from '../tool/worker-end.ts';
import type { ColorScheme, WebDriver } from './webdriver.ts';

/** Values of the preference of what pages shall believe. */
const schemes: Readonly<Record<ColorScheme, number>> = { dark: 0, light: 1 };

/** Starts the browser with an empty profile. */
export async function startFirefox(scheme: ColorScheme): Promise<WebDriver> {
  const profile = await mkdtemp(join(tmpdir(), 'studiograph-firefox-'));
  const preferences = {
    'layout.css.prefers-color-scheme.content-override': schemes[scheme],
    // The viewer's pages store nothing.
    'devtools.jsonview.enabled': false,
  };
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(''),
  );
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const child = spawn('/usr/bin/firefox-esr', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: profile },
  });
  endWithWorker(child);
  const ended = once(child, 'exit');
  const session = await connect(await addressFrom(child.stderr));
  await session.send('session.new', { capabilities: {} });
  const consoleErrors: string[] = [];
  session.onEvent = (method, { level, text }) => {
    if (method === 'log.entryAdded' && level === 'error') consoleErrors.push(String(text));
  };
  await session.send('session.subscribe', { events: ['log.entryAdded'] });
  // The first tab does not get the focus: it would stay in the address.
  const { context } = await session.send('browsingContext.create', { type: 'tab' });
  return {
    consoleErrors,
    navigate: async (url) => {
      await session.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await session.send('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    act: async (actions) => {
      await session.send('input.performActions', { context, actions });
    },
    resize: async (viewport) => {
      await session.send('browsingContext.setViewport', { context, viewport });
    },
    screenshot: async () =>
      (await session.send('browsingContext.captureScreenshot', { context })).data,
    close: async () => {
      await session.send('browser.close', {});
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** @returns the address that Firefox prints */
async function addressFrom(output: Readable): Promise<string> {
  let text = '';
  // Read to its end: a full pipe would stop the browser.
  for await (const [chunk] of on(output, 'data', { close: ['end'] })) {
    text += String(chunk);
    const [, address] = /^WebDriver BiDi listening on (\S+)$/m.exec(text) ?? [];
    if (address !== undefined) {
      output.resume();
      return address;
    }
  }
  throw new Error(`Firefox did not start:\n${text}`);
}

/** A connection, on which each command has one answer. */
interface Session {
  onEvent: (method: string, parameters: Readonly<Record<string, unknown>>) => void;
  // any: of any command.
  send(method: string, params: object): Promise<any>;
}

async function connect(address: string): Promise<Session> {
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const session: Session = {
    onEvent: () => {},
    send: (method, params) => {
      const id = waiting.size + 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      socket.send(JSON.stringify({ id, method, params }));
      return answer.promise;
    },
  };
  socket.on('message', (data: Buffer) => {
    const { type, id, method, params, result, error, message } = JSON.parse(String(data));
    if (type === 'event') session.onEvent(method, params);
    else if (type === 'success') waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(`${error}: ${message}`));
  });
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended.'));
  });
  return session;
}
