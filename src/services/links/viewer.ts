/** The root field `viewer`. */
import { serviceNames } from '../../engine/api/api.ts';
import { attachRef, type Ref } from '../../engine/read/resource.ts';
import { builder, type Context } from '../../engine/schema/builder.ts';
import { field } from '../../engine/schema/field/field-factory.ts';
import { node } from '../../engine/schema/type/node-interface.ts';
import { Viewer, viewerKey, viewerValue } from '../shared/viewer.ts';
import { ownValue } from '../../engine/read/needs.ts';

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
      needs: ownValue,
      resolve: (_, _args, { execution: { identities, freshness, api } }: Context) => {
        if (!identities.hasToken) {
          for (const service of serviceNames(api)) freshness.services.add(service);
          return null;
        }
        const refOf = (): Ref => ({ resource: Viewer.resource, key: [viewerKey(identities)] });
        return attachRef({ ...viewerValue }, refOf);
      },
    }),
  );
}
