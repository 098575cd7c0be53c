/** `Viewer.drive`: the Google Drive account of the caller. */
import { expect, it } from 'vitest';
import { exportFormats } from '../../../src/sandbox/storage/content/export-format.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { DirectCalls } from '../../support/oracle/direct-call.ts';

const studio = useStudio();

const direct = () =>
  new DirectCalls(studio.sandbox.url).as('studio-owner').get('storage:about.get', {});

it('has limits, formats, colors and themes', async () => {
  const { data } = await studio.query(
    '{ viewer { drive { appInstalled maxUploadSize maxImportSizes { mimeType maxSize } importConversions { source targets } exportConversions { source targets } folderColorPalette driveThemes { themeId backgroundImageLink colorRgb } storageQuota { usageInDrive usageInDriveTrash } } } }',
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
    importConversions: conversions(account.importFormats),
    exportConversions: conversions(exportFormats),
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
