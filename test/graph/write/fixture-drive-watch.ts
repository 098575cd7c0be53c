/** Watch channels of Drive. */
import { encodeCursor } from '../../../src/data/feed/cursor.ts';
import { changeSource } from '../../../src/graph/storage/change-source.ts';
import { ids, watchedResourceId } from '../../../src/sandbox/seed/ids.ts';
import { start } from '../../support/sandbox.ts';
import { receiverOrigin } from '../../support/server.ts';
import { compoundIds } from './compound-id.ts';
import type { FieldValues, Fixtures, Rejected } from './fixture.ts';

const ends = ['2026-03-10T11:00:00Z', '2026-03-10T12:00:00Z'] as const;

/** Fields of both mutations that open a channel. */
const fields: Readonly<Record<string, FieldValues>> = {
  address: { values: [`${receiverOrigin}/one`, `${receiverOrigin}/two`] },
  token: { values: ['one', 'two'] },
  expiresAt: {
    values: ends,
    stored: [String(Date.parse(ends[0])), String(Date.parse(ends[1]))],
  },
  channelId: { values: ['channel-1', 'channel/2'] },
  payload: { values: [true, false] },
  ttlSeconds: { values: [600, 1200], stored: [{ ttl: '600' }, { ttl: '1200' }] },
};

const rejected: Readonly<Record<string, readonly Rejected[]>> = {
  address: [
    { input: { address: 'http://127.0.0.1:1/one' } },
    { input: { address: 'https://elsewhere.example/one' } },
    { input: { address: 'https://user:password@127.0.0.1:1/one' } },
    { input: { address: `${receiverOrigin}/one#two` } },
  ],
  token: [{ input: { token: 'x'.repeat(257) } }],
  channelId: [
    { input: { channelId: 'a b' } },
    { input: { channelId: '' } },
    { input: { channelId: 'x'.repeat(65) } },
  ],
  ttlSeconds: [{ input: { ttlSeconds: 0 } }],
};

/** The first page token of Ava, as the sandbox makes it, in a cursor. */
const firstToken = Buffer.from(JSON.stringify([start.getTime(), '', 0])).toString('base64url');
const firstCursor = encodeCursor(changeSource({}), { pageToken: firstToken });

const key = {
  service: 'storage',
  channelId: ids.watchChannel.location,
  resourceId: watchedResourceId(`/files/${ids.file.location}`, ids.person.ava),
};

const missing = {
  service: 'calendar',
  channelId: ids.watchChannel.missing,
  resourceId: watchedResourceId(`/files/${ids.file.missing}`, ids.person.ava),
};

export const watchFixtures: Fixtures = {
  watchFile: {
    target: { fileId: ids.file.script },
    entity: 'storage/channels',
    fields,
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: { fileId: { missing: ids.file.missing } },
    rejected,
    accepts: ['expiresAt', 'payload'],
    again: 'INVALID_INPUT',
  },
  watchFileChanges: {
    entity: 'storage/channels',
    fields: {
      ...fields,
      driveId: [ids.drive.archive, ids.drive.archive],
      spaces: {
        values: [['DRIVE'], ['DRIVE', 'APP_DATA_FOLDER']],
        stored: ['drive', 'drive,appDataFolder'],
      },
      includeRemoved: [false, true],
      includeCorpusRemovals: [true, false],
      myDriveOnly: [false, true],
      since: { values: [firstCursor, firstCursor], with: { includeRemoved: true } },
    },
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' },
    ids: { driveId: { missing: ids.drive.missing, misshapen: 'INVALID_INPUT' } },
    rejected: {
      ...rejected,
      myDriveOnly: [{ input: { myDriveOnly: true, driveId: ids.drive.archive } }],
      since: [{ input: { since: 'x' } }, { input: { since: firstCursor, myDriveOnly: true } }],
    },
    accepts: ['expiresAt', 'payload', 'spaces', 'includeRemoved', 'includeCorpusRemovals'],
    again: 'INVALID_INPUT',
  },
  stopWatching: {
    target: { by: { key } },
    entity: `storage/channels/${key.channelId}`,
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: {
      ...Object.fromEntries(
        Object.entries(compoundIds('by', 'WatchChannel', key, missing)).map(([path, values]) => [
          path,
          { ...values, misshapen: 'INVALID_INPUT', misshapenPath: path.split('.') },
        ]),
      ),
      'by.key.service': {
        missing: missing.service,
        with: { by: { key: { ...key, service: missing.service } } },
        code: 'INVALID_INPUT',
      },
    },
  },
};
