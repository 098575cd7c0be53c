/** What the explorer shows of a trace: laws over all queries among the examples, and the edges. */
import { buildSchema, Kind, parse } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ResponseExtensions, Trace, TracedCall } from '../../schema/extensions.js';
import { operationFields } from '../../src/explorer/editor/operation-fields.ts';
import { serviceParts } from '../../src/explorer/editor/result-services.ts';
import { welcome } from '../../src/explorer/examples/welcome.ts';
import { wavesOf } from '../../src/explorer/plan/waves.ts';
import { serviceOf } from '../../src/explorer/service/service.ts';
import { useStudio } from '../support/gateway/studio.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../schema/${path}`, import.meta.url), 'utf8');

const isQuery = (source: string): boolean =>
  parse(source).definitions.every(
    (each) => each.kind !== Kind.OPERATION_DEFINITION || each.operation === 'query',
  );

const queries = readdirSync(new URL('../../schema/operations/', import.meta.url))
  .filter((name) => name.endsWith('.graphql'))
  .map((name) => [name, read(`operations/${name}`)] as const)
  .filter(([, source]) => isQuery(source));

/** As the page has it: with the directives. */
const schema = buildSchema(read('schema.graphql'), { assumeValidSDL: true });

describe('of the trace of a query', () => {
  const studio = useStudio();

  it.each([...queries, ['welcome', welcome] as const])('%s', async (_, source) => {
    const response = await studio.gateway.send('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer studio-owner',
        'x-trace': '1',
      },
      body: JSON.stringify({ query: source }),
    });
    const { data, extensions } = JSON.parse(response.text) as {
      readonly data: unknown;
      readonly extensions: ResponseExtensions;
    };
    const trace = extensions.trace!;
    expect(trace.calls.length).toBe(extensions.cost!.requests);
    expectWaves(trace);
    expectFields(source, trace);
    expectParts(JSON.stringify({ data, extensions }, undefined, 2), trace);
  });
});

/** Each call is in one group, after all whose answers it has waited for. */
function expectWaves(trace: Trace): void {
  const waves = wavesOf(trace);
  const waveOf = new Map<number, number>();
  for (const [number, { groups }] of waves.entries())
    for (const { calls, operation, fields } of groups)
      for (const index of calls) {
        expect(waveOf.has(index)).toBe(false);
        waveOf.set(index, number);
        expect([trace.calls[index]!.operation, trace.calls[index]!.fields]).toEqual([
          operation,
          fields,
        ]);
      }
  expect(waveOf.size).toBe(trace.calls.length);
  const waited = trace.calls.flatMap(({ waits }, index) =>
    waits
      .filter(({ reason }) => reason === 'ids' || reason === 'order')
      .flatMap(({ calls = [] }) => calls.map((before) => [before, index] as const)),
  );
  const early = waited.filter(([before, index]) => waveOf.get(index)! <= waveOf.get(before)!);
  expect(early).toEqual([]);
}

/** Each field with calls is in the operation, with the service of the calls. */
function expectFields(source: string, { calls }: Trace): void {
  const fields = operationFields(source, schema);
  for (const { path, offset, length } of fields)
    expect(source.slice(offset, offset + length)).toBe(path.split('.').at(-1));
  for (const call of calls)
    for (const path of call.fields) {
      const services = fields.filter((each) => each.path === path).flatMap((each) => each.services);
      expect([path, services]).toEqual([path, expect.arrayContaining([call.service])]);
    }
}

/** Each part is a field with calls of its service. */
function expectParts(json: string, trace: Trace): void {
  const services = new Map(
    trace.calls.flatMap(({ fields, service }) => fields.map((each) => [each, service])),
  );
  const names = new Set([...services.keys()].map((path) => path.split('.').at(-1)));
  for (const { name, whole, service } of serviceParts(json, trace)) {
    const text = JSON.parse(json.slice(name.offset, name.offset + name.length)) as string;
    expect(names).toContain(text);
    expect([...services.values()]).toContain(service);
    expect(() =>
      JSON.parse(`{${json.slice(whole.offset, whole.offset + whole.length)}}`),
    ).not.toThrow();
  }
}

const call = (more: Partial<TracedCall>): TracedCall => ({
  operation: 'video:videos.list',
  service: 'video',
  fields: ['video'],
  method: 'GET',
  startMs: 0,
  durationMs: 1,
  waits: [],
  attempts: [],
  source: 'service',
  units: 1,
  ...more,
});

describe('waves', () => {
  const wait = (reason: 'ids' | 'place', calls: number[]) => ({
    waits: [{ reason, calls, startMs: 0, durationMs: 1 }],
  });
  const numbers = (calls: readonly TracedCall[]): number[][] =>
    wavesOf({ durationMs: 1, waits: [], calls }).map(({ groups }) =>
      groups.flatMap((group) => group.calls),
    );
  it('are none without calls', () => expect(numbers([])).toEqual([]));
  it('follow the longest way', () => {
    const calls = [call({}), call(wait('ids', [0])), call(wait('ids', [0, 1])), call({})];
    expect(numbers(calls)).toEqual([[0, 3], [1], [2]]);
  });
  it('do not begin with a wait for a place', () =>
    expect(numbers([call({}), call(wait('place', [0]))])).toEqual([[0, 1]]));
  it('have a group for each field and operation', () => {
    const calls = [call({}), call({ fields: ['other'] }), call({}), call({ operation: 'x:y.z' })];
    const { groups } = wavesOf({ durationMs: 1, waits: [], calls })[0]!;
    expect(groups.map((group) => group.calls)).toEqual([[0, 2], [1], [3]]);
  });
});

describe('the fields of an operation', () => {
  const paths = (source: string): string[] => operationFields(source).map(({ path }) => path);
  it.each([
    ['{ a { b } }', ['a', 'a.b']],
    ['{ x: a { y: b } }', ['x', 'x.y']],
    ['{ a { ... on T { b } ... { c } } }', ['a', 'a.b', 'a.c']],
    ['{ a { ...F } d { ...F } } fragment F on T { b }', ['a', 'a.b', 'd', 'd.b']],
    ['{ ...F } fragment F on T { a { ...F } }', ['a']],
    ['{ ...Missing a }', ['a']],
    ['query A { a } query B { b }', ['a', 'b']],
    ['{ a {', []],
    ['', []],
  ])('of %s', (source, expected) => expect(paths(source)).toEqual(expected));
});

it.each([
  ['video:videos.list', 'video'],
  ['other:x.y', undefined],
  ['toString:x', undefined],
  ['', undefined],
])('the service of %j is %s', (operation, service) => expect(serviceOf(operation)).toBe(service));
