/** Checks of a request's body against its schema: unknown fields, wrong types, parts that were not named. */
import type { AnyOperation } from '../upstream/operation.ts';
import { serviceOf } from '../upstream/operation.ts';
import { isObject } from './json.ts';
import { ApiError, throwBindingError } from './api-error.ts';
import { type Schemas, schemasOf, shapeOf, signatureOf } from './schema.ts';

type Body = Readonly<Record<string, unknown>>;

/** @param raw the body as it came; empty stands for `{}` */
export function parseBody(operation: AnyOperation, raw: string): Body {
  const { body: type } = signatureOf(operation.key);
  if (type === undefined || raw === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    throw new ApiError(400, 'parseError', { message: 'Parse Error' });
  }
  if (!isObject(body))
    throw new ApiError(400, 'parseError', { message: 'This API expects an object as root.' });
  checkObject(schemasOf(serviceOf(operation)), type, body, type.toLowerCase());
  return body;
}

function checkObject(schemas: Schemas, type: string, value: Body, path: string): void {
  const shape = shapeOf(schemas, type)!;
  for (const [name, inner] of Object.entries(value)) {
    const field = shape.map ?? (Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined);
    if (field === undefined)
      throwBindingError(
        `Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`,
      );
    checkValue(schemas, field, inner, `${path}.${name}`);
  }
}

const primitives: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  int64: (value) => Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
  datetime: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  date: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  any: () => true,
};

function checkValue(schemas: Schemas, type: string, value: unknown, path: string): void {
  if (value === null) return;
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return refuseValue(path, value);
    for (const element of value) checkValue(schemas, type.slice(0, -2), element, path);
    return;
  }
  if (shapeOf(schemas, type) !== undefined) {
    if (!isObject(value)) return refuseValue(path, value);
    return checkObject(schemas, type, value, path);
  }
  const known = type.startsWith('=')
    ? type
        .slice(1)
        .split('|')
        .includes(value as string)
    : primitives[type]!(value);
  if (!known) refuseValue(path, value);
}

function refuseValue(path: string, value: unknown): never {
  throwBindingError(`Invalid value at '${path}', ${JSON.stringify(value)}`);
}

/** Refuses parts in the body that `part` does not name, and required fields that are missing. */
export function checkWritten(
  operation: AnyOperation,
  body: Body,
  parts: ReadonlySet<string>,
): void {
  for (const name of Object.keys(body))
    if (name !== 'id' && operation.parts?.includes(name) && !parts.has(name))
      throw new ApiError(400, 'unexpectedPart', {
        domain: 'youtube.part',
        message: `Part ${name} is not named in part`,
        location: 'part',
      });
  for (const { path, whenPart } of operation.requiredBody ?? []) {
    if (whenPart !== undefined && !parts.has(whenPart)) continue;
    if (path.split('|').every((either) => missing(valueAt(body, either), operation)))
      refuseMissing(operation, path);
  }
}

/** The one track of a language often has no name, though a name has to be given. */
const missing = (value: unknown, { key }: AnyOperation): boolean =>
  value === undefined || value === null || (value === '' && key !== 'video:captions.insert');

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isObject(value) ? value[name] : undefined), body);

/** The word for a missing field, where the service has one of its own: by resource, then by path. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  videos: { 'snippet.title': 'invalidTitle', 'snippet.categoryId': 'invalidCategoryId' },
  channels: { id: 'requiredItemIdNotSet' },
  channelSections: { id: 'idRequired', 'snippet.type': 'typeRequired' },
  playlists: { 'snippet.title': 'playlistTitleRequired' },
  playlistItems: {
    'snippet.playlistId': 'playlistIdRequired',
    'snippet.resourceId': 'resourceIdRequired',
  },
  liveBroadcasts: {
    id: 'idRequired',
    'snippet.title': 'titleRequired',
    'snippet.scheduledStartTime': 'scheduledStartTimeRequired',
    'status.privacyStatus': 'privacyStatusRequired',
    'contentDetails.monitorStream.enableMonitorStream': 'enableMonitorStreamRequired',
    'contentDetails.monitorStream.broadcastStreamDelayMs': 'broadcastStreamDelayMsRequired',
  },
  commentThreads: {
    'snippet.topLevelComment.snippet.textOriginal': 'commentTextRequired',
    'snippet.channelId|snippet.videoId': 'channelOrVideoIdMissing',
  },
  comments: {
    'snippet.parentId': 'parentIdMissing',
    'snippet.textOriginal': 'commentTextRequired',
  },
  subscriptions: { 'snippet.resourceId': 'publisherRequired' },
  liveStreams: { id: 'idRequired', 'snippet.title': 'titleRequired', cdn: 'cdnRequired' },
};

function refuseMissing(operation: AnyOperation, path: string): never {
  const [service, rest] = operation.key.split(':') as [string, string];
  const resource = rest.slice(0, rest.indexOf('.'));
  const word = words[resource]?.[path];
  const domain =
    service === 'video' || service === 'live' ? `youtube.${resource.replace(/s$/, '')}` : 'global';
  throw new ApiError(400, word ?? 'required', {
    domain: word ? domain : 'global',
    message: `Missing: ${path}`,
    location: `body.${path}`,
    locationType: 'other',
  });
}
