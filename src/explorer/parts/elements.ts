/** Elements that packages draw, and that have to be other than they are. */

/**
 * @param selector of the elements that are to be changed: not of those that are
 * @returns a function for `ref` of the element around them, which changes those that come, too
 */
export const onElements =
  (selector: string, change: (element: HTMLElement) => void) =>
  (root: HTMLElement | null): (() => void) | undefined => {
    if (root === null) return undefined;
    const changeAll = (): void => {
      for (const element of root.querySelectorAll<HTMLElement>(selector)) change(element);
    };
    const observer = new MutationObserver(changeAll);
    observer.observe(root, { childList: true, subtree: true });
    changeAll();
    return () => observer.disconnect();
  };
