/** The steps of `prepareBroadcast`, as `preparationProgress` reports them. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import type { WorkflowReport } from '../../../engine/schema/feed/progress.ts';

/** Steps that change something, in their order, with what they have done. */
const changingSteps = {
  eventCreated: 'The event has been created, without attendees.',
  broadcastCreated: 'The broadcast has been created.',
  broadcastLinked: 'The event names the broadcast: `Event.broadcast` leads to it.',
  streamCreated: 'The stream has been created.',
  streamLinked: 'The event names the new stream, so that a repeated mutation finds it.',
  streamBound: 'The stream has been bound to the broadcast.',
  attendeesAdded: 'The attendees have been added to the event.',
} as const;

/** A step that changes something. */
export type PreparationStep = keyof typeof changingSteps;

const steps = {
  subscribed: 'The subscription has begun. Always the first event: every later step is reported.',
  ...changingSteps,
  undoing: 'A step has failed. The mutation undoes what it has done.',
  finished: 'Everything is prepared. Always the last step: the subscription ends.',
  failed: 'The mutation has failed. Always its last step. `errorMessage` tells why.',
} as const;

export const PreparationStepEnum = enumeration(
  'PreparationStep',
  'A step of `prepareBroadcast`. Steps that an earlier mutation has done are reported, too. Steps that the input does not need are left out. `PartlyDoneError.done` of this mutation has such values.',
  steps,
);

/** One event of `preparationProgress`. */
export interface PreparationReport extends WorkflowReport {
  readonly calendarId: string;
  readonly eventId: string;
  readonly step: keyof typeof steps;
  readonly broadcastId?: string | undefined;
  readonly streamId?: string | undefined;
}
