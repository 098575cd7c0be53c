/** Starts the explorer in the page. */
import './parts/layout.ts';
import './editor/workers.ts';
import { createRoot } from 'react-dom/client';
import { Explorer } from './explorer.tsx';

// The largest part of the page, which GraphiQL would load when it is shown.
void import('monaco-graphql/esm/monaco-editor.js');

createRoot(document.querySelector('#root')!).render(<Explorer />);
