/** Which part of the page a narrow window shows. A panel lies on the parts there. */
import { create } from 'zustand';

export type Pane = 'query' | 'answer' | 'calls';

/** Narrower windows show one part at a time: as in the style sheets. */
const ofOnePart = 640;

/** In narrower ones a panel lies on the editors: as in the style sheets. */
const ofOnePanel = 1000;

interface PaneStore {
  readonly pane: Pane;
  /** Shows a part, which no panel covers. */
  readonly show: (pane: Pane) => void;
}

export const usePaneStore = create<PaneStore>((set) => ({
  pane: 'query',
  show: (pane) => {
    closePanel(ofOnePart);
    set({ pane });
  },
}));

/** Closes the panel in a window that is narrower. GraphiQL hides it by its button alone. */
function closePanel(width: number): void {
  if (innerWidth < width)
    document.querySelector<HTMLButtonElement>('.graphiql-sidebar > .active')?.click();
}

interface Focusable {
  readonly focus: () => void;
}

/** Shows the operation that was picked in a panel, and moves the focus to its editor. */
export function showQuery(editor: Focusable): void {
  closePanel(ofOnePanel);
  usePaneStore.getState().show('query');
  // What is not shown yet could not take it.
  requestAnimationFrame(() => editor.focus());
}
