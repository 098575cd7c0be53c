/** One dialog for everything that the page explains or asks. */
import { type ReactNode, useEffect, useRef } from 'react';
import { create } from 'zustand';

interface DialogStore {
  readonly title: string;
  /** Undefined: the dialog is closed. */
  readonly content: ReactNode;
  readonly open: (title: string, content: ReactNode) => void;
  readonly close: () => void;
}

export const useDialog = create<DialogStore>((set) => ({
  title: '',
  content: undefined,
  open: (title, content) => set({ title, content }),
  close: () => set({ content: undefined }),
}));

/** The dialog, wherever it was opened. */
export function Dialog() {
  const { title, content, close } = useDialog();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (content === undefined) ref.current?.close();
    else if (ref.current?.open === false) ref.current.showModal();
  }, [content]);
  // The event comes late: the dialog can be open again by then.
  const onClose = (): void => {
    if (ref.current?.open === false) close();
  };
  return (
    <dialog ref={ref} aria-labelledby="dialog-title" onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {content}
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
