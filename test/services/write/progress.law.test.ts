/**
 * The subscriptions to workflows: subscribers of the same owner and entity are told each step that
 * was done, and how the mutation has ended, and nothing else. Each transport tells the same.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { OpenCalls } from '../../support/clock/open-calls.ts';
import { transports } from '../../support/client/subscription-client.ts';
import { sampled } from '../../support/report/sample.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { block, partBytes } from '../../support/scenario/publish-file.ts';
import { reportsOf, runWorkflow, subscribeTo, workflows } from '../../support/scenario/workflow.ts';
import { resetState } from './case/step.ts';

/** The time stands still while a call is on its way. */
const openCalls = new OpenCalls();
const clock = new DrivenClock(() => openCalls.count > 0);

const studio = useStudio({
  clock,
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000', RETRY_ATTEMPTS: '2' },
  partBytes,
});

beforeAll(() => openCalls.watch(studio.sandbox.url));
afterAll(() => openCalls.close());

const leaving: (() => void)[] = [];

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

type Input = Readonly<Record<string, any>>;
type Options = Parameters<typeof subscribeTo>[3];

async function subscribe(name: string, input: Input, options?: Options) {
  const client = await subscribeTo(studio.gateway.url, workflows[name]!, input, options);
  leaving.push(client.leave);
  return client;
}

const run = (name: string, input: Input, token?: string) =>
  clock.through(runWorkflow(studio, workflows[name]!.mutation, input, token));

const end = /^(FINISHED|FAILED)$/;

/** Bytes are told as often as time has passed. */
const stepsOf = (reports: readonly any[]): string[] =>
  reports.map(({ step }) => step).filter((step) => step !== 'TRANSFERRING');

const whole = (name: string): string[] => ['SUBSCRIBED', ...workflows[name]!.steps, 'FINISHED'];

interface Selection {
  readonly select: string;
  /** The values of a step. */
  readonly expected: (input: Input, step: string) => object;
  /** The values of the first event after the mutation. */
  readonly after: object;
  /** An argument that names nothing. */
  readonly missing?: Input;
  readonly rejected: readonly (readonly [token: string, code: string])[];
}

const any = expect.any(String);
const noChannel = [['no-channel', 'FORBIDDEN']] as const;
const noBroadcast = [...noChannel, ['studio-guest', 'NOT_FOUND']] as const;

/** @param after the status of the broadcast */
const ofBroadcast = (after: string): Selection => ({
  select: 'broadcastId lifeCycleStatus mutation streamStatus broadcast { lifeCycleStatus }',
  expected: ({ id }, step) => ({
    broadcastId: id,
    lifeCycleStatus: any,
    mutation: step === 'SUBSCRIBED' ? null : any,
    broadcast: { lifeCycleStatus: any },
  }),
  after: { lifeCycleStatus: after },
  missing: { id: ids.video.missing },
  rejected: noBroadcast,
});

/** Steps that report the ids of what the mutation has made; the first and the last ones do not. */
const hasBroadcast = /^(BROADCAST|STREAM|ATTENDEES)_/;
const hasStream = /^(STREAM|ATTENDEES)_/;

/** What reports have, by the mutation. */
const selections: Readonly<Record<string, Selection>> = {
  prepareBroadcast: {
    select:
      'calendarId eventId broadcastId streamId event { summary } broadcast { title } stream { title }',
    expected: (_, step) => ({
      calendarId: ids.calendar.release,
      eventId: any,
      ...(hasBroadcast.test(step) && { broadcastId: any, broadcast: { title: any } }),
      ...(hasStream.test(step) && { streamId: any, stream: { title: any } }),
      ...(step === 'FINISHED' && { broadcastId: null, streamId: null, event: { summary: any } }),
    }),
    after: { broadcastId: any },
    rejected: [],
  },
  goLive: ofBroadcast('LIVE'),
  endBroadcast: ofBroadcast('COMPLETE'),
  publishFileAsVideo: {
    select: 'fileId totalBytes transferredBytes videoId file { name } video { title }',
    expected: ({ fileId, title }, step) => ({
      fileId,
      file: { name: any },
      totalBytes: step === 'SUBSCRIBED' ? null : String(36 * block + 17),
      ...(/^(VIDEO_CREATED|FILE_LINKED|FINISHED)$/.test(step) && {
        videoId: any,
        video: { title },
      }),
    }),
    after: { videoId: any, transferredBytes: null, totalBytes: null },
    missing: { fileId: ids.file.missing },
    rejected: noChannel,
  },
};

const failures: Readonly<Record<string, Fault>> = {
  'is refused': { status: 403, reason: 'forbidden' },
  fails: { status: 503 },
};

describe.each(sampled(Object.keys(workflows), 2))('a subscriber of %s', (name) => {
  const workflow = workflows[name]!;
  const { select, expected, after, missing, rejected } = selections[workflow.mutation]!;

  it('is told each step, with its time and values', async () => {
    const input = await workflow.input(studio);
    const client = await subscribe(name, input, {
      select: `step at errorCode errorMessage ${select}`,
    });
    expect(await run(name, input)).toEqual({ payload: { errors: [] }, failed: undefined });
    const reports = await client.untilStep(end);
    expect(stepsOf(reports)).toEqual(whole(name));
    for (const report of reports)
      expect(report).toMatchObject({
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        errorCode: null,
        errorMessage: null,
        ...expected(input, report.step),
      });
    // Nothing can follow, but the end of the broadcast.
    const all = workflow.mutation === 'goLive' ? reports : await client.untilEnd();
    expect(all).toHaveLength(reports.length);
    const later = await subscribe(name, input, { select: `step ${select}` });
    const linked = workflow.steps.includes('STREAM_LINKED') ? { streamId: any } : {};
    expect(reportsOf(await later.until(1))).toMatchObject([
      { step: 'SUBSCRIBED', ...after, ...linked },
    ]);
  });
  it.each(Object.entries(failures))(
    'is told nothing that was not done if a call %s, and what the repetition does',
    async (_, fault) => {
      const input = await workflow.input(studio);
      studio.sandbox.clearCalls();
      await run(name, input);
      const calls = new Set(
        studio.calls().flatMap(({ operation, call }) => (call.method === 'GET' ? [] : [operation])),
      );
      for (const operation of calls) {
        resetState(studio);
        const given = await workflow.input(studio);
        const client = await subscribe(name, given, { select: 'step errorCode errorMessage' });
        studio.sandbox.fault({ match: { operation }, ...fault });
        const { payload, failed } = await run(name, given);
        const reports = await client.untilStep(end);
        studio.sandbox.clearFaults();
        const [{ code, reason, done = [] }] = payload?.errors ?? [failed![0]!.extensions];
        const last = reports.at(-1);
        expect(last).toMatchObject({ step: 'FAILED', errorMessage: any });
        expect([code, reason === 'forbidden' ? 'FORBIDDEN' : reason]).toContain(last.errorCode);
        const told = stepsOf(reports.slice(1, -1));
        const made = told.filter((step) => step !== 'UNDOING');
        expect(made).toEqual(workflow.steps.slice(0, made.length));
        // What fails for ever can also not be known to be undone.
        expect(made).toEqual(expect.arrayContaining(fault.status === 403 ? done : []));
        const isUndone = workflow.mutation === 'prepareBroadcast' && given['onFailure'] !== 'KEEP';
        const canBeUndone = [...made, ...(isUndone ? ['UNDOING'] : [])];
        expect([made.length > 0 ? canBeUndone : told]).toContainEqual(told);
        expect((await run(name, given)).payload.errors).toEqual([]);
        expect((await client.untilStep(/^FINISHED$/)).length).toBeGreaterThan(reports.length);
      }
    },
  );
  it('is told nothing of another owner', async () => {
    const input = await workflow.input(studio);
    const other = await subscribe(name, input, { token: 'studio-guest' });
    await run(name, input);
    const [first, ...later] = reportsOf(await other.until(1));
    expect(later).toEqual([]);
    expect(first.step ?? first[0].extensions.code).toMatch(/^(SUBSCRIBED|NOT_FOUND)$/);
  });
  it.each(Object.keys(transports))('is told the same over %s', async (transport) => {
    const input = await workflow.input(studio);
    const client = await subscribe(name, input, { transport });
    await run(name, input);
    expect(stepsOf(await client.untilStep(end))).toEqual(whole(name));
  });
  it('is rejected at the start without access', async () => {
    const unknown = ['studio-expired', 'invented-token'].map((token) => [token, 'UNAUTHENTICATED']);
    const input = await workflow.input(studio);
    const tries = [...unknown, ...rejected].map(([token, code]) => ({ input, token, code }));
    const all = missing
      ? [...tries, { input: missing, token: 'studio-owner', code: 'NOT_FOUND' }]
      : tries;
    for (const { input: given, token, code } of all) {
      const client = await subscribe(name, given, { token });
      const codes = (await client.untilEnd()).map(({ errors }) => errors?.[0].extensions.code);
      expect([token, codes]).toEqual([token, [code]]);
    }
  });
});
