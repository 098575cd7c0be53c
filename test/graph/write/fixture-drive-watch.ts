/** Watch channels of Drive. */
import { encodeCursor } from '../../../src/engine/feed/cursor.ts';
import { changeSource } from '../../../src/services/storage/change/source.ts';
import { ids, watchedResourceId } from '../../../src/sandbox/seed/ids.ts';
import { start } from '../../support/sandbox.ts';
import { channelFields, rejectedChannels } from './channel-field.ts';
import { compoundIds } from './compound-id.ts';
import type { Fixtures } from './fixture.ts';

/** The first page token of Ava, as the sandbox makes it, in a cursor. */
const firstToken = Buffer.from(JSON.stringify([start.getTime(), '', 0])).toString('base64url');
const firstCursor = encodeCursor(changeSource({}), { pageToken: firstToken });

const key = {
  service: 'storage',
  channelId: ids.watchChannel.location,
  resourceId: watchedResourceId(`/files/${ids.file.location}`, ids.person.ava),
};

const missing = {
  service: 'video',
  channelId: ids.watchChannel.missing,
  resourceId: watchedResourceId(`/files/${ids.file.missing}`, ids.person.ava),
};

export const watchFixtures: Fixtures = {
  watchFile: {
    target: { fileId: ids.file.script },
    entity: 'storage/channels',
    fields: channelFields,
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: { fileId: { missing: ids.file.missing } },
    rejected: rejectedChannels,
    accepts: ['payload'],
    again: 'INVALID_INPUT',
  },
  watchFileChanges: {
    entity: 'storage/channels',
    fields: {
      ...channelFields,
      driveId: [ids.drive.archive, ids.drive.archive],
      spaces: {
        values: [['DRIVE'], ['DRIVE', 'APP_DATA_FOLDER']],
        stored: ['drive', 'drive,appDataFolder'],
      },
      includeRemoved: [false, true],
      includeCorpusRemovals: [true, false],
      myDriveOnly: [false, true],
      after: { values: [firstCursor, firstCursor], with: { includeRemoved: true } },
    },
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' },
    ids: { driveId: { missing: ids.drive.missing, misshapen: 'INVALID_INPUT' } },
    rejected: {
      ...rejectedChannels,
      myDriveOnly: [{ input: { myDriveOnly: true, driveId: ids.drive.archive } }],
      after: [{ input: { after: 'x' } }, { input: { after: firstCursor, myDriveOnly: true } }],
    },
    accepts: ['payload', 'spaces', 'includeRemoved', 'includeCorpusRemovals'],
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
