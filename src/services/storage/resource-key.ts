/** Arguments with the resource keys of files. */
import { checkResourceKey, namesFiles } from './resource-key-header.ts';
import { inputObject, required } from '../../engine/schema/field/input-row.ts';
import { mapChecked } from '../../engine/schema/write/invalid-inputs.ts';
import type { Write } from '../../engine/schema/write/write.ts';
import { withPrefix } from '../../engine/schema/write/write-run.ts';
import { failedPayload } from '../../engine/schema/write/write-payload.ts';
import { upstreamId } from '../../engine/schema/type/global-id.ts';
import { File } from './resources.ts';

/** The argument of a read that names one file. */
export const resourceKeyArgument = [
  'String',
  'The resource key of the file, the value of `resourcekey` in its link. Only needed for some older files, by callers who have neither access of their own nor opened the file: without it the error is `NOT_FOUND`. Also applies to all that is selected below the file, and to its download URLs.',
] as const;

const FileResourceKeyInput = inputObject(
  'FileResourceKeyInput',
  'The resource key of a file that other arguments name.',
  {
    fileId: [required('ID'), 'The file with the resource key: a global id or a Google Drive id.'],
    resourceKey: [
      required('String'),
      'The value of `resourcekey` in the link of the file; see `File.resourceKey`.',
    ],
  },
);

type GivenKey = typeof FileResourceKeyInput.$inferType;

/** Adds the field `resourceKeys` to the input of a write whose operation names files. */
export function withResourceKeys(write: Write): Write {
  if (!namesFiles(write.spec.operation)) return write;
  return {
    ...write,
    inputFields: (t) => ({
      ...write.inputFields(t),
      resourceKeys: t.field({
        type: [FileResourceKeyInput],
        description:
          'The resource keys of files that the input names. Only needed for some older files, by callers who have neither access of their own nor opened the file: without them the error is `NOT_FOUND`.',
      }),
    }),
    run: async (call) => {
      const { input, execution, prefix = '' } = call;
      const keys = (input['resourceKeys'] ?? []) as readonly GivenKey[];
      try {
        mapChecked(keys, ({ fileId, resourceKey }, index) => {
          const place = `resourceKeys.${index}`;
          checkResourceKey(`${place}.resourceKey`, resourceKey);
          const id = upstreamId(File.resource, fileId, `${place}.fileId`);
          execution.knownHeaders.add(id, resourceKey);
        });
      } catch (error) {
        return failedPayload(execution.api, withPrefix(error, prefix));
      }
      return write.run(call);
    },
  };
}
