/** The rows of `test/data/operations.json`. */
import type { ClientName } from './client.ts';
import type { Model, Operation, Parameter, ServiceModel } from './model.ts';

/** An operation with its key and what is known of its service. */
export interface KeyedOperation {
  /** `storage:files.get`. */
  readonly key: string;
  readonly client: ClientName;
  readonly operation: Operation;
  readonly service: ServiceModel;
}

/** Resources of YouTube's client that belong to the live service. */
const liveResource = /^(live|superChat|fanFunding|sponsors)/;

/** `files.get`, without the service. */
export const nameOf = ({ key }: Pick<KeyedOperation, 'key'>): string =>
  key.slice(key.indexOf(':') + 1);

/** `files`. */
export const resourceOf = (each: KeyedOperation): string => nameOf(each).split('.', 1)[0]!;

const serviceNames: Readonly<Record<Exclude<ClientName, 'youtube'>, string>> = {
  drive: 'storage',
  calendar: 'calendar',
};

/** The service of the gateway that has an operation of a client. */
export function serviceNameOf(client: ClientName, operation: string): string {
  if (client !== 'youtube') return serviceNames[client];
  return liveResource.test(operation) ? 'live' : 'video';
}

/** All operations of the model, those of one service after the other. */
export function operationsOf(model: Model): KeyedOperation[] {
  const clients: readonly ClientName[] = ['youtube', 'drive', 'calendar'];
  const all = clients.flatMap((client) => {
    const service = model[client];
    return Object.entries(service.operations).map(([stated, operation]) => {
      const name = operation.name ?? stated;
      return { key: `${serviceNameOf(client, name)}:${name}`, client, operation, service };
    });
  });
  const services = ['video', 'live', 'storage', 'calendar'];
  const order = ({ key }: KeyedOperation): number => services.indexOf(key.split(':', 1)[0]!);
  return all.toSorted((a, b) => order(a) - order(b));
}

/** Where the paths of a client begin that the descriptors state without it. */
const prefixes: Readonly<Record<ClientName, string>> = {
  youtube: '/youtube/v3',
  drive: '',
  calendar: '/calendar/v3',
};

/** @returns the path of an operation below the base address of its service */
export const requestPathOf = (client: ClientName, path: string): string =>
  path.startsWith(prefixes[client]) ? path.slice(prefixes[client].length) : path;

/** The row of an operation. Absent facts are left out. */
export function operationRow({ key, client, operation, service }: KeyedOperation): object {
  const { method, path, bucket, filters, requiredBodyFields, fieldsParamRequired } = operation;
  const { uploadPath, mediaUpload, mediaDownload, upstream, deprecated } = operation;
  const { parameters } = operation;
  return withoutAbsent({
    key,
    method,
    path: requestPathOf(client, path),
    params: Object.entries(parameters).map(([name, parameter]) => parameterRow(name, parameter)),
    body: operation.body !== undefined,
    parts: partsOf(operation, service),
    list: listOf(operation, service),
    quotaCost: quotaCostOf(client, nameOf({ key }), operation),
    downloadUnits: downloadUnitsOf(client, operation),
    bucket,
    scopes: operation.scopes,
    auth: operation.auth ?? { required: 'oauth' },
    // Another POST with the same content makes another entity, if nothing else is known.
    idempotent: operation.idempotent ?? method !== 'POST',
    filters,
    requiredBodyFields,
    fieldsParamRequired,
    // Google's clients send files in one request or in parts, wherever there is a path of uploads.
    mediaUpload: uploadPath && { path: uploadPath, ...mediaUpload, ...uploadProtocols },
    mediaDownload,
    upstream,
    deprecated,
  });
}

const uploadProtocols = { multipart: true, resumable: true };

/** The row without facts that are undefined. */
export const withoutAbsent = (row: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

function parameterRow(name: string, parameter: Parameter): object {
  const { type, in: place, required, readOnly: _readOnly, default: _, ...facts } = parameter;
  const isRepeated = type.endsWith('[]');
  const single = isRepeated ? type.slice(0, -2) : type;
  return withoutAbsent({
    name,
    in: place,
    // No parameter is a fraction.
    type: single === 'number' ? 'integer' : single,
    required: required || undefined,
    repeated: isRepeated || undefined,
    ...facts,
  });
}

/**
 * The values of `part`: the fields of the entity that the operation returns, alone or in a list.
 * @returns undefined for an operation without the parameter
 */
export function partsOf(
  operation: Operation,
  { types }: ServiceModel,
): readonly string[] | undefined {
  const { answer, parameters, parts, withoutParts = [] } = operation;
  if (parts || !Object.hasOwn(parameters, 'part')) return parts;
  const fields = types[answer ?? ''] ?? {};
  const entity = fields['items'] ? types[fields['items'].type.slice(0, -2)]! : fields;
  const excluded = new Set(['etag', 'kind', ...withoutParts]);
  return Object.keys(entity).filter((name) => !excluded.has(name));
}

/** The pages of the answer; undefined if it is no list. */
function listOf(operation: Operation, service: ServiceModel): object | undefined {
  const { parameters } = operation;
  const items = itemsFieldOf(operation, service);
  if (items === undefined) return undefined;
  const answer = service.types[operation.answer!]!;
  const size = ['maxResults', 'pageSize'].find((name) => Object.hasOwn(parameters, name));
  const facts = parameters[size ?? ''];
  return withoutAbsent({
    itemsField: items,
    pageTokenParam: Object.hasOwn(parameters, 'pageToken') ? 'pageToken' : undefined,
    nextPageTokenField: answer['nextPageToken'] && 'nextPageToken',
    maxResultsParam: size,
    maxResultsDefault: facts?.default,
    maxResultsMin: facts?.min,
    maxResultsMax: facts?.max,
    nextSyncTokenField: answer['nextSyncToken'] && 'nextSyncToken',
    newStartPageTokenField: answer['newStartPageToken'] && 'newStartPageToken',
  });
}

/** The field of the answer that has the items of a list; undefined if the answer is no list. */
export function itemsFieldOf(
  { method, parameters, answer, itemsField }: Operation,
  { types }: Pick<ServiceModel, 'types'>,
): string | undefined {
  if (itemsField !== undefined) return itemsField;
  const fields = types[answer ?? ''] ?? {};
  const isList = Object.hasOwn(parameters, 'pageToken') || /(List|Response)$/.test(answer ?? '');
  if (method !== 'GET' || !isList) return undefined;
  if (fields['items']) return 'items';
  const lists = Object.keys(fields).filter((name) => /^[A-Z].*\[\]$/.test(fields[name]!.type));
  return lists.length === 1 ? lists[0] : undefined;
}

/**
 * The quota units that Google's pages state, where no fact says otherwise:
 * developers.google.com/youtube/v3/determine_quota_cost, /workspace/drive/api/guides/limits and
 * /workspace/calendar/api/guides/quota, 28 November 2026.
 */
export function quotaCostOf(
  client: ClientName,
  name: string,
  { method, quotaCost, mediaDownload }: Operation,
): number {
  if (quotaCost !== undefined) return quotaCost;
  if (client === 'calendar') return 1;
  if (client === 'youtube') return method === 'GET' ? 1 : 50;
  if (mediaDownload === 'always') return driveUnits.download;
  if (/\.list/.test(name)) return driveUnits.list;
  return method === 'GET' || /\.(watch|stop)$/.test(name) ? driveUnits.other : driveUnits.change;
}

/** By the groups of Drive's table; a read costs what other calls do. */
const driveUnits = { list: 100, download: 200, change: 50, other: 5 } as const;

/** @returns undefined for an operation all of whose calls cost the same */
export const downloadUnitsOf = (
  client: ClientName,
  { mediaDownload = 'always' }: Operation,
): number | undefined =>
  client === 'drive' && mediaDownload !== 'always' ? driveUnits.download : undefined;
