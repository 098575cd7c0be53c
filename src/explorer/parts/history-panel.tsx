/** The side panel of what has run, and when. */
import { HISTORY_PLUGIN, useHistory } from '@graphiql/plugin-history';
import { useGraphiQL } from '@graphiql/react';
import { type MouseEvent, useEffect } from 'react';
import { variablesIn } from '../editor/operation.ts';
import { useResponse } from '../response.ts';
import { onElements } from './elements.ts';
import { showQuery } from './pane.ts';
import { timesOf } from './run-times.ts';

const { content: History } = HISTORY_PLUGIN;

export function HistoryPanel() {
  const entries = useHistory();
  const run = useResponse((state) => state.run);
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  const showPicked = ({ target }: MouseEvent<HTMLElement>): void => {
    const isEntry = (target as Element).closest('.graphiql-history-item-label');
    if (editor && isEntry) showQuery(editor);
  };
  useEffect(() => {
    const times = timesAsListed(entries);
    const items = document.querySelectorAll<HTMLElement>('.graphiql-history-item');
    for (const [index, { dataset }] of items.entries())
      dataset['time'] = times[index] === undefined ? '' : timeText(times[index]);
    // Running the same again changes the time of its entry, and no entry.
  }, [entries, run]);
  return (
    <div ref={nameEntries} onClick={showPicked}>
      <History />
    </div>
  );
}

type Entries = ReturnType<typeof useHistory>;

/** GraphiQL lists favorites before the others, and what is new before what is old. */
function timesAsListed(entries: Entries): (number | undefined)[] {
  const times = (isFavorite: boolean): (number | undefined)[] =>
    timesOf(
      entries
        .filter(({ favorite = false }) => favorite === isFavorite)
        .map(({ query, variables = '' }) => ({ query, variables: variablesIn(variables) }))
        .toReversed(),
    );
  return [...times(true), ...times(false)];
}

/** Entries are called by the operation that they show. GraphiQL gives all of them one name. */
const nameEntries = onElements('.graphiql-history-item-label[aria-label]', (entry) =>
  entry.removeAttribute('aria-label'),
);

/** A local time, with the date if it is not today. */
function timeText(at: number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString([], { timeStyle: 'short', ...(!isToday && { dateStyle: 'short' }) });
}
