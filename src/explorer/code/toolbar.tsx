/** The toolbar of the editor: the buttons of GraphiQL, and those of this page. */
import type { ReactNode } from 'react';
import { ShareButton } from '../share/share-button.tsx';
import { CodeButton } from './code-button.tsx';

/** What GraphiQL has in it: to prettify, merge and copy the operation. */
type Buttons = Readonly<Record<'prettify' | 'merge' | 'copy', ReactNode>>;

export const toolbar = ({ prettify, merge, copy }: Buttons): ReactNode => (
  <>
    {prettify}
    {merge}
    {copy}
    <ShareButton />
    <CodeButton />
  </>
);
