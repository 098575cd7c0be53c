/** All resources of the service, for global ids. */
import { DriveAccount } from './about/resource.ts';
import { AccessProposal } from './access-proposal/resource.ts';
import { DriveApp } from './app/resource.ts';
import { FileComment, FileReply } from './comment/resource.ts';
import { LongRunningOperation } from './long-running-operation/resource.ts';
import { File } from './file/resource.ts';
import { FileLabel } from './label/resource.ts';
import { FilePermission } from './permission/resource.ts';
import { FileRevision } from './revision/resource.ts';
import { SharedDrive } from './shared-drive/resource.ts';

export const storageResources = [
  AccessProposal,
  DriveAccount,
  DriveApp,
  File,
  FileComment,
  FileLabel,
  FilePermission,
  FileReply,
  FileRevision,
  LongRunningOperation,
  SharedDrive,
];
