/** The lint rules of this repository report what they are for, and nothing else. */
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, expect, it } from 'vitest';
import plugin, { timeouts } from '../../lint/plugin.js';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } });

const invalid = (errors: number, codes: readonly string[]) =>
  codes.map((code) => ({ code, errors }));

tester.run('no-clock', plugin.rules['no-clock'], {
  valid: [
    'clock.after(10, run); await clock.sleep(10); clock.now();',
    "import { setImmediate as turn } from 'node:timers/promises'; await turn();",
    'setImmediate(run);',
    'clearTimeout(timer);',
    'let timer: ReturnType<typeof setTimeout>;',
    'res.setTimeout(10);',
    'const settings = { setTimeout: 1 }; settings.setTimeout;',
    'function run(setTimeout: () => void) { setTimeout(); }',
    "import { performance } from './own.ts'; performance.now();",
    'new Date(text); Date.parse(text); Date.UTC(2026, 1, 1);',
    'AbortSignal.any([signal]);',
    'performance.mark(name);',
  ],
  invalid: [
    ...invalid(1, [
      'setTimeout(run, 10);',
      'setInterval(run, 10);',
      'globalThis.setTimeout(run, 10);',
      'const timers = { setTimeout };',
      'const wait = promisify(setTimeout);',
      'Date.now();',
      'function read(now = Date.now) {}',
      'performance.now();',
      'const now = performance.now.bind(performance);',
      "import { performance } from 'node:perf_hooks'; performance.now();",
      'process.hrtime.bigint();',
      'AbortSignal.timeout(10);',
      "import { setTimeout as wait } from 'node:timers/promises';",
      "import { setInterval } from 'timers/promises';",
      "import { setTimeout } from 'node:timers';",
      "import * as timers from 'node:timers/promises';",
      "import { scheduler } from 'node:timers/promises';",
      "const { setTimeout: wait } = await import('node:timers/promises');",
    ]),
    ...invalid(2, ['while (performance.now() < end) setTimeout(run, 10);']),
  ],
});

/** The start of most texts. */
const start = 'const start = performance.now(); await work();';
const elapsed = `${start} const ms = performance.now() - start;`;

tester.run('no-elapsed-bound', plugin.rules['no-elapsed-bound'], {
  valid: [
    // A lower bound holds on a slow machine, too.
    `${elapsed} expect(ms).toBeGreaterThan(50); expect(ms).toBeGreaterThanOrEqual(50);`,
    `${elapsed} expect(ms).not.toBeLessThan(50);`,
    `${elapsed} expect(50).toBeLessThan(ms);`,
    `${elapsed} expect(ms > 50).toBe(true);`,
    `${elapsed} const most = Math.ceil(ms / 10); expect(calls.length).toBeLessThanOrEqual(most);`,
    // No times.
    'expect(calls.length).toBeLessThan(50);',
    `${elapsed} const times = [ms]; expect(times.length).toBeLessThan(5);`,
    'expect(drainMs).toBeLessThan(maxMs);',
    'const before = process.cpuUsage(); expect(process.cpuUsage(before).user).toBeLessThan(5);',
    'const { cpuMs } = await cpuOf(work); expect(cpuMs).toBeLessThan(50);',
    'const deadline = performance.now() + 50; await read({ deadline });',
    // The order of two events.
    'const one = performance.now(); const two = performance.now(); expect(one).toBeLessThan(two);',
    // A loop for a time.
    'const end = performance.now() + 50; while (performance.now() < end);',
    `${start} while (!done && performance.now() - start < 50) step();`,
    // A function with a value of the same name.
    `${elapsed} function check(ms) { expect(ms).toBeLessThan(50); }`,
    `it('x', { tags: ['fullSize'] }, async () => { ${elapsed} expectWithin(ms, 50); });`,
    `describe('x', { tags: ['R1', 'fullSize'] }, () => { it('y', () => expectWithin(ms, 50)); });`,
    // Timeouts that are not shorter, and those of other calls.
    "it('x', { timeout: 120_000 }, run);",
    "const timeout = promised(3_600_000, 120_000); it('x', { timeout }, run);",
    "it('x', run, 120_000); beforeAll(start, 180_000);",
    'await expect.poll(read, { interval: 5, timeout: 60_000 }).toBe(1);',
    'connect({ timeout: 50, retry: { maxAttempts: 1 } });',
    "it.each([{ timeout: 50, retry: 1 }])('x', run);",
    "it('x', () => read({ timeout: 50, retry: 2 }));",
    'function check(test) { test.start({ timeout: 50, retry: 2 }); }',
  ],
  invalid: [
    ...invalid(1, [
      `${elapsed} expect(ms).toBeLessThan(50);`,
      `${elapsed} expect(ms).toBeLessThanOrEqual(50);`,
      `${elapsed} expect(ms, 'time').toBeLessThan(promised(50, Infinity));`,
      `${elapsed} expect.soft(ms).toBeLessThan(50);`,
      `${elapsed} expect(ms).not.toBeGreaterThan(50);`,
      `${elapsed} expect(50).toBeGreaterThan(ms);`,
      `${elapsed} expect(ms).toBeCloseTo(50);`,
      `${elapsed} expect(ms).toBeWithinRange(10, 50);`,
      `${elapsed} expect(ms < 50).toBe(true);`,
      `${elapsed} if (50 >= ms) pass();`,
      `${elapsed} expect(Math.round(ms / 1_000)).toBeLessThan(5);`,
      `${start} expect(performance.now() - start).toBeLessThan(50);`,
      `${start} await expect.poll(() => performance.now() - start).toBeLessThan(50);`,
      // Other clocks.
      'const start = Date.now(); await work(); expect(Date.now() - start).toBeLessThan(50);',
      'const start = process.hrtime(); expect(process.hrtime(start)[0]).toBeLessThan(5);',
      'const start = process.hrtime.bigint(); expect(process.hrtime.bigint() - start < 5n).toBe(true);',
      'expect(Date.now() - sentAt).toBeLessThan(50);',
      'expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(50);',
      // A bound on a time instead of a difference.
      'const end = performance.now() + 50; await work(); expect(performance.now()).toBeLessThan(end);',
      // Variables that are set elsewhere.
      `let start = 0; let ms = 0;
       function begin() { start = performance.now(); }
       function finish() { ms = performance.now() - start; }
       it('x', () => expect(ms).toBeLessThan(50));`,
      // Lists.
      `${elapsed} const times = []; times.push(ms); expect(Math.max(...times)).toBeLessThan(50);`,
      `${start} const times = await Promise.all(calls.map(async () => performance.now() - start));
       expect(times.toSorted()[0]).toBeLessThan(50);`,
      `${elapsed} for (const each of [ms]) expect(each).toBeLessThan(50);`,
      `${elapsed} [ms].forEach((each) => expect(each).toBeLessThan(50));`,
      // Functions of the file, and those that get times.
      `async function measure() { ${start} return performance.now() - start; }
       expect(await measure()).toBeLessThan(50);`,
      `async function measure() { ${start} return { ms: performance.now() - start }; }
       const { ms } = await measure(); expect(ms).toBeLessThan(50);`,
      `async function measure() { ${start} return { ms: performance.now() - start }; }
       expect((await measure()).ms).toBeLessThan(50);`,
      `const check = (ms) => expect(ms).toBeLessThan(50); ${elapsed} check(ms);`,
      `import { median } from './median.ts'; ${elapsed} expect(median([ms])).toBeLessThan(50);`,
      `class Client { #ms = 0; async send() { ${start} this.#ms = performance.now() - start; }
       check() { expect(this.#ms).toBeLessThan(50); }
       }`,
      'expect((await victim.during(work)).p99).toBeLessThan(50);',
      'const { p99 } = await victim.during(work); expect(p99).toBeLessThan(50);',
      // Bounds that are never checked.
      `it('x', async () => { ${elapsed} expectWithin(ms, 50); });`,
      // Options.
      "it('x', { retry: 2 }, run);",
      "it.skipIf(isSlow)('x', { retry: 2 }, run);",
      "describe('x', { retry: 2 }, run);",
      "it('x', { timeout: 30_000 }, run);",
      "it.each(cases)('x', { tags: [], timeout: 30_000 }, run);",
      "describe('x', { timeout: 30_000 }, run);",
      "const timeout = 30_000; it('x', { timeout }, run);",
      "it('x', { timeout: promised(120_000, 30_000) }, run);",
      "it('x', run, 30_000);",
      'beforeAll(start, 60_000);',
      'await expect.poll(read, { timeout: 5_000 }).toBe(1);',
      'it("x", async ({ expect }) => { await expect.poll(read, { timeout: 5_000 }).toBe(1); });',
      'await vi.waitFor(read, 5_000);',
      'await vi.waitUntil(isRead);',
    ]),
  ],
});

it('shorter timeouts are those below the configuration', ({ task }) => {
  expect(timeouts.test).toBeLessThanOrEqual(task.timeout);
});
