/** The fixtures of files. */
import { expect } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mime } from '../../../src/sandbox/storage/content/mime.ts';
import type { FieldValues, Fixtures, Rejected } from './fixture.ts';

const twice = [
  { key: 'a', value: '1' },
  { key: 'a', value: '2' },
];

/** 124 bytes are allowed; each of these letters has two. */
const long = { key: 'a', value: 'é'.repeat(62) };

const reserved = { key: 'videoId', value: 'x' };

/** The links to videos, of new files and of one that has a link to another video. */
const videoIds = [ids.video.trailer, ids.video.makingOf] as const;
const [video] = videoIds;

/** Values that no video has as its id. */
const rejectedVideoIds: readonly Rejected[] = [
  { input: { videoId: 'launch' } },
  { input: { videoId: `${video}0` } },
  { input: { videoId: `https://www.youtube.com/watch?v=${video}` } },
];

const owner = ids.person.ava;

/** It has properties, of which one is the gateway's. */
const target = ids.file.launchScript;

const file = `storage/files/${target}`;

/** Every change of the file raises the version and sets the time of the last change. */
const alsoChanges = [`${file}/version`, `${file}/modifiedTime`];

/** A field that the sandbox stores under the name of the REST field. */
const stored = (
  values: FieldValues['values'],
  name: string,
  more: Partial<FieldValues> = {},
): FieldValues => ({ values, at: `${file}/fields/${name}`, alsoChanges, ...more });

const image = 'aW1hZ2U';

const thumbnails = [
  { image, mimeType: 'image/png' },
  { image: 'b3RoZXI', mimeType: 'image/jpeg' },
] as const;

const restriction = (reason: string) => ({ readOnly: true, reason, ownerRestricted: true });

const storedRestriction = (reason: string) => [
  { ...restriction(reason), restrictingUser: owner, restrictionTime: expect.any(String) },
];

const downloads = [
  { restrictedForReaders: true, restrictedForWriters: false },
  { restrictedForReaders: true, restrictedForWriters: true },
] as const;

const encryptions = [
  {
    encryptionState: 'encrypted',
    decryptionMetadata: {
      wrappedKey: 'a2V5',
      kaclsId: '7',
      kaclsName: 'Keys',
      aes256GcmChunkSize: 'small',
      jwt: 'a.b.c',
      keyFormat: 'tinkAesGcmKey',
      encryptionResourceKeyHash: 'aGFzaA',
    },
  },
  { encryptionState: 'unencrypted', decryptionMetadata: { kaclsId: '8' } },
] as const;

const times = ['2024-05-01T10:00:00.000Z', '2025-05-01T10:00:00.000Z'] as const;

/** Fields of `fileRows` with the same values in every write, as they are sent. */
const sentFields = {
  description: ['First text', 'Second text'],
  starred: [true, false],
  trashed: [true, false],
  originalFilename: ['first.txt', 'second.txt'],
  folderColorRgb: ['#4986e7', '#f83a22'],
  modifiedAt: times,
  viewedByMeAt: times,
  copyRequiresWriterPermission: [true, false],
  writersCanShare: [false, true],
  inheritedPermissionsDisabled: [true, false],
  contentRestrictions: [[restriction('Final')], [restriction('Signed')]],
  downloadRestriction: downloads,
  indexableText: ['lighthouse', 'harbor'],
  thumbnail: thumbnails,
  clientEncryptionDetails: encryptions,
} as const;

/** Fields of a new file, as they are sent. */
const newFields = {
  ...sentFields,
  createdAt: times,
  properties: {
    values: [[{ key: 'season', value: '3' }], [{ key: 'season', value: '4' }]],
    stored: [{ season: '3' }, { season: '4' }],
  },
  appProperties: {
    values: [[{ key: 'take', value: '9' }], [{ key: 'take', value: '10' }]],
    stored: [
      { take: '9', videoId: video },
      { take: '10', videoId: video },
    ],
  },
  videoId: videoIds,
  parentId: {
    values: [ids.file.scripts, ids.file.footage],
    stored: [[ids.file.scripts], [ids.file.footage]],
  },
  ignoreDefaultVisibility: [true, false],
} satisfies NonNullable<Fixtures[string]['fields']>;

/** Rejected values of `fileRows`. */
const rejectedFields: Readonly<Record<string, readonly Rejected[]>> = {
  folderColorRgb: [
    { input: { folderColorRgb: 'red' } },
    { input: { folderColorRgb: '#4986e' } },
    { input: { folderColorRgb: '' } },
  ],
  contentRestrictions: [
    {
      input: { contentRestrictions: [restriction('a'), restriction('b')] },
      path: 'contentRestrictions.1.type',
    },
    {
      input: { contentRestrictions: [{ readOnly: false, reason: 'Why' }] },
      path: 'contentRestrictions.0.reason',
    },
  ],
  thumbnail: [
    {
      input: { thumbnail: { image: 'no image!', mimeType: 'image/png' } },
      path: 'thumbnail.image',
    },
    { input: { thumbnail: { image: '', mimeType: 'image/png' } }, path: 'thumbnail.image' },
    { input: { thumbnail: { image, mimeType: 'png' } }, path: 'thumbnail.mimeType' },
  ],
  clientEncryptionDetails: [
    {
      input: { clientEncryptionDetails: { encryptionState: 'ENCRYPTED' } },
      path: 'clientEncryptionDetails.encryptionState',
    },
    {
      input: {
        clientEncryptionDetails: {
          encryptionState: 'encrypted',
          decryptionMetadata: { aes256GcmChunkSize: 'large' },
        },
      },
      path: 'clientEncryptionDetails.decryptionMetadata.aes256GcmChunkSize',
    },
    {
      input: {
        clientEncryptionDetails: {
          encryptionState: 'encrypted',
          decryptionMetadata: { keyFormat: 'pem' },
        },
      },
      path: 'clientEncryptionDetails.decryptionMetadata.keyFormat',
    },
  ],
};

/** Google Drive makes the ids of documents itself. */
const documentWithId: readonly Rejected[] = [
  { input: { mimeType: mime.document, newFileId: ids.generatedFile.first } },
];

/** Rejected properties of a new file. */
const rejectedProperties: Readonly<Record<string, readonly Rejected[]>> = {
  properties: [
    { input: { properties: twice }, path: 'properties.1.key' },
    { input: { properties: [{ key: 'b', value: '' }, long] }, path: 'properties.1' },
  ],
  appProperties: [
    { input: { appProperties: [long] }, path: 'appProperties.0' },
    { input: { appProperties: twice }, path: 'appProperties.1.key' },
    { input: { appProperties: [reserved] }, path: 'appProperties.0.key' },
  ],
  videoId: rejectedVideoIds,
};

const accepted = Object.keys(sentFields).filter((name) => !Object.hasOwn(rejectedFields, name));

export const fileFixtures: Fixtures = {
  updateFile: {
    target: { id: target },
    entity: file,
    fields: {
      name: stored(['New', 'Newer'], 'name'),
      description: stored(sentFields.description, 'description'),
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
      originalFilename: stored(sentFields.originalFilename, 'originalFilename'),
      folderColorRgb: stored(sentFields.folderColorRgb, 'folderColorRgb'),
      modifiedAt: { values: times, at: `${file}/modifiedTime`, alsoChanges },
      viewedByMeAt: { values: times, at: `${file}/viewedAt/${owner}`, alsoChanges },
      copyRequiresWriterPermission: stored([true, false], 'copyRequiresWriterPermission'),
      writersCanShare: stored([false, true], 'writersCanShare'),
      inheritedPermissionsDisabled: stored([true, false], 'inheritedPermissionsDisabled'),
      contentRestrictions: stored(
        [{ set: [restriction('Final')] }, { set: [restriction('Signed')] }],
        'contentRestrictions',
        {
          stored: [storedRestriction('Final'), storedRestriction('Signed')],
          // A file with the restriction keeps its name.
          with: {},
        },
      ),
      downloadRestriction: stored(downloads, 'downloadRestrictions/itemDownloadRestriction', {
        cleared: { restrictedForReaders: false, restrictedForWriters: false },
      }),
      indexableText: { values: sentFields.indexableText, at: `${file}/text`, alsoChanges },
      thumbnail: { values: thumbnails, at: `${file}/thumbnail`, alsoChanges },
      clientEncryptionDetails: stored(encryptions, 'clientEncryptionDetails'),
      properties: stored(
        [
          { set: [{ key: 'season', value: '3' }], remove: ['reading order'] },
          { replaceAll: [{ key: 'season', value: '4' }] },
        ],
        'properties',
        { stored: [{ season: '3' }, { season: '4' }] },
      ),
      // The gateway keeps the property of its own.
      appProperties: stored(
        [{ set: [{ key: 'take', value: '9' }] }, { set: [{ key: 'take', value: '10' }] }],
        'appProperties',
        {
          stored: [
            { take: '9', videoId: video },
            { take: '10', videoId: video },
          ],
          cleared: { videoId: video },
        },
      ),
      videoId: stored(videoIds, 'appProperties/videoId'),
      addParentIds: [[ids.file.footage], [ids.file.scripts]],
      removeParentIds: [[ids.file.scripts], [ids.file.footage]],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      id: { missing: ids.file.missing },
      // The parameter has several ids with commas between them.
      addParentIds: { missing: ids.file.missing, misshapen: 'INVALID_INPUT' },
      removeParentIds: { missing: ids.file.missing, misshapen: 'INVALID_INPUT' },
      videoId: {},
    },
    rejected: {
      ...rejectedFields,
      contentRestrictions: [
        {
          input: { contentRestrictions: { set: [{ readOnly: false, reason: 'Why' }] } },
          path: 'contentRestrictions.set.0.reason',
        },
      ],
      addParentIds: [
        { input: { addParentIds: [] } },
        { input: { addParentIds: [ids.file.footage, ids.file.scripts] } },
      ],
      removeParentIds: [{ input: { removeParentIds: [] } }],
      properties: [
        { input: { properties: { set: twice } }, path: 'properties.set.1.key' },
        { input: { properties: { set: [long] } }, path: 'properties.set.0' },
        {
          input: { properties: { set: [{ key: 'a', value: '1' }], remove: ['a'] } },
          path: 'properties.remove.0',
        },
      ],
      appProperties: [
        { input: { appProperties: { set: [reserved] } }, path: 'appProperties.set.0.key' },
        { input: { appProperties: { set: [long] } }, path: 'appProperties.set.0' },
        { input: { appProperties: { remove: ['videoId'] } }, path: 'appProperties.remove.0' },
      ],
      videoId: rejectedVideoIds,
    },
    accepts: ['name', ...accepted, 'ifVersion'],
  },
  createFile: {
    entity: 'storage/files',
    fields: {
      ...newFields,
      name: ['New', 'Newer'],
      mimeType: ['text/plain', 'text/csv'],
      shortcutTargetId: {
        values: [ids.file.script, ids.file.storyboard],
        with: { mimeType: mime.shortcut },
      },
      newFileId: {
        values: [ids.generatedFile.first, ids.generatedFile.second],
        with: { name: 'With an id of its own' },
      },
    },
    // The folder is Ava's: nobody else finds it.
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: {
      parentId: { missing: ids.file.missing },
      shortcutTargetId: { missing: ids.file.missing },
      // Google Drive takes only ids that it has generated.
      newFileId: { missing: ids.file.missing, code: 'INVALID_INPUT' },
      videoId: {},
    },
    rejected: {
      ...rejectedFields,
      ...rejectedProperties,
      parentId: [{ input: { parentId: 'trash' } }],
      shortcutTargetId: [
        { input: { shortcutTargetId: 'generateIds' } },
        { input: { mimeType: mime.shortcut } },
      ],
      mimeType: [
        { input: { mimeType: 'text/plain', shortcutTargetId: ids.file.script } },
        { input: { mimeType: 'folder' } },
      ],
      newFileId: documentWithId,
    },
    accepts: ['name', 'createdAt', 'ignoreDefaultVisibility', ...accepted],
    repeatable: { 'storage:files.create': 'The gateway makes the id before the file.' },
  },
  copyFile: {
    target: { id: ids.file.storyboard },
    entity: 'storage/files',
    fields: {
      ...newFields,
      name: ['New', 'Newer'],
      mimeType: ['application/pdf', 'image/png'],
      keepRevisionForever: [true, false],
      ocrLanguage: ['de', 'sv'],
      newFileId: {
        values: [ids.generatedFile.first, ids.generatedFile.second],
        with: { name: 'With an id of its own' },
      },
    },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: {
      id: { missing: ids.file.missing },
      parentId: { missing: ids.file.missing },
      newFileId: { missing: ids.file.missing, code: 'INVALID_INPUT' },
      videoId: {},
    },
    rejected: {
      ...rejectedFields,
      ...rejectedProperties,
      parentId: [{ input: { parentId: 'trash' } }],
      mimeType: [{ input: { mimeType: 'pdf' } }],
      newFileId: documentWithId,
    },
    accepts: [
      'name',
      'createdAt',
      'ignoreDefaultVisibility',
      'keepRevisionForever',
      'ocrLanguage',
      ...accepted,
    ],
    repeatable: { 'storage:files.copy': 'The gateway makes the id before the copy.' },
  },
  deleteFile: {
    target: { id: target },
    entity: file,
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: { id: { missing: ids.file.missing } },
  },
  emptyTrash: {
    entity: 'storage/files',
    fields: {
      confirm: ['root', 'root'],
      driveId: {
        values: [ids.drive.archive, ids.drive.archive],
        with: { confirm: ids.drive.archive },
      },
    },
    // Everybody has a trash of their own.
    callers: { 'studio-guest': 'DONE', 'no-channel': 'DONE' },
    ids: {
      driveId: {
        missing: ids.drive.missing,
        misshapen: 'INVALID_INPUT',
        with: { confirm: ids.drive.missing },
      },
      confirm: {},
    },
    rejected: {
      confirm: [
        { input: { confirm: ids.drive.archive } },
        { input: { confirm: 'yes' } },
        { input: { driveId: ids.drive.archive, confirm: 'root' } },
        { input: { driveId: ids.drive.archive, confirm: ids.file.root } },
      ],
    },
  },
};
