/** The fixtures of the Google Drive API. */
import { expect } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mime } from '../../../src/sandbox/storage/mime.ts';
import type { Fixtures } from './fixture.ts';
import { revisionFixtures } from './fixture-drive-revision.ts';

const twice = [
  { key: 'a', value: '1' },
  { key: 'a', value: '2' },
];

const owner = ids.person.ava;

const file = `storage/files/${ids.file.script}`;

/** Every change raises the version. */
const alsoChanges = [`${file}/version`];

export const driveFixtures: Fixtures = {
  ...revisionFixtures,
  updateFile: {
    target: { id: ids.file.script },
    entity: file,
    fields: {
      name: { values: ['New', 'Newer'], at: `${file}/fields/name`, alsoChanges },
      description: {
        values: ['First text', 'Second text'],
        at: `${file}/fields/description`,
        alsoChanges,
      },
      starred: {
        values: [true, false],
        stored: [true, undefined],
        at: `${file}/starredBy/${owner}`,
        alsoChanges,
      },
      trashed: {
        values: [true, false],
        stored: [{ by: owner, at: expect.any(String) }, undefined],
        at: `${file}/trash`,
        alsoChanges,
      },
    },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: { id: { missing: ids.file.missing } },
    accepts: ['name', 'description', 'starred', 'trashed', 'ifVersion'],
  },
  createFile: {
    entity: 'storage/files',
    fields: {
      name: ['New', 'Newer'],
      mimeType: ['text/plain', 'text/csv'],
      parentId: {
        values: [ids.file.scripts, ids.file.footage],
        stored: [[ids.file.scripts], [ids.file.footage]],
      },
      description: ['First text', 'Second text'],
      starred: [true, false],
      shortcutTargetId: {
        values: [ids.file.script, ids.file.storyboard],
        with: { mimeType: mime.shortcut },
      },
      properties: {
        values: [[{ key: 'season', value: '3' }], [{ key: 'season', value: '4' }]],
        stored: [{ season: '3' }, { season: '4' }],
      },
      appProperties: {
        values: [[{ key: 'take', value: '9' }], [{ key: 'take', value: '10' }]],
        stored: [{ take: '9' }, { take: '10' }],
      },
    },
    // The folder is Ava's: nobody else finds it.
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: {
      parentId: { missing: ids.file.missing },
      shortcutTargetId: { missing: ids.file.missing },
    },
    rejected: {
      parentId: [{ input: { parentId: 'trash' } }],
      shortcutTargetId: [{ input: { shortcutTargetId: 'generateIds' } }],
      properties: [{ input: { properties: twice }, path: 'properties.1.key' }],
      appProperties: [
        { input: { appProperties: twice }, path: 'appProperties.1.key' },
        {
          input: { appProperties: [{ key: 'videoId', value: 'x' }] },
          path: 'appProperties.0.key',
        },
      ],
    },
    accepts: ['name', 'mimeType', 'description', 'starred'],
    repeatable: { 'storage:files.create': 'The gateway makes the id before the file.' },
  },
};
