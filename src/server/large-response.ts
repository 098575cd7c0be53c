/**
 * Plugin: encodes the body of a large response before Node writes it. For a string Node reserves
 * three bytes per character until the client has received it; a buffer is written as it is.
 */
import type { Plugin } from 'graphql-yoga';
import type { TurnQueue } from './limits/turn-queue.ts';

/** Minimum bytes of a body for which the encoding saves memory worth its time. */
const minBytes = 1024 * 1024;

/** @param turns the encoding of a body takes a turn */
export const useLargeResponseEncoding = (turns: TurnQueue): Plugin => ({
  onResponse(payload) {
    const { response, fetchAPI } = payload;
    if (Number(response.headers.get('content-length') ?? 0) < minBytes) return undefined;
    const { status, statusText, headers } = response;
    return turns.next().then(async () => {
      const body = Buffer.from(await response.text());
      payload.setResponse(new fetchAPI.Response(body, { status, statusText, headers }));
    });
  },
});
