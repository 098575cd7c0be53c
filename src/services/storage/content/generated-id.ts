/** `generateFileIds`: ids for new files, in advance. */
import { InvalidInput, upstreamError } from '../../../engine/api/error.ts';
import { files } from '../operations.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { checkSpaces } from '../search/space.ts';
import { FileIdType, FileSpace } from '../enums.ts';

interface IdArguments {
  readonly count: number;
  readonly space: string;
  readonly type: string;
}

/** @throws InvalidInput for arguments that Google Drive rejects */
function checkArguments({ count, space, type }: IdArguments): void {
  const { min = 1, max = 1000 } = files.generateIds.query.count;
  if (count < min || count > max)
    throw new InvalidInput(
      'count',
      `${count} is out of range; expected a whole number from ${min} to ${max}`,
    );
  checkSpaces([space], 'space');
  if (type === 'shortcuts' && space !== 'drive')
    throw new InvalidInput('type', 'SHORTCUTS is only supported in the space DRIVE');
}

export function addGeneratedId(): void {
  builder.queryField('generateFileIds', (t) =>
    field(t, {
      type: ['ID'],
      nullable: { list: true, items: false },
      description:
        'New Google Drive ids, each for one file that the caller creates later with `createFile`. With an id of its own, a client can repeat the mutation after a lost response. Each request returns other ids.',
      args: {
        count: [
          required('Int'),
          'The number of ids. Default: 10. Minimum: 1, maximum: 1000.',
          { default: 10 },
        ],
        space: [
          required(FileSpace),
          'The storage space of the new files. `PHOTOS` is not supported. Default: `DRIVE`.',
          { default: 'drive' },
        ],
        type: [
          required(FileIdType),
          'The objects to create. `SHORTCUTS` requires the space `DRIVE`. Default: `FILES`.',
          { default: 'files' },
        ],
      },
      needs: {
        kind: 'calls',
        costOf: () => ({ calls: [[files.generateIds, 1]], loads: [], values: 0 }),
      },
      operations: [files.generateIds],
      resolve: async (_: unknown, args: IdArguments, { execution }: Context) => {
        checkArguments(args);
        const { ids } = await execution.send(files.generateIds, { ...args, fields: 'ids' });
        if (ids?.length === args.count) return ids;
        throw upstreamError(files.generateIds, 'UPSTREAM_INVALID');
      },
    }),
  );
}
