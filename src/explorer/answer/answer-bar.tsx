/** Above the answer: whether it is shown as JSON or as a table, and a search in it. */
import {
  type ChangeEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useTabId } from '../editor/tabs.ts';
import './answer.css';
import { maxMatches, useJsonSearch } from './json-search.ts';
import { useSentOperation } from './sent-operation.ts';

const TableView = lazy(() => import('./table.tsx'));

/** Belongs into the footer of GraphiQL, below the result: the bar moves itself above that. */
export function AnswerBar() {
  const [view, setView] = useState<AnswerView>('JSON');
  const [search, setSearch] = useState('');
  const tab = useTabId();
  useEffect(() => setSearch(''), [tab]);
  const { sent, before } = useSentOperation();
  const place = useRef<HTMLDivElement>(null);
  const head = useHead(place);
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(place, field);
  return (
    <div ref={place} className="answer" data-view={view}>
      {createPortal(
        <>
          <div className="answer-bar" role="group" aria-label="Answer">
            {views.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={view === each}
                onClick={() => setView(each)}
              >
                {each}
              </button>
            ))}
            <Search view={view} search={search} onSearch={setSearch} field={field} />
          </div>
          <p role="status" className="of-before">
            {before !== undefined && <span>Answer from before, as {before}</span>}
          </p>
        </>,
        head,
      )}
      {view === 'Table' && (
        <div className="answer-table">
          <Suspense fallback={<p>Loading …</p>}>
            <TableView sent={sent} search={search} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

const views = ['JSON', 'Table'] as const;

type AnswerView = (typeof views)[number];

/**
 * The page is read and walked through in the order of its elements: a style alone would show the
 * bar above the result, and Tab would come to it after that.
 * @returns an element before the result
 */
function useHead(place: React.RefObject<HTMLElement | null>): HTMLElement {
  const [head] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    place.current!.closest('.graphiql-response')!.prepend(head);
    return () => head.remove();
  }, [head, place]);
  return head;
}

/** Ctrl+F in the answer goes to its search, which both views have. */
function useSearchKey(
  place: React.RefObject<HTMLElement | null>,
  field: React.RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    const answer = place.current!.closest<HTMLElement>('.graphiql-response')!;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      field.current?.select();
    };
    // Before the editor of the result, which has a search of its own.
    answer.addEventListener('keydown', onKey, { capture: true });
    return () => answer.removeEventListener('keydown', onKey, { capture: true });
  }, [place, field]);
}

interface SearchProps {
  readonly view: AnswerView;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly field: React.RefObject<HTMLInputElement | null>;
}

function Search({ view, search, onSearch, field }: SearchProps) {
  const isJson = view === 'JSON';
  const { count, current, step } = useJsonSearch(isJson ? search : '');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onSearch('');
    if (event.key === 'Enter' && count > 0) step(event.shiftKey ? -1 : 1);
  };
  const all = count === maxMatches ? `${count} or more` : count;
  return (
    <>
      <input
        ref={field}
        type="search"
        aria-label="Search in the answer"
        placeholder="Search"
        value={search}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => onSearch(target.value)}
        onKeyDown={onKeyDown}
      />
      {isJson && (
        <span role="status">
          {search !== '' && (count === 0 ? 'Nothing found' : `${current + 1} of ${all}`)}
        </span>
      )}
      {isJson && count > 1 && (
        <>
          <button type="button" aria-label="Previous match" onClick={() => step(-1)}>
            ↑
          </button>
          <button type="button" aria-label="Next match" onClick={() => step(1)}>
            ↓
          </button>
        </>
      )}
    </>
  );
}
