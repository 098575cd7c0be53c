/** Whether the page was opened by a link that names an operation. */
import { isShared } from './share-link.ts';

/** At the load: the fragment is removed when it has been read. */
const isLinked =
  isShared(location.hash) || new URLSearchParams(location.search).get('query') !== null;

/** Whether a link has opened the page with an operation, which must not run by itself. */
export const hasShared = (): boolean => isLinked;
