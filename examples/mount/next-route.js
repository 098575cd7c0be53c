/**
 * Studiograph in Next.js: this file is `app/api/[...path]/route.js`, and `next.config.js` has
 * `serverExternalPackages: ['studiograph']`. Subscriptions are event streams: route handlers open
 * no WebSockets.
 */
import { createStudiograph } from 'studiograph';

export const dynamic = 'force-dynamic';

// One for the process, also when Next.js loads this module again in development.
const graph = (globalThis.studiograph ??= createStudiograph({ sandbox: true, basePath: '/api' }));

const handle = async (request) => (await graph).fetch(request);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
