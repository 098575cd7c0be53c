/** The map as a drawing: the objects of each service, and lines for the links between services. */
import { useMemo, useRef, useState } from 'react';
import type { Service } from '../../../schema/extensions.js';
import { linesOf, type MapLine } from './line-course.ts';
import { Line, LineLinks, useCourses } from './map-lines.tsx';
import { Breakable, RegionName } from './map-text.tsx';
import { useOpenPlace } from './place.ts';
import type { MapObject, MapRegion, ServiceMap } from './service-map.ts';

interface MapProps {
  readonly map: ServiceMap;
  /** Whether there is place for all objects, and for words at the lines. */
  readonly isLarge?: boolean;
}

/** So many objects of a service are shown where there is little place. */
const shownObjects = 6;

/** The columns of the drawing, each from above. In a large one the middle moves to the center. */
const columns: readonly (readonly (Service | undefined)[])[] = [
  ['video', 'storage'],
  ['live', undefined, 'calendar'],
];

export function MapDrawing({ map, isLarge = false }: MapProps) {
  const [opened, setOpened] = useState<ReadonlySet<Service | undefined>>(new Set());
  const [active, setActive] = useState<string>();
  const [chosen, setChosen] = useState<MapLine>();
  const drawing = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => {
    const hidden = new Map<string, string>();
    for (const region of map.regions)
      for (const { type } of hiddenObjects(region, isLarge || opened.has(region.service)))
        hidden.set(type.name, placeOfMore(region));
    return linesOf(map, (name) => hidden.get(name) ?? name);
  }, [map, opened, isLarge]);
  const courses = useCourses(drawing, lines);
  const toggle = (service: Service | undefined): void => {
    const next = new Set(opened);
    if (!next.delete(service)) next.add(service);
    setOpened(next);
  };
  const isActive = ({ objects }: MapLine): boolean => active !== undefined && objects.has(active);
  const related = new Set(lines.filter(isActive).flatMap(({ objects }) => [...objects]));
  const regionOf = (service: Service | undefined) => (
    <Region
      key={String(service)}
      region={map.regions.find((each) => each.service === service)!}
      isOpen={isLarge || opened.has(service)}
      isLarge={isLarge}
      related={related}
      onToggle={() => toggle(service)}
      onActive={setActive}
    />
  );
  return (
    <>
      <div
        className={`map-drawing${active === undefined ? '' : ' has-active'}`}
        data-large={isLarge}
        ref={drawing}
      >
        <svg aria-hidden="true" width="100%" height="100%">
          {lines.map((line) => (
            <Line
              key={line.key}
              line={line}
              course={courses.get(line.key)}
              isActive={isActive(line) || line === chosen}
              active={isLarge ? active : undefined}
              onChoose={setChosen}
            />
          ))}
        </svg>
        {columns.map((services) => (
          <div key={String(services[0])} className="map-column">
            {services.map(regionOf)}
          </div>
        ))}
      </div>
      <LineLinks line={chosen} />
    </>
  );
}

const placeOfMore = ({ service }: MapRegion): string => `more ${service ?? ''}`;

const hiddenObjects = ({ objects }: MapRegion, isOpen: boolean): readonly MapObject[] =>
  isOpen ? [] : objects.slice(shownObjects);

interface RegionProps {
  readonly region: MapRegion;
  readonly isOpen: boolean;
  readonly isLarge: boolean;
  readonly related: ReadonlySet<string>;
  readonly onToggle: () => void;
  readonly onActive: (name: string | undefined) => void;
}

function Region({ region, isOpen, isLarge, related, onToggle, onActive }: RegionProps) {
  const openPlace = useOpenPlace();
  const hidden = hiddenObjects(region, false);
  const shown = isOpen ? region.objects : region.objects.slice(0, shownObjects);
  return (
    <section className="map-region" data-service={region.service}>
      <h4>
        <RegionName service={region.service} />
      </h4>
      <ul>
        {shown.map(({ type, rootFields }) => (
          <li key={type.name}>
            <button
              type="button"
              className={`map-object${related.has(type.name) ? ' related' : ''}`}
              data-place={type.name}
              onClick={() => openPlace(type)}
              onPointerEnter={() => onActive(type.name)}
              onPointerLeave={() => onActive(undefined)}
              onFocus={() => onActive(type.name)}
              onBlur={() => onActive(undefined)}
            >
              <span>
                <Breakable name={type.name} />
              </span>
              {isLarge && rootFields.length > 0 && (
                <small aria-hidden="true">{rootFields.length}</small>
              )}
            </button>
          </li>
        ))}
        {!isLarge && hidden.length > 0 && (
          <li>
            <button
              type="button"
              className="map-object more"
              data-place={placeOfMore(region)}
              aria-expanded={isOpen}
              onClick={onToggle}
            >
              {isOpen ? 'Fewer' : `${hidden.length} more`}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}
