/** Above the documentation of a type or a field: the way back to the map, and what it offers. */
import { type DocExplorerNavStackItem, useDocExplorerActions } from '@graphiql/plugin-doc-explorer';
import { ServiceTag } from '../service/service-tag.tsx';
import { InsertButton } from './insert-button.tsx';
import { ObjectFields } from './map-list.tsx';
import type { ServiceMap } from './service-map.ts';

interface PlaceBarProps {
  readonly map: ServiceMap;
  readonly place: DocExplorerNavStackItem;
}

export function PlaceBar({ map, place: { def } }: PlaceBarProps) {
  const actions = useDocExplorerActions();
  const root = map.rootFields.find(({ field }) => field === def);
  const object = map.regions.flatMap(({ objects }) => objects).find(({ type }) => type === def);
  const service = root?.service ?? (def && map.services.get(def.name));
  return (
    <>
      <div className="map map-bar place-bar">
        <button type="button" className="map-back" onClick={() => actions.reset()}>
          ← Map
        </button>
        {service && <ServiceTag service={service} />}
        {root && <InsertButton root={root} />}
      </div>
      {object && (
        <details className="map map-list">
          <summary>What reads, writes and links it</summary>
          <ObjectFields object={object} map={map} />
        </details>
      )}
    </>
  );
}
