/** The side panel of the examples. */
import './examples.css';
import { type ReactNode, useState } from 'react';
import { type Example, findExamples } from './examples.ts';
import { useOpenTab } from '../editor/tabs.ts';

export default function ExamplesPanel() {
  const [text, setText] = useState('');
  const openTab = useOpenTab();
  const groups = findExamples(text);
  return (
    <div className="examples">
      <h2>Examples</h2>
      <input
        type="search"
        aria-label="Search the examples"
        placeholder="Search: playlist, chat, upload …"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {groups.length === 0 && <p>No example has these words.</p>}
      {groups.map(({ title, examples }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {examples.map((example) => (
              <Entry key={example.name} example={example} onOpen={openTab} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface EntryProps {
  readonly example: Example;
  readonly onOpen: (query: string) => void;
}

function Entry({ example: { name, title, kind, summary, source }, onOpen }: EntryProps) {
  return (
    <li>
      <button type="button" data-example={name} onClick={() => onOpen(source)}>
        <strong>{title}</strong>
        {kind !== 'query' && <em>{kind}</em>}
        <span>{withCode(summary)}</span>
      </button>
    </li>
  );
}

/** Markdown of which only the code is of use in a button. */
const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
