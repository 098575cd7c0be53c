/** The builder: the operation as a tree of fields to click. */
import { explorerPlugin } from '@graphiql/plugin-explorer';
import '@graphiql/plugin-explorer/style.css';
import { useGraphiQL } from '@graphiql/react';
import { type KeyboardEvent, useMemo } from 'react';
import { builderValue, isChosen } from './builder-values.ts';

export default function Builder() {
  const schema = useGraphiQL((state) => state.schema);
  const Content = useMemo(
    () =>
      explorerPlugin({
        showAttribution: false,
        getDefaultScalarArgValue: builderValue,
        makeDefaultArg: schema ? isChosen(schema) : () => false,
      }).content,
    [schema],
  );
  return (
    <div ref={makeAccessible} onKeyDown={clickByKey}>
      <Content />
    </div>
  );
}

/** What the package lets a mouse click. */
const clickable = 'span[style*="cursor: pointer"]';

/**
 * Names the fields of the builder for screen readers, and lets a keyboard reach what it shows: the
 * package does neither.
 * @returns a function that ends it
 */
function makeAccessible(builder: HTMLElement | null): (() => void) | undefined {
  if (builder === null) return undefined;
  const change = (): void => {
    const fields = 'input:not([aria-label], [placeholder]), select:not([aria-label])';
    for (const field of builder.querySelectorAll(fields)) {
      const argument = field.closest('[data-arg-name]')?.getAttribute('data-arg-name');
      field.setAttribute('aria-label', argument ?? 'Kind of operation');
    }
    for (const each of builder.querySelectorAll<HTMLElement>(`${clickable}:not([tabindex])`)) {
      each.tabIndex = 0;
      // One that can contain a button must not be one itself.
      if (!each.hasAttribute('data-field-name')) each.setAttribute('role', 'button');
    }
  };
  const observer = new MutationObserver(change);
  observer.observe(builder, { childList: true, subtree: true });
  change();
  return () => observer.disconnect();
}

function clickByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  if (!(target instanceof HTMLElement) || !target.matches(clickable)) return;
  if (key !== 'Enter' && key !== ' ') return;
  event.preventDefault();
  target.click();
}
