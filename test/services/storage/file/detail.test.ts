/** Details of files: media metadata, restrictions, encryption, links, export formats. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { exportFormats } from '../../../../src/sandbox/storage/content/export-format.ts';
import { displayNameOf } from '../../../../src/sandbox/storage/permission/person.ts';
import { mime } from '../../../../src/sandbox/storage/content/mime.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { channelBanner, introTake1, talentRelease, pressKit, script, logo, archiveIndex } = ids.file;

const fieldsOf = (id: string): any =>
  storageState(studio.sandbox.simulation()).files.get(id)!.fields;

const masks = () => studio.calls().map(({ query }) => query['fields']);

describe('the metadata of media', () => {
  it('has the size and the Exif data of an image, in one call', async () => {
    const data = await studio.data(
      `{ file(id: "${channelBanner}") { imageMediaMetadata { width height rotation takenAt location { latitude longitude altitude } cameraMake cameraModel lens exposureTime aperture maxApertureValue focalLength isoSpeed exposureBias exposureMode meteringMode whiteBalance flashUsed sensor colorSpace subjectDistance } } }`,
    );
    const { time: takenAt, ...metadata } = fieldsOf(channelBanner).imageMediaMetadata;
    expect(data.file.imageMediaMetadata).toEqual({ ...metadata, takenAt });
    expect(studio.operations()).toEqual(['storage:files.get']);
  });
  it('has the size and the duration of a video', async () => {
    const { data } = await studio.query(
      `{ file(id: "${introTake1}") { imageMediaMetadata { width } videoMediaMetadata { width height duration } } }`,
    );
    expect(data.file).toEqual({
      imageMediaMetadata: null,
      videoMediaMetadata: { width: 3840, height: 2160, duration: 'PT38S' },
    });
    expect(masks()).toEqual([
      ['imageMediaMetadata/width,videoMediaMetadata(durationMillis,height,width)'],
    ]);
  });
});

describe('restrictions', () => {
  it('of the content name who set them and why', async () => {
    const { data } = await studio.query(
      `{ file(id: "${talentRelease}") { contentRestrictions { readOnly reason type restrictedAt ownerRestricted systemRestricted restrictingUser { email displayName me } } capabilities { canRemoveContentRestriction canModifyEditorContentRestriction canModifyOwnerContentRestriction } } }`,
    );
    expect(data.file).toEqual({
      contentRestrictions: [
        {
          readOnly: true,
          reason: 'Signed by all parties.',
          type: 'GLOBAL_CONTENT_RESTRICTION',
          restrictedAt: '2026-01-12T09:30:00.000Z',
          ownerRestricted: true,
          systemRestricted: false,
          restrictingUser: {
            email: ids.person.ava,
            displayName: displayNameOf(ids.person.ava),
            me: true,
          },
        },
      ],
      capabilities: {
        canRemoveContentRestriction: true,
        canModifyEditorContentRestriction: true,
        canModifyOwnerContentRestriction: true,
      },
    });
  });
  it('of downloads are shown as set and as they apply', async () => {
    const { data } = await studio.query(
      `{ file(id: "${pressKit}") { contentRestrictions { readOnly } downloadRestrictions { itemDownloadRestriction { restrictedForReaders restrictedForWriters } effectiveDownloadRestrictionWithContext { restrictedForReaders restrictedForWriters } } capabilities { canChangeItemDownloadRestriction } } }`,
    );
    const none = { restrictedForReaders: false, restrictedForWriters: false };
    expect(data.file).toEqual({
      contentRestrictions: null,
      downloadRestrictions: {
        itemDownloadRestriction: none,
        effectiveDownloadRestrictionWithContext: none,
      },
      capabilities: { canChangeItemDownloadRestriction: true },
    });
  });
});

it('shows the data for the decryption of an encrypted file', async () => {
  const { data } = await studio.query(
    `{ file(id: "${talentRelease}") { clientEncryptionDetails { encryptionState decryptionMetadata { wrappedKey kaclsId kaclsName aes256GcmChunkSize jwt keyFormat encryptionResourceKeyHash } } } other: file(id: "${logo}") { clientEncryptionDetails { encryptionState } } }`,
  );
  expect(data).toEqual({
    file: { clientEncryptionDetails: fieldsOf(talentRelease).clientEncryptionDetails },
    other: { clientEncryptionDetails: null },
  });
});

it('shows the formats that a document can be exported to, without the links', async () => {
  const { data } = await studio.query(
    `{ file(id: "${script}") { exportFormats } other: file(id: "${logo}") { exportFormats } }`,
  );
  expect(data).toEqual({
    file: { exportFormats: exportFormats[mime.document]!.toSorted() },
    other: { exportFormats: null },
  });
  expect(masks()).toEqual([['exportLinks'], ['exportLinks']]);
});

describe('sharing', () => {
  it('by a link has a resource key', async () => {
    const { data } = await studio.query(
      `{ file(id: "${pressKit}") { resourceKey linkShareMetadata { securityUpdateEligible securityUpdateEnabled } inheritedPermissionsDisabled capabilities { canChangeSecurityUpdateEnabled } } other: file(id: "${logo}") { resourceKey } }`,
    );
    expect(data).toEqual({
      file: {
        resourceKey: expect.stringMatching(/^0-[\w-]{22}$/),
        linkShareMetadata: { securityUpdateEligible: false, securityUpdateEnabled: true },
        inheritedPermissionsDisabled: null,
        capabilities: { canChangeSecurityUpdateEnabled: false },
      },
      other: { resourceKey: null },
    });
  });
  it('on a shared drive has a capability of its own', async () => {
    const { data } = await studio.query(
      `{ file(id: "${archiveIndex}") { capabilities { canAddFolderFromAnotherDrive } } }`,
    );
    expect(data.file.capabilities).toEqual({ canAddFolderFromAnotherDrive: false });
  });
});

it('shows which other changes the caller may make', async () => {
  const { data } = await studio.query(
    `{ file(id: "${logo}") { capabilities { canReadLabels canModifyLabels canDisableInheritedPermissions canEnableInheritedPermissions canStartApproval } } contracts: file(id: "${ids.file.contracts}") { inheritedPermissionsDisabled capabilities { canDisableInheritedPermissions canEnableInheritedPermissions } } }`,
  );
  expect(data).toEqual({
    file: {
      capabilities: {
        canReadLabels: true,
        canModifyLabels: true,
        canDisableInheritedPermissions: true,
        canEnableInheritedPermissions: false,
        canStartApproval: true,
      },
    },
    contracts: {
      inheritedPermissionsDisabled: true,
      capabilities: {
        canDisableInheritedPermissions: false,
        canEnableInheritedPermissions: true,
      },
    },
  });
});
