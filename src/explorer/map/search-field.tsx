/** The search of the map, over all that the schema has a name for. */
import type { GraphQLSchema } from 'graphql';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { ServiceTag } from '../service/service-tag.tsx';
import { Breakable } from './map-text.tsx';
import { useOpenPlace } from './place.ts';
import { findEntries, type SearchEntry, searchEntries } from './schema-search.ts';
import type { ServiceMap } from './service-map.ts';
import { servicesOf } from '../service/field-service.ts';

/** At most so many results are shown. */
const maxResults = 60;

interface SearchFieldProps {
  readonly map: ServiceMap;
  readonly schema: GraphQLSchema;
  /** What is shown while nothing is searched for. */
  readonly children: ReactNode;
}

export function SearchField({ map, schema, children }: SearchFieldProps) {
  const [text, setText] = useState('');
  const searched = useDeferredValue(text);
  const entries = useMemo(() => searchEntries(schema), [schema]);
  const found = useMemo(() => findEntries(entries, searched), [entries, searched]);
  const openPlace = useOpenPlace();
  const [first] = found;
  return (
    <>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (first) openPlace(first.type, first.field);
        }}
      >
        <input
          type="search"
          aria-label="Search types, fields, arguments and values"
          placeholder="Search: playlist, title, MP4 …"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <p role="status" className="map-count">
        {searched.trim() !== '' && countText(found.length)}
      </p>
      {searched.trim() === '' ? (
        children
      ) : (
        <ul className="map-results" aria-label="Results">
          {found.slice(0, maxResults).map((entry) => (
            <Result key={`${entry.kind} ${entry.coordinate}`} entry={entry} map={map} />
          ))}
        </ul>
      )}
    </>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Nothing has these words.';
  const shown = count > maxResults ? `, of which ${maxResults} are shown` : '';
  return `${count} ${count === 1 ? 'result' : 'results'}${shown}`;
}

function Result({ entry, map }: { readonly entry: SearchEntry; readonly map: ServiceMap }) {
  const openPlace = useOpenPlace();
  const { kind, coordinate, type, field } = entry;
  const own = field && servicesOf(field).length === 1 ? servicesOf(field)[0] : undefined;
  const service = own ?? map.services.get(type.name);
  return (
    <li>
      <button type="button" onClick={() => openPlace(type, field)}>
        <Breakable name={coordinate} /> <small>{kind}</small>{' '}
        {service && <ServiceTag service={service} />}
      </button>
    </li>
  );
}
