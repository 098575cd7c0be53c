/**
 * Every field of the REST resources is shown by some field of the graph, is listed as not exposed
 * yet, or is omitted for a reason. `test/data/<service>-schema.json` has the facts: each path of
 * each resource with its type and, maybe, the word `deprecated`.
 */
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exposedOperationsOf } from '../../src/graph/exposed-operation.ts';
import { schema } from '../../src/graph/schema.ts';
import type { Service } from '../../src/upstream/operation.ts';
import { fieldNeed } from '../support/field-need.ts';
import { calendarFields } from './omitted-field/calendar.ts';
import { liveFields } from './omitted-field/live.ts';
import type { ServiceFields } from './omitted-field/service-fields.ts';
import { storageFields } from './omitted-field/storage.ts';
import { videoFields } from './omitted-field/video.ts';

type Resources = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A path that some GraphQL field reads, and whether that field is deprecated. */
interface ShownPath {
  readonly path: string;
  readonly deprecated: boolean;
}

/** One field of a REST resource. */
interface RestField {
  readonly resource: string;
  readonly path: string;
  /** `Resource.path` without marks of lists and maps: so the lists of omitted fields name it. */
  readonly label: string;
  readonly deprecated: boolean;
  /** The GraphQL fields that show it. */
  readonly shownBy: readonly ShownPath[];
}

/** Present in every resource and never shown. */
const transportFields = new Set(['kind', 'etag']);

const { called: exposedOperations } = exposedOperationsOf(schema);

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

const fieldsOf = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields());

/** Lists and maps are shown as a whole: their elements have no paths of their own. */
const plain = (path: string): string => path.replaceAll('[]', '').replace(/\.\(key\).*$/, '');

const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`);

/** Paths that the fields of a type read, and those of the types nested in it. */
function pathsShownBy(
  type: GraphQLObjectType,
  prefix: string,
  parentDeprecated: boolean,
  ancestors: readonly GraphQLObjectType[] = [],
): ShownPath[] {
  if (ancestors.includes(type)) return [];
  return fieldsOf(type).flatMap((field) => {
    const { paths = [], optionalPaths = [], nested, embedded } = fieldNeed(field) ?? {};
    const deprecated = parentDeprecated || field.deprecationReason != null;
    const own = [...paths, ...optionalPaths, ...(embedded ? [embedded.at] : [])].map((path) => ({
      path: prefix + path,
      deprecated,
    }));
    const below = getNamedType(field.type);
    if (nested === undefined || !isObjectType(below)) return own;
    const nestedPrefix = nested === '' ? prefix : `${prefix}${nested}.`;
    return [...own, ...pathsShownBy(below, nestedPrefix, deprecated, [...ancestors, type])];
  });
}

/** Paths of a resource that fields of any type read by a call of their own. */
const separatelyFetched = (typeName: string): ShownPath[] =>
  objectTypes.flatMap(fieldsOf).flatMap((field) => {
    const { separateFetch } = fieldNeed(field) ?? {};
    if (separateFetch?.resource !== typeName) return [];
    const [below, deprecated] = [getNamedType(field.type), field.deprecationReason != null];
    return isObjectType(below)
      ? pathsShownBy(below, `${separateFetch.at}.`, deprecated)
      : [{ path: separateFetch.at, deprecated }];
  });

function shownPaths(resource: string, { types, resourcesNotExposedYet }: ServiceFields) {
  if (resource in resourcesNotExposedYet) return [];
  const name = types[resource] ?? resource;
  const type = schema.getType(name);
  const own = isObjectType(type)
    ? [...pathsShownBy(type, '', false), { path: 'id', deprecated: false }]
    : [];
  return [...own, ...separatelyFetched(name)];
}

function restFields(resources: Resources, service: ServiceFields): RestField[] {
  return Object.entries(resources).flatMap(([resource, paths]) => {
    const shown = shownPaths(resource, service);
    // Any field of an embedded resource shows it.
    const shows = (path: string, type: string) => (each: ShownPath) =>
      isWithin(plain(path), each.path) || (/^[A-Z]/.test(type) && isWithin(each.path, plain(path)));
    return Object.entries(paths)
      .filter(([path]) => !transportFields.has(path))
      .map(([path, type]) => ({
        resource,
        path,
        label: `${resource}.${plain(path)}`,
        deprecated: type.includes('deprecated'),
        shownBy: shown.filter(shows(path, type)),
      }));
  });
}

const services: readonly (readonly [Service, ServiceFields])[] = [
  ['video', videoFields],
  ['live', liveFields],
  ['storage', storageFields],
  ['calendar', calendarFields],
];

describe.each(services)('fields of the resources of the %s service', (name, service) => {
  const file = new URL(`../data/${name}-schema.json`, import.meta.url);
  const resources = JSON.parse(readFileSync(file, 'utf8')) as Resources;
  const all = restFields(resources, service);
  const { resourcesNotExposedYet, fieldsNotExposedYet, omitted } = service;
  const listed = [...fieldsNotExposedYet, ...omitted.flatMap(({ fields }) => fields)];
  const isListed = ({ label }: RestField): boolean =>
    listed.some((entry) => isWithin(label, entry));
  const labels = (fields: readonly RestField[]): string[] => [
    ...new Set(fields.map(({ label }) => label)),
  ];

  it('are shown by a field of the graph, or listed in test/contract/omitted-field/', () => {
    const lacking = all.filter(
      (field) =>
        field.shownBy.length === 0 &&
        !isListed(field) &&
        !(field.resource in resourcesNotExposedYet),
    );
    expect(labels(lacking)).toEqual([]);
  });
  it('are not listed if a field of the graph shows them', () => {
    expect(labels(all.filter((field) => isListed(field) && field.shownBy.length > 0))).toEqual([]);
  });
  it('are deprecated in the graph if and only if they are upstream', () => {
    // A field that shows a whole object may leave the deprecated parts of it out.
    const showsOnly = (each: ShownPath, { path }: RestField): boolean =>
      isWithin(each.path, plain(path));
    const differing = all.filter((field) =>
      field.shownBy.some(
        (each) =>
          each.deprecated !== field.deprecated && (!field.deprecated || showsOnly(each, field)),
      ),
    );
    expect(labels(differing)).toEqual([]);
  });
  it('are listed once, under paths that exist', () => {
    expect(listed.filter((entry, index) => listed.indexOf(entry) !== index)).toEqual([]);
    expect(listed.filter((entry) => !all.some(({ label }) => isWithin(label, entry)))).toEqual([]);
  });
  it('belong to resources that are not exposed yet only while no field calls their operation', () => {
    const entries = Object.entries(resourcesNotExposedYet);
    expect(entries.filter(([resource]) => !(resource in resources))).toEqual([]);
    expect(entries.filter(([, operation]) => exposedOperations.includes(operation))).toEqual([]);
  });
});
