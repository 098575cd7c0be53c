/** The map as a list: the same objects and links, and what reads, writes and follows each. */
import type { GraphQLSchema } from 'graphql';
import { ServiceTag } from '../service/service-tag.tsx';
import { InsertButton } from './insert-button.tsx';
import { Breakable, RegionName } from './map-text.tsx';
import { useOpenPlace } from './place.ts';
import type { RootField } from './root-field.ts';
import type { ServiceLink } from './service-link.ts';
import type { MapObject, MapRegion, ServiceMap } from './service-map.ts';

interface MapListProps {
  readonly map: ServiceMap;
  readonly schema: GraphQLSchema;
}

export function MapList({ map, schema }: MapListProps) {
  const openPlace = useOpenPlace();
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return (
    <div className="map-list">
      {map.regions.map((region) => (
        <Region key={String(region.service)} region={region} map={map} />
      ))}
      <p>
        All fields:
        {roots.map(
          (type) =>
            type && (
              <span key={type.name}>
                {' '}
                <button type="button" className="link" onClick={() => openPlace(type)}>
                  {type.name}
                </button>
              </span>
            ),
        )}
      </p>
    </div>
  );
}

interface RegionProps {
  readonly region: MapRegion;
  readonly map: ServiceMap;
}

function Region({ region: { service, objects, rootFields }, map }: RegionProps) {
  const openPlace = useOpenPlace();
  return (
    <section data-service={service}>
      <h3>
        <RegionName service={service} />
      </h3>
      {objects.map((object) => (
        <details key={object.type.name}>
          <summary>
            <span>
              <Breakable name={object.type.name} />
            </span>{' '}
            <small>{countsOf(object)}</small>
          </summary>
          <p>
            <button type="button" className="link" onClick={() => openPlace(object.type)}>
              All about {object.type.name}
            </button>
          </p>
          <ObjectFields object={object} map={map} />
        </details>
      ))}
      {rootFields.length > 0 && (
        <details>
          <summary>
            <span>Other</span> <small>{countsOf({ rootFields, links: [] })}</small>
          </summary>
          <RootFields rootFields={rootFields} />
        </details>
      )}
    </section>
  );
}

const verbs = { query: 'read', mutation: 'write', subscription: 'follow' } as const;

/** @returns `3 read, 5 write, 2 links` */
function countsOf({ rootFields, links }: Pick<MapObject, 'rootFields' | 'links'>): string {
  const counts = Object.entries(verbs).map(([kind, verb]) => ({
    count: rootFields.filter((each) => each.kind === kind).length,
    verb,
  }));
  return [...counts, { count: links.length, verb: links.length === 1 ? 'link' : 'links' }]
    .filter(({ count }) => count > 0)
    .map(({ count, verb }) => `${count} ${verb}`)
    .join(', ');
}

interface ObjectFieldsProps {
  readonly object: MapObject;
  readonly map: ServiceMap;
}

/** What reads, writes and follows an object, and its links to other services. */
export function ObjectFields({ object: { type, rootFields, links }, map }: ObjectFieldsProps) {
  return (
    <>
      <RootFields rootFields={rootFields} />
      {links.length > 0 && (
        <ul aria-label={`Links of ${type.name}`}>
          {links.map((link) => (
            <Link key={`${link.route.join('.')} ${link.to.name}`} link={link} map={map} />
          ))}
        </ul>
      )}
    </>
  );
}

function Link({ link, map }: { readonly link: ServiceLink; readonly map: ServiceMap }) {
  const openPlace = useOpenPlace();
  const service = map.services.get(link.to.name);
  return (
    <li>
      <button
        type="button"
        className="link"
        data-field={`${link.type.name}.${link.field.name}`}
        onClick={() => openPlace(link.type, link.field)}
      >
        <Breakable name={link.route.join('.')} />
      </button>{' '}
      → {service && <ServiceTag service={service} />} {link.to.name}
    </li>
  );
}

function RootFields({ rootFields }: { readonly rootFields: readonly RootField[] }) {
  const openPlace = useOpenPlace();
  return Object.entries(verbs).map(([kind, verb]) => {
    const own = rootFields.filter((each) => each.kind === kind);
    if (own.length === 0) return null;
    return (
      <ul key={kind} aria-label={verb}>
        {own.map((root) => (
          <li key={root.field.name} className="map-root">
            <em>{verb}</em>
            <button
              type="button"
              className="link"
              data-field={`${root.type.name}.${root.field.name}`}
              onClick={() => openPlace(root.type, root.field)}
            >
              <Breakable name={root.field.name} />
            </button>
            <InsertButton root={root} />
          </li>
        ))}
      </ul>
    );
  });
}
