/**
 * A call as it leaves: signed, below the service's base address, its file beside it where it has one.
 * Headers are these and no others: nothing of the caller's passes but token, conditions and range.
 */
import { randomUUID } from 'node:crypto';
import { credentialOf, forwarded, withContentOwner } from './credential.ts';
import { InvalidInput } from './error.ts';
import type { OutgoingRequest } from './http-call.ts';
import type { AnyOperation, Args } from './operation.ts';
import { buildRequest } from './request.ts';
import type { ResolvedSettings } from './settings.ts';
import type { CallOptions, FileContent, FileInfo } from './upstream.ts';

/** @param prefix path of the base address */
export function outgoingOf(
  prefix: string,
  settings: ResolvedSettings,
  operation: AnyOperation,
  args: object,
  options: CallOptions,
): OutgoingRequest {
  const accept = operation.download === 'always' ? '*/*' : 'application/json';
  return signed(
    settings,
    operation,
    args,
    options,
    ['accept', accept],
    operation.root === 'host' ? '' : prefix,
  );
}

/** The request that begins a resumable upload: the operation's own but for its path, with what is to come in headers. */
export function beginning(
  prefix: string,
  settings: ResolvedSettings,
  operation: AnyOperation,
  args: object,
  { contentType, length }: FileInfo,
  options: CallOptions,
): OutgoingRequest {
  const headers = ['accept', 'application/json', 'x-upload-content-type', checked(contentType)];
  if (length !== undefined) headers.push('x-upload-content-length', String(length));
  return atUploads(prefix, settings, operation, args, options, headers, 'resumable');
}

/** The request that brings a file that is held: alone, or behind its metadata. */
export function withFile(
  prefix: string,
  settings: ResolvedSettings,
  operation: AnyOperation,
  args: object,
  { contentType, bytes }: FileContent,
  options: CallOptions,
): OutgoingRequest {
  const type = checked(contentType);
  const outgoing = (how: 'media' | 'multipart', own: readonly string[]): OutgoingRequest =>
    atUploads(
      prefix,
      settings,
      operation,
      args,
      options,
      ['accept', 'application/json', ...own],
      how,
    );
  // A connection of its own: whether a kept one died meanwhile shows only when the bytes are gone.
  if ((args as { readonly body?: unknown }).body === undefined)
    return { ...outgoing('media', ['content-type', type]), body: bytes, reset: true };
  const boundary = randomUUID();
  const { body, ...rest } = outgoing('multipart', [
    'content-type',
    `multipart/related; boundary=${boundary}`,
  ]);
  const head = `--${boundary}\r\ncontent-type: application/json\r\n\r\n${body as string}\r\n--${boundary}\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    ...rest,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    reset: true,
  };
}

/** The operation at its address for uploads. */
function atUploads(
  prefix: string,
  settings: ResolvedSettings,
  operation: AnyOperation,
  args: object,
  options: CallOptions,
  own: readonly string[],
  how: 'media' | 'multipart' | 'resumable',
): OutgoingRequest {
  const { path } = operation.upload!;
  // The base address ends in what stands between `/upload` and the operation's own path.
  const between = path.slice('/upload'.length, -operation.path.length || undefined);
  const above = prefix.endsWith(between) ? prefix.slice(0, prefix.length - between.length) : '';
  const outgoing = signed(settings, { ...operation, path }, args, options, own, above);
  return { ...outgoing, path: `${outgoing.path}&uploadType=${how}` };
}

function checked(contentType: string): string {
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(contentType))
    throw new InvalidInput('contentType', 'this is no media type');
  return contentType;
}

/** @param own headers of the call's own @param prefix what stands before the operation's path */
export function signed(
  settings: ResolvedSettings,
  operation: AnyOperation,
  args: object,
  options: CallOptions,
  own: readonly string[],
  prefix: string,
): OutgoingRequest {
  const { identity } = options;
  const filled = withContentOwner(operation, args as Readonly<Record<string, unknown>>, identity);
  const { method, path, body } = buildRequest(operation, filled as Args<AnyOperation>);
  const headers = [...forwarded(options.headers), ...own, 'user-agent', 'studiograph'];
  if (body !== undefined && !own.includes('content-type'))
    headers.push('content-type', 'application/json');
  let target = prefix + path;
  if (credentialOf(operation, filled, identity.token, settings.apiKey) === 'token')
    headers.push('authorization', `Bearer ${identity.token}`);
  else if (settings.apiKeyIn === 'header') headers.push('x-goog-api-key', settings.apiKey!);
  else target += `&key=${encodeURIComponent(settings.apiKey!)}`;
  return { method, path: target, headers, body: body ?? null };
}
