/** The side panel of what has run. */
import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { onElements } from './elements.ts';

const { content: History } = HISTORY_PLUGIN;

export function HistoryPanel() {
  return (
    <div ref={nameEntries}>
      <History />
    </div>
  );
}

/** Entries are called by the operation that they show. GraphiQL gives all of them one name. */
const nameEntries = onElements('.graphiql-history-item-label[aria-label]', (entry) =>
  entry.removeAttribute('aria-label'),
);
