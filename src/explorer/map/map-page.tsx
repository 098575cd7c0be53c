/** The first page of the documentation: the map, its list, a search, and all error codes. */
import type { GraphQLSchema } from 'graphql';
import { CodeIndex } from '../errors/code-index.tsx';
import { useDialog } from '../parts/dialog.tsx';
import './map.css';
import { MapDrawing } from './map-drawing.tsx';
import { MapList } from './map-list.tsx';
import { SearchField } from './search-field.tsx';
import type { ServiceMap } from './service-map.ts';

interface MapPageProps {
  readonly map: ServiceMap;
  readonly schema: GraphQLSchema;
}

export function MapPage({ map, schema }: MapPageProps) {
  const open = useDialog((dialog) => dialog.open);
  return (
    <div className="map">
      <div className="map-bar">
        <h2>Docs</h2>
        <button
          type="button"
          onClick={() => open('Map of the graph', <LargeMap map={map} schema={schema} />)}
        >
          Large map
        </button>
      </div>
      <SearchField map={map} schema={schema}>
        <p className="muted">Objects, and the fields that lead to other services.</p>
        <MapDrawing map={map} />
        <MapList map={map} schema={schema} />
        <CodeIndex />
      </SearchField>
    </div>
  );
}

/** The map in a dialog of the width of the window. */
function LargeMap({ map, schema }: MapPageProps) {
  return (
    <div className="map large-map">
      <p className="muted">
        A line is a field that leads to another service. The number says how many operations read,
        write or follow an object.
      </p>
      <MapDrawing map={map} isLarge />
      <details>
        <summary>As a list, with what reads and writes</summary>
        <MapList map={map} schema={schema} />
      </details>
    </div>
  );
}
