/** Markdown of the gateway and of this repository. HTML in it is shown as text. */
import { MarkdownContent } from '@graphiql/react';

export function Markdown({ children }: { readonly children: string }) {
  return <MarkdownContent type="description">{children}</MarkdownContent>;
}
