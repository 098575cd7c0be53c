/** The fixtures of the Google Drive API. */
import type { Fixtures } from './fixture.ts';
import { fileCommentFixtures } from './fixture-drive-comment.ts';
import { downloadFixtures } from './fixture-drive-download.ts';
import { fileFixtures } from './fixture-drive-file.ts';
import { permissionFixtures } from './fixture-drive-permission.ts';
import { proposalFixtures } from './fixture-drive-proposal.ts';
import { labelFixtures } from './fixture-drive-label.ts';
import { revisionFixtures } from './fixture-drive-revision.ts';
import { sharedDriveFixtures } from './fixture-drive-shared-drive.ts';
import { uploadFixtures } from './fixture-drive-upload.ts';
import { watchFixtures } from './fixture-drive-watch.ts';

export const driveFixtures: Fixtures = {
  ...downloadFixtures,
  ...fileCommentFixtures,
  ...fileFixtures,
  ...permissionFixtures,
  ...proposalFixtures,
  ...labelFixtures,
  ...revisionFixtures,
  ...sharedDriveFixtures,
  ...watchFixtures,
  ...uploadFixtures(fileFixtures['createFile']!),
};
