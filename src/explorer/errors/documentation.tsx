/** The documentation of the schema: the map, and the types and fields to which it leads. */
import { DocExplorer, DocExplorerStore, useDocExplorer } from '@graphiql/plugin-doc-explorer';
import '@graphiql/plugin-doc-explorer/style.css';
import { useGraphiQL } from '@graphiql/react';
import { useEffect, useMemo, useRef } from 'react';
import { MapPage } from '../map/map-page.tsx';
import { PlaceBar } from '../map/place-bar.tsx';
import { serviceMap } from '../map/service-map.ts';

export default function Documentation() {
  return (
    <DocExplorerStore>
      <Pages />
    </DocExplorerStore>
  );
}

function Pages() {
  const schema = useGraphiQL((state) => state.schema);
  const map = useMemo(() => schema && serviceMap(schema), [schema]);
  const [, first, ...rest] = useDocExplorer();
  const page = useRef<HTMLDivElement>(null);
  useFocus(page, first?.name);
  if (!schema || !map) return <p>No schema</p>;
  const last = rest.at(-1) ?? first;
  return (
    <div ref={page}>
      {last ? (
        <>
          <PlaceBar map={map} place={last} />
          <DocExplorer />
        </>
      ) : (
        <MapPage map={map} schema={schema} />
      )}
    </div>
  );
}

/**
 * Begins each page at its top, and moves the focus with it, if what had it is gone: to the way
 * back, and from there to the object of the map that was left.
 * @param name of the type that is shown; undefined: the map is
 */
function useFocus(page: { readonly current: HTMLElement | null }, name: string | undefined): void {
  const before = useRef(name);
  useEffect(() => {
    const left = before.current;
    before.current = name;
    if (left === name) return undefined;
    page.current?.closest('.graphiql-plugin')?.scrollTo(0, 0);
    // A dialog from which the page was opened closes first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const find = (selector: string) => page.current?.querySelector<HTMLElement>(selector);
      const place = name === undefined ? `[data-place="${left}"]` : '.map-back';
      (find(place) ?? find('input'))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [page, name]);
}
