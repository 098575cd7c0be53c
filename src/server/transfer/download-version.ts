/** The version of a downloaded file: its etag, and the conditions of a client that name one. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ContentVersion } from '../../engine/transfer/download-link.ts';
import type { MediaResponse } from '../../engine/rest/upstream.ts';
import { namesEtag } from '../response/etag.ts';

/** Whether two checks of a file have found the same facts. */
export const isSameVersion = (
  { check: one }: ContentVersion,
  { check: other }: ContentVersion,
): boolean =>
  one === other ||
  Object.entries(one!.fields).every(([name, value]) => other!.fields[name] === value);

/** The file as a service would send it that knew the etag. */
export function withEtag(file: MediaResponse, etag: string): MediaResponse {
  const { 'last-modified': _, ...headers } = file.headers;
  return { ...file, headers: { ...headers, etag } };
}

/** The file with the status that follows from the client's conditions. */
export function withConditions(
  file: MediaResponse,
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
): MediaResponse {
  const { etag } = file.headers;
  if (ifMatch !== undefined && !namesEtag(ifMatch, etag)) return { ...file, status: 412 };
  if (ifNoneMatch !== undefined && namesEtag(ifNoneMatch, etag)) return { ...file, status: 304 };
  return file;
}

/**
 * Whether a range of the file belongs to the version of which the client has other bytes. A time in
 * `if-range` proves nothing: a file can change twice in a second, and two exports can differ.
 * @param ifRange the `if-range` header: an etag, or the time of the last change
 */
export function mayBeJoined(
  { headers: { etag } }: MediaResponse,
  ifRange: string | string[] | undefined,
): boolean {
  if (!etag?.startsWith('"')) return false;
  // Without a condition the client compares the etag.
  return ifRange === undefined || ifRange === etag;
}

/** @returns a strong etag of all facts about the version that a response without etag states */
export function etagOfFacts(file: MediaResponse, url: string | undefined): string {
  const facts = [url, file.headers['last-modified'], lengthOf(file)];
  return `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url')}"`;
}

/** Bytes of the whole file, as text; undefined if the response does not state them. */
const lengthOf = ({ headers }: MediaResponse): string | undefined =>
  headers['content-range']?.split('/')[1] ?? headers['content-length'];
