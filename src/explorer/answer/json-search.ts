/** Searches in the result, and marks what it finds. */
import { type MonacoEditor, useGraphiQL } from '@graphiql/react';
import { useCallback, useEffect, useState } from 'react';

/** More are not counted. */
export const maxMatches = 1000;

/** What a search has found. */
interface FoundMatches {
  readonly count: number;
  /** The index of the match that is shown. */
  readonly current: number;
  /** Shows a match after or before it; after the last one comes the first. */
  readonly step: (by: number) => void;
}

const nothing = { count: 0, current: 0 };

/** @param search nothing is searched for: an empty text */
export function useJsonSearch(search: string): FoundMatches {
  const editor = useGraphiQL(({ responseEditor }) => responseEditor);
  const [{ count, current }, setFound] = useState(nothing);
  useEffect(() => {
    if (!editor || search === '') return setFound(nothing);
    const find = (): void => setFound({ count: matchesOf(editor, search).length, current: 0 });
    find();
    const listener = editor.onDidChangeModelContent(find);
    return () => listener.dispose();
  }, [editor, search]);
  useEffect(() => {
    if (!editor || count === 0) return undefined;
    return mark(editor, search, current);
  }, [editor, search, count, current]);
  const step = useCallback(
    (by: number) =>
      setFound((found) => ({
        ...found,
        current: (found.current + by + found.count) % found.count,
      })),
    [],
  );
  return { count, current, step };
}

const matchesOf = (editor: MonacoEditor, search: string) =>
  editor.getModel()?.findMatches(search, false, false, false, null, false, maxMatches) ?? [];

/** @returns a function that removes the marks */
function mark(editor: MonacoEditor, search: string, current: number): () => void {
  const matches = matchesOf(editor, search);
  const marks = editor.createDecorationsCollection(
    matches.map(({ range }, index) => ({
      range,
      options: { inlineClassName: index === current ? 'found current' : 'found' },
    })),
  );
  const shown = matches[current];
  if (shown) editor.revealRangeInCenterIfOutsideViewport(shown.range);
  return () => marks.clear();
}
