/** `liveStreams.insert`, `update` and `delete`. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall, Handler } from '../../call/handler.ts';
import { replaceParts } from '../../call/replace.ts';
import { streamId } from '../../seed/entity-id.ts';
import { rfc3339 } from '../../time.ts';
import { throwIdNotFound, throwInvalidValue } from '../../video/error.ts';
import { isLongerThan } from '../../text.ts';
import { ingestionInfo } from './ingestion.ts';
import { boundBroadcasts } from '../broadcast/life-cycle.ts';
import { liveState, type StreamEntity } from '../state.ts';

const domain = 'youtube.liveStream';

const maxTitleLength = 128;
const maxDescriptionLength = 10_000;

/** Settings of an encoder, which cannot be changed while a broadcast is bound to the stream. */
const lockedSettings = ['ingestionType', 'resolution', 'frameRate'] as const;

interface StreamBody {
  readonly snippet?: { readonly title?: string; readonly description?: string };
  readonly cdn?: Readonly<Partial<Record<(typeof lockedSettings)[number], string>>>;
  readonly contentDetails?: { readonly isReusable?: boolean };
}

const bodyOf = ({ body }: ApiCall): StreamBody => body;

/** @throws ApiError 400 for a text that is too long */
function checkTexts(call: ApiCall): void {
  const { snippet } = bodyOf(call);
  if (isLongerThan(snippet?.title, maxTitleLength))
    throwInvalidValue(domain, 'invalidTitle', 'body.snippet.title');
  if (isLongerThan(snippet?.description, maxDescriptionLength))
    throwInvalidValue(domain, 'invalidDescription', 'body.snippet.description');
}

const defaults = { 'snippet.description': '' };

/** `liveStreams.insert`. A stream is reusable unless the body says otherwise. */
export const insertStream: Handler = (call) => {
  const { parts, simulation, user } = call;
  for (const [part, reason] of [
    ['snippet', 'titleRequired'],
    ['cdn', 'cdnRequired'],
  ] as const)
    if (!parts.has(part))
      throw new ApiError(400, reason, { domain, location: `body.${part}`, locationType: 'other' });
  checkTexts(call);
  const { streams } = liveState(simulation);
  const name = `stream ${streams.size} ${simulation.now().toISOString()}`;
  const id = streamId(name);
  const stream: StreamEntity = {
    kind: 'youtube#liveStream',
    id,
    snippet: {
      publishedAt: rfc3339(simulation.now()),
      channelId: user.channelId!,
      title: '',
      description: '',
      isDefaultStream: false,
    },
    cdn: {},
    contentDetails: {
      closedCaptionsIngestionUrl: `https://upload.video.example/closedcaption?cid=${id}`,
      isReusable: true,
    },
    status: { streamStatus: 'ready', healthStatus: { status: 'noData' } },
  };
  replaceParts(stream, call, { ...defaults, 'contentDetails.isReusable': true });
  stream.cdn = { ...stream.cdn, ingestionInfo: ingestionInfo(name, stream.cdn['ingestionType']) };
  streams.set(stream.id, stream);
  return stream;
};

/**
 * A stream of the caller's channel.
 * @throws ApiError 404, also for streams of other channels
 */
function findOwnStream({ simulation, user }: ApiCall, id: string, location: string): StreamEntity {
  const stream = liveState(simulation).streams.get(id);
  return stream?.snippet.channelId === user.channelId
    ? stream!
    : throwIdNotFound(domain, 'liveStreamNotFound', location);
}

/** `liveStreams.update`: properties of the named parts that the body leaves out are reset. */
export const updateStream: Handler = (call) => {
  const { body, parts } = call;
  const stream = findOwnStream(call, body['id'] as string, 'body.id');
  checkTexts(call);
  if (parts.has('cdn')) checkSettings(call, stream);
  if (parts.has('contentDetails')) checkReusable(call, stream);
  replaceParts(stream, call, defaults);
  return stream;
};

/** @throws ApiError 400 for a missing setting; 403 for a change while a broadcast is bound */
function checkSettings(call: ApiCall, stream: StreamEntity): void {
  const { cdn = {} } = bodyOf(call);
  for (const name of lockedSettings)
    if (!cdn[name]) throwInvalidValue(domain, `${name}Required`, `body.cdn.${name}`);
  const isChanged = lockedSettings.some((name) => cdn[name] !== stream.cdn[name]);
  if (isChanged && boundBroadcasts(call.simulation, stream.id).length > 0)
    throwNotAllowed('Modification');
}

/** @throws ApiError 403: whether a stream is reusable is decided when it is created */
function checkReusable(call: ApiCall, { contentDetails }: StreamEntity): void {
  if (bodyOf(call).contentDetails?.isReusable !== contentDetails.isReusable)
    throwNotAllowed('Modification');
}

function throwNotAllowed(action: 'Modification' | 'Deletion'): never {
  throw new ApiError(403, `liveStream${action}NotAllowed`, { domain });
}

/** `liveStreams.delete`, for streams that no broadcast needs any more. */
export const deleteStream: Handler = (call) => {
  const stream = findOwnStream(call, call.query.text('id')!, 'id');
  const isNeeded = boundBroadcasts(call.simulation, stream.id).some(
    ({ lifeCycleStatus }) => lifeCycleStatus !== 'complete' && lifeCycleStatus !== 'revoked',
  );
  if (isNeeded) throwNotAllowed('Deletion');
  liveState(call.simulation).streams.delete(stream.id);
  return undefined;
};
