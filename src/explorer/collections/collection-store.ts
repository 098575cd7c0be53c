/** The collections of this browser. */
import { create } from 'zustand';
import type { Collections } from './collection.ts';
import { readStored, toText } from './collection-file.ts';

/** Makes other collections of those that are there. */
type Change = (collections: Collections) => Collections;

interface CollectionStore {
  readonly collections: Collections;
  /** Why what is stored cannot be read; nothing is written over it. */
  readonly damage: string | undefined;
  /** What the last change has done, or why it could not be done. */
  readonly message: string;
  /** Takes the last change back. */
  readonly undo: Change | undefined;
  /** @param message what the change has done. @returns whether it is stored */
  readonly change: (change: Change, message: string, undo?: Change) => boolean;
  readonly say: (message: string) => void;
  /** Deletes what cannot be read. */
  readonly startAnew: () => void;
}

const key = 'studiograph:collections';

type Stored = Pick<CollectionStore, 'collections' | 'damage'>;

/** What is stored, as it is. */
export const storedText = (): string => localStorage.getItem(key) ?? '';

function stored(): Stored {
  const text = storedText();
  try {
    return { collections: text === '' ? [] : readStored(text), damage: undefined };
  } catch (error) {
    return { collections: [], damage: (error as Error).message };
  }
}

export const useCollections = create<CollectionStore>((set) => ({
  ...stored(),
  message: '',
  undo: undefined,
  change: (change, message, undo) => {
    // Another tab of the browser may have changed them.
    const before = stored();
    set(before);
    if (before.damage !== undefined) return false;
    const collections = change(before.collections);
    try {
      localStorage.setItem(key, toText(collections));
    } catch (error) {
      set({ message: `Not saved: ${reasonOf(error)}`, undo: undefined });
      return false;
    }
    set({ collections, message, undo });
    return true;
  },
  say: (message) => set({ message, undo: undefined }),
  startAnew: () => {
    localStorage.removeItem(key);
    set({ ...stored(), message: '', undo: undefined });
  },
}));

const reasonOf = (error: unknown): string =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'the browser has no room left for this page. Export collections, and delete some.'
    : `the browser does not store it. ${String(error)}`;

addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) useCollections.setState(stored());
});
