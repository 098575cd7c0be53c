/** The caller: root of the lists that belong to the access token. Services add their fields. */
import { createHash } from 'node:crypto';
import { callerKey } from '../../data/caller.ts';
import { noNeeds } from '../../data/read/needs.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { builder, type Context } from '../builder.ts';
import { field } from '../field/field-factory.ts';
import { globalId } from '../global-id.ts';

/** The value of the type `Viewer`, which has no data of its own. */
interface ViewerValue {
  readonly viewer: true;
}

/**
 * Returns the global id of a caller. The key is a hash of the caller key, which is a hash of the
 * token itself: the id reveals neither of them. Callers on behalf of different content owners see
 * different data, so they have different ids.
 */
function viewerId(identity: Identity): string {
  const { contentOwner = '', contentOwnerChannel = '' } = identity;
  const caller = JSON.stringify(['viewer', callerKey(identity), contentOwner, contentOwnerChannel]);
  const hash = createHash('sha256').update(caller).digest().subarray(0, hashBytes);
  return globalId('Viewer', [hash.toString('base64url')]);
}

const hashBytes = 16;

export const Viewer = builder.objectRef<ViewerValue>('Viewer').implement({
  description:
    'The caller: the user that the access token belongs to. All fields require the access token of the user.',
  fields: (t) => ({
    id: field(t, {
      type: 'ID',
      nullable: false,
      description:
        'The id of the caller for client caches. Differs between access tokens, and between the content owners that the caller acts for. `node(id:)` does not accept this id.',
      needs: noNeeds,
      resolve: (_, _args, { execution }: Context) => viewerId(execution.identity),
    }),
  }),
});

/** Adds the types and fields of this module to the schema. */
export function addViewer(): void {
  builder.queryField('viewer', (t) =>
    field(t, {
      type: Viewer,
      description:
        'The caller. Null, with neither an error nor a warning, if the request has no access token. Selecting only `id` makes no call and does not check the access token.',
      needs: { kind: 'nested', path: '', paths: [], maxItems: 1 },
      resolve: (_, _args, { execution }: Context) =>
        execution.identity.token === undefined ? null : ({ viewer: true } satisfies ViewerValue),
    }),
  );
}
