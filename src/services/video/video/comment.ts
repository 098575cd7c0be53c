/** Whether the comments of a video are disabled. */
import { ownId } from '../../../engine/read/resource.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { commentThreads } from '../operations.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { Video } from '../resources.ts';

const { minSize } = commentThreads.list.page!;
const noTypes: ReadonlySet<string> = new Set();

export function addVideoComment(): void {
  builder.objectFields(Video, (t) => ({
    commentsDisabled: field(t, {
      type: 'Boolean',
      description:
        'Whether comments are disabled. Requires a separate call of 1 quota unit for each video, because the YouTube API has no such property.',
      needs: {
        kind: 'calls',
        costOf: () => ({ calls: [[commentThreads.list, 1]], loads: [], values: 0 }),
      },
      operations: [commentThreads.list],
      resolve: (video: unknown, _: object, { execution }: Context) => {
        const args = {
          part: ['id'],
          videoId: ownId(video),
          maxResults: minSize,
          fields: 'items(id)',
        };
        return execution
          .sharedCall(commentThreads.list, args, noTypes)
          .then(() => false, isDisabled);
      },
    }),
  }));
}

/**
 * Returns true for the error that YouTube sends if comments are disabled.
 * @throws the error if it has another reason
 */
function isDisabled(error: unknown): true {
  const reason = error instanceof UpstreamError ? error.failure.reason : undefined;
  if (reason !== commentThreads.list.reasons.commentsDisabled) throw error;
  return true;
}
