/** The fixtures of shared drives. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

const { archive, scratch, missing } = ids.drive;

const drive = `storage/drives/${archive}`;

/** A theme also sets the color. */
const alsoChanges = [`${drive}/colorRgb`, `${drive}/themeId`, `${drive}/backgroundImageFile`];

const image = (fileId: string, width: number) => ({
  fileId,
  xCoordinate: 0,
  yCoordinate: 0.25,
  width,
});

const storedImage = (fileId: string, width: number) => {
  const { fileId: id, ...part } = image(fileId, width);
  return { id, ...part };
};

const restrictions = (is: boolean) => ({
  adminManagedRestrictions: false,
  copyRequiresWriterPermission: is,
  domainUsersOnly: is,
  driveMembersOnly: !is,
  sharingFoldersRequiresOrganizerPermission: is,
  downloadRestriction: { restrictedForReaders: true, restrictedForWriters: is },
});

const callers = { 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' };

export const sharedDriveFixtures: Fixtures = {
  createSharedDrive: {
    entity: 'storage/drives',
    fields: {
      name: ['New', 'Newer'],
      themeId: ['abacus', 'lighthouse'],
      requestId: {
        values: ['request-1', 'request-2'],
        with: { name: 'With a request id of its own' },
      },
    },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'DONE' },
    ids: {},
    rejected: {
      name: [{ input: { name: ' ' } }],
      themeId: [{ input: { themeId: 'none' }, reason: 'invalid' }],
      requestId: [{ input: { requestId: ' ' } }],
    },
  },
  updateSharedDrive: {
    target: { id: archive },
    entity: drive,
    fields: {
      name: ['New', 'Newer'],
      colorRgb: { values: ['#ac725e', '#d06b64'], alsoChanges },
      themeId: {
        values: ['abacus', 'lighthouse'],
        alsoChanges,
        with: {},
      },
      backgroundImage: {
        values: [image(ids.file.channelBanner, 0.5), image(ids.file.logo, 0.75)],
        stored: [storedImage(ids.file.channelBanner, 0.5), storedImage(ids.file.logo, 0.75)],
        alsoChanges,
      },
      restrictions: [restrictions(true), restrictions(false)],
      asDomainAdmin: [false, true],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      id: { missing },
      'backgroundImage.fileId': { missing: ids.file.missing, path: ['backgroundImage'] },
    },
    rejected: {
      name: [{ input: { name: '' } }],
      colorRgb: [{ input: { colorRgb: 'blue' } }],
      themeId: [
        { input: { themeId: 'none' }, reason: 'invalid' },
        { input: { themeId: 'abacus', colorRgb: '#ac725e' } },
        { input: { themeId: 'abacus', backgroundImage: image(ids.file.logo, 1) } },
      ],
      backgroundImage: [
        {
          input: { backgroundImage: image(ids.file.logo, 1.5) },
          path: 'backgroundImage.width',
        },
        { input: { backgroundImage: image(ids.file.script, 1) }, reason: 'invalid' },
      ],
    },
    accepts: ['restrictions', 'asDomainAdmin'],
  },
  deleteSharedDrive: {
    target: { id: scratch },
    entity: `storage/drives/${scratch}`,
    fields: {
      confirm: [scratch, scratch],
      asDomainAdmin: [false, true],
      allowItemDeletion: [false, true],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      id: {
        missing,
        with: { confirm: missing },
        // The id differs from the confirmation.
        misshapen: 'INVALID_INPUT',
        misshapenPath: ['confirm'],
      },
      confirm: {},
    },
    rejected: {
      confirm: [{ input: { confirm: archive } }, { input: { confirm: 'true' } }],
      allowItemDeletion: [{ input: { allowItemDeletion: true } }],
    },
    accepts: ['asDomainAdmin'],
  },
  hideSharedDrive: { target: { id: archive }, entity: drive, callers, ids: { id: { missing } } },
  unhideSharedDrive: { target: { id: archive }, entity: drive, callers, ids: { id: { missing } } },
};
