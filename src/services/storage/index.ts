/** The Google Drive service in the graph. */
import { addAccount } from './about/type.ts';
import { addApp } from './app/type.ts';
import { addAccessProposal } from './access-proposal/type.ts';
import { accessProposalWrites } from './access-proposal/write.ts';
import { addApproval } from './approval/type.ts';
import { approvalWrites } from './approval/write.ts';
import { addChange } from './change/type.ts';
import { addChangeFeeds } from './change/feed.ts';
import { addContent } from './content/type.ts';
import { addComment } from './comment/type.ts';
import { fileCommentWrites } from './comment/write.ts';
import { addFile } from './file/type.ts';
import { addFileText } from './content/text.ts';
import { addGeneratedId } from './content/generated-id.ts';
import { addLabel } from './label/type.ts';
import { fileLabelWrites } from './label/write.ts';
import { addLongRunningOperation } from './long-running-operation/type.ts';
import { operationWrites } from './long-running-operation/write.ts';
import { fileWrites } from './file/write/write.ts';
import { addPermission } from './permission/type.ts';
import { filePermissionWrites } from './permission/write.ts';
import { addFileList } from './file/list.ts';
import { withResourceKeys } from './resource-key.ts';
import { addRevision } from './revision/type.ts';
import { fileRevisionWrites } from './revision/write.ts';
import { addSharedDrive } from './shared-drive/type.ts';
import { sharedDriveWrites } from './shared-drive/write.ts';

export { storageResources } from './resources.ts';
export { contentUploads } from './content/upload.ts';

export const storageWrites = [
  ...fileWrites,
  ...fileCommentWrites,
  ...fileLabelWrites,
  ...fileRevisionWrites,
  ...operationWrites,
  ...sharedDriveWrites,
  ...filePermissionWrites,
  ...accessProposalWrites,
  ...approvalWrites,
].map(withResourceKeys);

export function addStorageService(): void {
  addAccount();
  addApp();
  addChange();
  addChangeFeeds();
  addContent();
  addFile();
  addFileText();
  addGeneratedId();
  addLabel();
  addLongRunningOperation();
  addPermission();
  addComment();
  addRevision();
  addAccessProposal();
  addApproval();
  addFileList();
  addSharedDrive();
}
