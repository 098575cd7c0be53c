/** The session of a browser, which all its pages share. */

const channelName = 'studiograph session';

/** The part of a browser's global object that is needed. */
interface Page {
  addEventListener?(type: 'focus', listener: () => void): void;
  removeEventListener?(type: 'focus', listener: () => void): void;
}

/** Tells all pages of this origin, this one included, that the session may have changed. */
export function announceSession(): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage('');
  channel.close();
}

/** @param onChange called when the session may have changed @returns ends the calls */
export function watchSession(onChange: () => void): () => void {
  const page = globalThis as Page;
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', onChange);
  page.addEventListener?.('focus', onChange);
  return () => {
    channel.close();
    page.removeEventListener?.('focus', onChange);
  };
}
