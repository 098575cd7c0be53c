/** The caller's account as storage sees it. */
import type { Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { anonymous } from '../user.ts';
import { isTrashed } from './access.ts';
import { mime } from './mime.ts';
import { driveUser } from './person.ts';
import { exportTypes } from './show.ts';
import { storageState } from './state.ts';

const gigabyte = 1024 ** 3;

export const getAbout: Handler = ({ simulation, user }) => {
  if (user === anonymous)
    throw new ApiError(401, 'required', {
      message: 'Login Required.',
      location: 'Authorization',
      locationType: 'header',
    });
  const state = storageState(simulation);
  const own = [...state.files.values()].filter(
    ({ owner }) => owner !== undefined && owner === user.email,
  );
  const bytes = (files: typeof own): string =>
    `${files.reduce((sum, { content }) => sum + (content?.size ?? 0), 0)}`;
  return {
    kind: 'drive#about',
    user: driveUser(user.email, user),
    storageQuota: {
      limit: `${200 * gigabyte}`,
      usage: bytes(own),
      usageInDrive: bytes(own),
      usageInDriveTrash: bytes(own.filter((file) => isTrashed(state, file))),
    },
    appInstalled: true,
    canCreateDrives: true,
    canCreateTeamDrives: true,
    maxUploadSize: `${5 * 1024 * gigabyte}`,
    maxImportSizes: {
      [mime.document]: '10485760',
      [mime.spreadsheet]: '104857600',
      [mime.presentation]: '104857600',
    },
    importFormats: { 'text/plain': [mime.document], 'text/csv': [mime.spreadsheet] },
    exportFormats: exportTypes,
    folderColorPalette: ['#ac725e', '#d06b64', '#f83a22', '#4986e7', '#16a765'],
    driveThemes: [
      {
        id: 'abacus',
        backgroundImageLink: 'https://drive.example/theme/abacus.jpg',
        colorRgb: '#ea6100',
      },
    ],
  };
};
