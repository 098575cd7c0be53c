/**
 * What decides which answers are stored for a caller (`CACHE_TTL_MS`): every operation and
 * parameter with a reason, compared with the descriptors. A descriptor that is changed alone fails.
 */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../src/services/catalogue.ts';
import { isPublic } from '../../../../src/engine/rest/request/outgoing-request.ts';
import type { AnyOperation } from '../../../../src/engine/api/operation.ts';

/**
 * Operations whose answers may be stored, with what they show. All of them take the API key of the
 * gateway in place of a token, so YouTube itself shows the answer to anybody; Google documents it
 * in the section "Authorization" of each method.
 */
const cacheable: Readonly<Record<string, string>> = {
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
  'video:videoAbuseReportReasons.list': 'the reasons of reports, the same for all',
  'video:videoCategories.list': 'the categories of a region, the same for all',
  'video:videos.batchGetStats': 'the numbers that anybody sees below public and unlisted videos',
  'video:videos.list': 'public and unlisted videos',
};

/**
 * Parameters of these operations whose answer is not stored: each shows the caller something that
 * others do not see. Why YouTube wants an access token, or shows more to the owner.
 */
const privateParameters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'video:commentThreads.list': {
    moderationStatus: 'comments that wait for moderation, to the owner of the channel or video',
  },
};

const operations = [...catalogue.values()];
const keysOf = (all: readonly AnyOperation[]): string[] => all.map(({ key }) => key).toSorted();

describe('answers that may be stored', () => {
  it('are those of the listed operations', () => {
    expect(keysOf(operations.filter((each) => each.cacheable))).toEqual(
      Object.keys(cacheable).toSorted(),
    );
  });
  it.each(Object.keys(cacheable))('can be read with the API key: %s', (key) => {
    const operation = catalogue.get(key)!;
    expect([operation.method, operation.auth, isPublic(operation, {})]).toEqual([
      'GET',
      'public',
      true,
    ]);
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
    for (const { key, query, ownerOnlyParams = [], cacheable: isStored } of operations) {
      const unknown = ownerOnlyParams.filter((name) => !Object.hasOwn(query, name));
      expect([key, unknown, ownerOnlyParams.length === 0 || isStored === true]).toEqual([
        key,
        [],
        true,
      ]);
    }
  });
});
