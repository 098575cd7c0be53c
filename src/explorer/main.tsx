/** Starts the explorer in the page. */
import './workers.ts';
import { createRoot } from 'react-dom/client';
import { Explorer } from './explorer.tsx';

createRoot(document.querySelector('#root')!).render(<Explorer />);
