/** How the caller is found, and the root field `viewer`. */
import { createHash } from 'node:crypto';
import type { Identities } from '../../engine/execution/identities.ts';
import { attachRef, type Ref } from '../../engine/read/resource.ts';
import { about } from '../storage/operations.ts';
import { builder, type Context } from '../../engine/schema/builder.ts';
import { field, withResource } from '../../engine/schema/field/field-factory.ts';
import { node } from '../../engine/schema/type/node-interface.ts';
import { Viewer as ViewerType, type ViewerValue } from '../shared/viewer.ts';

const value: ViewerValue = { viewer: true };

/**
 * Returns the key of a caller: a hash of the key of the identities, which has hashes of the tokens,
 * so that the id reveals neither of them. Callers with another token for one service, or on behalf
 * of different content owners, see different data, so they have different ids.
 */
function viewerKey({ key }: Identities): string {
  const caller = JSON.stringify(['viewer', key]);
  const hash = createHash('sha256').update(caller).digest().subarray(0, hashBytes);
  return hash.toString('base64url');
}

const hashBytes = 16;

export const Viewer = withResource(ViewerType, {
  name: 'Viewer',
  key: ['viewer'],
  read: {
    kind: 'local',
    operation: about.get,
    find: ({ identities }, [key]) =>
      identities.hasToken && key === viewerKey(identities) ? { ...value } : null,
    absence:
      'The id is that of another viewer: ids of viewers differ between access tokens, of any service, and between the content owners that the caller acts for.',
  },
});

/** Adds the types and fields of this module to the schema. */
export function addViewer(): void {
  Viewer.implement({
    ...node,
    description:
      'The caller: the user that the access token belongs to, or those of several access tokens. All fields require the access token of the user for their service. The id differs between access tokens, of any service, and between the content owners that the caller acts for: `node(id:)` with the id of another viewer is the error `NOT_FOUND`.',
  });
  builder.queryField('viewer', (t) =>
    field(t, {
      type: Viewer,
      description:
        'The caller. Null, with neither an error nor a warning, if the request has no access token. Selecting only `id` makes no call and does not check the access token.',
      needs: { kind: 'nested', path: '', paths: [], maxItems: 1 },
      resolve: (_, _args, { execution: { identities } }: Context) => {
        if (!identities.hasToken) return null;
        const refOf = (): Ref => ({ resource: Viewer.resource, key: [viewerKey(identities)] });
        return attachRef({ ...value }, refOf);
      },
    }),
  );
}
