/** Planning broadcasts: each gets a stream, and an event with guests if that is wanted. */
import { showValue } from '../../engine/api/error.ts';
import {
  broadcastParts,
  type KnownBroadcast,
  secretKey,
  streamParts,
  withAddress,
} from './known-broadcast.ts';
import { named, widening } from './privacy.ts';
import { quoted } from './quoted.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

/** The arguments, with times that have offsets. */
interface WantedBroadcast {
  readonly title: string;
  readonly start: string;
  readonly end: string | undefined;
  readonly description: string | undefined;
  readonly privacyStatus: string;
  readonly stream: string | undefined;
  readonly showKey: boolean;
  readonly withEvent: boolean;
  readonly guests: readonly string[];
  readonly notify: boolean;
}

const streams = `{
  viewer { streams(first: 50) { nodes { id title isDefaultStream } } }
}`;

const create = `mutation ($input: CreateBroadcastInput!, $showKey: Boolean!) {
  createBroadcast(input: $input) { broadcast { ...BroadcastParts } errors { code message path reason } }
}
${broadcastParts}`;

const createStream = `mutation ($title: String!, $showKey: Boolean!) {
  createStream(input: { title: $title, isReusable: true }) {
    stream { ...StreamParts }
    errors { code message path reason }
  }
}
${streamParts}`;

/** Binds a broadcast to a stream. */
export const bindStream = `mutation ($id: ID!, $stream: ID!, $showKey: Boolean!) {
  bindBroadcast(input: { id: $id, streamId: $stream }) {
    broadcast { ...BroadcastParts }
    errors { code message path reason }
  }
}
${broadcastParts}`;

const prepare = `mutation ($input: PrepareBroadcastInput!, $showKey: Boolean!) {
  prepareBroadcast(input: $input) {
    event { id summary htmlLink start { dateTime date } attendees { email } }
    broadcast { ...BroadcastParts }
    errors { code message path reason ... on PartlyDoneError { done remaining } }
  }
}
${broadcastParts}`;

/** @returns the parts of the answer. @throws ToolFailure, Question */
export async function planBroadcast(wanted: WantedBroadcast, run: ToolRun): Promise<object> {
  const { title, privacyStatus, guests, notify, withEvent } = wanted;
  const what = named('broadcast', { title });
  const stream = await streamFor(wanted.stream, run);
  const writes = withEvent ? [preparing(wanted, stream)] : [creating(wanted)];
  run.ask(
    widening(what, privacyStatus, undefined),
    notify && guests.length > 0 && `Mails an invitation to ${guests.join(', ')}.`,
    await run.expenseOf(...writes),
  );
  if (!withEvent) return planAlone(wanted, stream, run);
  const payload = await run.write<{ readonly broadcast: KnownBroadcast | null }>(
    `Planned ${what} with an event.`,
    ...preparing(wanted, stream),
  );
  return { ...payload, ...planned(payload.broadcast) };
}

/** The broadcast comes first: what YouTube rejects is most often its start. */
async function planAlone(
  wanted: WantedBroadcast,
  stream: string | undefined,
  run: ToolRun,
): Promise<object> {
  const { title, showKey } = wanted;
  const { broadcast } = await run.write<{ readonly broadcast: KnownBroadcast }>(
    `Planned ${named('broadcast', { title })}.`,
    ...creating(wanted),
  );
  run.done.push(`Its id is ${broadcast.id}.`);
  const bound = stream ?? (await newStream(wanted, run));
  const { broadcast: ready } = await run.write<{ readonly broadcast: KnownBroadcast }>(
    'Bound the stream to it.',
    bindStream,
    { id: broadcast.id, stream: bound, showKey },
  );
  return planned(ready);
}

/** @returns the broadcast, and what its user should know about its stream */
function planned(broadcast: KnownBroadcast | null): object {
  const { title, streamStatus } = broadcast?.boundStream ?? {};
  const isBusy = streamStatus === 'ACTIVE';
  const busy = `The stream ${quoted(title ?? '')} receives data right now, perhaps for another broadcast: tell the user, who can choose another one.`;
  return { broadcast: withAddress(broadcast), note: isBusy ? `${busy} ${secretKey}` : secretKey };
}

async function newStream({ title, showKey }: WantedBroadcast, run: ToolRun): Promise<string> {
  const { stream } = await run.write<{ readonly stream: { readonly id: string } }>(
    'Made a stream.',
    createStream,
    { title, showKey },
  );
  return stream.id;
}

const creating = ({ title, start, end, description, privacyStatus, showKey }: WantedBroadcast) =>
  [
    create,
    {
      input: { title, description, privacyStatus, scheduledStartAt: start, scheduledEndAt: end },
      showKey,
    },
  ] as const;

const preparing = (wanted: WantedBroadcast, stream: string | undefined) => {
  const { title, start, end, description, privacyStatus, guests, notify, showKey } = wanted;
  const input = {
    event: {
      new: {
        calendarId: 'primary',
        summary: title,
        description,
        start: { dateTime: start },
        end: { dateTime: end },
      },
    },
    broadcast: { new: { description, privacyStatus } },
    stream: stream === undefined ? { new: { title, isReusable: true } } : { existing: stream },
    attendees: guests.map((email) => ({ email })),
    notify: notify ? 'ALL' : 'NONE',
  };
  return [prepare, { input, showKey }] as const;
};

interface ListedStream {
  readonly id: string;
  readonly title: string | null;
  readonly isDefaultStream: boolean | null;
}

/**
 * @param wanted `new`, an id, or undefined for the usual one
 * @returns the id of a stream; undefined for a new one
 * @throws ToolFailure if it cannot be told which one is usual
 */
async function streamFor(wanted: string | undefined, run: ToolRun): Promise<string | undefined> {
  if (wanted === 'new') return undefined;
  if (wanted !== undefined) return wanted;
  const { viewer } = await run.read<{
    readonly viewer: {
      readonly streams: { readonly nodes: readonly ListedStream[] } | null;
    } | null;
  }>(streams);
  const all = viewer?.streams?.nodes ?? [];
  const usual = all.find(({ isDefaultStream }) => isDefaultStream) ?? all[0];
  if (all.length <= 1 || usual?.isDefaultStream) return usual?.id;
  const known = all.map(({ id, title }) => `${id} (${showValue(title ?? '')})`).join(', ');
  throw ToolFailure.ofInput(
    'stream',
    `missing, there are several; expected new or one of ${known}`,
  );
}
