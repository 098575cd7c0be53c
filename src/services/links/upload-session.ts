/** Upload sessions: clients send files of any size to a URL of the gateway, outside GraphQL. */
import { noNeeds } from '../../engine/read/needs.ts';
import type { Ref, Resource } from '../../engine/read/resource.ts';
import type { UploadRecord } from '../../engine/transfer/upload-session.ts';
import { projectionOf } from '../../engine/read/walk/walker.ts';
import { builder, type Context } from '../../engine/schema/builder.ts';
import { field } from '../../engine/schema/field/field-factory.ts';
import { enumeration } from '../../engine/schema/field/enumeration.ts';
import { anyLinkNeeds } from '../../engine/schema/field/link.ts';
import { lookup } from '../../engine/schema/field/lookup.ts';
import { required } from '../../engine/schema/field/input-row.ts';
import { ownValues } from '../../engine/schema/field/own-value.ts';
import { Node, node } from '../../engine/schema/type/node-interface.ts';
import { UploadSession } from '../shared/upload-session.ts';
import { File } from '../storage/resources.ts';
import { Caption, Video } from '../video/resources.ts';

/** The types of what uploads create. */
const results: readonly Resource[] = [Video.resource, Caption.resource, File.resource];

/** The entity that an upload has created; null while the upload is open. */
function resultRef({ creates, resultKey }: UploadRecord): Ref | null {
  const resource = results.find(({ name }) => name === creates.type);
  return resultKey && resource ? { resource, key: resultKey } : null;
}

const UploadState = enumeration('UploadState', 'The state of an upload session.', {
  open: 'The upload is waiting for bytes.',
  completed: 'All bytes have been received. `result` is the created object.',
  failed: 'The service rejected the file, or no longer knows the upload. Create a new session.',
});

export function addSession(): void {
  UploadSession.implement({
    ...node,
    description:
      'An upload of a file. Send the bytes by PUT to `uploadUrl`: the whole file, or parts with `Content-Range`. Each part except the last has at least 256 KiB. The response is 308 while bytes are missing, with the received bytes in the header `Range` (absent if none), and 200 after the last byte. To resume after an interruption, ask for the received bytes by HEAD, or by an empty PUT with `Content-Range: bytes */*`, and continue after them. `Query.uploadSession` says who can read a session.',
    fields: (t) => ({
      uploadUrl: field(t, {
        type: 'URL',
        nullable: false,
        description:
          'The URL for the bytes. Needs no `authorization` header. Keep the URL secret: anybody can upload with the URL until `expiresAt`.',
        needs: noNeeds,
        resolve: (upload: UploadRecord, _, { execution }: Context) =>
          execution.uploads.urlOf(upload),
      }),
      expiresAt: field(t, {
        type: 'DateTime',
        nullable: false,
        description: 'The time until which bytes are accepted.',
        needs: noNeeds,
        resolve: ({ expiresAt }: UploadRecord) => new Date(expiresAt).toISOString(),
      }),
      receivedBytes: field(t, {
        type: 'BigInt',
        nullable: false,
        description:
          'The number of bytes received up to the end of the last part. A HEAD request to `uploadUrl` returns the current number.',
        needs: noNeeds,
        resolve: ({ received }: UploadRecord) => String(received),
      }),
      totalBytes: field(t, {
        type: 'BigInt',
        description: 'The size of the file. Bytes. Null if the size is not yet known.',
        needs: noNeeds,
        resolve: ({ total }: UploadRecord) => (total === null ? null : String(total)),
      }),
      ...ownValues(t, {
        state: [required(UploadState), 'The state of the session: open, completed or failed.'],
      }),
      failureReason: field(t, {
        type: 'String',
        description:
          'The REST reason of the failure. Null if the session has not failed, or if the service gave no reason.',
        needs: noNeeds,
        resolve: ({ reason }: UploadRecord) => reason ?? null,
      }),
      result: field(t, {
        type: Node,
        description:
          'The created or changed object: a `Video`, a `Caption` or a `File`. Null until the upload is completed, and of an image of a playlist, which `Playlist.images` has.',
        needs: anyLinkNeeds([], () => results, resultRef),
        resolve: (upload: UploadRecord, _, { execution }: Context, info) => {
          const ref = resultRef(upload);
          return ref && execution.load(ref, projectionOf(info, ref.resource.name));
        },
      }),
    }),
  });

  builder.queryField('uploadSession', (t) =>
    lookup(
      t,
      UploadSession,
      'The global id of the upload session.',
      'The upload session with the given id. Visible only to requests with the access token, and the content owner headers, that created the session. A refreshed token of the same user is another token: ask `uploadUrl` for the state by HEAD instead. Error `NOT_FOUND` if no such upload session exists, the caller may not see it, or the gateway has lost its state in a restart; `uploadUrl` remains valid then.',
    ),
  );
}
