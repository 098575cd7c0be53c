/**
 * The fields of the REST resources, each with the GraphQL fields that read it. A REST resource is
 * exposed if an operation that returns it is exposed, that is, if a field or mutation of the schema
 * may call that operation. `test/data/<service>-schema.json` has the facts: each path of each
 * resource with its type and, maybe, the word `deprecated`.
 */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { exposedOperationsOf } from '../../../src/engine/schema/exposed-operation.ts';
import { schema } from '../../../src/services/schema.ts';
import { schemasOf, signatureOf } from '../../../src/services/rest-schema.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import type { Service } from '../../../src/engine/api/register.ts';
import { serviceOf } from '../../../src/engine/api/operation.ts';
import { fieldNeed } from '../../support/oracle/field-need.ts';
import { calendarFields } from './unexposed-field/calendar.ts';
import type { UnexposedFields } from './unexposed-field/field-group.ts';
import { liveFields } from './unexposed-field/live.ts';
import { storageFields } from './unexposed-field/storage.ts';
import { videoFields } from './unexposed-field/video.ts';

type Resources = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One path that a GraphQL field reads of a REST resource. */
export interface ReadPath {
  /** `Type.field` of the GraphQL field. */
  readonly coordinate: string;
  readonly path: string;
  readonly deprecated: boolean;
  /** Names of the types that the GraphQL field links to. */
  readonly linkTargets: readonly string[];
  /** Other paths that the GraphQL field reads as well. */
  readonly alternatives: readonly string[];
}

/** One field of a REST resource. */
export interface RestField {
  readonly resource: string;
  readonly path: string;
  /** `Resource.path` without marks of lists and maps, as the lists of unexposed fields have it. */
  readonly label: string;
  readonly deprecated: boolean;
  /** The GraphQL fields that show it. */
  readonly shownBy: readonly ReadPath[];
  /** Whether the list of unexposed fields has it. */
  readonly isListed: boolean;
}

/** A REST resource that some exposed operation returns. */
export interface ExposedResource {
  readonly service: Service;
  readonly name: string;
  /** Name of its GraphQL type; undefined if the schema has none. */
  readonly typeName: string | undefined;
  /** Keys of the exposed operations that return it. */
  readonly operations: readonly string[];
  readonly fields: readonly RestField[];
  /** All paths that GraphQL fields read of it. */
  readonly readPaths: readonly ReadPath[];
}

/** The fields that no GraphQL field shows, by service. */
export const unexposedFields: Readonly<Record<Service, readonly UnexposedFields[]>> = {
  video: videoFields,
  live: liveFields,
  storage: storageFields,
  calendar: calendarFields,
};

/** The file that lists the unexposed fields of a service. */
export const fileOf = (service: Service): string =>
  `test/contract/operation/unexposed-field/${service}.ts`;

/** Present in every resource and never shown. */
const transportFields = new Set(['kind', 'etag']);

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

const { called } = exposedOperationsOf(schema);

/** Lists and maps are shown as a whole: their elements have no paths of their own. */
export const plainPath = (path: string): string =>
  path.replaceAll('[]', '').replace(/\.\(key\).*$/, '');

export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`);

const fieldsOf = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields());

const readResources = (service: Service): Resources =>
  JSON.parse(
    readFileSync(new URL(`../../data/${service}-schema.json`, import.meta.url), 'utf8'),
  ) as Resources;

const resources: Readonly<Record<Service, Resources>> = {
  video: readResources('video'),
  live: readResources('live'),
  storage: readResources('storage'),
  calendar: readResources('calendar'),
};

/** The paths of all REST resources of a service. */
export const restResourcesOf = (service: Service): Resources => resources[service];

/** Name of the REST resource that an operation returns, alone or in a list; undefined for none. */
function resourceReturnedBy(operation: string): string | undefined {
  const { answer } = signatureOf(operation);
  const service = operation.split(':', 1)[0] as Service;
  if (answer === undefined || answer in restResourcesOf(service)) return answer;
  const items = Object.values(schemasOf(service)[answer] ?? {}).filter((type) =>
    type.endsWith('[]'),
  );
  return items.length === 1 ? items[0]!.slice(0, -2) : undefined;
}

/** Operations that return each REST resource, by `service:Resource`. */
const returning = Map.groupBy(
  [...catalogue.values()],
  (operation) => `${serviceOf(operation)}:${resourceReturnedBy(operation.key)}`,
);

/** GraphQL types of REST resources without a key, where they have other names. */
const otherNames: Readonly<Record<string, string>> = { 'storage:Change': 'FileChange' };

/** Name of the GraphQL type of a REST resource; undefined if the schema has none. */
export function typeNameOf(service: Service, resource: string): string | undefined {
  const operations = returning.get(`${service}:${resource}`) ?? [];
  const declared = [...resourcesOf(schema).values()].find(
    ({ read }) =>
      read.kind !== 'local' && read.kind !== 'proven' && operations.includes(read.operation),
  );
  const name = otherNames[`${service}:${resource}`] ?? resource;
  return declared?.name ?? (schema.getType(name) ? name : undefined);
}

/** All REST resources of a service that exposed operations return. */
export function exposedResourcesOf(service: Service): ExposedResource[] {
  const listed = unexposedFields[service].flatMap(({ fields }) => fields);
  return Object.entries(restResourcesOf(service)).flatMap(([name, paths]) => {
    const operations = (returning.get(`${service}:${name}`) ?? [])
      .map(({ key }) => key)
      .filter((key) => called.includes(key));
    if (operations.length === 0) return [];
    const typeName = typeNameOf(service, name);
    const readPaths = readPathsOf(typeName ?? name);
    const fields = Object.entries(paths)
      .filter(([path]) => !transportFields.has(path))
      .map(([path, type]) => restField(name, [path, type], readPaths, listed));
    return [{ service, name, typeName, operations, fields, readPaths }];
  });
}

function restField(
  resource: string,
  [path, type]: readonly [string, string],
  readPaths: readonly ReadPath[],
  listed: readonly string[],
): RestField {
  const label = `${resource}.${plainPath(path)}`;
  const isEmbeddedResource = /^[A-Z]/.test(type);
  // Any field of an embedded resource shows it.
  const shows = (each: ReadPath): boolean =>
    isWithin(plainPath(path), each.path) ||
    (isEmbeddedResource && isWithin(each.path, plainPath(path)));
  return {
    resource,
    path,
    label,
    deprecated: type.includes('deprecated'),
    shownBy: readPaths.filter(shows),
    isListed: listed.some((entry) => isWithin(label, entry)),
  };
}

/** Paths that GraphQL fields read of the REST resource behind a type, its id among them. */
function readPathsOf(typeName: string): ReadPath[] {
  const type = schema.getType(typeName);
  const id = { coordinate: `${typeName}.id`, path: idPathOf(typeName), deprecated: false };
  const own = possibleTypes(type).flatMap((each) => pathsReadBelow(each, '', false));
  const ids = own.length > 0 ? [{ ...id, linkTargets: [], alternatives: [] }] : [];
  return [...own, ...ids, ...separatelyFetched(typeName)];
}

/** The path of the id of an entity. */
function idPathOf(typeName: string): string {
  const read = resourcesOf(schema).get(typeName)?.read;
  return (read && 'idPath' in read && read.idPath) || 'id';
}

/** The type itself, or the types of an interface. */
const possibleTypes = (type: GraphQLNamedType | undefined): readonly GraphQLObjectType[] => {
  if (isInterfaceType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
};

/** Paths that the fields of a type read, and those of the types nested in it. */
function pathsReadBelow(
  type: GraphQLObjectType,
  prefix: string,
  parentDeprecated: boolean,
  ancestors: readonly GraphQLObjectType[] = [],
): ReadPath[] {
  if (ancestors.includes(type)) return [];
  return fieldsOf(type).flatMap((field) => {
    const need = fieldNeed(field);
    const { paths = [], optionalPaths = [], embedded, linkTargets = [] } = need ?? {};
    const deprecated = parentDeprecated || field.deprecationReason != null;
    const coordinate = `${type.name}.${field.name}`;
    const all = [...paths, ...optionalPaths, ...(embedded ? [embedded.at] : [])].map(
      (path) => prefix + path,
    );
    const own = all.map((path) => ({
      coordinate,
      path,
      deprecated,
      linkTargets,
      alternatives: all,
    }));
    const [nested, below] = [need?.nested, getNamedType(field.type)];
    if (nested === undefined || !isObjectType(below)) return own;
    const nestedPrefix = nested === '' ? prefix : `${prefix}${nested}.`;
    return [...own, ...pathsReadBelow(below, nestedPrefix, deprecated, [...ancestors, type])];
  });
}

/** Paths of a resource that fields of any type read by a call of their own. */
const separatelyFetched = (typeName: string): ReadPath[] =>
  objectTypes.flatMap((type) =>
    fieldsOf(type).flatMap((field) => {
      const { separateFetch } = fieldNeed(field) ?? {};
      if (separateFetch?.resource !== typeName) return [];
      const { at: path } = separateFetch;
      const [below, deprecated] = [getNamedType(field.type), field.deprecationReason != null];
      const coordinate = `${type.name}.${field.name}`;
      return isObjectType(below)
        ? pathsReadBelow(below, `${path}.`, deprecated)
        : [{ coordinate, path, deprecated, linkTargets: [], alternatives: [path] }];
    }),
  );
