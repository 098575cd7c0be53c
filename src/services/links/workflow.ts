/** Mutations that carry out what no single operation of a REST API does, over several services. */
import { addPreparationProgress } from './prepare-broadcast/progress.ts';
import { prepareBroadcast } from './prepare-broadcast/write.ts';
import { addPublicationProgress } from './publish-file/progress.ts';
import { publishFileAsVideo } from './publish-file/write.ts';

/** All mutations of this folder. */
export const workflowWrites = [prepareBroadcast, publishFileAsVideo];

/** Adds the types and fields of this folder to the schema. */
export function addWorkflows(): void {
  addPreparationProgress();
  addPublicationProgress();
}
