/**
 * A tab of the editor as a link: in the fragment, which browsers send to no server. It has the
 * operation and its variables, and nothing else: no headers, no token, no answer.
 *
 * `#tab=1.` is followed by base64url of deflated JSON, `[operation, variables]`.
 */

/** The texts of a tab. */
export interface TabTexts {
  readonly query: string;
  /** JSON, as it is written in the editor; empty for none. */
  readonly variables: string;
}

const key = '#tab=';

/** Of the format. Another one is of a newer page. */
const version = '1';

/** Chat and mail programs cut off longer links, or do not make links of them. */
const maxLinkLength = 8_000;

/** A short link can be inflated to a very long text, which would stop the page. */
const maxTextLength = 200_000;

/** Whether a fragment is one of a shared tab, of any version. */
export const isShared = (fragment: string): boolean => fragment.startsWith(key);

/**
 * @param base the address of the page, without a fragment
 * @returns the link to the page with the tab
 * @throws Error for users, for a tab that is empty, or too long for a link
 */
export async function encode({ query, variables }: TabTexts, base: string): Promise<string> {
  if (query.trim() === '') throw new Error('There is no operation to share.');
  const text = JSON.stringify([query, variables.trim() === '' ? '' : variables]);
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream(format));
  const link = `${base}${key}${version}.${toBase64Url(bytes)}`;
  if (link.length > maxLinkLength) throw tooLong(link.length, maxLinkLength);
  if (text.length > maxTextLength) throw tooLong(text.length, maxTextLength);
  return link;
}

const tooLong = (length: number, max: number): Error =>
  new Error(
    `This tab is too long for a link: ${counted(length)} characters of at most ${counted(max)}. ` +
      'Save it into a collection, and send the file that “Export” makes.',
  );

const counted = (value: number): string => value.toLocaleString('en');

/**
 * @param fragment with its `#`
 * @returns the texts of the tab
 * @throws Error for users, for any other fragment
 */
export async function decode(fragment: string): Promise<TabTexts> {
  const [, given, data = ''] = /^#tab=([^.]*)\.(.*)$/s.exec(fragment) ?? [];
  if (given !== undefined && given !== version && /^\d+$/.test(given))
    throw new Error('A newer version of this page has made the link.');
  const texts = await inflated(data).then(parsed, () => undefined);
  if (given !== version || texts === undefined)
    throw new Error('The link is not complete, or not one of this page. Ask for it again.');
  return texts;
}

const format = 'deflate-raw';

/** @throws any error for what is not deflated text, or too much of it */
async function inflated(data: string): Promise<string> {
  const bytes = await through(
    fromBase64Url(data),
    new DecompressionStream(format),
    // A character has at most three bytes: those beyond the BMP count as two.
    3 * maxTextLength,
  );
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** @returns undefined for any other JSON, and for a text that is none */
function parsed(text: string): TabTexts | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [query, variables] = value as readonly unknown[];
    const isText = typeof query === 'string' && typeof variables === 'string';
    return isText && query.trim() !== '' ? { query, variables } : undefined;
  } catch {
    return undefined;
  }
}

/** @throws RangeError for more bytes than allowed; the error of the stream */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
  maxBytes = Infinity,
): Promise<Uint8Array> {
  const writer = (writable as WritableStream<Uint8Array>).getWriter();
  // The reader gets the error as well.
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => undefined);
  const reader = (readable as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, length);
    length += value.length;
    chunks.push(value);
    if (length <= maxBytes) continue;
    await reader.cancel();
    throw new RangeError(`More than ${maxBytes} bytes`);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws RangeError for other characters, and for more of them than a link has */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (text.length > maxLinkLength || !/^[\w-]+$/.test(text))
    throw new RangeError('This is not the base64url of a link.');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
