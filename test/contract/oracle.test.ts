/** What the oracle of random queries states on its own agrees with the schema. */
import { describe, expect, it } from 'vitest';
import { resourcesOf } from '../../src/engine/schema/builder.ts';
import { isReadByCall } from '../../src/engine/read/resource.ts';
import { schema } from '../../src/services/schema.ts';
import { nodeTypesOf } from '../support/random/entity-key.ts';
import { comparable } from '../support/oracle/comparable.ts';
import { entityTypes } from '../support/oracle/entity-type.ts';
import { maskPaths } from '../support/oracle/mask.ts';
import { addressOf, operationNamed } from '../support/oracle/operation.ts';

describe('the table of entity types', () => {
  const local = [...resourcesOf(schema).values()].filter(({ read }) => read.kind === 'local');
  const readable = [...resourcesOf(schema).values()].filter(isReadByCall);
  it('has the fixed arguments and the proofs of each resource', () => {
    const own = Object.entries(entityTypes).map(([name, { fixed, provenBy }]) => [
      name,
      { fixed, provenBy },
    ]);
    const resources = readable.map(({ name, read, fixed }) => [
      name,
      { fixed, provenBy: read.kind === 'proven' ? read.reasons : undefined },
    ]);
    expect(own).toEqual(resources);
  });
  it('has each type of node, but for those that no call reads', () => {
    const expected = ['Person', 'UploadSession', 'Viewer'];
    expect(local.map(({ name }) => name).toSorted()).toEqual(expected);
    const names = nodeTypesOf(schema).map(({ name }) => name);
    expect(names.filter((name) => !(name in entityTypes)).toSorted()).toEqual(expected);
  });
});

describe('comparable data', () => {
  const restriction = (regionRestriction: object): unknown =>
    comparable({ a_video_1: { id: 'a', contentDetails: { regionRestriction } } });
  const absent = { a_video_1: { id: 'a', contentDetails: null } };
  it('has null for an object of nulls and links without ids', () => {
    expect(restriction({ allowed: null, a_allowedRegions_2: [] })).toEqual(absent);
  });
  it.each([{ allowed: [] }, { allowedRegions: [null] }, { blocked: ['SE'], allowedRegions: [] }])(
    'keeps an object with a value: %j',
    (regionRestriction) => {
      expect(restriction(regionRestriction)).not.toEqual(absent);
    },
  );
});

describe('an address of a direct call', () => {
  it.each([
    [
      'video:channels.list',
      { id: 'a/b' },
      '/youtube/v3/channels?part=brandingSettings%2CcontentDetails%2Cid%2Clocalizations%2C' +
        'snippet%2Cstatistics%2Cstatus%2CtopicDetails&id=a%2Fb',
    ],
    [
      'storage:permissions.get',
      { fileId: 'a', permissionId: 'b', supportsAllDrives: true },
      '/drive/v3/files/a/permissions/b?supportsAllDrives=true&fields=*',
    ],
    [
      'calendar:events.list',
      { calendarId: 'a@b', timeMin: undefined, eventTypes: ['x', 'y'] },
      '/calendar/v3/calendars/a%40b/events?eventTypes=x&eventTypes=y',
    ],
  ])('of %s has the documented path', (operation, args, address) => {
    expect(addressOf(operation, args)).toBe(address);
  });
  it('rejects an operation that is not documented', () => {
    expect(() => operationNamed('video:videos.find')).toThrow('is not in test/data');
  });
});

describe('the paths of a fields mask', () => {
  it.each([
    ['id', ['id']],
    [
      'items(contentDetails/videoId,id),nextPageToken',
      'items.contentDetails.videoId items.id nextPageToken'.split(' '),
    ],
    ['a/b(c,d/e),a/f', ['a.b.c', 'a.b.d.e', 'a.f']],
  ])('of %s are %j', (mask, paths) => {
    expect(maskPaths(mask)).toEqual(paths);
  });
  it.each(['', 'a(b', 'a)b', 'a//b', 'a,', 'a(b)c', '(a)'])('are rejected in %j', (mask) => {
    expect(() => maskPaths(mask)).toThrow('malformed fields mask');
  });
});
