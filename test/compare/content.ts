/** The content of an account, as the answers of the services have it. */

/** Fields with content, as far as these tests compare it. */
const contentFields = new Set([
  'id',
  'etag',
  'title',
  'summary',
  'description',
  'name',
  'displayName',
  'email',
  'emailAddress',
  'location',
  'channelId',
  'videoId',
  'url',
  'nextPageToken',
  'nextSyncToken',
  'newStartPageToken',
]);

/** Shorter texts are also words: ids of colors and settings, names of languages. */
const minLength = 10;

/** @param bodies of answers; those that are no JSON have none */
export function contentOf(bodies: readonly string[]): ReadonlySet<string> {
  const texts = bodies.flatMap((body) => {
    try {
      return textsOf(JSON.parse(body));
    } catch {
      return [];
    }
  });
  return new Set(texts.filter(({ length }) => length >= minLength));
}

function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    typeof each === 'string' && contentFields.has(name) ? [each] : textsOf(each),
  );
}
