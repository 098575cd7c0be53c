/** `File.publicationProgress`: how far the last publication of a file is, as the store has it. */
import type { Execution } from '../../../engine/execution/execution.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { refOf } from '../../../engine/read/resource.ts';
import { projectionOf } from '../../../engine/read/walk/walker.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import type { StepReport } from '../../../engine/schema/feed/progress.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { nullOnReasons } from '../../../engine/schema/field/null-on-reason.ts';
import type { Relays } from '../../../engine/transfer/relays.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { File } from '../../storage/resources.ts';
import { channels } from '../../video/operations.ts';
import { hasEnded, publicationKey, publicationWorkflow, stateOf } from './declaration.ts';

export function addPublicationState(): void {
  builder.objectFields(File, (t) => ({
    publicationProgress: field(t, {
      type: publicationWorkflow.reportType,
      description:
        "The state of the last `publishFileAsVideo` of the file for the caller's channel, also with another access token of the channel. Starts and continues nothing. `transferredBytes` counts whole parts of 32 MiB; `at` is the time at which the state has last changed. After `FAILED`, the same mutation continues what can be continued; `PARTLY_DONE` as `errorCode` says that no process sends the bytes any more. Null if the gateway knows of no publication: a state is kept for a day, and for ten minutes after the end; then `video` is the result. Null with a warning if the account has no channel. One call for all files.",
      needs: {
        kind: 'calls',
        forCaller: [channels.list],
        costOf: () => ({ calls: [], sharedCalls: [[channels.list, 1]], loads: [], values: 1 }),
      },
      operations: [channels.list],
      resolve: (file: unknown, _: object, { execution }: Context, info) => {
        const read = (args: object): Promise<unknown> =>
          execution.sharedCall(channels.list, { ...args }, projectionOf(info).downstream);
        return nullOnReasons(lastState(refOf(file)!, execution, read), noChannel, execution, info);
      },
    }),
  }));
}

async function lastState(
  file: Ref,
  execution: Execution,
  read: (args: object) => Promise<unknown>,
): Promise<StepReport | null> {
  const key = await publicationKey(execution, file, read);
  const relays = execution.workflows?.relays;
  const record = relays && (await currentRecord(relays, key));
  return record ? stateOf(file, record) : null;
}

/** The record, with the reason why nobody goes on with what has not ended. */
async function currentRecord(relays: Relays, key: string): ReturnType<Relays['find']> {
  const record = await relays.find(key);
  if (!record || hasEnded(record) || record.stopped || (await relays.isRunning(key))) return record;
  // It may have ended after it was read.
  const last = await relays.find(key);
  return last && !hasEnded(last) && !last.stopped ? { ...last, stopped: abandoned } : last;
}

const abandoned = {
  code: 'PARTLY_DONE',
  message:
    'The process of the gateway that sent the bytes has ended. Repeat the mutation to continue.',
};
