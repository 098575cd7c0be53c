/** The explorer in a browser, as a user clicks and types in it. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type GatewayOptions, type RunningGateway, startGateway } from '../gateway/gateway.ts';
import { type Browser, openBrowser, watch } from './browser.ts';
import { atSamePort } from './same-port.ts';

/** The page, its gateway, and what users do on the page. */
export interface ExplorerPage extends Browser {
  readonly gateway: RunningGateway;
  /** Opens the page, or another address of the gateway, and waits until the editor is there. */
  open(path?: string): Promise<void>;
  /** Opens the page as on a first visit, without stored state. */
  openNew(): Promise<void>;
  /** Replaces the operation in the editor. */
  write(operation: string): Promise<void>;
  writeVariables(json: string): Promise<void>;
  /** The operation in the editor. */
  operation(): Promise<string>;
  /** Runs the operation. @returns the response without its trace */
  run(): Promise<Result>;
  /** Opens a panel at the side. */
  openPanel(name: string): Promise<Locator>;
  /** Who the menu says that the requests come from. */
  who(): Promise<string>;
  chooseUser(description: string | RegExp): Promise<void>;
}

/** A response, as the page shows it. */
interface Result {
  // any: of any operation.
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions?: any }[];
  readonly extensions?: any;
}

/** A new tab would start a process, which compiles all scripts: the files of a worker share one. */
let tab: Promise<Page> | undefined;

/** Name of a window whose next document begins without stored state. */
const asNew = 'as on a first visit';

async function openTab(): Promise<Page> {
  const { page } = await openBrowser();
  // A page writes its state when it is left. Only the next document comes surely after that.
  await page.addInitScript((name) => {
    if (window.name !== name) return;
    localStorage.clear();
    sessionStorage.clear();
    window.name = '';
  }, asNew);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return page;
}

/** Makes the tab as a new one: without what a file has set, and without other tabs. */
async function renew(page: Page): Promise<void> {
  for (const event of ['request', 'console', 'pageerror', 'dialog'] as const)
    page.removeAllListeners(event);
  await page.unrouteAll();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.setViewportSize({ width: 1400, height: 900 });
  for (const other of page.context().pages()) if (other !== page) await other.close();
}

/**
 * Starts a gateway for the tests of a group, and shows its explorer.
 * @param prepare in place of opening the page
 * @returns the page, which the tests can use
 */
export function useExplorer(
  options?: GatewayOptions,
  prepare: (explorer: ExplorerPage) => unknown = (explorer) => explorer.open(),
): ExplorerPage {
  const explorer = {} as ExplorerPage;
  beforeAll(async () => {
    Object.assign(explorer, await openExplorer(options));
    await prepare(explorer);
  });
  afterAll(() => explorer.close());
  return explorer;
}

/** Starts a gateway, and shows its explorer in the tab of this worker when it is opened. */
export async function openExplorer(options?: GatewayOptions): Promise<ExplorerPage> {
  const gateway = await atSamePort(await startGateway(options));
  const { url } = gateway;
  const page = await (tab ??= openTab());
  const editor = page.locator('.graphiql-query-editor .monaco-editor').first();
  const replace = async (place: Locator, text: string): Promise<void> => {
    await place.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    // Pasted: the editor completes brackets while somebody types.
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+V');
  };
  const openPanel = async (name: string): Promise<Locator> => {
    const panel = page.locator('.graphiql-plugin');
    const button = page.getByRole('button', { name, exact: false }).and(sidebar(page));
    if ((await button.getAttribute('class'))?.includes('active') !== true) await button.click();
    return panel;
  };
  const open = async (path = '/graphql', asFirst = false): Promise<void> => {
    const isFirst = asFirst || (await page.evaluate(isNew));
    await page.goto(path.startsWith('http') ? path : url + path);
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    if (isFirst && path === '/graphql' && (await page.evaluate(runsByItself)))
      await page.getByTestId('totals').waitFor();
  };
  return {
    page,
    gateway,
    ...watch(page),
    open,
    openNew: async () => {
      await page.evaluate((name) => (window.name = name), asNew);
      await open('/graphql', true);
    },
    close: async () => {
      await renew(page);
      await page.goto(`${url}/health`);
      await page.evaluate('localStorage.clear(); sessionStorage.clear()');
      await page.context().clearCookies();
      await gateway.close();
    },
    write: (operation) => replace(editor, operation),
    writeVariables: async (json) => {
      await page.getByRole('button', { name: 'Variables', exact: true }).click();
      await replace(page.locator('.graphiql-editor-tool .monaco-editor').first(), json);
    },
    operation: () => valueOf(page, 'operation.graphql'),
    run: async () => {
      await page.getByRole('button', { name: /execute query/i }).click();
      return shownResult(page);
    },
    openPanel,
    who: () => page.locator('.who').innerText(),
    chooseUser: async (description) => {
      await page.locator('.who').click();
      await page.getByRole('dialog').getByRole('button', { name: description }).click();
    },
  };
}

/** Whether nobody has opened the explorer in this browser. */
const isNew = (): boolean =>
  location.protocol === 'about:' || localStorage.getItem('graphiql:tabState') === null;

/** Whether the page runs the operation of a first visit. */
function runsByItself(): boolean {
  const { users, signIn, onlyPersisted } = JSON.parse(
    document.querySelector('#settings')!.textContent,
  ) as { users: unknown[]; signIn?: boolean; onlyPersisted?: boolean };
  return users.length > 0 && signIn !== true && onlyPersisted !== true;
}

const sidebar = (page: Page): Locator => page.locator('.graphiql-sidebar button');

/** Waits for a result. @returns it as the page shows it */
export async function shownResult(page: Page): Promise<Result> {
  await page.waitForFunction(
    () => (document.querySelector('.result-window')?.textContent ?? '').length > 1,
    undefined,
    // By default it looks in each frame, and asks for frames that would not be drawn.
    { polling: 20 },
  );
  let text = '';
  while (text === '') text = await valueOf(page, 'response.json');
  return JSON.parse(text) as Result;
}

/** The text of an editor: of the lines that the editor shows there are only some in the page. */
export const valueOf = (page: Page, kind: string): Promise<string> =>
  page.evaluate((name) => {
    const { __MONACO: monaco } = globalThis as unknown as {
      readonly __MONACO: {
        readonly editor: {
          getModels(): { readonly uri: { readonly path: string }; getValue(): string }[];
        };
      };
    };
    const models = monaco.editor.getModels();
    return models.find(({ uri }) => uri.path.includes(name))?.getValue() ?? '';
  }, kind);
