/** A sentence in the header about what has just happened, which screen readers say. */
import './share.css';
import { useState } from 'react';
import { create } from 'zustand';
import { useTabId } from '../editor/tabs.ts';
import { useResponse } from '../response.ts';

interface NoticeStore {
  /** Another object for each sentence. Its text is empty when it is closed. */
  readonly notice: { readonly text: string };
  readonly say: (text: string) => void;
}

export const useNotice = create<NoticeStore>((set) => ({
  notice: { text: '' },
  say: (text) => set({ notice: { text } }),
}));

export function Notice() {
  const text = useText();
  const { say } = useNotice();
  // The element is always there: screen readers say only what changes in it.
  return (
    <div role="status" className="notice">
      {text !== '' && (
        <>
          <p>{text}</p>
          <button type="button" onClick={() => say('')}>
            Close<span className="unseen"> this message</span>
          </button>
        </>
      )}
    </div>
  );
}

/** @returns the text, until the next run or another tab: it is about what was before */
function useText(): string {
  const { notice } = useNotice();
  const run = useResponse((state) => state.run);
  const tab = useTabId();
  const place = `${run} ${tab}`;
  const [said, setSaid] = useState({ notice, place });
  if (said.notice !== notice) setSaid({ notice, place });
  return said.place === place ? said.notice.text : '';
}
