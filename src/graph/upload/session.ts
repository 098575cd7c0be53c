/** Upload sessions: clients send files of any size to a URL of the gateway, outside GraphQL. */
import { noNeeds } from '../../data/read/needs.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { UploadRecord } from '../../data/transfer/upload-session.ts';
import { projectionOf } from '../../data/read/walker.ts';
import { videos } from '../../upstream/video/index.ts';
import { builder, type Context } from '../builder.ts';
import { field, resource, resourceNamed } from '../field/field-factory.ts';
import { enumeration } from '../field/enumeration.ts';
import { anyLinkNeeds } from '../field/link.ts';
import { lookup } from '../field/lookup.ts';
import { Node, node } from '../node-interface.ts';
import { Caption, Video } from '../video/resource.ts';

export const UploadSession = resource<UploadRecord>({
  name: 'UploadSession',
  key: ['uploadSessionId'],
  read: {
    kind: 'local',
    operation: videos.insert,
    find: async ({ uploads, identity }, [id]) => (await uploads.findOwn(identity, id!)) ?? null,
  },
});

/** The entity that an upload has created; null while the upload is open. */
function resultRef({ creates, resultKey }: UploadRecord): Ref | null {
  const resource = resourceNamed(creates.type);
  return resultKey && resource ? { resource, key: resultKey } : null;
}

const UploadState = enumeration('UploadState', 'How far an upload session has come.', {
  open: 'Bytes are still to come.',
  completed: 'All bytes have come; `result` leads to what was made of them.',
  failed: 'The service refused the file, or has forgotten the upload: begin a new session.',
});

/** Adds the types and fields of this module to the schema. */
export function addSession(): void {
  UploadSession.implement({
    ...node,
    description:
      'A file on its way. PUT its bytes to `uploadUrl`: whole, or in pieces with `Content-Range`. A piece that broke off goes on where the answer to a HEAD, or to an empty PUT with `Content-Range: bytes */*`, says. It is shown to the token that began it alone; whoever holds the address needs no token.',
    fields: (t) => ({
      uploadUrl: field(t, {
        type: 'URL',
        nullable: false,
        description:
          'Where the bytes go, without any header of yours: keep it as secret as a password until it expires.',
        needs: noNeeds,
        resolve: (upload: UploadRecord, _, { execution }: Context) =>
          execution.uploads.urlOf(upload),
      }),
      expiresAt: field(t, {
        type: 'DateTime',
        nullable: false,
        description: 'Until when bytes are taken.',
        needs: noNeeds,
        resolve: ({ expiresAt }: UploadRecord) => new Date(expiresAt).toISOString(),
      }),
      receivedBytes: field(t, {
        type: 'BigInt',
        nullable: false,
        description:
          'Bytes from the start of the file that the service had kept when a piece last ended; the upload address tells it anew.',
        needs: noNeeds,
        resolve: ({ received }: UploadRecord) => String(received),
      }),
      totalBytes: field(t, {
        type: 'BigInt',
        description: 'Bytes of the whole file; null until its length was said.',
        needs: noNeeds,
        resolve: ({ total }: UploadRecord) => (total === null ? null : String(total)),
      }),
      state: field(t, {
        type: UploadState,
        nullable: false,
        description: 'Whether bytes are awaited.',
        needs: noNeeds,
        resolve: ({ state }: UploadRecord) => state,
      }),
      failureReason: field(t, {
        type: 'String',
        description: "The service's own stable word for why the file was refused.",
        needs: noNeeds,
        resolve: ({ reason }: UploadRecord) => reason ?? null,
      }),
      result: field(t, {
        type: Node,
        description: 'What the file has become, a `Video` for one; null while the session is open.',
        needs: anyLinkNeeds([], () => [Video.resource, Caption.resource], resultRef),
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
      'Its global id, as the mutation that began it gave it.',
      'An upload session that the same token has begun.',
    ),
  );
}
