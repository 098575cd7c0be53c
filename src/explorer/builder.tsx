/** The builder: the operation as a tree of fields to click. */
import { explorerPlugin } from '@graphiql/plugin-explorer';
import '@graphiql/plugin-explorer/style.css';
import { useGraphiQL } from '@graphiql/react';
import { useMemo } from 'react';
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
    <div ref={nameFields}>
      <Content />
    </div>
  );
}

/**
 * Gives the fields names for screen readers: the package has none.
 * @returns a function that ends it
 */
function nameFields(builder: HTMLElement | null): (() => void) | undefined {
  if (builder === null) return undefined;
  const name = (): void => {
    const fields = 'input:not([aria-label], [placeholder]), select:not([aria-label])';
    for (const field of builder.querySelectorAll(fields)) {
      const argument = field.closest('[data-arg-name]')?.getAttribute('data-arg-name');
      field.setAttribute('aria-label', argument ?? 'Kind of operation');
    }
  };
  const observer = new MutationObserver(name);
  observer.observe(builder, { childList: true, subtree: true });
  return () => observer.disconnect();
}
