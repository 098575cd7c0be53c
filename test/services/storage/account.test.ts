/** `Viewer.drive`: the Google Drive account of the caller. */
import { expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { exportFormats } from '../../../src/sandbox/storage/content/export-format.ts';
import { displayNameOf, permissionIdOf } from '../../../src/sandbox/storage/permission/person.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { DirectCalls } from '../../support/oracle/direct-call.ts';

const studio = useStudio();
const requests = () => studio.calls().map(({ operation, query }) => [operation, query]);

const direct = () =>
  new DirectCalls(studio.sandbox.url).as('studio-owner').get('storage:about.get', {});

it('is read with one call for the selected fields', async () => {
  const data = await studio.data(
    '{ viewer { drive { user { displayName email me permissionId } storageQuota { limit usage } canCreateDrives } } }',
  );
  const { storageQuota } = await direct();
  expect(data.viewer.drive).toEqual({
    user: {
      displayName: displayNameOf(ids.person.ava),
      email: ids.person.ava,
      me: true,
      permissionId: permissionIdOf(ids.person.ava),
    },
    storageQuota: { limit: storageQuota.limit, usage: storageQuota.usage },
    canCreateDrives: true,
  });
  expect(requests()[0]).toEqual([
    'storage:about.get',
    {
      fields: [
        'canCreateDrives,storageQuota(limit,usage),user(displayName,emailAddress,me,permissionId)',
      ],
      prettyPrint: ['false'],
    },
  ]);
});

it('has limits, formats, colors and themes', async () => {
  const { data } = await studio.query(
    '{ viewer { drive { appInstalled maxUploadSize maxImportSizes { mimeType maxSize } importFormats { source targets } exportFormats { source targets } folderColorPalette driveThemes { themeId backgroundImageLink colorRgb } storageQuota { usageInDrive usageInDriveTrash } } } }',
  );
  const account = await direct();
  const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
    a < b ? -1 : 1;
  const conversions = (map: object) =>
    Object.entries(map)
      .toSorted(byKey)
      .map(([source, targets]) => ({ source, targets }));
  expect(data.viewer.drive).toEqual({
    appInstalled: true,
    maxUploadSize: account.maxUploadSize,
    maxImportSizes: Object.entries(account.maxImportSizes)
      .toSorted(byKey)
      .map(([mimeType, maxSize]) => ({ mimeType, maxSize })),
    importFormats: conversions(account.importFormats),
    exportFormats: conversions(exportFormats),
    folderColorPalette: account.folderColorPalette,
    driveThemes: account.driveThemes.map(({ id: themeId, ...theme }: any) => ({
      themeId,
      ...theme,
    })),
    storageQuota: {
      usageInDrive: account.storageQuota.usageInDrive,
      usageInDriveTrash: account.storageQuota.usageInDriveTrash,
    },
  });
});

it('has no id, and no global id reads it', async () => {
  const { errors } = await studio.query('query ($id: ID!) { node(id: $id) { id } }', {
    id: globalId('DriveAccount', []),
  });
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'id' } }]);
  expect(studio.calls()).toEqual([]);
});
