/** The caller: root of the lists that belong to the access token. Services add their fields. */
import { createHash } from 'node:crypto';
import { callerKey } from '../../data/caller.ts';
import { attachRef, type Ref } from '../../data/read/resource.ts';
import { about } from '../../upstream/storage/index.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { builder, type Context } from '../builder.ts';
import { field, resource } from '../field/field-factory.ts';
import { node } from '../node-interface.ts';

/** The value of the type `Viewer`, which has no data of its own. */
interface ViewerValue {
  readonly viewer: true;
}

const value: ViewerValue = { viewer: true };

/**
 * Returns the key of a caller: a hash of the caller key, which is a hash of the token itself, so
 * that the id reveals neither of them. Callers on behalf of different content owners see different
 * data, so they have different ids.
 */
function viewerKey(identity: Identity): string {
  const { contentOwner = '', contentOwnerChannel = '' } = identity;
  const caller = JSON.stringify(['viewer', callerKey(identity), contentOwner, contentOwnerChannel]);
  const hash = createHash('sha256').update(caller).digest().subarray(0, hashBytes);
  return hash.toString('base64url');
}

const hashBytes = 16;

export const Viewer = resource<ViewerValue>({
  name: 'Viewer',
  key: ['viewer'],
  read: {
    kind: 'local',
    operation: about.get,
    find: ({ identity }, [key]) =>
      identity.token !== undefined && key === viewerKey(identity) ? { ...value } : null,
    absence:
      'The id is that of another viewer: ids of viewers differ between access tokens, and between the content owners that the caller acts for.',
  },
});

/** Adds the types and fields of this module to the schema. */
export function addViewer(): void {
  Viewer.implement({
    ...node,
    description:
      'The caller: the user that the access token belongs to. All fields require the access token of the user. The id differs between access tokens, and between the content owners that the caller acts for: `node(id:)` with the id of another viewer is the error `NOT_FOUND`.',
  });
  builder.queryField('viewer', (t) =>
    field(t, {
      type: Viewer,
      description:
        'The caller. Null, with neither an error nor a warning, if the request has no access token. Selecting only `id` makes no call and does not check the access token.',
      needs: { kind: 'nested', path: '', paths: [], maxItems: 1 },
      resolve: (_, _args, { execution: { identity } }: Context) => {
        if (identity.token === undefined) return null;
        const refOf = (): Ref => ({ resource: Viewer.resource, key: [viewerKey(identity)] });
        return attachRef({ ...value }, refOf);
      },
    }),
  );
}
