/**
 * Every field of the exposed REST resources is shown by some GraphQL field, or is listed with a
 * reason in `test/contract/operation/unexposed-field/`. `rest-field.ts` says what is exposed.
 */
import { describe, expect, it } from 'vitest';
import { exposedOperationsOf } from '../../../src/engine/schema/exposed-operation.ts';
import { schema } from '../../../src/services/schema.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { services } from '../../../src/services/api.ts';
import type { Service } from '../../../src/engine/api/register.ts';
import {
  exposedResourcesOf,
  fileOf,
  isWithin,
  plainPath,
  type ReadPath,
  restResourcesOf,
  type RestField,
  unexposedFields,
} from '../operation/rest-field.ts';

const { called } = exposedOperationsOf(schema);

describe.each(services)('fields of the resources of the %s service', (service) => {
  const resources = exposedResourcesOf(service);
  const fields = resources.flatMap((resource) => resource.fields);
  const listed = unexposedFields[service].flatMap((group) => group.fields);
  const labels = (found: readonly RestField[]): string[] => [
    ...new Set(found.map(({ label }) => label)),
  ];

  it('are shown by a GraphQL field, or listed as unexposed', () => {
    const missing = resources.flatMap(({ typeName, operations, fields: all }) => {
      const advice =
        typeName === undefined
          ? `no GraphQL type shows it, but ${operations.join(', ')} returns it; add a type`
          : `no GraphQL field shows it; add one to the type ${typeName}`;
      return labels(all.filter(({ shownBy, isListed }) => shownBy.length === 0 && !isListed)).map(
        (label) => `${label}: ${advice}, or list it in ${fileOf(service)}`,
      );
    });
    expect(missing).toEqual([]);
  });
  it('are not listed as unexposed if a GraphQL field shows them', () => {
    const wrong = fields.filter(({ isListed, shownBy }) => isListed && shownBy.length > 0);
    expect(
      wrong.map(
        ({ label, shownBy }) =>
          `${label}: ${shownBy[0]!.coordinate} shows it; remove it from ${fileOf(service)}`,
      ),
    ).toEqual([]);
  });
  it('are deprecated in the graph if and only if they are upstream', () => {
    // A field that shows a whole object may leave the deprecated parts of it out, and one of its
    // parts may be deprecated alone.
    const showsSame = (each: ReadPath, { deprecated, path }: RestField): boolean =>
      deprecated ? isWithin(each.path, plainPath(path)) : isWithin(plainPath(path), each.path);
    const living = new Set(
      fields.flatMap(({ deprecated, shownBy }) =>
        deprecated ? [] : shownBy.map(({ coordinate }) => coordinate),
      ),
    );
    // A field may show a deprecated value where its successor is missing.
    const replaces = ({ coordinate }: ReadPath, { deprecated }: RestField): boolean =>
      deprecated && living.has(coordinate);
    const differing = fields.filter((field) =>
      field.shownBy.some(
        (each) =>
          each.deprecated !== field.deprecated && showsSame(each, field) && !replaces(each, field),
      ),
    );
    expect(
      differing.map(
        ({ label, deprecated, shownBy }) =>
          `${label} is ${deprecated ? '' : 'not '}deprecated upstream: ` +
          `${deprecated ? 'state' : 'remove'} the deprecationReason of ${shownBy[0]!.coordinate}`,
      ),
    ).toEqual([]);
  });
  it('are listed with a reason, which names only operations that are not exposed yet', () => {
    for (const { reason } of unexposedFields[service]) {
      expect(reason).toMatch(/^[A-Z].+\.$/);
      const operations = [...reason.matchAll(/`(\w+:[\w.]+)`/g)].map(([, key]) => key!);
      const isPending = (key: string): boolean => catalogue.has(key) && !called.includes(key);
      expect(operations.filter((key) => !isPending(key))).toEqual([]);
    }
  });
  it('are listed as unexposed once, under paths that exist', () => {
    expect(listed.filter((entry, index) => listed.indexOf(entry) !== index)).toEqual([]);
    const known = Object.entries(restResourcesOf(service)).flatMap(([resource, paths]) =>
      Object.keys(paths).map((path) => `${resource}.${plainPath(path)}`),
    );
    const unknown = listed.filter((entry) => !known.some((label) => isWithin(label, entry)));
    expect(
      unknown.map((entry) => `${entry}: no such field; remove it in ${fileOf(service)}`),
    ).toEqual([]);
  });
});

describe('an exposed resource', () => {
  const namesOf = (service: Service): string[] =>
    exposedResourcesOf(service).map(({ name }) => name);

  it('is one that an exposed operation returns, whichever operation that is', () => {
    expect(namesOf('calendar')).toEqual(
      expect.arrayContaining(['Calendar', 'CalendarListEntry', 'Event']),
    );
    expect(namesOf('storage')).toEqual(expect.arrayContaining(['File', 'Permission']));
    expect(namesOf('live')).toEqual(expect.arrayContaining(['LiveBroadcast', 'LiveStream']));
    expect(namesOf('video').toSorted()).toEqual(Object.keys(restResourcesOf('video')).toSorted());
  });
});
