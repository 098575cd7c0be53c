/**
 * What decides whose answers are stored (`CACHE`), compared with the descriptors: a descriptor that
 * is changed alone fails.
 */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../src/services/catalogue.ts';
import { isPublic } from '../../../../src/engine/rest/request/outgoing-request.ts';

/**
 * Operations of YouTube whose answers are stored for all that have no token, with what they show.
 * All of them take the API key of the gateway in place of a token, so YouTube itself shows the
 * answer to anybody; Google documents it in the section "Authorization" of each method.
 */
const shared: Readonly<Record<string, string>> = {
  'video:activities.list': 'what a channel has published',
  'video:channels.list': 'the public profile of channels',
  'video:channelSections.list': 'the shelves of the page of a channel',
  'video:comments.list': 'published replies, and published comments by id',
  'video:commentThreads.list': 'published comments',
  'video:i18nLanguages.list': 'the languages of YouTube, the same for all',
  'video:i18nRegions.list': 'the regions of YouTube, the same for all',
  'video:playlistItems.list': 'the items of public and unlisted playlists',
  'video:playlists.list': 'public and unlisted playlists',
  'video:search.list': 'public search results',
  'video:subscriptions.list': 'the subscriptions that a channel shows',
  'video:videoAbuseReportReasons.list': 'the reasons of reports, the same for all',
  'video:videoCategories.list': 'the categories of a region, the same for all',
  'video:videos.batchGetStats': 'the numbers that anybody sees below public and unlisted videos',
  'video:videos.list': 'public and unlisted videos',
};

/**
 * Parameters of these operations whose answer the key does not read: each shows the caller
 * something that others do not see. Why YouTube wants an access token, or shows more to the owner.
 */
const privateParameters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'video:commentThreads.list': {
    moderationStatus: 'comments that wait for moderation, to the owner of the channel or video',
  },
  'video:playlists.list': { channelId: 'private playlists, to their owner' },
};

const operations = [...catalogue.values()];
const stored = operations.filter(({ cacheSeconds }) => cacheSeconds !== undefined);

describe('operations whose answers are stored', () => {
  it('of YouTube, for everybody, are the listed ones', () => {
    const keys = stored.filter(({ key, auth }) => auth === 'public' && /^(video|live):/.test(key));
    expect(keys.map(({ key }) => key).toSorted()).toEqual(Object.keys(shared).toSorted());
  });
  it.each(stored)('read and change nothing: $key', (operation) => {
    expect([operation.method, operation.hasResponseBody]).toEqual(['GET', true]);
    expect(operation.cacheSeconds).toBeGreaterThanOrEqual(30);
    expect(operation.cacheSeconds).toBeLessThanOrEqual(86_400);
  });
  it.each(Object.keys(shared))('can be read with the API key: %s', (key) => {
    expect(isPublic(catalogue.get(key)!, {})).toBe(true);
  });
});

describe('parameters that show what only the owner sees', () => {
  it('are the listed ones', () => {
    const declared = operations.flatMap(({ key, ownerOnlyParams }) =>
      ownerOnlyParams ? [[key, ownerOnlyParams.toSorted()]] : [],
    );
    const listed = Object.entries(privateParameters).map(([key, parameters]) => [
      key,
      Object.keys(parameters).toSorted(),
    ]);
    expect(declared).toEqual(listed);
  });
  it('exist, and belong to operations whose answers are stored', () => {
    for (const { key, query, ownerOnlyParams = [], cacheSeconds } of operations) {
      const unknown = ownerOnlyParams.filter((name) => !Object.hasOwn(query, name));
      const isNeeded = ownerOnlyParams.length === 0 || cacheSeconds !== undefined;
      expect([key, unknown, isNeeded]).toEqual([key, [], true]);
    }
  });
});

describe('paths that depend on the caller', () => {
  it('are all in what Drive and Calendar answer, except for the colors', () => {
    const keys = stored.filter(({ auth, callerFields }) => auth === 'public' && !callerFields);
    const others = keys.map(({ key }) => key).filter((key) => !key.startsWith('video:'));
    expect(others).toEqual(['calendar:colors.get']);
  });
  it('belong to operations that the key can read, and whose answers are stored', () => {
    const declared = operations.filter(({ callerFields }) => callerFields !== undefined);
    const others = declared.filter((each) => each.auth !== 'public' || !stored.includes(each));
    expect(others).toEqual([]);
  });
});
