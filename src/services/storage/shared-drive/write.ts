/** Writes of shared drives. */
import { elementOf } from '../../../engine/schema/type/element-id.ts';
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../../engine/execution/execution.ts';
import { action } from '../../../engine/write/action.ts';
import { insert, type RequestId } from '../../../engine/write/insert/insert.ts';
import { patch } from '../../../engine/write/update/patch.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { drives } from '../operations.ts';
import { inputObject } from '../../../engine/schema/field/input-row.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  changes,
  parameters,
  required,
  settings,
} from '../../../engine/schema/write/write-input.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { checkConfirmation } from '../../../engine/schema/type/confirmation.ts';
import { checkColor, DownloadRestrictionInput, unlimited } from '../file/write/input.ts';
import { File, SharedDrive } from '../resources.ts';
import { quote } from '../search/filter.ts';

/** Drives with the same name may exist. The newest one is the one that was just created. */
async function findNewest(
  execution: Execution,
  name: string,
  mask: string,
): Promise<drive_v3.Schema$Drive | undefined> {
  const { drives: found = [], nextPageToken } = await execution.send(drives.list, {
    q: `name = ${quote(name)}`,
    pageSize: 100,
    fields: `nextPageToken,drives(${mask})`,
  });
  if (nextPageToken != null) return undefined;
  const [newest, next] = found
    .filter((drive) => drive.name === name)
    .toSorted((a, b) => ((a.createdTime ?? '') < (b.createdTime ?? '') ? 1 : -1));
  return newest?.createdTime === next?.createdTime ? undefined : newest;
}

const requestId: RequestId = {
  parameter: 'requestId',
  operations: [drives.list],
  find: (execution, { name }, requested) =>
    findNewest(execution, name as string, requested.with('createdTime', 'name').mask),
};

const isRequired = { clearable: false } as const;

/** The writable values of a drive, also of a new one. */
const driveRows = {
  name: [
    'The name of the drive, which other drives may have as well.',
    { ...isRequired, notBlank: true },
  ],
  themeId: [
    'ID',
    'themeId',
    'The id of the theme that gives color and background image, one of `Viewer.drive.driveThemes`. Not allowed together with a color or a background image. Cannot be read.',
    { ...isRequired, check: elementOf('DriveTheme') },
  ],
} as const;

const createSharedDrive = write('createSharedDrive', {
  description:
    'Create a shared drive, whose organizer the caller is. A retry after a lost response does not create a second drive, because the gateway sends a request id. Restrictions, color and background image are set by `updateSharedDrive`: Google Drive does not accept them for a new drive.',
  operation: drives.create,
  target: SharedDrive,
  strategy: insert({ requestId }),
  input: changes(drives.create, driveRows),
  parameters: parameters(drives.create, {
    requestId: [
      'String',
      'requestId',
      'A random text that names this request, for example a UUID. With it, the client itself can repeat the mutation: if the drive exists already, for example because the first response was lost, the error is `CONFLICT`; find the drive by its name in `Viewer.sharedDrives`. Default: a random one, made by the gateway.',
      { notBlank: true },
    ],
  }),
  locations: { 'drive.name': 'name', 'drive.themeId': 'themeId' },
  result: 'The created drive.',
});

const BackgroundImageInput = inputObject(
  'SharedDriveBackgroundImageInput',
  'A part of an image in Google Drive, as the background of a shared drive.',
  {
    fileId: [required('ID'), 'The id of the image file: a global id or a Google Drive id.'],
    xCoordinate: [
      required('Float'),
      'The left edge of the part, as a fraction of the width of the image: 0 is the left edge of the image, 1 the right edge. Default: 0.',
      { default: 0 },
    ],
    yCoordinate: [
      required('Float'),
      'The upper edge of the part, as a fraction of the height of the image: 0 is the upper edge of the image, 1 the lower edge. Default: 0.',
      { default: 0 },
    ],
    width: [
      required('Float'),
      'The width of the part, as a fraction of the width of the image. Default: 1. The part is 80:9 in shape and must be at least 1,280 x 144 pixels.',
      { default: 1 },
    ],
  },
);

const RestrictionsInput = inputObject(
  'SharedDriveRestrictionsInput',
  'Restrictions of a shared drive. An omitted field keeps its value, null removes the restriction.',
  {
    adminManagedRestrictions: [
      'Boolean',
      'Whether changes of the restrictions require an administrator of the domain.',
    ],
    copyRequiresWriterPermission: [
      'Boolean',
      'Whether readers and commenters are prevented from copying, printing and downloading files of the drive.',
    ],
    domainUsersOnly: [
      'Boolean',
      'Whether only users of the domain of the drive have access to the drive and to its files.',
    ],
    downloadRestriction: [
      DownloadRestrictionInput,
      'The roles that may not download, copy or print files of the drive.',
    ],
    driveMembersOnly: [
      'Boolean',
      'Whether only members of the drive have access to the files of the drive.',
    ],
    sharingFoldersRequiresOrganizerPermission: [
      'Boolean',
      'Whether only organizers can share folders. Otherwise also users with the role `FILE_ORGANIZER`.',
    ],
  },
);

type BackgroundImage = typeof BackgroundImageInput.$inferType;
type Restrictions = typeof RestrictionsInput.$inferType;

/** @throws InvalidInput for a position outside the image */
function backgroundImage({ fileId, ...part }: BackgroundImage, argument: string): object {
  for (const [name, value] of Object.entries(part))
    if (value < 0 || value > 1)
      throw new InvalidInput(
        `${argument}.${name}`,
        `${value} is outside the image; expected a number from 0 to 1`,
      );
  return { id: upstreamId(File.resource, fileId, `${argument}.fileId`), ...part };
}

/** Google Drive removes a restriction by false, and does not document what null does. */
const restrictionsOf = ({ downloadRestriction, ...flags }: Restrictions): object => ({
  ...Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [name, value === null ? false : value]),
  ),
  downloadRestriction: downloadRestriction === null ? unlimited : downloadRestriction,
});

const asDomainAdmin = [
  'Boolean',
  'useDomainAdminAccess',
  'Whether to act as an administrator of the domain. Administrators can change drives that they are not a member of. Error `FORBIDDEN` if the caller is no administrator. Default: false.',
] as const;

const updateSharedDrive = write('updateSharedDrive', {
  description:
    'Change a shared drive. An omitted field keeps its value. Requires the role `ORGANIZER`, or an administrator of the domain.',
  inputDescription: 'Input of `updateSharedDrive`. An omitted field keeps its value.',
  operation: drives.update,
  target: SharedDrive,
  id: {},
  strategy: patch(),
  input: changes(drives.update, {
    ...driveRows,
    colorRgb: [
      'The new color of the drive as a hexadecimal RGB value, for example `#4986e7`. Not allowed together with `themeId`.',
      { ...isRequired, check: checkColor },
    ],
    backgroundImage: [
      BackgroundImageInput,
      'backgroundImageFile',
      'The new background image. Not allowed together with `themeId`. REST field: `backgroundImageFile`.',
      {
        ...isRequired,
        convert: backgroundImage,
        oneValue: 'Position and width are those of a part of one image.',
      },
    ],
    restrictions: [
      RestrictionsInput,
      'restrictions',
      'Changes to the restrictions of the drive and of the files in it.',
      { ...isRequired, convert: restrictionsOf },
    ],
  }),
  parameters: parameters(drives.update, { asDomainAdmin }),
  validate: ({ themeId, colorRgb, backgroundImage: image }) => {
    if (themeId != null && (colorRgb != null || image != null))
      throw new InvalidInput(
        'themeId',
        'is not allowed together with colorRgb or backgroundImage; a theme sets both',
      );
  },
  locations: {
    'drive.name': 'name',
    'drive.colorRgb': 'colorRgb',
    'drive.themeId': 'themeId',
    'drive.backgroundImageFile': 'backgroundImageFile',
    'drive.backgroundImageFile.id': 'backgroundImageFile',
  },
  result: 'The changed drive.',
});

const deleteSharedDrive = write('deleteSharedDrive', {
  description:
    'Delete a shared drive permanently. Requires the role `ORGANIZER`, or an administrator of the domain. A drive that contains files outside the trash is only deleted with `allowItemDeletion`. Files in the trash of the drive are deleted, too.',
  operation: drives.delete,
  target: SharedDrive,
  id: {},
  parameters: parameters(drives.delete, {
    asDomainAdmin,
    allowItemDeletion: [
      'Boolean',
      'allowItemDeletion',
      'Whether to delete all files of the drive with it. Requires `asDomainAdmin: true`. Default: false.',
    ],
  }),
  settings: settings({
    confirm: [required('ID'), 'The confirmation: the same id as `id`.'],
  }),
  validate: ({ confirm, asDomainAdmin: isAdmin, allowItemDeletion, ...input }) => {
    checkConfirmation(SharedDrive.resource, confirm, (input as { readonly id: string }).id);
    if (allowItemDeletion && !isAdmin)
      throw new InvalidInput('allowItemDeletion', 'is only allowed with asDomainAdmin: true');
  },
  reasons: { cannotDeleteResourceWithChildren: 'entity' },
});

/** The visibility of a drive is a matter of each member. */
const visibility = {
  target: SharedDrive,
  strategy: action({ answersEntity: true }),
  result: 'The drive after the change.',
} as const;

const hideSharedDrive = write('hideSharedDrive', {
  ...visibility,
  description:
    'Hide a shared drive from the default view of the caller. Other members are not affected.',
  operation: drives.hide,
  id: {},
});

const unhideSharedDrive = write('unhideSharedDrive', {
  ...visibility,
  description: 'Show a hidden shared drive in the default view of the caller again.',
  operation: drives.unhide,
  id: {},
});

export const sharedDriveWrites = [
  createSharedDrive,
  updateSharedDrive,
  deleteSharedDrive,
  hideSharedDrive,
  unhideSharedDrive,
];
