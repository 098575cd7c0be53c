/** Files that the page makes, as downloads. */
import type { Collections } from './collection.ts';
import { toText } from './collection-file.ts';

export const downloadCollections = (collections: Collections): void =>
  downloadText(toText(collections));

export function downloadText(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'studiograph-collections.json';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
