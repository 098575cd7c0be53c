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
  example: { selector: '.examples [data-example="60-dashboard"]' },
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
  calls: ['Costs and calls', '.operation'],
} as const;

type Part = keyof typeof parts;

/** Narrower ones show one part at a time. */
const narrow = 640;

/** In narrower ones a panel lies on the editor. */
const withPanels = 1000;

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
      it('opens an example, and shows its answer and its calls', async () => {
        await page.click(places.examples);
        await page.click(places.example);
        if (width < withPanels) await page.click(places.examples);
        await expect.poll(() => textOf(places.operation)).toContain('query Dashboard');
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
