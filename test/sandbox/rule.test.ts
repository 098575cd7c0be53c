/** The rules of the sandbox, each with its source and date, or assumed. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../compare/checks/index.ts';
import { catalogue } from '../../src/services/catalogue.ts';
import { ApiError } from '../../src/sandbox/http/api-error.ts';
import { hasAssumedBehaviour, refusalOf, rules } from '../../src/sandbox/rule.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();

const folder = new URL('../../src/sandbox/', import.meta.url);

const source = globSync('**/*.ts', { cwd: folder.pathname })
  .map((path) => readFileSync(new URL(path, folder), 'utf8'))
  .join('\n');

const refusals = [...new Set(rules.flatMap(({ refusal }) => refusal ?? []))];

describe('GET /_sandbox/rules', () => {
  it('lists all rules', async () => {
    const response = await fetch(`${box.sandbox.url}/_sandbox/rules`);
    expect(await response.json()).toEqual(rules);
    expect(refusals.length).toBeGreaterThan(200);
  });

  it('lists each with its source and the date of it, or as assumed', () => {
    for (const { source: stated, date, assumed, refusal, rule } of rules) {
      expect([refusal ?? rule, stated !== undefined, date !== undefined]).toEqual([
        expect.any(String),
        !assumed,
        !assumed,
      ]);
    }
    const dates = rules.flatMap(({ date }) => date ?? []);
    expect(dates.filter((date) => !/^\d{4}-\d\d-\d\d$/.test(date))).toEqual([]);
  });

  it('names services and operations that exist', () => {
    const places = new Set(rules.flatMap((rule) => rule.in ?? []));
    const known = new Set([...catalogue.keys(), 'video', 'live', 'storage', 'calendar']);
    expect([...places].filter((place) => !known.has(place))).toEqual([]);
  });

  it('lists no refusal that the sandbox never throws', () => {
    const endings = [...source.matchAll(/\$\{\w+\}([A-Z]\w+)`/g)].map(([, ending]) => ending!);
    const isWritten = (reason: string): boolean =>
      source.includes(`'${reason}'`) || endings.some((ending) => reason.endsWith(ending));
    expect(refusals.filter((reason) => !isWritten(reason))).toEqual([]);
  });

  it('has every refusal: another one does not compile', () => {
    // @ts-expect-error No page has this reason, and no row says that it is assumed.
    expect(new ApiError(400, 'unheardOf').reason).toBe('unheardOf');
  });
});

describe('a refusal', () => {
  it.each([
    ['of a page of the operation', 'video:playlists.insert', 'playlistTitleRequired', false],
    ['of the errors of the service', 'storage:files.get', 'notFound', false],
    ['of an operation whose page lacks it', 'calendar:events.list', 'playlistTitleRequired', true],
    [
      'whose row says that it is assumed',
      'video:playlistImages.delete',
      'playlistImageNotFound',
      true,
    ],
    ['that applications report', 'calendar:freebusy.query', 'timeRangeTooLong', true],
    ['that no page states', 'storage:files.get', 'fieldNotWritable', true],
  ])('%s', (_what, key, reason, assumed) => {
    expect(refusalOf(key, reason)?.assumed ?? false).toBe(assumed);
  });
});

it('is compared first where it is assumed, of reads and of writes', () => {
  const ranks = checks.map(({ writes = false, calls }) => [
    writes,
    !calls.some((each) => hasAssumedBehaviour(each)),
  ]);
  expect(ranks).toEqual(
    ranks.toSorted(([a, b], [c, d]) => Number(a) - Number(c) || Number(b) - Number(d)),
  );
  expect(ranks[0]).toEqual([false, false]);
});
