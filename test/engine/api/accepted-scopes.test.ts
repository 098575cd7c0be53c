/** The order of the scopes of which a token needs one. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { acceptedScopes, forContent } from '../../../src/engine/api/accepted-scopes.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { partialScopes, shortScope } from '../../../src/services/shared/scope.ts';

const operation = (key: string) => catalogue.get(key)!;

const narrowest = (key: string): string =>
  shortScope(acceptedScopes(googleApis, operation(key))[0]!);

const withScopes = [...catalogue.values()].filter(({ scopes }) => scopes.length > 0);

describe('the accepted scopes of an operation', () => {
  it.each(withScopes)('are all of them, with their full names: $key', (each) => {
    expect(acceptedScopes(googleApis, each).map(shortScope).toSorted()).toEqual(
      each.scopes.toSorted(),
    );
  });
  it('begin with one that suffices for all objects, if there is one', () => {
    for (const { key, scopes, sufficientScope } of withScopes) {
      const isWhole = (scope: string) =>
        scope === sufficientScope || !partialScopes.has(scope) || scopes.length === 1;
      expect([key, isWhole(narrowest(key))]).toEqual([key, true]);
    }
  });
  it.each([
    ['video:playlists.list', 'youtube.readonly'],
    ['video:playlists.insert', 'youtube'],
    ['video:comments.insert', 'youtube.force-ssl'],
    ['video:captions.list', 'youtube.force-ssl'],
    ['video:videos.insert', 'youtube.upload'],
    ['video:channels.list', 'youtube.readonly'],
    ['video:members.list', 'youtube.channel-memberships.creator'],
    ['live:liveCuepoints.insert', 'youtubepartner'],
    ['storage:files.get', 'drive.metadata.readonly'],
    ['storage:files.create', 'drive.file'],
    ['storage:files.update', 'drive.metadata'],
    ['storage:files.delete', 'drive'],
    ['storage:permissions.create', 'drive'],
    ['calendar:events.list', 'calendar.events.readonly'],
    ['calendar:events.insert', 'calendar.events'],
    ['calendar:acl.insert', 'calendar.acls'],
    ['calendar:freebusy.query', 'calendar.freebusy'],
    ['calendar:calendars.insert', 'calendar.app.created'],
  ])('begin with the narrowest one: %s', (key, scope) => {
    expect(narrowest(key)).toBe(scope);
  });
  it('of calls for the content of a file are not those for metadata', () => {
    const ofContent = (key: string): string =>
      shortScope(acceptedScopes(googleApis, forContent(googleApis, operation(key)))[0]!);
    expect(ofContent('storage:files.get')).toBe('drive.readonly');
    expect(ofContent('storage:files.update')).toBe('drive');
    expect(ofContent('storage:files.export')).toBe('drive.readonly');
  });
});
