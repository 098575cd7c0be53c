/** Plugin: an operation runs only if no foreign page could have sent it without asking first (CSRF, XS-search). */
import type { Plugin } from 'graphql-yoga';
import { graphError } from '../graph/error.ts';
import { isMultipart } from './transfer/multipart.ts';

/** A browser asks the server (a CORS preflight) before a foreign page may send any of these. */
const askedFirst = [
  'authorization',
  'x-preflight',
  'x-requested-with',
  'x-request-id',
  'x-content-owner',
];

const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

export const useCrossSitePrevention = (): Plugin => ({
  onRequestParse({ request: { method, headers } }) {
    const type = headers.get('content-type') ?? '';
    if (isJson.test(type)) return;
    const form = method === 'POST' && isMultipart(type);
    if (method === 'POST' && !form)
      throw graphError('INVALID_INPUT', 'A POST needs content-type application/json in UTF-8.', {
        http: { status: 415 },
      });
    // A form is among what any page may send to anywhere.
    if ((method === 'GET' || form) && !askedFirst.some((name) => headers.has(name)))
      throw graphError(
        'INVALID_INPUT',
        `${form ? 'A form' : 'A GET'} needs one of the headers ${askedFirst.join(', ')}.`,
        {
          http: { status: 403 },
        },
      );
  },
});
