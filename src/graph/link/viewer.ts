/** The caller: root of the lists that belong to the access token. Services add their fields. */
import { noNeeds } from '../../data/read/needs.ts';
import { builder } from '../builder.ts';
import { field } from '../field/field-factory.ts';
import { globalId } from '../global-id.ts';

/** The value of the type `Viewer`, which has no data of its own. */
interface ViewerValue {
  readonly viewer: true;
}

export const Viewer = builder.objectRef<ViewerValue>('Viewer').implement({
  description:
    'The caller: the user that the access token belongs to. All fields require the access token of the user.',
  fields: (t) => ({
    id: field(t, {
      type: 'ID',
      nullable: false,
      description: 'The same for every caller: a cache keeps one viewer.',
      needs: noNeeds,
      resolve: () => globalId('Viewer', []),
    }),
  }),
});

/** Adds the types and fields of this module to the schema. */
export function addViewer(): void {
  builder.queryField('viewer', (t) =>
    field(t, {
      type: Viewer,
      nullable: false,
      description:
        'The caller. Selecting only `id` makes no call and does not check the access token.',
      needs: { kind: 'nested', path: '', paths: [], maxItems: 1 },
      resolve: () => ({ viewer: true }) satisfies ViewerValue,
    }),
  );
}
