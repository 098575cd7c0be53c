/** The clipboard. */

/** Copies a text. @returns false where the browser forbids it, as it does without TLS */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
