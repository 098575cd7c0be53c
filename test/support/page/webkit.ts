/**
 * Debian's WebKit in the window of a display of its own, driven by WebDriver over HTTP:
 * https://www.w3.org/TR/webdriver2/.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { closedPort } from '../proxy/closed-port.ts';
import { endWithWorker } from '../tool/worker-end.ts';
import { noteErrors } from './noted-errors.ts';
import { type ColorScheme, untilDone, type WebDriver } from './webdriver.ts';

/** The browser of the package: it has a bar with an address, and one page. */
const browsers = '/usr/lib/*/webkit2gtk-4.1/MiniBrowser';

/** The buttons of the bar would make the window wider than 390 px. */
const withoutMargins = `button, entry, box {
  min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px;
}`;

/**
 * Where the pointer is: in the middle of the display. The window that it is in has the focus. It is
 * kept in the bar, where it points at nothing of the page.
 */
const pointer = { x: 800, y: 1_200 };

/**
 * The page follows the window a moment later. Only when so many readings in turn are equal is the
 * difference the height of the bar, and the window is made higher by it.
 */
const settledReadings = 10;

/** Starts the browser with an empty profile. */
export async function startWebKit(scheme: ColorScheme): Promise<WebDriver> {
  const home = await mkdtemp(join(tmpdir(), 'studiograph-webkit-'));
  await mkdir(join(home, '.config/gtk-3.0'), { recursive: true });
  await writeFile(join(home, '.config/gtk-3.0/gtk.css'), withoutMargins);
  const screen = ['-screen', '0', '1600x2400x24', '-nolisten', 'tcp', '-displayfd', '3'];
  const display = spawn('/usr/bin/Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  endWithWorker(display);
  const [number] = await once(display.stdio[3] as Readable, 'data');
  const port = await closedPort();
  const child = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      DISPLAY: `:${String(number).trim()}`,
    },
  });
  endWithWorker(child);
  const send = clientOf(`http://127.0.0.1:${port}`);
  while (!(await send('GET', '/status').catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${child.exitCode}.`);
    await wait(20);
  }
  const args = ['--automation', ...(scheme === 'dark' ? ['--dark-mode'] : [])];
  const { sessionId } = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: globSync(browsers)[0], args } },
    },
  });
  const session = `/session/${sessionId}`;
  const notes = await noteErrors();
  const evaluate = async (expression: string): Promise<string> => {
    const { value, error } = await send('POST', `${session}/execute/async`, {
      script: `const [done] = arguments;
        ${expression}.then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      args: [],
    });
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const innerSize = async (): Promise<readonly [width: number, height: number]> =>
    JSON.parse(await evaluate('Promise.resolve(JSON.stringify([innerWidth, innerHeight]))'));
  return {
    consoleErrors: notes.errors,
    navigate: async (url) => {
      await send('POST', `${session}/url`, { url: notes.addressOf(url) });
    },
    evaluate,
    act: async (actions) => {
      await send('POST', `${session}/actions`, { actions });
    },
    resize: async ({ width, height }) => {
      let outer = height;
      const setRect = (): Promise<unknown> =>
        send('POST', `${session}/window/rect`, {
          x: pointer.x - width / 2,
          y: pointer.y - 5,
          width,
          height: outer,
        });
      await setRect();
      let last = '';
      let equalReadings = 0;
      await untilDone(async () => {
        const [innerWidth, innerHeight] = await innerSize();
        if (innerWidth === width && innerHeight === height) return undefined;
        const reading = `The page has ${innerWidth} × ${innerHeight} px.`;
        equalReadings = reading === last ? equalReadings + 1 : 0;
        last = reading;
        if (equalReadings === settledReadings) {
          outer += height - innerHeight;
          equalReadings = 0;
          await setRect();
        }
        return reading;
      });
    },
    screenshot: () => send('GET', `${session}/screenshot`),
    close: async () => {
      await send('DELETE', session);
      for (const each of [child, display]) {
        each.kill();
        await once(each, 'exit');
      }
      await notes.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** @returns the function that sends commands, and that returns their values */
const clientOf =
  (address: string) =>
  // any: of any command.
  async (method: string, path: string, parameters?: object): Promise<any> => {
    const body = parameters && JSON.stringify(parameters);
    const response = await fetch(address + path, { method, ...(body && { body }) });
    const { value } = (await response.json()) as { readonly value: any };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
