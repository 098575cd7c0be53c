/**
 * Random queries of which one REST answer is damaged: an item lacks its id, a value has another
 * type, an item is null, or the JSON ends in the middle. No field then shows another value than
 * without the damage. What cannot be shown is null, with the error `UPSTREAM_INVALID` there or
 * below, or is left out of a search, with a warning. Everything else is delivered.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { garble } from '../../support/upstream/garble.ts';
import { comparable } from '../../support/oracle/comparable.ts';
import { anyCost } from '../../support/gateway/document-limit.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { promised } from '../../support/report/promised-size.ts';
import { anyQuery, type RandomQuery } from '../../support/random/random-query.ts';
import { howToRepeat, seedOf } from '../../support/random/repeatable-seed.ts';
import { useEditingProxy } from '../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('video', 'storage', 'calendar');

const env = {
  ...anyCost,
  RETRY_ATTEMPTS: '1',
};

let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  gateway = await startGateway({ ...(await options()), env });
});

afterAll(() => gateway.close());

interface Answer {
  readonly data: unknown;
  readonly errors?: readonly {
    readonly path?: Path;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: {
    readonly warnings?: readonly { readonly code: string; readonly path: Path }[];
  };
}

/** The places of an answer that need not be as without the damage. */
interface Excused {
  /** Paths of errors. */
  readonly errors: readonly Path[];
  /** Paths of lists that leave items out. */
  readonly shorter: readonly Path[];
}

const excusedBy = ({ errors = [], extensions }: Answer): Excused => ({
  errors: errors.map(({ path = [] }) => path),
  shorter: (extensions?.warnings ?? [])
    .filter(({ code }) => code === 'INVALID_ITEMS')
    .map(({ path }) => path),
});

/** Whether a list has the items of another one in their order, but not all of them. */
function isPartOf(list: readonly unknown[], whole: readonly unknown[]): boolean {
  const texts = whole.map((each) => JSON.stringify(each));
  let next = 0;
  return list.every((each) => {
    const index = texts.indexOf(JSON.stringify(each), next);
    next = index + 1;
    return index >= 0;
  });
}

async function ask({ document, variables }: RandomQuery): Promise<Answer> {
  const { body } = await gateway.query(document, variables, {
    authorization: 'Bearer studio-owner',
  });
  return body as Answer;
}

/** New in each full run. The quick one repeats its queries: a failure comes from a change. */
const seed = seedOf(process.env);
const evenly = (limit: number): fc.Arbitrary<number> => fc.noBias(fc.nat(limit - 1));

type Path = readonly (string | number)[];

const startsWith = (path: Path, start: Path): boolean =>
  start.every((step, index) => path[index] === step);

/** Sentences about values that the damage may not have changed. */
function wrongValues(right: unknown, shown: unknown, at: Path, excused: Excused): string[] {
  if (JSON.stringify(right) === JSON.stringify(shown)) return [];
  const place = at.join('.');
  // Lists of the sandbox can change between the two queries, as its clock goes on.
  if (/cursor(_\d+b?)?$/i.test(String(at.at(-1))) && typeof shown === typeof right) return [];
  if (shown === null)
    return excused.errors.some((path) => startsWith(path, at))
      ? []
      : [`${place}: null without an error`];
  if (Array.isArray(right) && Array.isArray(shown) && right.length === shown.length)
    return right.flatMap((each, index) => wrongValues(each, shown[index], [...at, index], excused));
  const isShorter = excused.shorter.some((path) => startsWith(at, path));
  if (isShorter && Array.isArray(right) && Array.isArray(shown) && isPartOf(shown, right))
    return [];
  if (isObject(right) && isObject(shown))
    return Object.keys(right).flatMap((name) =>
      wrongValues(right[name], shown[name], [...at, name], excused),
    );
  return [`${place}: ${JSON.stringify(shown)} instead of ${JSON.stringify(right)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keyOf = ({ path, extensions }: NonNullable<Answer['errors']>[number]): string =>
  JSON.stringify([path, extensions['code']]);

beforeEach(({ onTestFailed }) =>
  onTestFailed(() =>
    console.error(howToRepeat(seed, 'test/services/answer/garbled-answer.gate.test.ts')),
  ),
);

it('shows no value that a damaged answer does not have, and loses no other', {
  tags: ['R43', 'fullSize'],
  timeout: 3_600_000,
}, async () => {
  let damaged = 0;
  let failed = 0;
  const property = fc.asyncProperty(anyQuery, fc.gen(), async (query, gen) => {
    let count = 0;
    proxy.edit((answer) => {
      if (!('error' in answer)) count += 1;
    });
    const undisturbed = await ask(query);
    if (count === 0) return;
    const chosen = gen(evenly, count);
    let seen = 0;
    let before = '';
    let after = '';
    proxy.edit((answer) => {
      if ('error' in answer) return undefined;
      seen += 1;
      if (seen !== chosen + 1) return undefined;
      before = JSON.stringify(answer);
      const cut = garble(answer, (limit) => gen(evenly, limit));
      after = cut ?? JSON.stringify(answer);
      return cut;
    });
    const answer = await ask(query);
    const { data, errors = [] } = answer;
    const known = new Set((undisturbed.errors ?? []).map(keyOf));
    const caused = errors.filter((error) => !known.has(keyOf(error)));
    const excused = excusedBy(answer);
    const wrong = wrongValues(comparable(undisturbed.data), comparable(data), [], excused);
    const codes = new Set(caused.map(({ extensions }) => extensions['code']));
    const unnamed = caused.filter(
      ({ extensions }) => !extensions['service'] || !extensions['operation'],
    );
    expect({ wrong, codes: [...codes], unnamed }, `${before} became ${after}`).toEqual({
      wrong: [],
      codes: codes.size === 0 ? [] : ['UPSTREAM_INVALID'],
      unnamed: [],
    });
    damaged += 1;
    if (caused.length > 0) failed += 1;
  });
  await fc.assert(property, { seed, numRuns: promised(2000, 60), endOnFailure: true });
  // Damage to a value that nothing shows, such as a token of a page that nobody reads, is none.
  expect(failed).toBeGreaterThan(damaged / 3);
});
