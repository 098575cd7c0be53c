/** The media types of responses, by the header `accept`. Clients send few different ones. */

/** Bounds the memory of each cache. */
const maxKnown = 100;

const mediaTypes: ReadonlySet<string> = new Set([
  'application/graphql-response+json',
  'application/json',
  'text/event-stream',
  'multipart/mixed',
  'application/*',
  'text/*',
  '*/*',
]);

/**
 * @param accept the header of a request
 * @returns its supported media types, each once and in order. A header with thousands of types then
 * costs Yoga little, and the response stays short
 */
export const supportedTypes = remembered((accept) => {
  const types = accept.split(',').map((type) => type.trim());
  const supported = types.filter((type) =>
    mediaTypes.has(type.split(';')[0]!.trim().toLowerCase()),
  );
  return [...new Set(supported)].slice(0, mediaTypes.size * 2).join(', ');
});

const firstJsonType = remembered(findJsonType);

/**
 * Chooses the media type of a JSON response, as Yoga does.
 * @returns undefined if the client accepts none
 */
export const jsonTypeFor = (accept: string | undefined): string | undefined =>
  accept === undefined ? 'application/json' : firstJsonType(accept);

/** @returns the function with a cache of its results */
function remembered<Result>(read: (header: string) => Result): (header: string) => Result {
  const known = new Map<string, Result>();
  return (header) => {
    if (known.has(header)) return known.get(header)!;
    const result = read(header);
    if (known.size < maxKnown) known.set(header, result);
    return result;
  };
}

/** The first type in the header decides; weights are ignored. */
function findJsonType(accept: string): string | undefined {
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
