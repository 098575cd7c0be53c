/** The session of a browser, which all its pages share. */

const channelName = 'studiograph session';

/** What is known when the session may have changed. */
export interface SessionChange {
  /** The gateway takes the session no more, and nobody has signed out. */
  readonly hasEnded: boolean;
}

/** The part of a browser's global object that is needed. */
interface Page {
  addEventListener?(type: 'focus', listener: () => void): void;
  removeEventListener?(type: 'focus', listener: () => void): void;
}

/** Tells all pages of this origin, this one included, that the session may have changed. */
export function announceSession(change: SessionChange): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(change);
  channel.close();
}

/** @param onChange called when the session may have changed @returns ends the calls */
export function watchSession(onChange: (change: SessionChange) => void): () => void {
  const page = globalThis as Page;
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => onChange(data as SessionChange));
  const onFocus = (): void => onChange({ hasEnded: false });
  page.addEventListener?.('focus', onFocus);
  return () => {
    channel.close();
    page.removeEventListener?.('focus', onFocus);
  };
}
