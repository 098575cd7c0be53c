/** Chooses the media type of a JSON response by the header `accept`, as Yoga does. */

/** Bounds the memory of the cache: clients send few different headers. */
const maxKnown = 100;

const known = new Map<string, string | undefined>();

/** @returns the media type; undefined if the client accepts none that is JSON */
export function jsonTypeFor(accept: string | undefined): string | undefined {
  if (accept === undefined) return 'application/json';
  if (known.has(accept)) return known.get(accept);
  const type = chosen(accept);
  if (known.size < maxKnown) known.set(accept, type);
  return type;
}

/** The first type in the header decides; weights are ignored. */
function chosen(accept: string): string | undefined {
  for (const each of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [type, ...parameters] = each.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    if (type === 'application/graphql-response+json') return type;
    if (type === 'application/json' || type === 'application/*' || type === '*/*')
      return 'application/json';
  }
  return undefined;
}
