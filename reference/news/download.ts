/** Reads what Google publishes. */

/** A source could not be read; the message says why. */
export class Unread extends Error {}

/**
 * The text at an address. Redirects are followed, and compressed answers are read.
 * @param baseUrl a server that has the pages below the names of their hosts: for tests, or a mirror
 * @throws {Unread} if there is no answer with status 200, or it is not whole, or a page for people
 */
export async function download(address: string, baseUrl: string | undefined): Promise<string> {
  const url = baseUrl === undefined ? address : address.replace(/^https:\//, baseUrl);
  const { status, text } = await answerOf(url);
  if (status !== 200) throw new Unread(`status ${status}, expected 200`);
  if (text.trim() === '') throw new Unread('it is empty');
  if (/^\s*<(!doctype|html|\?xml)/i.test(text))
    throw new Unread('it is a page of HTML, expected text');
  return text;
}

async function answerOf(url: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(maxMs) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Unread(causeOf(error), { cause: error });
  }
}

/** The longest time for a page, a megabyte at most. */
const maxMs = 60_000;

/** `fetch` says only that it failed: the cause says why, for example that the answer was cut. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message || cause.name}` : message;
}
