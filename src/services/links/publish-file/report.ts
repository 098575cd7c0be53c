/** The steps of `publishFileAsVideo`, as the mutation and `publicationProgress` report them. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import type { WorkflowReport } from '../../../engine/schema/feed/progress.ts';

/** Steps that change something, in their order, with what they have done. */
const changingSteps = {
  uploadStarted: 'YouTube has accepted the metadata, and waits for the bytes.',
  videoCreated: 'YouTube has all bytes, and has created the video.',
  fileLinked: 'The file names the video, so that a repeated mutation finds the video.',
} as const;

/** A step that changes something. */
export type PublicationStep = keyof typeof changingSteps;

const steps = {
  subscribed:
    'The subscription has begun. Always the first event: it has the bytes and the video so far.',
  ...changingSteps,
  transferring: 'Bytes flow from Google Drive to YouTube. Reported about once a second.',
  finished: 'The file is published. Always the last step: the subscription ends.',
  failed:
    'The transfer has ended with an error. The same mutation continues it, if the error can pass.',
} as const;

export const PublicationStepEnum = enumeration(
  'PublicationStep',
  'A step of `publishFileAsVideo`.',
  steps,
);

/** The state of a publication, and one event of `publicationProgress`. */
export interface PublicationReport extends WorkflowReport {
  readonly fileId: string;
  readonly step: keyof typeof steps;
  /** Decimal; absent if nothing is being transferred. */
  readonly transferredBytes?: string | undefined;
  readonly totalBytes?: string | undefined;
  readonly videoId?: string | undefined;
}
