/** `drives.create`, `update`, `delete`, `hide` and `unhide`. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { driveId } from '../../seed/entity-id.ts';
import { isTrashed, roleOf } from '../permission/access.ts';
import { findDrive } from './shared-drive.ts';
import { driveThemes, newDrive, newDriveRoot } from './entity.ts';
import { serializeDrive } from './serializer.ts';
import { checkWritableFields } from '../file/body.ts';
import { grantOf } from '../permission/grant.ts';
import { type DriveEntity, type DriveRestrictions, type FileRole, storageState } from '../state.ts';

/** The body, as far as the schema of drives checks it. Null leaves a field as it is. */
interface DriveBody {
  readonly name?: string | null;
  readonly colorRgb?: string | null;
  readonly themeId?: string | null;
  readonly backgroundImageFile?: Readonly<Record<string, unknown>> | null;
  readonly restrictions?:
    | {
        readonly [K in keyof DriveRestrictions]?: Partial<DriveRestrictions[K]> | null;
      }
    | null;
}

/** @param name field of the drive @throws ApiError 400 */
function throwInvalidField(name: keyof DriveBody, message: string): never {
  throw new ApiError(400, 'invalid', {
    message,
    location: `drive.${name}`,
    locationType: 'other',
  });
}

/** @throws ApiError 403 */
function throwDriveForbidden(): never {
  throw new ApiError(403, 'forbidden', {
    message: 'The user does not have sufficient permissions for this shared drive.',
  });
}

/**
 * Checks name, color, theme and background image, which exclude one another.
 * @throws ApiError 400 or 404
 */
function checkLook(call: ApiCall): void {
  const { name, colorRgb, themeId, backgroundImageFile: image } = call.body as DriveBody;
  if (name?.trim() === '') throwInvalidField('name', 'The name of a shared drive cannot be empty.');
  if (colorRgb && !/^#[\da-f]{6}$/i.test(colorRgb))
    throwInvalidField('colorRgb', `Invalid color '${colorRgb}'.`);
  if (themeId && (colorRgb || image))
    throwInvalidField('themeId', 'A theme excludes a color and a background image.');
  if (themeId && !driveThemes.some(({ id }) => id === themeId))
    throwInvalidField('themeId', `Unknown theme '${themeId}'.`);
  if (!image) return;
  const state = storageState(call.simulation);
  const file = state.files.get(String(image['id']));
  const { xCoordinate, yCoordinate, width } = image;
  if ([xCoordinate, yCoordinate, width].some((value) => typeof value !== 'number'))
    throwInvalidField('backgroundImageFile', 'All fields of the background image must be set.');
  if (!file || roleOf(state, call.user, file) === undefined)
    throw new ApiError(404, 'notFound', {
      message: `File not found: ${String(image['id'])}.`,
      location: 'drive.backgroundImageFile.id',
      locationType: 'other',
    });
  if (!file.fields.mimeType.startsWith('image/'))
    throwInvalidField('backgroundImageFile', 'The background must be an image.');
}

const withoutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Writes the body, which must have passed `checkLook`. */
function writeBody(drive: DriveEntity, { body }: ApiCall): void {
  const { name, colorRgb, themeId, backgroundImageFile, restrictions } = body as DriveBody;
  if (name) drive.name = name;
  if (colorRgb) drive.colorRgb = colorRgb;
  if (backgroundImageFile) {
    drive.backgroundImageFile = { ...backgroundImageFile };
    delete drive.themeId;
  }
  if (themeId) {
    drive.themeId = themeId;
    drive.colorRgb = driveThemes.find(({ id }) => id === themeId)!.colorRgb;
    delete drive.backgroundImageFile;
  }
  const { downloadRestriction, ...flags } = restrictions ?? {};
  Object.assign(drive.restrictions, withoutNulls(flags));
  Object.assign(drive.restrictions.downloadRestriction, withoutNulls(downloadRestriction ?? {}));
}

const onlyUpdated = ['colorRgb', 'backgroundImageFile', 'restrictions'] as const;

/** @throws ApiError 400 for fields that `drives.update` writes, but `drives.create` does not */
function checkNewDrive({ body }: ApiCall): void {
  for (const name of onlyUpdated)
    if ((body as DriveBody)[name] != null)
      throwInvalidField(name, `${name} can be set by drives.update only.`);
}

/**
 * `drives.create`: the same request of the same user always means the same drive.
 * @throws ApiError 409 if the drive of the request exists already
 */
export const createDrive: Handler = (call) => {
  const { simulation, user, query } = call;
  checkWritableFields(call);
  checkNewDrive(call);
  checkLook(call);
  const { drives, files } = storageState(simulation);
  const id = driveId(`${user.email} ${query.text('requestId')!}`);
  if (drives.has(id))
    throw new ApiError(409, 'conflict', {
      message: 'A shared drive was already created with the request ID.',
      location: 'requestId',
    });
  const createdTime = simulation.now().toISOString();
  const drive = newDrive(id, '', createdTime);
  writeBody(drive, call);
  const organizer = grantOf({
    type: 'user',
    role: 'organizer',
    email: user.email,
    since: createdTime,
  });
  drives.set(id, drive);
  files.set(id, newDriveRoot(drive, user.email, [organizer]));
  return serializeDrive(call, drive, 'organizer');
};

/** @throws ApiError 403 for members who are neither organizers nor administrators */
const checkOrganizer = ({ query }: ApiCall, role: FileRole | undefined): void => {
  if (role !== 'organizer' && !query.flag('useDomainAdminAccess')) throwDriveForbidden();
};

/** `drives.update`, for organizers and administrators. */
export const updateDrive: Handler = (call) => {
  const { drive, role } = findDrive(call);
  checkWritableFields(call);
  checkOrganizer(call, role);
  const { restrictions } = call.body as DriveBody;
  const needsAdmin = drive.restrictions.adminManagedRestrictions && restrictions;
  if (needsAdmin && !call.user.isDomainAdmin) throwDriveForbidden();
  checkLook(call);
  writeBody(drive, call);
  drive.sequence += 1;
  return serializeDrive(call, drive, role);
};

/**
 * `drives.delete`, for organizers: only a drive whose files are all in the trash. Administrators
 * may also delete the files.
 */
export const deleteDrive: Handler = (call) => {
  const { query, simulation } = call;
  const deletesItems = query.flag('allowItemDeletion');
  const { drive, role } = findDrive(call);
  checkOrganizer(call, role);
  if (deletesItems && !query.flag('useDomainAdminAccess'))
    throw new ApiError(400, 'invalid', {
      message: 'allowItemDeletion is only supported when useDomainAdminAccess is true.',
      location: 'allowItemDeletion',
    });
  const state = storageState(simulation);
  const items = [...state.files.values()].filter((file) => file.driveId === drive.id);
  const isEmpty = items.every((file) => file.id === drive.id || isTrashed(state, file));
  if (!isEmpty && !deletesItems)
    throw new ApiError(403, 'cannotDeleteResourceWithChildren', {
      message: 'A shared drive cannot be deleted while it contains items outside the trash.',
    });
  for (const { id } of items) state.files.delete(id);
  state.drives.delete(drive.id);
  return undefined;
};

/** `drives.hide`: for the caller only. */
export const hideDrive: Handler = (call) => {
  const { drive, role } = findDrive(call);
  drive.hiddenBy.add(call.user.email);
  return serializeDrive(call, drive, role);
};

/** `drives.unhide`. */
export const unhideDrive: Handler = (call) => {
  const { drive, role } = findDrive(call);
  drive.hiddenBy.delete(call.user.email);
  return serializeDrive(call, drive, role);
};
