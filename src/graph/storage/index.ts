/** The Google Drive service in the graph. */
import { addFile } from './file.ts';
import { addPermission } from './permission.ts';
import { addQuery } from './query.ts';

export { storageResources } from './resource.ts';
export { fileWrites as storageWrites } from './mutation.ts';

/** Adds the service's types and queries to the schema. */
export function addStorageService(): void {
  addFile();
  addPermission();
  addQuery();
}
