/** What is wrong with a page, as its users see it: its layout, and what assistive tools report. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** A page that evaluates functions: of Playwright, or one that WebDriver drives. */
type EvaluatingPage = Pick<Page, 'evaluate'>;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @param rules ids of rules; default: all
 * @returns the serious and critical violations that axe finds, each with its elements
 */
export async function violations(
  page: EvaluatingPage,
  rules?: readonly string[],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    const { axe: tool } = globalThis as unknown as {
      readonly axe: { run(options: object): Promise<{ readonly violations: readonly any[] }> };
    };
    // Of the other results axe would describe each element. Preloaded style sheets and media are
    // for rules about orientation and sound.
    const options = { resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) };
    const found = (await tool.run(options)).violations;
    return found
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }: any) => target).join(' | ')}`);
  }, rules);
}

/**
 * Of the regions none overlaps another one or leaves the window; the page does not scroll; no text
 * leaves its element, unless that scrolls or ends the text with an ellipsis; nothing covers a
 * control.
 * @param regions selectors of the parts of the page that are beside each other
 */
export const layoutProblems = (
  page: EvaluatingPage,
  regions: readonly string[],
): Promise<string[]> =>
  page.evaluate((selectors) => {
    const problems: string[] = [];
    const report = (what: string, element: Element): void => {
      problems.push(`${what}: ${element.outerHTML.slice(0, 120)}`);
    };
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) problems.push('the page scrolls');

    const elements = selectors.flatMap((each) => [...document.querySelectorAll(each)]);
    if (elements.length < selectors.length) problems.push('a region is missing');
    const boxes = elements.map((element) => element.getBoundingClientRect());
    for (const [index, box] of boxes.entries()) {
      const isOutside =
        box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
      if (isOutside || box.width < 20 || box.height < 20) report('cut off', elements[index]!);
      for (const other of boxes.slice(index + 1)) {
        const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (width > 1 && height > 1) report('overlaps another region', elements[index]!);
      }
    }

    for (const element of document.querySelectorAll<HTMLElement>('#root *:not(.monaco-editor *)')) {
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
      );
      const isExcused = overflowX === 'auto' || textOverflow === 'ellipsis' || display === 'inline';
      if (hasText && !isExcused && element.scrollWidth > element.clientWidth + 1)
        report('text is cut off', element);
    }

    /** The part of an element that its scrolling ancestors show. */
    const shown = (element: Element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue;
        const box = at.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      return { left, top, width: right - left, height: bottom - top };
    };
    const controls = '#root :is(button, a, input, select):not(.monaco-editor *)';
    for (const control of document.querySelectorAll(controls)) {
      const { left, top, width, height } = shown(control);
      // Of what is scrolled away, a splitter covers the last 4 px.
      if (width < 8 || height < 8 || left < 0) continue;
      const front = document.elementFromPoint(left + width / 2, top + height / 2);
      const isShown = front !== null && (control.contains(front) || front.contains(control));
      if (!isShown) report(`covered by ${front?.className}`, control);
    }
    return problems;
  }, regions);

/** What has the focus, and how the page shows that it has it. */
export const focused = (page: Page): Promise<{ name: string; isVisible: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const name =
      element.getAttribute('aria-label') ?? (element.innerText || (element.title ?? '')).trim();
    // In an editor the cursor shows it, and so does the line around a container of one.
    const place = element.closest('.monaco-editor') ? undefined : getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isVisible =
      place === undefined ||
      (place.outlineStyle !== 'none' && parseFloat(place.outlineWidth) >= 1 && box.width > 0);
    return { name, isVisible };
  });
