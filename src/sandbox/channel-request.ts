/** Checks of requests for a notification channel, which Drive and Calendar share. */
import { ApiError } from './http/api-error.ts';
import type { ApiCall } from './call/handler.ts';
import type { RefusalReason } from './rule.ts';

/** The body, as far as the schema of channels checks it. */
type ChannelBody = Readonly<{
  id: string;
  type: string;
  address: string;
  token?: string | null;
  /** Milliseconds since 1970. */
  expiration?: string | number | null;
  params?: Readonly<Record<string, string>> | null;
}>;

/** A request that has passed all checks. */
interface ChannelRequest {
  readonly id: string;
  readonly address: string;
  readonly token?: string;
  /** Milliseconds since 1970. */
  readonly expiration: number;
}

/** The lifetime of the channels of an operation, in milliseconds. */
export interface ChannelLifetime {
  /** Of requests that name no end. */
  readonly defaultMs: number;
  /** A later end is moved to it. */
  readonly maxMs: number;
}

/** @throws ApiError 400 */
function throwInvalid(reason: RefusalReason, message: string): never {
  throw new ApiError(400, reason, { message });
}

/** Receivers need HTTPS, except on the computer of the sandbox. */
const isReceiver = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '');
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
};

/** The end that the client requests, in milliseconds since 1970. */
function requestedEnd(
  { expiration, params }: ChannelBody,
  now: number,
  { defaultMs }: ChannelLifetime,
): number {
  if (expiration !== undefined && expiration !== null) return Number(expiration);
  const { ttl } = params ?? {};
  return now + (ttl === undefined ? defaultMs : Number(ttl) * 1000);
}

/**
 * @param channels the channels that are open
 * @throws ApiError 400
 */
export function checkChannel(
  { body, simulation }: ApiCall,
  channels: ReadonlyMap<string, unknown>,
  lifetime: ChannelLifetime,
): ChannelRequest {
  const request = body as ChannelBody;
  const { id, type, address, token } = request;
  if (!/^[\w+/=-]{1,64}$/.test(id)) throwInvalid('invalid', `Invalid channel id '${id}'.`);
  if (type !== 'web_hook' && type !== 'webhook')
    throwInvalid('invalid', `Unknown channel type '${type}'.`);
  if (token && token.length > 256) throwInvalid('invalid', 'The channel token is too long.');
  if (!isReceiver(address))
    throwInvalid('push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`);
  if (channels.has(id)) throwInvalid('channelIdNotUnique', `Channel id ${id} not unique`);
  const now = simulation.now().getTime();
  const end = requestedEnd(request, now, lifetime);
  if (!(end > now)) throwInvalid('invalid', 'The expiration is not in the future.');
  return { id, address, ...(token && { token }), expiration: Math.min(end, now + lifetime.maxMs) };
}
