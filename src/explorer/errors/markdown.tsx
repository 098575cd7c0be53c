/** Markdown of the gateway and of this repository. HTML in it is shown as text. */
import { MarkdownContent } from '@graphiql/react';
import type { MouseEvent } from 'react';
import { errorCodes, useOpenSection, warningCodes } from './error-code.tsx';
import { withoutDeadLinks } from './markdown-link.ts';

const codes = new Set([...errorCodes, ...warningCodes]);

/** Codes of errors open their sections. Links to files, which nobody serves here, are text. */
export function Markdown({ children }: { readonly children: string }) {
  const openSection = useOpenSection();
  const follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a')?.getAttribute('href');
    if (!link?.startsWith('#')) return;
    event.preventDefault();
    openSection(link.slice(1));
  };
  return (
    <div onClick={follow}>
      <MarkdownContent type="description">{withoutDeadLinks(children, codes)}</MarkdownContent>
    </div>
  );
}
