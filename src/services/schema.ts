/** The schema: every part is added here, by an explicit call. */
import { googleApis } from './api.ts';
import type { GraphQLSchema } from 'graphql';
import { buildSchema } from '../engine/schema/build-schema.ts';
import { apiOf, builder } from '../engine/schema/builder.ts';
import { addCalendarService, calendarResources, calendarWrites } from './calendar/index.ts';
import { registerResources } from '../engine/schema/type/global-id.ts';
import { addUserErrorTypes, sharedErrorTypes } from '../engine/schema/error/user-error-type.ts';
import { addWrites } from '../engine/schema/write/write.ts';
import { addAttachment } from './links/attachment.ts';
import { addBroadcast } from './links/broadcast.ts';
import { Person } from './shared/person.ts';
import { addLiveChannels } from './links/live-channel.ts';
import { addPersonLists } from './links/person-list.ts';
import { addResource } from './links/resource.ts';
import { addSourceFile } from './links/source-file.ts';
import { addViewer } from './links/viewer.ts';
import { Viewer } from './shared/viewer.ts';
import { broadcastWrites } from './links/write-broadcast.ts';
import { addViewerService } from './links/viewer-service.ts';
import { addWatchChannel, WatchChannel } from './links/watch-channel/type.ts';
import { watchWrites } from './links/watch-channel/write/write.ts';
import { addLiveService, liveResources, liveWrites, transitionErrorTypes } from './live/index.ts';
import { addNode } from '../engine/schema/type/node.ts';
import { addQuota } from '../engine/schema/quota/quota.ts';
import { addServiceName } from '../engine/schema/quota/service-name.ts';
import { addScalars } from '../engine/schema/type/scalar.ts';
import {
  addStorageService,
  contentUploads,
  storageResources,
  storageWrites,
} from './storage/index.ts';
import { Channel } from './live/reference.ts';
import { videoReference } from './shared/video-id.ts';
import { attachedFile } from './calendar/event/attachment.ts';
import { createUploadSession } from '../engine/schema/upload/create.ts';
import { addSession } from './links/upload-session.ts';
import { UploadSession } from './shared/upload-session.ts';
import { addVideoService, videoResources, videoUploads, videoWrites } from './video/index.ts';
import { preparationWorkflow } from './links/prepare-broadcast/declaration.ts';
import { prepareBroadcast } from './links/prepare-broadcast/write.ts';
import { publicationWorkflow } from './links/publish-file/declaration.ts';
import { addPublicationState } from './links/publish-file/publication-state.ts';
import { keepGoing } from './links/publish-file/publication.ts';
import { publishFileAsVideo } from './links/publish-file/write.ts';
import { serviceOf } from '../engine/api/operation.ts';

/** All mutations, in the order of the services. */
export const writes = [
  ...videoWrites,
  ...liveWrites,
  ...broadcastWrites,
  ...storageWrites,
  ...calendarWrites,
  prepareBroadcast,
  publishFileAsVideo,
  ...watchWrites,
  createUploadSession(
    { ...videoUploads, ...contentUploads },
    'Create an upload session for a file of any size: content of Google Drive, a caption file, a thumbnail of a video, or an image of a playlist. The service creates or changes the object when the last byte has been received. A rejected upload changes nothing. For a new video, use `createVideo`.',
  ),
];

/** Adds every part to the schema. */
function defineSchema(): void {
  registerResources(
    [
      ...videoResources,
      ...liveResources,
      ...storageResources,
      ...calendarResources,
      Person,
      UploadSession,
      Viewer,
      WatchChannel,
    ],
    [Channel, videoReference.references, attachedFile],
  );

  builder.queryType({
    description: `The entry points of all reads. The gateway, the server of this API, calls the REST APIs of YouTube, Google Drive and Google Calendar on behalf of the caller.

Send an OAuth access token of Google in the header \`authorization: Bearer <access token>\`. A user whose accounts differ sends others in \`x-youtube-authorization\`, \`x-drive-authorization\` and \`x-calendar-authorization\`. Without a token, only public data of YouTube can be read. The header \`x-content-owner\` contains the id of a YouTube content owner that the caller acts for, \`x-content-owner-channel\` that of the channel, managed by the content owner, to which new objects are added.

A field that fails is null, with a GraphQL error, see \`ErrorCode\`. "Null with a warning" means null without an error, for a known reason: \`extensions.warnings\` contains \`{ code, path, value }\`, for example \`EXPECTED_ABSENCE\` with the value \`commentsDisabled\`.

The line "Calls ..." at the end of a description names the REST operations that the field may call, with the cost of one call. The services are \`video\` (YouTube Data API), \`live\` (YouTube Live Streaming API), \`storage\` (Google Drive API) and \`calendar\` (Google Calendar API).`,
  });

  builder.mutationType({
    description: `The entry points of all writes. The fields of one operation run one after the other.

\`errors\` of the payload contains the errors that the client can act on, by \`ErrorCode\`. The objects of the payload and \`deletedId\` are then null; only after \`PARTLY_DONE\`, a payload can contain the object with the changes that were made.

After any other failure, the whole payload is null, with a GraphQL error: for example if the access token is missing or was rejected, if a quota is used up or a limit of the gateway is exceeded, if the REST API is unavailable, or if a variable is invalid. If \`outcome\` in the \`extensions\` of the error is \`UNKNOWN\`, the REST API may have executed the write.`,
  });

  builder.subscriptionType({
    description: `The entry points of all events.

A feed sends pages, each with a cursor. After an interruption, subscribe again with the last cursor as \`after\`: no item is lost. Every event is executed on its own: \`extensions.cost\` of an event contains the calls that the selection of that event needs, without those of the shared poller.

A subscription fails with the error \`OVERLOADED\` if the client reads too slowly or the gateway is stopping.`,
  });

  addServiceName();
  addScalars();
  addNode();
  addQuota();
  addViewer();
  addViewerService();
  addVideoService();
  addLiveService();
  addStorageService();
  addCalendarService();

  // Links between services.
  addAttachment();
  addBroadcast();
  addLiveChannels();
  addPersonLists();
  addResource();
  addSourceFile();
  addWatchChannel();
  preparationWorkflow.add();
  publicationWorkflow.add(keepGoing);
  addPublicationState();

  addSession();
  addUserErrorTypes([...sharedErrorTypes, ...transitionErrorTypes]);

  addWrites(writes);
}

/** The schema, sorted by names. */
export const schema = withProductNames(buildSchema(googleApis, defineSchema, true));

/**
 * Begins the description of each root field with its services: in an explorer, the root fields are
 * one long list.
 */
function withProductNames(schema: GraphQLSchema): GraphQLSchema {
  const { services } = apiOf(schema);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const field of roots.flatMap((root) => Object.values(root?.getFields() ?? {}))) {
    const { operations = [] } = field.extensions;
    const names = new Set(operations.map((operation) => services[serviceOf(operation)].product));
    if (names.size > 0) field.description = `${[...names].join(', ')}: ${field.description}`;
  }
  return schema;
}
