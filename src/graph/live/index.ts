/** The YouTube Live service in the graph. */
import { addBroadcast } from './broadcast.ts';
import { addQuery } from './query.ts';
import { addStream } from './stream.ts';

export { liveResources } from './resource.ts';
export { transitionErrorTypes, transitionWrites as liveWrites } from './transition.ts';

/** Adds the service's types and queries to the schema. */
export function addLiveService(): void {
  addBroadcast();
  addQuery();
  addStream();
}
