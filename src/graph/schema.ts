/** The schema: every part is added here, by an explicit call. */
import { lexicographicSortSchema, specifiedDirectives } from 'graphql';
import { builder, upstreamDirective } from './builder.ts';
import { addCalendarService, calendarResources, calendarWrites } from './calendar/index.ts';
import { registerResources } from './field/field-factory.ts';
import { addUserErrorTypes, sharedErrorTypes } from './field/user-error-type.ts';
import { addWrites } from './field/write.ts';
import { addAttachment } from './link/attachment.ts';
import { addBroadcast } from './link/broadcast.ts';
import { addResource } from './link/resource.ts';
import { addViewer } from './link/viewer.ts';
import { addLiveService, liveResources, liveWrites, transitionErrorTypes } from './live/index.ts';
import { addNode } from './node.ts';
import { addQuota } from './quota.ts';
import { addScalars } from './scalar.ts';
import { addStorageService, storageResources, storageWrites } from './storage/index.ts';
import { createUploadSession } from './upload/create.ts';
import { addSession, UploadSession } from './upload/session.ts';
import { addVideoService, captionUpload, videoResources, videoWrites } from './video/index.ts';

registerResources([
  ...videoResources,
  ...liveResources,
  ...storageResources,
  ...calendarResources,
  UploadSession,
]);

builder.queryType({ description: 'The entry points of all reads.' });

builder.mutationType({
  description:
    'The entry points of all writes. The fields of one operation run one after the other.',
});

addScalars();
addNode();
addQuota();
addViewer();
addVideoService();
addLiveService();
addStorageService();
addCalendarService();

// Links between services.
addAttachment();
addBroadcast();
addResource();

addSession();
addUserErrorTypes([...sharedErrorTypes, ...transitionErrorTypes]);

/** All mutations, in the order of the services. */
export const writes = [
  ...videoWrites,
  ...liveWrites,
  ...storageWrites,
  ...calendarWrites,
  createUploadSession({ caption: captionUpload }),
];

addWrites(writes);

export const schema = lexicographicSortSchema(
  builder.toSchema({ directives: [...specifiedDirectives, upstreamDirective] }),
);
