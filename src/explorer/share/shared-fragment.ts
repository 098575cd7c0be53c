/** How the fragment of a shared tab begins: all that the page needs to know before there is one. */

/** Whether a fragment is one of a shared tab, of any version. */
export const isShared = (fragment: string): boolean => fragment.startsWith('#tab=');
