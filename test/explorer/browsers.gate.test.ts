/** The explorer in Firefox and in WebKit, used by mouse and keyboard in windows of three sizes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { startFirefox } from '../support/page/firefox.ts';
import { layoutProblems, violations } from '../support/page/page-layout.ts';
import { type DrivenPage, drivenPage, type Place } from '../support/page/webdriver.ts';
import { startWebKit } from '../support/page/webkit.ts';

const starts = { Firefox: startFirefox, WebKit: startWebKit };

/** Where things are on the page. */
const places = {
  editor: { selector: '.graphiql-query-editor .monaco-editor' },
  operation: { selector: '.graphiql-query-editor .view-lines' },
  examples: { selector: '.graphiql-sidebar button', text: 'Examples' },
  history: { selector: '.graphiql-sidebar button', text: 'History' },
  entry: { selector: '.graphiql-history-item-label', text: 'Dashboard' },
  example: { selector: '.examples [data-example="60-dashboard"]' },
  builder: { selector: '.graphiql-sidebar button', text: 'Builder' },
  settings: { selector: '.graphiql-sidebar button', text: 'settings' },
  search: { selector: '.answer-bar input' },
  found: { selector: '.answer-bar [role="status"]' },
  planView: { selector: '.operation-bar button', text: 'Plan' },
  scopes: { selector: '.scopes' },
  code: { selector: '.graphiql-toolbar button', text: 'Code' },
  snippet: { selector: '.code-view pre' },
  dialog: { selector: '.graphiql-dialog' },
  run: { selector: '.graphiql-editors button', text: 'Execute query' },
  plan: { selector: '[data-testid="plan-line"]' },
  answer: { selector: '.result-window .view-lines' },
  asTable: { selector: '.answer-bar button', text: 'Table' },
  asJson: { selector: '.answer-bar button', text: 'JSON' },
  cell: { selector: '.graphiql-response td' },
  share: { selector: '.graphiql-toolbar button', text: 'Share' },
  notice: { selector: '.notice' },
  call: { selector: '.call button' },
  detail: { selector: '.detail' },
} satisfies Record<string, Place>;

/** The parts of the page, with their buttons in a narrow window, and the elements of each. */
const parts = {
  query: ['Query', '.graphiql-sidebar', '.graphiql-session-header', '.graphiql-editors'],
  answer: ['Answer', '.graphiql-sidebar', '.graphiql-response'],
  calls: ['Costs and calls', '.graphiql-sidebar', '.operation'],
} as const;

type Part = keyof typeof parts;

/** Narrower ones show one part at a time. */
const narrow = 640;

const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 900 },
  { width: 390, height: 844 },
] as const;

/**
 * Schemes with the background of the page, the sizes of windows, and rules of axe: in dark only the
 * colors are others.
 */
const schemes = [
  ['light', { background: 'rgb(255, 255, 255)', windows: sizes, rules: undefined }],
  ['dark', { background: 'rgb(26, 30, 45)', windows: [sizes[0]], rules: ['color-contrast'] }],
] as const;

describe.each(['Firefox', 'WebKit'] as const)('the explorer in %s', (browser) => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  describe.each(schemes)('of a system with %s colors', (scheme, { background, windows, rules }) => {
    const page = {} as DrivenPage;
    beforeAll(async () => {
      Object.assign(page, drivenPage(await starts[browser](scheme)));
    });
    afterAll(() => page.close());

    const textOf = async (place: Place): Promise<string> => (await page.texts(place)).join('\n');

    describe.each(windows)('in a window of $width × $height', ({ width, height }) => {
      beforeAll(async () => {
        await page.resize({ width, height });
        // A page writes its state when it is left.
        await page.navigate(`${gateway.url}/health`);
        await page.evaluate(() => localStorage.clear());
        await page.navigate(`${gateway.url}/graphql`);
      });
      const isNarrow = width < narrow;
      const show = async (part: Part): Promise<void> => {
        if (isNarrow) await page.click({ selector: '.panes button', text: parts[part][0] });
      };
      /** What is wrong with what is shown. */
      const problems = async (part: Part): Promise<string[]> => {
        const [, ...regions] = isNarrow ? parts[part] : Object.values(parts).flat();
        const selectors = new Set(regions.filter((each) => each.startsWith('.')));
        return [
          ...(await layoutProblems(page, ['.bar', ...selectors])),
          ...(await page.evaluate(sidewaysScrolled)),
          ...(await violations(page, rules)),
        ];
      };

      it('has run its first operation, in these colors', async () => {
        await expect.poll(() => textOf(places.answer)).toContain('"data": {');
        await show('calls');
        await expect.poll(() => textOf(places.call)).toContain('calendarList.list');
        await show('query');
        await expect.poll(() => textOf(places.operation)).toContain('query Welcome');
        const shown = () => getComputedStyle(document.querySelector('.bar')!).backgroundColor;
        expect(await page.evaluate(shown)).toBe(background);
      });
      it.each(isNarrow ? (['answer', 'calls', 'query'] as const) : (['query'] as const))(
        'cuts nothing off, and axe finds nothing: the part %s',
        async (part) => {
          await show(part);
          expect(await problems(part)).toEqual([]);
        },
      );
      it('has each line of a path in the plan begin below the one before', async () => {
        await show('calls');
        await page.click(places.planView);
        await expect.poll(() => textOf(places.scopes)).toContain('youtube.readonly');
        expect(await page.evaluate(indentedPaths)).toEqual([]);
      });
      it('has place for all of the settings', async () => {
        await page.click(places.settings);
        await expect.poll(() => textOf(places.dialog)).toContain('Clear data');
        expect(await page.evaluate(outsideOfDialog)).toEqual([]);
        await page.press('Escape');
        await expect.poll(() => page.texts(places.dialog)).toEqual([]);
      });
      it('opens the builder at its top, and leaves the focus where it was', async () => {
        await page.click(places.builder);
        await expect.poll(() => page.evaluate(namedArguments)).toContain('first');
        expect(await page.evaluate(panelState)).toEqual({
          title: 'Builder',
          scrolled: 0,
          hasFocus: false,
        });
        await page.click(places.builder);
      });
      it('searches in the answer, with the steps beside the search', async () => {
        await show('answer');
        await page.click(places.search);
        await page.type('id');
        await expect.poll(() => textOf(places.found)).toMatch(/^1 of \d+$/);
        expect(await page.evaluate(searchLines)).toBe(1);
      });
      it('opens an example, and shows its answer and its calls', async () => {
        await page.click(places.examples);
        await page.click(places.example);
        // Nothing lies on it, and the search was in the answer of another tab.
        await expect.poll(() => textOf(places.operation)).toContain('query Dashboard');
        expect(await page.evaluate(searched)).toBe('');
        await page.click(places.run);
        await expect.poll(() => textOf(places.answer)).toContain('"broadcasts"');
        await show('calls');
        await expect.poll(() => textOf(places.call)).toContain('liveBroadcasts.list');
        await page.click(places.call);
        await expect.poll(() => textOf(places.detail)).toContain('GET');
        expect(await problems('calls')).toEqual([]);
      });
      it('shows the answer as a table, and copies a link to the tab', async () => {
        await show('answer');
        await page.click(places.asTable);
        await expect.poll(() => textOf(places.cell)).toContain('Studio town hall');
        await page.click(places.asJson);
        await show('query');
        await page.click(places.share);
        await expect.poll(() => textOf(places.notice)).toContain('Link copied');
      });
      it('shows the operation as code, and then nothing on the editor', async () => {
        await page.click(places.code);
        await expect.poll(() => textOf(places.snippet)).toContain('Dashboard');
        await page.press('Escape');
        await expect.poll(() => page.texts(places.snippet)).toEqual([]);
        expect(await page.evaluate(focusedButton)).toContain('Code');
        expect(await page.texts({ selector: '.graphiql-tooltip' })).toEqual([]);
      });
      it('plans what is typed, and runs it by Ctrl+Enter', async () => {
        const before = await textOf(places.plan);
        await show('query');
        await page.click(places.editor);
        await page.press('Control+a');
        await page.press('Delete');
        await page.type('{ viewer { channel { title } } }');
        await page.press('Control+Enter');
        await expect.poll(() => textOf(places.answer)).toContain('"title": "Northlight Studio"');
        await show('calls');
        await expect.poll(() => page.texts(places.call)).toHaveLength(1);
        await expect.poll(() => textOf(places.plan)).toContain('At most 1 REST call');
        expect(before).not.toContain('At most 1 REST call');
      });
      it('opens what has run before, with nothing on it', async () => {
        await page.click(places.history);
        await page.click(places.entry);
        await expect.poll(() => textOf(places.operation)).toContain('query Dashboard');
        // It is where the mouse can reach it.
        await page.click(places.editor);
        if (width >= 1000) await page.click(places.history);
      });
    });

    it('writes no error to the console in all of this', async () => {
      expect(page.consoleErrors).toEqual([]);
      // It would be noticed.
      await page.evaluate(() => {
        console.error('planted in the console');
        setTimeout(() => {
          throw new Error('planted and thrown');
        });
        new Image().src = 'http://127.0.0.1:1/planted.png';
      });
      for (const part of ['planted in the console', 'planted and thrown', 'img-src'])
        await expect.poll(() => page.consoleErrors.join('\n')).toContain(part);
    });
  });
});

/** These run in the page. @returns what would have to be scrolled sideways */
const sidewaysScrolled = (): string[] =>
  ['.graphiql-sidebar', '.waves'].filter((selector) => {
    const element = document.querySelector(selector);
    return element !== null && element.scrollWidth > element.clientWidth;
  });

/** @returns the paths of the plan whose lines do not begin at the same place */
function indentedPaths(): string[] {
  const links = [...document.querySelectorAll('.plan th button')];
  return links
    .filter((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      const starts = [...range.getClientRects()].map(({ left }) => left);
      return Math.max(...starts) - Math.min(...starts) > 1;
    })
    .map((link) => link.textContent);
}

/** @returns the buttons of a dialog that leave it, or the window */
function outsideOfDialog(): string[] {
  const dialog = document.querySelector('.graphiql-dialog')!;
  const { left, right } = dialog.getBoundingClientRect();
  return [...dialog.querySelectorAll('button')]
    .filter((button) => {
      const box = button.getBoundingClientRect();
      return box.left < Math.max(left, 0) || box.right > Math.min(right, innerWidth);
    })
    .map((button) => button.textContent);
}

const namedArguments = (): (string | null)[] =>
  [...document.querySelectorAll('.graphiql-plugin input[aria-label]')].map((input) =>
    input.getAttribute('aria-label'),
  );

function panelState(): { title: string; scrolled: number; hasFocus: boolean } {
  const panel = document.querySelector('.graphiql-plugin')!;
  return {
    title: panel.querySelector('.doc-explorer-title')!.textContent,
    scrolled: panel.scrollTop,
    hasFocus: panel.contains(document.activeElement),
  };
}

/** @returns how many lines the bar above the answer has */
const searchLines = (): number =>
  new Set(
    [...document.querySelectorAll('.answer-bar button')].map((button) =>
      Math.round(button.getBoundingClientRect().top),
    ),
  ).size;

const searched = (): string => document.querySelector<HTMLInputElement>('.answer-bar input')!.value;

const focusedButton = (): string => document.activeElement!.ariaLabel ?? '';
