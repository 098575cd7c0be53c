/** The builder: the operation as a tree of fields to click. */
import { explorerPlugin } from '@graphiql/plugin-explorer';
import '@graphiql/plugin-explorer/style.css';
import './builder.css';
import { useGraphiQL } from '@graphiql/react';
import { type KeyboardEvent, useMemo } from 'react';
import { onElements } from '../parts/elements.ts';
import { builderValue, isChosen } from './builder-values.ts';

export default function Builder() {
  const schema = useGraphiQL((state) => state.schema);
  const Content = useMemo(
    () =>
      explorerPlugin({
        title: 'Builder',
        showAttribution: false,
        getDefaultScalarArgValue: builderValue,
        makeDefaultArg: schema ? isChosen(schema) : () => false,
      }).content,
    [schema],
  );
  return (
    <div ref={nameFields} className="builder" onKeyDown={clickByKey}>
      <div ref={makeReachable}>
        <Content />
      </div>
    </div>
  );
}

/** What the package lets a mouse click. */
const clickable = 'span[style*="cursor: pointer"]';

/** Names the fields of the builder for screen readers: the package does not. */
const nameFields = onElements(
  'input:not([aria-label], [placeholder]), select:not([aria-label])',
  (field) => {
    const argument = field.closest('[data-arg-name]')?.getAttribute('data-arg-name');
    field.setAttribute('aria-label', argument ?? 'Kind of operation');
  },
);

/** Lets a keyboard reach what a mouse can click. */
const makeReachable = onElements(`${clickable}:not([tabindex])`, (element) => {
  element.tabIndex = 0;
  // One that can contain a button must not be one itself.
  if (!element.hasAttribute('data-field-name')) element.setAttribute('role', 'button');
});

function clickByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  if (!(target instanceof HTMLElement) || !target.matches(clickable)) return;
  if (key !== 'Enter' && key !== ' ') return;
  event.preventDefault();
  target.click();
}
