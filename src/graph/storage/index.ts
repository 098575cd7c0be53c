/** The Google Drive service in the graph. */
import { addAccount } from './account.ts';
import { addApp } from './app.ts';
import { addAccessProposal } from './access-proposal.ts';
import { accessProposalWrites } from './access-proposal-write.ts';
import { addChange } from './change.ts';
import { addChangeFeeds } from './change-feed.ts';
import { addContent } from './content.ts';
import { addComment } from './comment.ts';
import { fileCommentWrites } from './comment-write.ts';
import { addFile } from './file.ts';
import { addGeneratedId } from './generated-id.ts';
import { addLabel } from './label.ts';
import { fileLabelWrites } from './label-write.ts';
import { addLongRunningOperation, operationWrites } from './long-running-operation.ts';
import { fileWrites } from './mutation.ts';
import { addPermission } from './permission.ts';
import { filePermissionWrites } from './permission-write.ts';
import { addQuery } from './query.ts';
import { withResourceKeys } from './resource-key.ts';
import { addRevision } from './revision.ts';
import { fileRevisionWrites } from './revision-write.ts';
import { addSharedDrive } from './shared-drive.ts';
import { sharedDriveWrites } from './shared-drive-write.ts';
import { watchWrites } from './watch-write.ts';

export { contentUploads } from './content-upload.ts';
export { storageResources } from './resource.ts';

/** All mutations of the service. */
export const storageWrites = [
  ...fileWrites,
  ...fileCommentWrites,
  ...fileLabelWrites,
  ...fileRevisionWrites,
  ...operationWrites,
  ...sharedDriveWrites,
  ...filePermissionWrites,
  ...accessProposalWrites,
  ...watchWrites,
].map(withResourceKeys);

/** Adds the service's types and queries to the schema. */
export function addStorageService(): void {
  addAccount();
  addApp();
  addChange();
  addChangeFeeds();
  addContent();
  addFile();
  addGeneratedId();
  addLabel();
  addLongRunningOperation();
  addPermission();
  addComment();
  addRevision();
  addAccessProposal();
  addQuery();
  addSharedDrive();
}
