/**
 * Every id in an exposed REST resource has a GraphQL field that links to the entity, or is listed
 * with a reason in `test/contract/operation/unexposed-field/`.
 */
import { type GraphQLNamedType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { schema } from '../../../src/services/schema.ts';
import { services } from '../../../src/services/api.ts';
import type { Service } from '../../../src/engine/api/register.ts';
import { foreignIdPaths, idPaths, relations } from './id-path.ts';
import {
  type ExposedResource,
  exposedResourcesOf,
  fileOf,
  isWithin,
  plainPath,
  type ReadPath,
  restResourcesOf,
  typeNameOf,
} from './rest-field.ts';

/** Labels of all fields of REST resources, `Resource.path`, exposed or not. */
const labelsOf = (service: Service): string[] =>
  Object.entries(restResourcesOf(service)).flatMap(([resource, paths]) =>
    Object.keys(paths).map((path) => `${resource}.${plainPath(path)}`),
  );

/** Names of the REST resources of all services. */
const resourceNames = services.flatMap((service) => Object.keys(restResourcesOf(service)));

/** Whether a path is named like the ids of a resource: `creatorChannelId`, or `resourceId`. */
function namesResource(label: string): boolean {
  const [, name] = /(\w+?)Ids?$/.exec(label) ?? [];
  if (name === undefined) return false;
  const words = name[0]!.toUpperCase() + name.slice(1);
  return [...resourceNames, 'Resource', 'Parent', 'Target'].some((each) => words.endsWith(each));
}

/** The GraphQL type of a REST resource of any service; undefined while it has none. */
const typeNameOfTarget = (target: string): string | undefined =>
  services.map((service) => typeNameOf(service, target)).find((name) => name !== undefined);

/** Ids of an exposed resource that a link should lead to, by path below the resource. */
const idsOf = ({ service, name }: ExposedResource) =>
  Object.entries(idPaths[service])
    .filter(([label]) => label.startsWith(`${name}.`))
    .map(([label, targets]) => ({ label, path: label.slice(name.length + 1), targets }));

const readsId = (read: ReadPath, path: string, typeName: string): boolean =>
  read.linkTargets.includes(typeName) && isWithin(path, read.path);

/** Whether the entity itself is beside its id and some field shows it: `file` beside `fileId`. */
const isBesideEntity = ({ service, name, readPaths }: ExposedResource, path: string): boolean => {
  const entity = path.replace(/Id$/, '');
  const type = restResourcesOf(service)[name]![entity];
  return type !== undefined && readPaths.some((read) => isWithin(read.path, entity));
};

/** One sentence for each id of a resource that no link leads from. */
function missingLinks(resource: ExposedResource): string[] {
  const { service, readPaths, typeName, fields } = resource;
  return idsOf(resource).flatMap(({ label, path, targets }) => {
    const isListed = fields.some(
      (field) => (field.label === label || isWithin(field.label, label)) && field.isListed,
    );
    if (isListed || isBesideEntity(resource, path)) return [];
    return targets
      .flatMap((target) => typeNameOfTarget(target) ?? [])
      .filter((target) => !readPaths.some((read) => readsId(read, path, target)))
      .map(
        (target) =>
          `${label} holds the id of a ${target}, and no field links to it: add ` +
          `the row [${target}, '...', { id: '${path}' }] to the type ${typeName}, or list the path in ` +
          fileOf(service),
      );
  });
}

/** Whether a field belongs to another resource, which is embedded and has its own paths. */
const isEmbedded = ({ coordinate }: ReadPath, typeName: string | undefined): boolean => {
  const owner = coordinate.split('.', 1)[0]!;
  return owner !== typeName && resourcesOf(schema).get(owner) !== undefined;
};

/** One sentence for each link that reads a path of which the reference says nothing. */
function unknownLinks(resource: ExposedResource): string[] {
  const ids = idsOf(resource).flatMap(({ path, targets }) =>
    targets.map((target) => ({ path, typeName: typeNameOfTarget(target) })),
  );
  const isKnown = (path: string, linked: readonly string[]): boolean =>
    ids.some(
      ({ path: known, typeName }) =>
        typeName !== undefined && linked.includes(typeName) && isWithin(known, path),
    );
  return resource.readPaths
    .filter((read) => read.linkTargets.length > 0 && !isEmbedded(read, resource.typeName))
    .filter(
      ({ alternatives, linkTargets }) => !alternatives.some((path) => isKnown(path, linkTargets)),
    )
    .filter(({ coordinate }) => !relations.some(({ field }) => field === coordinate))
    .map(
      ({ coordinate, path, linkTargets }) =>
        `${coordinate} links ${resource.name}.${path} to ${linkTargets.join(', ')}: add the path ` +
        'to test/contract/operation/id-path.ts',
    );
}

describe.each(services)('ids in the resources of the %s service', (service) => {
  const resources = exposedResourcesOf(service);

  it('are linked to the entities that they name, or listed as unexposed', () => {
    expect(resources.flatMap(missingLinks)).toEqual([]);
  });
  it('are in the reference if a field links to their entities', () => {
    expect(resources.flatMap(unknownLinks)).toEqual([]);
  });
  it('are at paths that exist, and all paths named like ids are in the reference', () => {
    const labels = labelsOf(service);
    const known = Object.keys(idPaths[service]);
    const missing = known.filter((id) => !labels.some((label) => isWithin(label, id)));
    expect(missing.map((id) => `${id}: no such path; remove it`)).toEqual([]);
    const foreign = Object.values(foreignIdPaths).flat();
    const unclassified = labels
      .filter(namesResource)
      .filter((label) => ![...known, ...foreign].some((id) => isWithin(label, id)));
    expect(unclassified.map((id) => `${id}: add it to test/contract/operation/id-path.ts`)).toEqual(
      [],
    );
  });
});

it('lists foreign ids once, under paths that exist', () => {
  const foreign = Object.values(foreignIdPaths).flat();
  const labels = new Set(services.flatMap(labelsOf));
  expect(foreign.filter((id) => !labels.has(id))).toEqual([]);
  expect(new Set(foreign).size).toBe(foreign.length);
});

/** The types that a field can return: its own, or those of its union or of its nodes. */
function targetsOf(coordinate: string): string[] {
  const [name, fieldName] = coordinate.split('.') as [string, string];
  const type = schema.getType(name);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) return [];
  return namesOf(getNamedType(field.type)).flatMap((each) => {
    const found = schema.getType(each);
    const nodes =
      isObjectType(found) && each.endsWith('Connection') ? found.getFields()['nodes'] : undefined;
    return nodes ? namesOf(getNamedType(nodes.type)) : [each];
  });
}

const namesOf = (type: GraphQLNamedType): string[] =>
  isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [type.name];

describe('relations between YouTube resources', () => {
  it.each(relations)('$name: $field of type $target', ({ target, field }) => {
    expect(targetsOf(field)).toContain(target);
  });
  it('are listed once', () => {
    expect(new Set(relations.map(({ name }) => name)).size).toBe(relations.length);
  });
});
