/** Requests from arguments; for all operations, no id makes a request of another operation. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../../src/services/api.ts';
import { calendarList, events } from '../../../../src/services/calendar/operations.ts';
import { files } from '../../../../src/services/storage/operations.ts';
import { videos } from '../../../../src/services/video/operations.ts';
import { catalogue } from '../../../../src/services/catalogue.ts';
import { InvalidInput } from '../../../../src/engine/api/error.ts';
import type { Service } from '../../../../src/engine/api/register.ts';
import { type AnyOperation, pathKeys, serviceOf } from '../../../../src/engine/api/operation.ts';
import type { Param } from '../../../../src/engine/api/param.ts';
import { buildRequest } from '../../../../src/engine/rest/request/request.ts';
import { promised } from '../../../support/report/promised-size.ts';

type Arguments = Readonly<Record<string, unknown>>;
const all = [...catalogue.values()];

const paramsOf = (operation: AnyOperation): Record<string, Param> => operation.query;

/** For arguments that the types do not allow. */
const build = (operation: AnyOperation, args: Arguments) =>
  buildRequest(googleApis, operation, args);

/** The name of the rejected argument, or the request where none is rejected. */
function rejection(operation: AnyOperation, args: Arguments): unknown {
  try {
    return build(operation, args);
  } catch (error) {
    if (error instanceof InvalidInput) return error.argument;
    throw error;
  }
}

describe('a request', () => {
  it('joins lists of YouTube by commas, in the given order', () => {
    expect(
      buildRequest(googleApis, videos.list, { part: ['snippet', 'status'], id: ['b', 'a'] }),
    ).toEqual({
      method: 'GET',
      path: '/videos?part=snippet,status&id=b,a&prettyPrint=false',
    });
  });
  it('does not encode commas, slashes and parentheses of the mask', () => {
    const { path } = buildRequest(googleApis, files.get, {
      fileId: 'f1',
      fields: 'id,owners(emailAddress),capabilities/canEdit',
    });
    expect(path).toBe(
      '/drive/v3/files/f1?fields=id,owners(emailAddress),capabilities/canEdit&prettyPrint=false',
    );
  });
  it('has its body as JSON, beside its parameters', () => {
    expect(
      buildRequest(googleApis, events.update, {
        calendarId: 'c',
        eventId: 'e',
        sendUpdates: 'none',
        body: { summary: 'ü' },
      }),
    ).toEqual({
      method: 'PUT',
      path: '/calendars/c/events/e?sendUpdates=none&prettyPrint=false',
      body: '{"summary":"ü"}',
    });
  });
  it('writes numbers and booleans, and leaves out null', () => {
    const { path } = buildRequest(googleApis, calendarList.list, {
      maxResults: 250,
      showHidden: false,
      pageToken: null,
    });
    expect(path).toBe('/users/me/calendarList?maxResults=250&showHidden=false&prettyPrint=false');
  });
});

const bases: Readonly<Record<Service, string>> = {
  video: '/youtube/v3',
  live: '/youtube/v3',
  storage: '',
  calendar: '/calendar/v3',
};

const baseOf = (operation: AnyOperation): string =>
  operation.isBelowHost ? '' : bases[serviceOf(operation)];

const templateOf = (operation: AnyOperation): string[] =>
  (baseOf(operation) + operation.path).split('/');

/**
 * The id of a path segment, empty for a literal segment; undefined where the segment does not match
 * its template.
 */
function idIn(template: string, raw: string): string | undefined {
  const open = template.indexOf('{');
  if (open < 0) return template === raw ? '' : undefined;
  const rest = template.slice(template.indexOf('}') + 1);
  return open === 0 && raw.endsWith(rest) && raw.length > rest.length
    ? decodeURIComponent(raw.slice(0, raw.length - rest.length))
    : undefined;
}

const keysOf = (operation: AnyOperation): number => pathKeys(operation.path).length;

/** The operation of a request as a server finds it: literal segments come before keys. */
function route(method: string, { pathname }: URL): AnyOperation | undefined {
  const segments = pathname.split('/');
  const fits = all.filter((operation) => {
    const template = templateOf(operation);
    return (
      operation.method === method &&
      template.length === segments.length &&
      template.every((part, i) => idIn(part, segments[i]!) !== undefined)
    );
  });
  return fits.toSorted((a, b) => keysOf(a) - keysOf(b))[0];
}

/** The path ids of a request. */
const idsIn = (operation: AnyOperation, { pathname }: URL): string[] => {
  const segments = pathname.split('/');
  return templateOf(operation).flatMap((part, i) =>
    part.includes('{') ? [idIn(part, segments[i]!)!] : [],
  );
};

/** The query as a server reads it: values by name, comma lists split. */
const read = (operation: AnyOperation, url: URL): Record<string, string[]> =>
  Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => {
      const values = url.searchParams.getAll(name);
      return [
        name,
        paramsOf(operation)[name]?.list === 'comma'
          ? values.flatMap((value) => value.split(','))
          : values,
      ];
    }),
  );

/** The query that the arguments should become. */
const sent = (operation: AnyOperation, args: Arguments): Record<string, string[]> => ({
  ...Object.fromEntries(
    Object.keys(paramsOf(operation))
      .filter((name) => args[name] !== undefined)
      .map((name) => [name, [args[name]].flat().map(String)]),
  ),
  ...(args['fields'] === undefined ? {} : { fields: [args['fields'] as string] }),
  prettyPrint: ['false'],
});

/** The call that a server reads from the request. */
function received(operation: AnyOperation, { method, path }: ReturnType<typeof build>): object {
  const url = new URL(baseOf(operation) + path, 'http://upstream.example');
  const { host, hash } = url;
  return {
    operation: route(method, url)?.key,
    ids: idsIn(operation, url),
    query: read(operation, url),
    host,
    hash,
  };
}

const expectedCall = (operation: AnyOperation, args: Arguments): object => ({
  operation: operation.key,
  ids: pathKeys(operation.path).map((key) => args[key]),
  query: sent(operation, args),
  host: 'upstream.example',
  hash: '',
});

/** Ids that would change the request, alone or as a part of an id. */
const attacks = [
  '',
  ...'. .. / // \\ ? % ../.. ./x x/.. ;/.. ?alt=media'.split(' '),
  ...'%2e%2e %2E. %252e %2f %5c %00'.split(' '),
  ...'\0 \r\n \r\nhost:x \t \u007f \u202e \u200b \u2028 \ufeff \ud800 \udfff \u{e0001}'.split(' '),
];

const literals = [...new Set(all.flatMap((operation) => templateOf(operation)))];

const words = [
  '__proto__',
  'constructor',
  'toString',
  'trash',
  'generateIds',
  'root',
  'primary',
  'me',
  'mine',
  ...literals,
];

const hostileId = fc.oneof(
  fc.constantFrom(...attacks, ...words, 'a,b', ',', 'a b', ' ', '+', '&', '=', '#', '&key=x', '#x'),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.constantFrom(...attacks, ...words, 'a', ',', ':', '@', '.', '#', '~'), {
      maxLength: 4,
    })
    .map((pieces) => pieces.join('')),
);

const validId = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('...', '__proto__', 'de.german#holiday@group.v') },
  {
    weight: 9,
    arbitrary: fc
      .string({
        unit: fc.constantFrom(...'a b c X Y Z 0 1 9 - _ ~ . : @ # = + ! ( ) * é 漢'.split(' ')),
        minLength: 1,
        maxLength: 24,
      })
      .filter((id) => id !== '.' && id !== '..'),
  },
);

/** One value of a parameter, or one element of its list. */
function oneValueOf(
  { type, values, min = 0, max = 1000 }: Param,
  texts: fc.Arbitrary<string>,
): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min, max });
  return values ? fc.constantFrom(...values) : texts;
}

function valueOf(
  param: Param,
  ids: fc.Arbitrary<string>,
  texts: fc.Arbitrary<string>,
): fc.Arbitrary<unknown> {
  const { list, maxItems = 60 } = param;
  const one = oneValueOf(param, texts);
  if (list === 'comma') return fc.array(ids, { minLength: 1, maxLength: maxItems, size: 'small' });
  if (list === 'repeat') return fc.array(one, { minLength: 1, size: 'small' });
  return param.id ? ids : one;
}

/** Any operation with arguments that have its types; ids and texts come from the given sources. */
const calls = (
  ids: fc.Arbitrary<string>,
  texts: fc.Arbitrary<string>,
): fc.Arbitrary<readonly [AnyOperation, Arguments]> =>
  fc.constantFrom(...all).chain((operation) => {
    const params = Object.entries(paramsOf(operation));
    const keys = pathKeys(operation.path);
    const model: Record<string, fc.Arbitrary<unknown>> = {
      ...Object.fromEntries(keys.map((key) => [key, ids])),
      ...Object.fromEntries(params.map(([name, param]) => [name, valueOf(param, ids, texts)])),
      fields: texts,
    };
    const requiredKeys = [
      ...keys,
      ...params.filter(([, { required }]) => required).map(([name]) => name),
    ];
    return fc.tuple(
      fc.constant(operation),
      fc.record(model, { requiredKeys, noNullPrototype: true }),
    );
  });

/** The required arguments of an operation. */
const minimalArgs = (operation: AnyOperation): Arguments => ({
  ...Object.fromEntries(pathKeys(operation.path).map((key) => [key, 'x'])),
  ...Object.fromEntries(
    Object.entries(paramsOf(operation))
      .filter(([, { required }]) => required)
      .map(([name, { type, list, values }]) => [
        name,
        list ? ['x'] : (values?.[0] ?? (type === 'boolean' || 'x')),
      ]),
  ),
});

/** Values that a parameter cannot have. */
function wrongFor({ type, list, values, min, max, maxItems }: Param): readonly unknown[] {
  const ofType = {
    boolean: [1, 'true'],
    integer: [
      1.5,
      Number.NaN,
      '1',
      ...(min === undefined ? [] : [min - 1]),
      ...(max === undefined ? [] : [max + 1]),
    ],
    string: [{}, 7, '\ud800', ...(values ? ['no such value', 'statusUnspecified'] : [])],
  }[type ?? 'string'];
  if (list === undefined) return ofType;
  const tooMany = maxItems && Array.from({ length: maxItems + 1 }, (_, index) => `v${index}`);
  return ['text', [], ...ofType.map((one) => [one]), ...(tooMany ? [tooMany] : [])];
}

describe('for all operations', () => {
  it('any ids and texts reach their own operation unchanged, or are rejected by name', {
    tags: ['S17', 'fullSize'],
  }, () => {
    const texts = fc.string({ unit: 'binary', maxLength: 12 });
    let built = 0;
    fc.assert(
      fc.property(
        calls(fc.oneof({ weight: 2, arbitrary: validId }, hostileId), texts),
        ([operation, args]) => {
          const outcome = rejection(operation, args);
          if (typeof outcome === 'string' && outcome in args) return;
          built++;
          expect(received(operation, outcome as ReturnType<typeof build>)).toEqual(
            expectedCall(operation, args),
          );
        },
      ),
      { numRuns: promised(100_000, 4_000) },
    );
    expect(built).toBeGreaterThan(promised(25_000, 1_000));
  });
  it('no valid id and no well-formed text is rejected', () => {
    const texts = fc.oneof(
      fc.constant('a&id=x#y?/../%00 "ü"\n,+🎬'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    fc.assert(
      fc.property(calls(validId, texts), ([operation, args]) => {
        expect(received(operation, build(operation, args))).toEqual(expectedCall(operation, args));
      }),
      { numRuns: 2_000 },
    );
  });
  it('an argument is rejected by its name if it is missing, or has a value that it cannot have', () => {
    for (const operation of all) {
      const args = minimalArgs(operation);
      for (const name of Object.keys(args)) {
        const { [name]: _, ...others } = args;
        expect([operation.key, rejection(operation, others)]).toEqual([operation.key, name]);
      }
      const wrong = Object.entries(paramsOf(operation)).flatMap(([name, param]) =>
        wrongFor(param).map((value) => [name, value] as const),
      );
      const others = [
        ...pathKeys(operation.path).map((key) => [key, 7]),
        ['fields', '\udc00'],
      ] as const;
      for (const [name, value] of [...wrong, ...others] as readonly (readonly [string, unknown])[])
        expect([operation.key, value, rejection(operation, { ...args, [name]: value })]).toEqual([
          operation.key,
          value,
          name,
        ]);
    }
  });
  const keyed = all.filter(({ path }) => path.includes('{'));
  it.each(attacks.map((id) => [id] as const))(
    'the id %j is rejected in every path',
    { tags: ['S17', 'S18', 'S19'] },
    (id) => {
      for (const operation of keyed)
        for (const key of pathKeys(operation.path)) {
          const args = { ...minimalArgs(operation), [key]: id };
          expect([operation.key, rejection(operation, args)]).toEqual([operation.key, key]);
        }
    },
  );
  it('an id is rejected that is an operation in its place', { tags: ['S17'] }, () => {
    const rows = keyed.flatMap((operation) =>
      Object.entries(operation.reservedIds ?? {}).flatMap(([key, ids]) =>
        ids.map((id) => ({ operation, key, args: { ...minimalArgs(operation), [key]: id } })),
      ),
    );
    expect(rows.length).toBeGreaterThan(50);
    for (const { operation, key, args } of rows) expect(rejection(operation, args)).toBe(key);
  });
  const listed = all.flatMap((operation) =>
    Object.entries(paramsOf(operation)).flatMap(([name, { id, list }]) =>
      id || list === 'comma' ? [[operation, name] as const] : [],
    ),
  );
  it.each(['', ',', 'a,b', 'a b', '\0', '\n', '\u202e', '\ud800'])(
    'the id %j is rejected in every query',
    (id) => {
      for (const [operation, name] of listed) {
        const args = {
          ...minimalArgs(operation),
          [name]: paramsOf(operation)[name]!.list ? ['x', id] : id,
        };
        expect([operation.key, name, rejection(operation, args)]).toEqual([
          operation.key,
          name,
          name,
        ]);
      }
    },
  );
});
