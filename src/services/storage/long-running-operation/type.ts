/** Long-running operations: downloads that Google Drive prepares. */
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../../engine/execution/execution.ts';
import { ownId, type Ref } from '../../../engine/read/resource.ts';
import { countOf, durationText } from '../../../engine/schema/type/duration.ts';
import { InvalidInput, showValue, UpstreamError } from '../../../engine/api/error.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { lookup, notFound } from '../../../engine/schema/field/lookup.ts';
import { computed, fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { DownloadLink } from '../../../engine/schema/type/download-link.ts';
import { refFrom } from '../../../engine/schema/type/global-id.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { operations } from '../operations.ts';
import { endPaths, hasEnded, LongRunningOperation, responseOf, resultUriOf } from '../resources.ts';

/** Google's status of a failed operation. */
const OperationFailure = builder
  .objectType<drive_v3.Schema$Status>('LongRunningOperationFailure', 'Status')
  .implement({
    description: 'The reason why a long-running operation failed.',
    fields: (t) => ({
      ...fields(t, {
        code: 'The code of the failure, by `google.rpc.Code`: 5 is not found, for example.',
        message: 'The text of Google Drive about the failure, in English.',
      }),
      details: computed(
        t,
        'JSON',
        { paths: ['details'], compute: ({ details }) => details ?? null },
        'Details of the failure, as the REST API returns them.',
      ),
    }),
  });

interface DownloadArguments {
  readonly fileName?: string | null;
}

function downloadOf(
  operation: drive_v3.Schema$Operation,
  { fileName }: DownloadArguments,
  execution: Execution,
) {
  const sourceUrl = resultUriOf(operation);
  if (sourceUrl === undefined) return null;
  return execution.downloadUrl({
    operation: operations.get,
    args: { name: ownId(operation) },
    sourceUrl,
    ...(responseOf(operation)?.partialDownloadAllowed && { supportsRanges: true }),
    ...(fileName != null && { fileName }),
  });
}

/** Seconds of the waits between polls: the last one repeats. */
const pollSeconds = [1, 2, 4, 8, 15] as const;

const largestWaitSeconds = 300;

/** The waits of a number of seconds, in seconds. */
function waitsIn(seconds: number): number[] {
  const waits: number[] = [];
  for (let left = seconds; left > 0; left -= waits.at(-1)!)
    waits.push(Math.min(left, pollSeconds[Math.min(waits.length, pollSeconds.length - 1)]!));
  return waits;
}

interface OperationArguments {
  readonly id: string;
  readonly wait: string;
}

/** @throws InvalidInput */
function checkedWaits({ wait }: OperationArguments): number[] {
  const seconds = Number(countOf(wait, 's', 'wait'));
  if (seconds <= largestWaitSeconds) return waitsIn(seconds);
  throw new InvalidInput(
    'wait',
    `${showValue(wait)} is too long; expected at most ${durationText(largestWaitSeconds * 1_000)}`,
  );
}

/** Waits for the end of the operation: in vain if the time, or that of the request, is over. */
async function operationRef(given: OperationArguments, execution: Execution): Promise<Ref> {
  const ref = refFrom(LongRunningOperation.resource, given.id, 'id');
  for (const seconds of checkedWaits(given)) {
    const name = ref.key[0]!;
    const operation = await execution
      .send(operations.get, { name, fields: [...endPaths, 'name'].join() })
      .catch((error: unknown) => {
        const isMissing = error instanceof UpstreamError && error.code === 'NOT_FOUND';
        throw isMissing ? notFound(ref, execution) : error;
      });
    if (hasEnded(operation) || !(await execution.pause(seconds * 1_000))) break;
  }
  return ref;
}

export function addLongRunningOperation(): void {
  LongRunningOperation.implement({
    ...node,
    description:
      'An operation that Google Drive carries out in the background, such as the preparation of a download. Ends with an error or with a download.',
    fields: (t) => ({
      operationId: ownKey(
        t,
        'The id that Google Drive has given the operation. REST field: `name`.',
      ),
      done: computed(
        t,
        'Boolean',
        { paths: endPaths, compute: hasEnded },
        'Whether the operation has ended, with success or with an error.',
      ),
      ...fields(t, {
        error: [
          OperationFailure,
          'The reason of the failure. Null while the operation is running, and after a success.',
        ],
      }),
      download: field(t, {
        type: DownloadLink,
        description:
          'A URL for downloading the result. Null until the operation is done, and after a failure. The download supports `Range` if `partialDownloadAllowed` is true. Error `UPSTREAM_INVALID` of the download if the result is on an origin that the gateway does not trust (setting `DOWNLOAD_ORIGINS`).',
        args: {
          fileName: [
            'String',
            'The name under which a browser saves the file, with its extension. Default: `download` with the extension of the format, for example `download.pdf`.',
          ],
        },
        needs: { kind: 'paths', paths: ['response'] },
        resolve: (
          operation: drive_v3.Schema$Operation,
          given: DownloadArguments,
          { execution }: Context,
        ) => downloadOf(operation, given, execution),
      }),
      partialDownloadAllowed: computed(
        t,
        'Boolean',
        {
          paths: ['response'],
          compute: (operation) => responseOf(operation)?.partialDownloadAllowed ?? null,
        },
        'Whether parts of the result can be downloaded, with `Range`. Null until the operation is done, and after a failure.',
      ),
      resourceKey: computed(
        t,
        'String',
        {
          paths: ['metadata'],
          compute: ({ metadata }) =>
            // The answer has an empty text for files without a resource key.
            (metadata as { readonly resourceKey?: string } | null | undefined)?.resourceKey || null,
        },
        'The resource key of the file, which links to some older files contain. Null for other files.',
      ),
    }),
  });

  builder.queryField('longRunningOperation', (t) =>
    lookup(
      t,
      LongRunningOperation,
      {
        arguments: {
          id: [required('ID'), 'The operation: a global id, or a Google Drive id.'],
          wait: [
            required('Duration'),
            `Wait at most this time, in whole seconds, for the end of the operation, and return the operation in any case. The gateway reads the operation again after ${pollSeconds.slice(0, -1).join(', ')} seconds, and then every ${pollSeconds.at(-1)} seconds; each read is a call. The wait also ends shortly before the deadline of the request, usually 30 seconds. At most ${durationText(largestWaitSeconds * 1_000)}.`,
            { default: 'PT0S' },
          ],
        },
        ref: operationRef,
        callsBefore: (given: OperationArguments) => [[operations.get, checkedWaits(given).length]],
      },
      'A long-running operation. Visible only to the user who started it. Error `NOT_FOUND` if no such operation exists.',
    ),
  );
}
