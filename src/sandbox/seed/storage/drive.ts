/** The seeded shared drives. */
import { newDrive, newDriveRoot } from '../../storage/shared-drive/entity.ts';
import { grantOf } from '../../storage/permission/grant.ts';
import type { DriveEntity, FileEntity, FileRole } from '../../storage/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day } from '../../time.ts';
import { ids } from '../ids.ts';

/** A drive and its root folder, whose grants are the members. */
interface SeededDrive {
  readonly drive: DriveEntity;
  readonly root: FileEntity;
}

const { ava, ben, editors } = ids.person;

/** A member: e-mail address and role. */
type MemberPlan = readonly [email: string, role: FileRole];

function buildDrive(
  simulation: Simulation,
  [id, name, daysAgo]: readonly [string, string, number],
  members: readonly [MemberPlan, ...MemberPlan[]],
): SeededDrive {
  const drive = newDrive(id, name, simulation.at(-daysAgo * day).toISOString());
  const grants = members.map(([email, role]) =>
    grantOf({ type: email === editors ? 'group' : 'user', role, email, since: drive.createdTime }),
  );
  return { drive, root: newDriveRoot(drive, members[0][0], grants) };
}

/** The drive with the seeded files, and empty ones. */
export const buildDrives = (simulation: Simulation): readonly SeededDrive[] => [
  buildDrive(
    simulation,
    [ids.drive.archive, 'Archive', 700],
    [
      [ava, 'organizer'],
      [editors, 'writer'],
      [ben, 'reader'],
    ],
  ),
  buildDrive(simulation, [ids.drive.guests, 'Guests', 90], [[ben, 'organizer']]),
  buildDrive(
    simulation,
    [ids.drive.scratch, 'Scratch', 20],
    [
      [ava, 'organizer'],
      [ben, 'reader'],
    ],
  ),
];
