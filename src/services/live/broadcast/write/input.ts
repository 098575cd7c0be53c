/** Input fields of broadcasts that creation and update share, and the checks of both. */
import type { youtube_v3 } from '@googleapis/youtube';
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { builder } from '../../../../engine/schema/builder.ts';
import { mapChecked } from '../../../../engine/schema/write/invalid-inputs.ts';
import { enumName, isBeforeTesting } from '../life-cycle.ts';

export const CuepointScheduleInput = builder.inputType('CuepointScheduleInput', {
  description: 'Input for the schedule of automatic ad breaks. An omitted field keeps its value.',
  fields: (t) => ({
    enabled: t.boolean({
      description: 'Whether ad breaks are inserted automatically. Null resets to the default.',
    }),
    adsResumeAt: t.field({
      type: 'DateTime',
      description:
        'The time before which no ad breaks are inserted. Null removes the time. REST field: `pauseAdsUntil`.',
    }),
  }),
});

/** Row options for a schedule. */
export const cuepointSchedule = {
  convert: ({
    adsResumeAt: pauseAdsUntil,
    ...rest
  }: typeof CuepointScheduleInput.$inferType): object => ({ ...rest, pauseAdsUntil }),
} as const;

interface ScheduleInput {
  readonly scheduledStartAt?: string | null | undefined;
  readonly scheduledEndAt?: string | null | undefined;
}

/** @throws InvalidInput at `scheduledEndAt` for an end that is not after the start */
export function checkEnd({ scheduledStartAt: start, scheduledEndAt: end }: ScheduleInput): void {
  if (start != null && end != null && !isBefore(start, end))
    throw new InvalidInput(
      'scheduledEndAt',
      `${showValue(end)} is not after the planned start; expected an instant after ${start}`,
    );
}

type Broadcast = youtube_v3.Schema$LiveBroadcast;

/**
 * Checks a schedule of which the input names one time, and the broadcast has the other one.
 * @param next the broadcast after the change
 * @throws InvalidInput at the time that the input names, for an end that is not after the start
 */
export function checkSchedule({ snippet }: Broadcast, input: ScheduleInput): void {
  const { scheduledStartTime: start, scheduledEndTime: end } = snippet ?? {};
  if (input.scheduledEndAt != null) checkEnd({ scheduledStartAt: start, scheduledEndAt: end });
  else if (input.scheduledStartAt != null && start != null && end != null && !isBefore(start, end))
    throw new InvalidInput(
      'scheduledStartAt',
      `${showValue(start)} is not before the planned end; expected an instant before ${end}`,
    );
}

/** The error for a new end of a broadcast whose planned start YouTube no longer accepts. */
export const missingStart = (): InvalidInput =>
  new InvalidInput(
    'scheduledStartAt',
    'missing, and the planned start has passed; expected a new start together with scheduledEndAt',
  );

const isBefore = (start: string, end: string): boolean => Date.parse(start) < Date.parse(end);

/** Whether the schedule of a broadcast of this status can be changed: it has not gone live. */
const isUpcoming = (status: string): boolean =>
  isBeforeTesting(status) || status === 'testStarting' || status === 'testing';

const statusOf = (broadcast: Broadcast): string => broadcast.status?.lifeCycleStatus ?? 'created';

/** Whether the texts and the visibility of a broadcast are changed through its video. */
export const isStarted = (broadcast: Broadcast): boolean => !isBeforeTesting(statusOf(broadcast));

/** Settings that YouTube locks when testing starts, by argument. */
const lockedSettings: Readonly<Record<string, (broadcast: Broadcast) => unknown>> = {
  enableMonitorStream: ({ contentDetails }) => contentDetails?.monitorStream?.enableMonitorStream,
  broadcastStreamDelayMs: ({ contentDetails }) =>
    contentDetails?.monitorStream?.broadcastStreamDelayMs,
  recordFromStart: ({ contentDetails }) => contentDetails?.recordFromStart,
  enableDvr: ({ contentDetails }) => contentDetails?.enableDvr,
  enableEmbed: ({ contentDetails }) => contentDetails?.enableEmbed,
  closedCaptionsType: ({ contentDetails }) => contentDetails?.closedCaptionsType,
};

const schedule = ['scheduledStartAt', 'scheduledEndAt'] as const;

/**
 * Checks that a broadcast can be changed in its status.
 * @param current the broadcast before the change
 * @throws InvalidInput for each setting that the status locks
 */
export function checkLocks(current: Broadcast, input: Readonly<Record<string, unknown>>): void {
  const status = statusOf(current);
  const isLocked = (argument: string): boolean =>
    isStarted(current) &&
    input[argument] !== undefined &&
    input[argument] !== lockedSettings[argument]!(current);
  const settings = Object.keys(lockedSettings).filter(isLocked);
  const times = isUpcoming(status)
    ? []
    : schedule.filter((argument) => input[argument] !== undefined);
  mapChecked([...settings, ...times], (argument) => {
    const expected = lockedSettings[argument] ? 'CREATED or READY' : 'before LIVE_STARTING';
    throw new InvalidInput(
      argument,
      `cannot be changed in the status ${enumName(status)}; expected a broadcast with a status ${expected}`,
    );
  });
}
