/** Durations that the REST APIs write as numbers: as clients read and write them. */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { countOf, restCountOf } from '../../../src/engine/schema/type/duration.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mutator } from '../../support/mutation.ts';
import { useStudio } from '../../support/studio.ts';
import { useEditingProxy } from '../../support/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('storage');
const studio = useStudio(options);
const mutate = mutator(studio);

const shown = () =>
  studio.query(`{ file(id: "${ids.file.introTake1}") { videoMediaMetadata { width duration } } }`);

const answer = (durationMillis: unknown): void =>
  proxy.edit((file: any) => void Object.assign(file.videoMediaMetadata, { durationMillis }));

describe('a number of an answer', () => {
  it.each([
    ['0', 'PT0S'],
    ['1', 'PT0.001S'],
    ['1500', 'PT1.5S'],
    [60_000, 'PT1M'],
    ['3600010', 'PT1H0.01S'],
    ['253000', 'PT4M13S'],
    ['90000000', 'PT25H'],
    ['18446744073709551615', 'PT5124095576030H25M51.615S'],
  ])('is shown in hours, minutes and seconds: %j ms', async (millis, duration) => {
    answer(millis);
    const { data, errors } = await shown();
    expect(errors).toBeUndefined();
    expect(data.file.videoMediaMetadata).toMatchObject({ duration });
  });
  it.each([-1, '-1500', '1.5', 'long', ''])('fails its field if it is %j', async (millis) => {
    answer(millis);
    const { data, errors } = await shown();
    expect(data.file.videoMediaMetadata).toEqual({ width: 3840, duration: null });
    expect(errors).toMatchObject([
      {
        path: ['file', 'videoMediaMetadata', 'duration'],
        extensions: { code: 'UPSTREAM_INVALID', operation: 'storage:files.get' },
      },
    ]);
  });
  it('is null if the service has none', async () => {
    answer(undefined);
    expect((await shown()).data.file.videoMediaMetadata).toEqual({ width: 3840, duration: null });
  });
});

describe('a duration of a client', () => {
  it('is the number of milliseconds that it lasts, whichever parts it has', () => {
    const part = fc.nat({ max: 1_000_000 });
    const parts = fc.record({
      weeks: part,
      days: part,
      hours: part,
      minutes: part,
      seconds: part,
      milliseconds: fc.nat({ max: 999 }),
    });
    fc.assert(
      fc.property(parts, (lengths) => {
        const duration = Temporal.Duration.from(lengths);
        const { weeks, days, hours, minutes, seconds, milliseconds } = lengths;
        const expected =
          ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
        expect(countOf(duration.toString(), 'ms', 'a')).toBe(BigInt(expected));
      }),
    );
  });
  it.each([
    ['PT1.000S', 's', 1n],
    ['PT0.50000S', 'ms', 500n],
    ['P0Y0M1D', 's', 86_400n],
    ['PT0S', 'ms', 0n],
  ] as const)('may have zeros that say nothing: %s', (duration, unit, count) => {
    expect(countOf(duration, unit, 'a')).toBe(count);
  });
  it.each([
    [
      'P1Y',
      's',
      'a: "P1Y" has years or months, whose length differs; expected for example P30D or PT45M',
    ],
    ['P2M', 's', 'a: "P2M" has years or months'],
    ['PT1.5S', 's', 'a: "PT1.5S" is not a whole number of seconds; expected for example PT25M'],
    [
      'PT0.0005S',
      'ms',
      'a: "PT0.0005S" is not a whole number of milliseconds; expected for example PT1.5S',
    ],
  ] as const)('is rejected: %s', (duration, unit, message) => {
    expect(() => countOf(duration, unit, 'a')).toThrow(message);
  });
  it.each([
    ['PT0S', 'a: "PT0S" is too short; expected at least PT1S'],
    ['PT1193046H28M16S', 'a: "PT1193046H28M16S" is too long; expected at most PT1193046H28M15S'],
  ])('is rejected if the number cannot have it: %s', (duration, message) => {
    const rule = { unit: 's', type: 'uint32', min: 1n } as const;
    expect(() => restCountOf(duration, 'a', rule)).toThrow(message);
  });
  it('is negative for no argument', async () => {
    const { data, errors } = await mutate(
      'insertCuepoint',
      { id: ids.broadcast.nightShift, offset: '-PT1S' },
      'cuepoint { offset }',
    );
    expect(data ?? null).toBeNull();
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('"-PT1S" is not a Duration; expected for example PT4M13S'),
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('an error of the service about the number', () => {
  it('shows the duration that the client has sent', async () => {
    const location = 'body.snippet.banDurationSeconds';
    const match = { operation: 'live:liveChatBans.insert' };
    studio.sandbox.fault({ match, status: 400, reason: 'invalid', location });
    const { payload } = await mutate(
      'banChatUser',
      { liveChatId: ids.chat.launch, channelId: ids.channel.kite, duration: 'PT10M' },
      'liveChatBan { duration }',
    );
    expect(payload).toMatchObject({
      liveChatBan: null,
      errors: [
        {
          code: 'INVALID_INPUT',
          path: ['duration'],
          message: expect.stringMatching(/^duration: YouTube Live rejected "PT10M"/),
        },
      ],
    });
  });
});
