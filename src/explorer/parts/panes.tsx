/** In a narrow window one part of the page is shown at a time, and these buttons choose it. */
import { useEffect, useState } from 'react';
import { useResponse } from '../response.ts';

/** The parts by their names on the buttons. */
const panes = { query: 'Query', answer: 'Answer', calls: 'Costs and calls' } as const;

type Pane = keyof typeof panes;

/** @returns the part that is chosen, and a function that chooses one; a run chooses the answer */
export function usePane(): readonly [Pane, (pane: Pane) => void] {
  const [pane, setPane] = useState<Pane>('query');
  const run = useResponse((state) => state.run);
  useEffect(() => {
    if (run > 0) setPane('answer');
  }, [run]);
  return [pane, setPane];
}

interface PanesProps {
  readonly pane: Pane;
  readonly onChange: (pane: Pane) => void;
}

export function Panes({ pane, onChange }: PanesProps) {
  return (
    <nav className="panes" aria-label="Parts of the page">
      {Object.entries(panes).map(([each, name]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === pane}
          onClick={() => onChange(each as Pane)}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
