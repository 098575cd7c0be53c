/** The caller: root of the lists that belong to the access token. Services add their fields. */
import { builder } from '../../engine/schema/builder.ts';

/** The value of the type `Viewer`, which has no data of its own. */
export interface ViewerValue {
  readonly viewer: true;
}

/** The type without its resource, which is in `links/viewer.ts`. */
export const Viewer = builder.objectRef<ViewerValue>('Viewer');
