/** The account of the caller: user, quota, supported formats. */
import type { Handler } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import { anonymous } from '../user.ts';
import { isTrashed } from './permission/access.ts';
import { driveThemes, themeImage } from './shared-drive/entity.ts';
import { exportFormats, importFormats, maxImportSizes } from './content/export-format.ts';
import { serializeUser } from './permission/person.ts';
import { storageLimit, totalSize } from './quota.ts';
import { storageState } from './state.ts';

const maxUploadSize = 5 * 1024 ** 4;

const themes = driveThemes.map(({ id, colorRgb }) => ({
  id,
  backgroundImageLink: themeImage(id),
  colorRgb,
}));

/** `about.get`. */
export const getAbout: Handler = ({ simulation, user }) => {
  if (user === anonymous)
    throw new ApiError(401, 'required', {
      message: 'Login Required.',
      location: 'Authorization',
      locationType: 'header',
    });
  const state = storageState(simulation);
  const owned = [...state.files.values()].filter(({ owner }) => owner === user.email);
  const usage = state.model.fullStorage === undefined ? totalSize(owned) : storageLimit;
  return {
    kind: 'drive#about',
    user: serializeUser(user.email, user),
    storageQuota: {
      limit: `${storageLimit}`,
      usage: `${usage}`,
      usageInDrive: `${totalSize(owned)}`,
      usageInDriveTrash: `${totalSize(owned.filter((file) => isTrashed(state, file)))}`,
    },
    appInstalled: true,
    canCreateDrives: true,
    canCreateTeamDrives: true,
    maxUploadSize: `${maxUploadSize}`,
    maxImportSizes: Object.fromEntries(
      Object.entries(maxImportSizes).map(([mimeType, size]) => [mimeType, `${size}`]),
    ),
    importFormats,
    exportFormats,
    folderColorPalette: ['#ac725e', '#d06b64', '#f83a22', '#4986e7', '#16a765'],
    driveThemes: themes,
    teamDriveThemes: themes,
  };
};
