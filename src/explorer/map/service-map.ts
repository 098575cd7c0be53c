/** The map of the graph: its objects by service, what reads and writes them, and their links. */
import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import type { Service } from '../../../schema/extensions.js';
import { type RootField, rootFieldsOf } from './root-field.ts';
import { aboutOf, entitiesOf } from './schema-facts.ts';
import { linksOf, type ServiceLink } from './service-link.ts';
import { type TypeServices, typeServices } from './type-service.ts';

/** An object of the map: a type with an id. */
export interface MapObject {
  readonly type: GraphQLObjectType;
  readonly rootFields: readonly RootField[];
  /** To objects of other services. */
  readonly links: readonly ServiceLink[];
}

/** A part of the map: a service, or what belongs to no single one. */
export interface MapRegion {
  readonly service: Service | undefined;
  /** The most important ones first: those with most fields that read, write or link them. */
  readonly objects: readonly MapObject[];
  /** Fields that are listed at no object of the region. */
  readonly rootFields: readonly RootField[];
}

/** The whole map. */
export interface ServiceMap {
  readonly regions: readonly MapRegion[];
  readonly rootFields: readonly RootField[];
  readonly links: readonly ServiceLink[];
  readonly services: TypeServices;
}

const order: readonly (Service | undefined)[] = [undefined, 'video', 'live', 'storage', 'calendar'];

/** @param schema built from the SDL of the gateway, with the directives of its fields */
export function serviceMap(schema: GraphQLSchema): ServiceMap {
  const ofTypes = typeServices(schema);
  const rootFields = rootFieldsOf(schema, ofTypes);
  const services = withResults(ofTypes, rootFields);
  const links = linksOf(schema, services, rootFields);
  const serviceOf = ({ type }: MapObject): Service | undefined => services.get(type.name);
  const objects = [...entitiesOf(schema)].filter(isObjectType).map((type) => ({
    type,
    rootFields: rootFields.filter((each) => each.objects.includes(type)),
    links: links.filter(({ from }) => from === type),
  }));
  const weight = ({ type, rootFields: own, links: outgoing }: MapObject): number =>
    own.length + outgoing.length + links.filter(({ to }) => to === type).length;
  const byWeight = (a: MapObject, b: MapObject): number =>
    weight(b) - weight(a) || (a.type.name < b.type.name ? -1 : 1);
  const regions = order.map((service) => {
    const own = objects.filter((each) => serviceOf(each) === service).toSorted(byWeight);
    const listed = new Set(own.flatMap((each) => each.rootFields));
    return {
      service,
      objects: own,
      rootFields: rootFields.filter((each) => each.service === service && !listed.has(each)),
    };
  });
  return { regions, rootFields, links, services };
}

/** @returns the services of types, and those of what fields of root types return beside objects */
function withResults(services: TypeServices, rootFields: readonly RootField[]): TypeServices {
  const all = new Map(services);
  for (const { field, service } of rootFields) {
    const { name } = aboutOf(field);
    if (!all.has(name) && service !== undefined) all.set(name, service);
  }
  return all;
}
