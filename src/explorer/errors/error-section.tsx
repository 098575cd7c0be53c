/** What is known about a code: why it happens, an example, and what to do. */
import codes from '../../../schema/errors.json';
import sections from '../../../schema/error-sections.json';
import './error-section.css';
import { Markdown } from './markdown.tsx';

interface Section {
  readonly causes: readonly string[];
  readonly example: { readonly request: string; readonly answer: object };
  readonly wayOut: string;
}

/** Warnings have a section only. */
const factsOf = (code: string) => codes.find((each) => each.code === code);

export default function ErrorSection({ code }: { readonly code: string }) {
  const { causes, example, wayOut } = (sections as Readonly<Record<string, Section>>)[code]!;
  const facts = factsOf(code);
  const more = facts?.extensions.filter((name) => name !== 'code' && name !== 'requestId') ?? [];
  return (
    <div className="error-section">
      {facts && <Markdown>{facts.meaning}</Markdown>}
      {facts?.isTemporary && <p>The same request can succeed later.</p>}
      <h3>{causes.length === 1 ? 'Cause' : 'Causes'}</h3>
      <Markdown>{causes.map((cause) => `- ${cause}`).join('\n')}</Markdown>
      <h3>What to do</h3>
      <Markdown>{wayOut}</Markdown>
      {more.length > 0 && (
        <Markdown>{`Can be in \`extensions\`: ${more.map((name) => `\`${name}\``).join(', ')}.`}</Markdown>
      )}
      <h3>Example</h3>
      <pre tabIndex={0} aria-label="Request">
        {example.request}
      </pre>
      <pre tabIndex={0} aria-label="Answer">
        {JSON.stringify(example.answer, null, 2)}
      </pre>
    </div>
  );
}
