/** The Google Drive service in the graph. */
import { addFile } from './file.ts';
import { addPermission } from './permission.ts';
import { addQuery } from './query.ts';

export { driveResources } from './resource.ts';
export { fileWrites as driveWrites } from './mutation.ts';

/** Adds the service's types and queries to the schema. */
export function addDrive(): void {
  addFile();
  addPermission();
  addQuery();
}
