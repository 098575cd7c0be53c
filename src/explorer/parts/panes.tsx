/** In a narrow window one part of the page is shown at a time, and these buttons choose it. */
import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';
import { useResponse } from '../response.ts';
import { type Pane, usePaneStore } from './pane.ts';

/** The parts by their names on the buttons. */
const panes: Readonly<Record<Pane, string>> = {
  query: 'Query',
  answer: 'Answer',
  calls: 'Costs and calls',
};

/** @returns the part that is chosen; a run chooses the answer */
export function usePane(): Pane {
  const { pane, show } = usePaneStore();
  const run = useResponse((state) => state.run);
  const panel = useGraphiQL(({ visiblePlugin }) => visiblePlugin);
  useEffect(() => {
    if (run > 0) show('answer');
  }, [run, show]);
  useEffect(() => {
    // Beside the calls there is no place for it.
    if (panel)
      usePaneStore.setState(({ pane: before }) => ({
        pane: before === 'calls' ? 'query' : before,
      }));
  }, [panel]);
  return pane;
}

export function Panes() {
  const { pane, show } = usePaneStore();
  return (
    <nav className="panes" aria-label="Parts of the page">
      {Object.entries(panes).map(([each, name]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === pane}
          onClick={() => show(each as Pane)}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
