/** Input fields of broadcasts that creation and update share, and the checks of both. */
import type { youtube_v3 } from '@googleapis/youtube';
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { inputObject, required } from '../../../../engine/schema/field/input-row.ts';
import { checkAll, mapChecked } from '../../../../engine/schema/write/invalid-inputs.ts';
import { restCountOf } from '../../../../engine/schema/type/duration.ts';
import { checkWindow, type WindowArguments } from '../../../../engine/schema/type/time-window.ts';
import { parseRegionCode } from '../../../shared/youtube/region-code.ts';
import { AdBreakFrequency, AdBreakStrategy } from '../../../shared/youtube/enums.ts';
import type { Monetization } from '../monetization.ts';
import { enumName, isBeforeTesting } from '../life-cycle.ts';

const onlyEnded = 'Only of broadcasts that have ended.';

export const CuepointScheduleInput = inputObject(
  'CuepointScheduleInput',
  'Input for the schedule of automatic ad breaks. An omitted field keeps its value.',
  {
    enabled: [
      'Boolean',
      'Whether ad breaks are inserted automatically. Null resets to the default.',
    ],
    adsResumeAt: [
      'DateTime',
      'The time before which no ad breaks are inserted. Null removes the time. REST field: `pauseAdsUntil`.',
    ],
    frequency: [
      AdBreakFrequency,
      'The frequency of ad breaks; YouTube decides when they come. Not together with `strategy` and `repeatInterval`, which it removes. REST field: `ytOptimizedCuepointConfig`.',
    ],
    strategy: [
      AdBreakStrategy,
      'Whether all viewers have the ad breaks at the same time. Removes `frequency`. REST field: `creatorCuepointConfig.scheduleStrategy`.',
    ],
    repeatInterval: [
      'Duration',
      'The time between two ad breaks. A whole number of seconds. YouTube publishes no limits; public programs send 6 to 30 minutes. Removes `frequency`. REST field: `creatorCuepointConfig.repeatIntervalSecs`.',
    ],
  },
);

type ScheduleValue = typeof CuepointScheduleInput.$inferType;

/**
 * @throws InvalidInput for settings of the owner beside a frequency: YouTube takes one of both
 *   (revision history of the YouTube Live Streaming API, 12 January 2026)
 */
function checkOneForm({ frequency, ...own }: ScheduleValue, argument: string): void {
  const name = (['strategy', 'repeatInterval'] as const).find((each) => own[each] != null);
  if (frequency != null && name !== undefined)
    throw new InvalidInput(
      `${argument}.${name}`,
      'with a frequency, YouTube decides when ad breaks come; expected one of both',
    );
}

/** The schedule of YouTube's API. What the owner decides ends what YouTube does, and vice versa. */
function scheduleOf(
  { enabled, adsResumeAt, frequency, strategy, repeatInterval }: ScheduleValue,
  argument: string,
): object {
  const isOwn = strategy != null || repeatInterval != null;
  const ends = { creatorCuepointConfig: null, scheduleStrategy: null, repeatIntervalSecs: null };
  const name = `${argument}.repeatInterval`;
  const own = {
    scheduleStrategy: strategy,
    repeatIntervalSecs: repeatInterval && restCountOf(repeatInterval, name, secondsBetween),
  };
  return {
    enabled,
    pauseAdsUntil: adsResumeAt,
    ...(frequency != null && ends),
    ...(hasOwnSchedule({ strategy, repeatInterval }) && { creatorCuepointConfig: own }),
    ytOptimizedCuepointConfig: isOwn ? null : frequency,
  };
}

const secondsBetween = { unit: 's', type: 'uint32', min: 1n } as const;

/** Whether an input names a setting with which the owner decides when ad breaks come. */
const hasOwnSchedule = ({ strategy, repeatInterval }: ScheduleValue): boolean =>
  strategy !== undefined || repeatInterval !== undefined;

export const cuepointSchedule = { check: checkOneForm, convert: scheduleOf } as const;

/**
 * Moves settings of the owner that have the form of the years before 2026 to the one that an input
 * writes: the other one of both settings keeps its value.
 * @param next the broadcast after the change
 */
export function joinSchedule(
  { monetizationDetails }: Broadcast,
  input: ScheduleValue | null | undefined,
): void {
  const monetization: Monetization | undefined = monetizationDetails;
  const schedule = monetization?.cuepointSchedule;
  if (!schedule?.creatorCuepointConfig || !input || !hasOwnSchedule(input)) return;
  const { strategy, repeatInterval } = input;
  const { scheduleStrategy, repeatIntervalSecs } = schedule;
  delete schedule.scheduleStrategy;
  delete schedule.repeatIntervalSecs;
  schedule.creatorCuepointConfig = {
    ...(strategy === undefined && scheduleStrategy != null && { scheduleStrategy }),
    ...(repeatInterval === undefined && repeatIntervalSecs != null && { repeatIntervalSecs }),
    ...schedule.creatorCuepointConfig,
  };
}

const BroadcastRegionInput = inputObject(
  'BroadcastRegionInput',
  'Input for a country in which a broadcast is available.',
  {
    regionCode: [required('String'), 'The country as an ISO 3166-1 alpha-2 code.'],
    from: [
      'DateTime',
      `The time from which the video is available there, inclusive. Default: from its beginning. ${onlyEnded}`,
    ],
    to: [
      'DateTime',
      `The time until which the video is available there, exclusive. Default: without an end. ${onlyEnded}`,
    ],
  },
);

export const BroadcastAvailabilityInput = inputObject(
  'BroadcastAvailabilityInput',
  'Input for the countries in which a broadcast is available: all but `excludedRegionCodes`, or only `regions`.',
  {
    excludedRegionCodes: [
      ['String'],
      'The countries in which the broadcast is not available, as ISO 3166-1 alpha-2 codes. Not together with `regions`.',
    ],
    from: [
      'DateTime',
      `The time from which the video is available, inclusive. Not together with \`regions\`. Default: from its beginning. ${onlyEnded}`,
    ],
    to: [
      'DateTime',
      `The time until which the video is available, exclusive. Not together with \`regions\`. Default: without an end. ${onlyEnded}`,
    ],
    regions: [
      [BroadcastRegionInput],
      'The only countries in which the broadcast is available. At least one.',
    ],
  },
);

type Availability = typeof BroadcastAvailabilityInput.$inferType;

/** @throws InvalidInput for what is no country, repeated, an empty window, or both forms */
function checkAvailability(value: Availability, argument: string): void {
  const { excludedRegionCodes, regions, ...window } = value;
  const names = ['excludedRegionCodes', 'from', 'to'] as const;
  const other = names.find((name) => value[name] != null);
  if (regions != null && other !== undefined)
    throw new InvalidInput(
      `${argument}.${other}`,
      'regions lists all countries; expected one of both',
    );
  if (regions?.length === 0)
    throw new InvalidInput(`${argument}.regions`, 'the list is empty; expected at least one');
  if (regions == null && other === undefined)
    throw new InvalidInput(argument, 'names no country and no time; expected one of its fields');
  checkAll(
    () => checkWindow(window, `${argument}.`),
    () => checkCodes(excludedRegionCodes ?? [], (at) => `${argument}.excludedRegionCodes.${at}`),
    () =>
      checkCodes(
        (regions ?? []).map(({ regionCode }) => regionCode),
        (at) => `${argument}.regions.${at}.regionCode`,
      ),
    () =>
      mapChecked(regions ?? [], (region, at) => checkWindow(region, `${argument}.regions.${at}.`)),
  );
}

/** @throws InvalidInput for text that is no code of a country, and for a repeated one */
function checkCodes(codes: readonly string[], argumentAt: (index: number) => string): void {
  const seen = new Set<string>();
  mapChecked(codes, (code, index) => {
    const region = parseRegionCode(code, argumentAt(index))!;
    if (seen.has(region))
      throw new InvalidInput(argumentAt(index), `${showValue(code)} is repeated; expected it once`);
    seen.add(region);
  });
}

/** The arguments of an availability that name times. */
const timesOf = ({ regions, ...whole }: Availability, argument: string): string[] =>
  [
    [argument, whole] as const,
    ...(regions ?? []).map((region, index) => [`${argument}.regions.${index}`, region] as const),
  ].flatMap(([place, window]) =>
    (['from', 'to'] as const)
      .filter((name) => window[name] != null)
      .map((name) => `${place}.${name}`),
  );

/**
 * @throws InvalidInput for each time: YouTube takes none of broadcasts that are upcoming or active
 *   (revision history of the YouTube Live Streaming API, 1 June 2026)
 */
function refuseTimes(value: Availability, argument: string): void {
  mapChecked(timesOf(value, argument), (name) => {
    throw new InvalidInput(name, 'the broadcast has not ended; leave the time out');
  });
}

const intervalOf = ({ from, to }: WindowArguments): object =>
  from == null && to == null ? {} : { interval: { startTime: from, endTime: to } };

export const availability = {
  oneValue: 'The countries are either listed or excluded.',
  convert: ({ excludedRegionCodes, regions, ...window }: Availability): object =>
    regions == null
      ? {
          globalConfig: {
            ...(excludedRegionCodes && {
              excludedRegionCodes: excludedRegionCodes.map((code) => parseRegionCode(code)),
            }),
            ...intervalOf(window),
          },
        }
      : {
          regionsConfig: {
            regionIntervals: regions.map(({ regionCode, ...times }) => ({
              regionCode: parseRegionCode(regionCode),
              ...intervalOf(times),
            })),
          },
        },
  ofNew: {
    check: (value: Availability, argument: string): void => {
      checkAvailability(value, argument);
      refuseTimes(value, argument);
    },
  },
  ofChanged: { check: checkAvailability },
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
  broadcastStreamDelay: ({ contentDetails }) =>
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
  const { availabilityConfig } = input as { readonly availabilityConfig?: Availability | null };
  if (availabilityConfig && status !== 'complete')
    refuseTimes(availabilityConfig, 'availabilityConfig');
  mapChecked([...settings, ...times], (argument) => {
    const expected = lockedSettings[argument] ? 'CREATED or READY' : 'before LIVE_STARTING';
    throw new InvalidInput(
      argument,
      `cannot be changed in the status ${enumName(status)}; expected a broadcast with a status ${expected}`,
    );
  });
}
