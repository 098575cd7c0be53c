/** A client that opens upload sessions and sends files in parts. */
import { type ByteResponse, send } from './byte-client.ts';
import { bytesFrom } from '../upstream/upload-server.ts';
import { sendPlain } from './plain-request.ts';

/** A part of a file of `total` bytes. */
export interface Part {
  readonly total: number;
  readonly start: number;
  readonly end: number;
  /** Default: the bytes of `bytesFrom`. */
  readonly body?: AsyncIterable<Buffer>;
  /** Closes the connection after this number of bytes. */
  readonly disconnectAfter?: number | undefined;
  readonly onSent?: (bytes: number) => void;
}

/** An upload session as its client sees it. */
interface OpenedUpload {
  readonly id: string;
  readonly uploadUrl: string;
}

/** Sends a document to a gateway. @returns the response's body */
export async function post(
  url: string,
  query: string,
  variables: object = {},
  token = 'studio-owner',
): Promise<any> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query, variables });
  const { text } = await sendPlain(`${url}/graphql`, { method: 'POST', headers, body });
  return JSON.parse(text);
}

/** Opens a session for a new video. @throws Error if the gateway rejects it */
export async function openVideo(url: string, total: number): Promise<OpenedUpload> {
  const document = `mutation ($input: CreateVideoInput!) { createVideo(input: $input) {
    uploadSession { id uploadUrl } } }`;
  const input = { title: 'Film', contentType: 'video/mp4', contentLength: String(total) };
  return sessionOf(await post(url, document, { input }), 'createVideo');
}

/** Opens a session for a new file of Google Drive. @throws Error if the gateway rejects it */
export async function openFile(url: string, total: number): Promise<OpenedUpload> {
  const document = `mutation ($newFile: NewFileUploadInput!) {
    createUploadSession(input: { newFile: $newFile }) { uploadSession { id uploadUrl } } }`;
  const newFile = { name: 'film', contentType: 'video/mp4', contentLength: String(total) };
  return sessionOf(await post(url, document, { newFile }), 'createUploadSession');
}

function sessionOf(body: any, mutation: string): OpenedUpload {
  const session: OpenedUpload | undefined = body.data?.[mutation]?.uploadSession;
  if (!session) throw new Error(JSON.stringify(body));
  return session;
}

export function sendPart(url: string, { total, start, end, body, ...rest }: Part) {
  return send(url, {
    headers: {
      'content-length': String(end - start),
      'content-range': `bytes ${start}-${end - 1}/${total}`,
    },
    body: body ?? bytesFrom(total, start, end),
    ...rest,
  });
}

/** Asks how many bytes the service has. */
export const askOffset = (url: string, total: number): Promise<ByteResponse> =>
  send(url, { headers: { 'content-length': '0', 'content-range': `bytes */${total}` } });

/** Bytes from the start of the file that the service has. @returns 0 for an error */
export const offsetOf = ({ status, headers: { range } }: ByteResponse, total: number): number => {
  if (status === 200) return total;
  return range === undefined ? 0 : Number(range.slice('bytes=0-'.length)) + 1;
};
