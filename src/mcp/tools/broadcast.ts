/** Planning broadcasts, and taking them live. */
import * as z from 'zod/mini';
import { agentTool, input } from './agent-tool.ts';
import {
  broadcastInWords,
  broadcastParts,
  type KnownBroadcast,
  readBroadcast,
  secretKey,
  withAddress,
} from './known-broadcast.ts';
import { inZone } from './local-time.ts';
import { isNothingNamed, timeToSet, valuesBefore } from './named-value.ts';
import { bindStream, planBroadcast } from './plan-broadcast.ts';
import { named, privacyInput, privacyOf, widening } from './privacy.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const actions = ['plan', 'change', 'status', 'go_live', 'end', 'delete'] as const;

const text = (about: string, max = 1_000) => z.optional(input.text(about, max));

const broadcastInput = {
  action: input.choice(
    actions,
    'plan makes a new one, the others need its id; go_live needs an encoder that sends.',
  ),
  id: text('The id of the broadcast, or its address.', 2_000),
  title: text('At most 100 characters.', 100),
  start: text('2027-03-14T09:30, in the zone of the user.', 60),
  end: text('Empty: none.', 60),
  description: text('An empty text clears it.', 5_000),
  privacy: privacyInput,
  stream: text(
    'The id of a stream; for plan also: new. Left out: the usual one of the channel.',
    200,
  ),
  showKey: z.optional(input.flag('Also shows the stream key, a secret.')),
  wait: z.optional(input.whole('Seconds to wait for go_live or end.', 0, 50)),
  withEvent: z.optional(input.flag('plan: also an event in the calendar of the user; needs end.')),
  guests: z.optional(input.texts('Email addresses of guests of the event.')),
  notify: z.optional(input.flag('Mails the guests.')),
};

type BroadcastArguments = z.output<z.ZodMiniObject<typeof broadcastInput>>;

const update = `mutation ($input: UpdateBroadcastInput!, $showKey: Boolean!) {
  updateBroadcast(input: $input) {
    broadcast { ...BroadcastParts }
    errors { code message path reason }
  }
}
${broadcastParts}`;

const transitionErrors = `errors {
  code message path reason
  ... on InvalidTransitionError { status allowed }
  ... on StreamInactiveError { streamStatus streamHealth }
}`;

const goLive = `mutation ($id: ID!, $stream: ID, $wait: Duration, $showKey: Boolean!) {
  goLive(input: { id: $id, streamId: $stream, wait: $wait }) {
    broadcast { ...BroadcastParts }
    ${transitionErrors}
  }
}
${broadcastParts}`;

const end = `mutation ($id: ID!, $wait: Duration, $showKey: Boolean!) {
  endBroadcast(input: { id: $id, wait: $wait }) {
    broadcast { ...BroadcastParts }
    ${transitionErrors}
  }
}
${broadcastParts}`;

const remove = `mutation ($id: ID!) {
  deleteBroadcast(input: { id: $id }) { deletedId errors { code message path reason } }
}`;

export const broadcast = agentTool({
  name: 'broadcast',
  title: 'Broadcast',
  tier: 'write',
  isDestructive: true,
  description:
    'Plan a live broadcast with its stream (private if privacy is left out), change it, show its status, take it live, end or delete it. Going live, ending, deleting, mailing and showing it to more people ask first.',
  input: broadcastInput,
  answer: {
    broadcast: 'object',
    before: ['object', 'The old values of what has changed.'],
    event: 'object',
    deletedId: 'string',
    note: 'string',
  },
  run: async (given, run) => {
    const { action, showKey = false } = given;
    if (action === 'plan') return plan(given, run);
    if (given.id === undefined) throw ToolFailure.ofInput('id', 'missing; expected a broadcast');
    const old = await readBroadcast(await run.idOf('id', given.id), showKey, run);
    return action === 'status'
      ? { broadcast: withAddress(old), note: secretKey }
      : changers[action](old, given, run);
  },
});

async function plan(given: BroadcastArguments, run: ToolRun): Promise<object> {
  const { title, start, guests = [], withEvent = false, notify = false, showKey = false } = given;
  const missing = (argument: string, of: string) =>
    ToolFailure.ofInput(argument, `missing; expected that of ${of}`);
  if (given.id !== undefined) throw ToolFailure.ofInput('id', 'a new broadcast has none');
  if (!title?.trim()) throw missing('title', 'the broadcast');
  if (start === undefined) throw missing('start', 'the broadcast');
  if (withEvent && !given.end) throw missing('end', 'the event');
  if (!withEvent && guests.length > 0)
    throw ToolFailure.ofInput('guests', 'only an event has guests; expected withEvent, too');
  return planBroadcast(
    {
      title,
      start: await run.instant('start', start),
      end: given.end ? await run.instant('end', given.end) : undefined,
      description: given.description,
      privacyStatus: privacyOf(given.privacy) ?? 'PRIVATE',
      stream: given.stream,
      showKey,
      withEvent,
      guests,
      notify,
    },
    run,
  );
}

type Changer = (old: KnownBroadcast, given: BroadcastArguments, run: ToolRun) => Promise<object>;

const changers: Readonly<Record<'change' | 'delete' | 'end' | 'go_live', Changer>> = {
  change,
  go_live: async (old, { stream, wait, showKey = false }, run) => {
    const isLive = old.lifeCycleStatus === 'LIVE' || old.lifeCycleStatus === 'LIVE_STARTING';
    run.ask(!isLive && `Takes ${broadcastInWords(old)} live.`);
    await run.call.report({ progress: 0, message: 'Waits for the stream.' });
    const variables = { id: old.id, stream, wait: durationOf(wait), showKey };
    return transition('Went live.', [goLive, variables], run);
  },
  end: async (old, { wait, showKey = false }, run) => {
    const hasEnded = old.lifeCycleStatus === 'COMPLETE';
    run.ask(!hasEnded && `Ends ${broadcastInWords(old)}. It cannot be started again.`);
    await run.call.report({ progress: 0, message: 'Waits for the end.' });
    const variables = { id: old.id, wait: durationOf(wait), showKey };
    return transition('Ended the broadcast.', [end, variables], run);
  },
  delete: async (old, _, run) => {
    const start = old.scheduledStartAt && inZone(old.scheduledStartAt, await run.zone);
    const planned = start ? `, planned for ${start},` : '';
    run.ask(`Deletes ${broadcastInWords(old)}${planned} with its video and its recording.`);
    return run.write(`Deleted ${named('broadcast', old)}.`, remove, { id: old.id });
  },
};

async function transition(
  done: string,
  write: readonly [document: string, variables: Readonly<Record<string, unknown>>],
  run: ToolRun,
): Promise<object> {
  const { broadcast: after } = await run.write<{ readonly broadcast: KnownBroadcast | null }>(
    done,
    ...write,
  );
  await run.call.report({ progress: 1, total: 1, message: done });
  return { broadcast: withAddress(after) };
}

const durationOf = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : `PT${seconds}S`;

async function change(
  old: KnownBroadcast,
  given: BroadcastArguments,
  run: ToolRun,
): Promise<object> {
  const { id } = old;
  const { title, description, start, stream, showKey = false } = given;
  const values = {
    title,
    description,
    privacyStatus: privacyOf(given.privacy),
    scheduledStartAt: start === undefined ? undefined : await run.instant('start', start),
    scheduledEndAt: await timeToSet('end', given.end, run),
  };
  const hasValues = !isNothingNamed(values);
  if (!hasValues && stream === undefined)
    throw ToolFailure.ofInput('title', 'nothing to change; expected at least one new value');
  const what = named('broadcast', old);
  run.ask(widening(what, values.privacyStatus, old.privacyStatus));
  if (hasValues) await run.write(`Changed ${what}.`, update, { input: { id, ...values }, showKey });
  if (stream !== undefined)
    await run.write('Bound the stream to it.', bindStream, { id, stream, showKey });
  const after = await readBroadcast(id, showKey, run);
  return { broadcast: withAddress(after), before: valuesBefore({ ...old }, { ...after }) };
}
