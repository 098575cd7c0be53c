/** A page in Firefox or WebKit, each driven by its form of WebDriver, as users click and type. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** What the system of a user prefers. */
export type ColorScheme = 'light' | 'dark';

/** What a browser is asked for, in its own protocol. */
export interface WebDriver {
  /** Errors on the console, errors that nothing catches, and violations of the content policy. */
  readonly consoleErrors: readonly string[];
  /** Opens an address, and waits until it is loaded. */
  navigate(url: string): Promise<void>;
  /** Evaluates an expression whose value is a promise of a text. @returns the text */
  evaluate(expression: string): Promise<string>;
  /** Performs actions, which are the same in both protocols. */
  act(actions: readonly object[]): Promise<void>;
  /** Sets the size of the page, without what the browser has around it. */
  resize(size: PageSize): Promise<void>;
  /** @returns a PNG, in base64 */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

/** Elements in view, which a selector finds. */
export interface Place {
  readonly selector: string;
  /** A part of the text or of the name. Default: any */
  readonly text?: string;
}

/** An open page. */
export interface DrivenPage
  extends Pick<WebDriver, 'consoleErrors' | 'navigate' | 'resize' | 'close'> {
  /**
   * As that of Playwright, for functions, and for values that are JSON. A text is run as a script,
   * whose value is null.
   */
  readonly evaluate: Page['evaluate'];
  /** The texts of elements in view. */
  texts(place: Place): Promise<string[]>;
  /** Waits for an element that nothing covers, and clicks in its middle. */
  click(place: Place): Promise<void>;
  /** Presses keys at the same time: `Control+Enter`. */
  press(keys: string): Promise<void>;
  /** Types a text, with a key for each character. */
  type(text: string): Promise<void>;
  /** @returns a PNG */
  screenshot(): Promise<Buffer>;
}

/** Keys without a character: https://www.w3.org/TR/webdriver2/#keyboard-actions, 2026-11-30. */
const specialKeys: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Delete: '\uE017',
};

/** @returns the page of a browser that has been started */
export function drivenPage(driver: WebDriver): DrivenPage {
  const evaluate = async (work: unknown, argument?: unknown): Promise<unknown> => {
    const call =
      typeof work === 'string'
        ? `(() => { ${work}\n })()`
        : `(${String(work)})(${JSON.stringify(argument) ?? ''})`;
    return JSON.parse(
      await driver.evaluate(`(async () => JSON.stringify((await ${call}) ?? null))()`),
    );
  };
  const pressAll = (keys: readonly string[]): Promise<void> =>
    driver.act([
      {
        type: 'key',
        id: 'keyboard',
        actions: [
          ...keys.map((value) => ({ type: 'keyDown', value })),
          ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
        ],
      },
    ]);
  return {
    consoleErrors: driver.consoleErrors,
    navigate: (url) => driver.navigate(url),
    resize: (size) => driver.resize(size),
    close: () => driver.close(),
    evaluate: evaluate as Page['evaluate'],
    texts: async (place) => (await evaluate(textsOf, place)) as string[],
    click: async (place) => {
      let before: unknown;
      let point: unknown;
      await untilDone(async () => {
        [before, point] = [point, await evaluate(middleOf, place)];
        if (typeof point === 'string') return point;
        // Something that moves is clicked where it comes to rest.
        return JSON.stringify(before) === JSON.stringify(point) ? undefined : 'moving';
      });
      await driver.act([
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', duration: 0, ...(point as object) },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ]);
    },
    press: (keys) => pressAll(keys.split('+').map((key) => specialKeys[key] ?? key)),
    type: async (text) => {
      for (const character of text) await pressAll([character]);
    },
    screenshot: async () => Buffer.from(await driver.screenshot(), 'base64'),
  };
}

/**
 * Waits in tests and in hooks, where Vitest polls nothing.
 * @param attempt returns what is wrong; undefined: nothing
 */
export async function untilDone(attempt: () => Promise<string | undefined>): Promise<void> {
  let problem: string | undefined = 'not tried';
  for (let attempts = 0; problem !== undefined; attempts += 1) {
    if (attempts === maxAttempts) throw new Error(problem);
    await wait(attempts === 0 ? 0 : retryMs);
    problem = await attempt();
  }
}

/** Time in ms before the next attempt. */
const retryMs = 20;

const maxAttempts = 3_000;

/** Runs in the page. @returns the texts of the elements that are drawn */
const textsOf = ({ selector, text = '' }: Place): string[] =>
  [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility() && element.innerText.includes(text))
    // The editor writes spaces that break no line.
    .map((element) => element.innerText.replaceAll('\u00a0', ' '));

/** Runs in the page. @returns where to click, or why nothing can be clicked */
function middleOf({ selector, text = '' }: Place): { x: number; y: number } | string {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const element = all.find(
    (each) =>
      each.checkVisibility() &&
      `${each.ariaLabel ?? ''}\n${each.title}\n${each.textContent}`.includes(text),
  );
  if (!element) return `${all.length} elements, of which none is shown with the text "${text}"`;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  const front = document.elementFromPoint(x, y);
  if (front === null) return 'not in the window';
  return element.contains(front) ? { x, y } : `covered by ${front.outerHTML.slice(0, 120)}`;
}
