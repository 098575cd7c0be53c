/** The descriptors of the gateway's operations: what follows from the model for each. */
import {
  type KeyedOperation,
  itemsFieldOf,
  nameOf,
  partsOf,
  downloadUnitsOf,
  quotaCostOf,
  resourceOf,
  withoutAbsent,
} from './operation-table.ts';
import { namesId } from './type-name.ts';
import type { Operation, Parameter } from './model.ts';
import { writablePathsOf } from './path-list.ts';

/** A descriptor as data; see `Operation` in `src/engine/api/operation.ts`. */
type Descriptor = Readonly<Record<string, unknown>> & {
  readonly query: Readonly<Record<string, DescribedParameter>>;
};

/** A parameter of a descriptor; see `Param` in `src/engine/api/param.ts`. */
export interface DescribedParameter {
  readonly type: string;
  readonly list?: string;
  readonly values?: readonly string[];
  readonly known?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly maxItems?: number;
  readonly required?: true;
  readonly deprecated?: true;
  readonly notSent?: string;
  readonly id?: true;
}

/** Facts of an operation that its descriptor has as they are stated. */
const statedFacts = [
  'sufficientScope',
  'partScopes',
  'removes',
  'clears',
  'copies',
  'readOnly',
  'cacheSeconds',
  'ownerOnlyParams',
  'callerFields',
  'neverShown',
  'limitsObjects',
  'reasons',
  'isBelowHost',
] as const satisfies readonly (keyof Operation)[];

/** What our descriptors call the states of an operation that is not served as it was. */
const states: Readonly<Record<string, string>> = {
  removed: 'retired',
  moved: 'moved',
  deprecated: 'noEffect',
};

const downloads: Readonly<Record<string, string>> = { always: 'always', 'alt=media': 'alt' };

/** The buckets of operations that have one of their own. */
const ownBuckets: Readonly<Record<string, string>> = {
  'search.list': 'SEARCH',
  'videos.insert': 'VIDEO_UPLOAD',
  'videos.batchGetStats': 'VIDEO_STATISTICS',
};

/**
 * @returns the descriptor of an operation, without types; absent facts are left out
 * @throws Error for an operation without scopes: nobody could tell which token it needs
 */
export function descriptorOf(each: KeyedOperation): Descriptor {
  const { operation, service } = each;
  if (operation.scopes.length === 0)
    throw new Error(
      `${each.key} has no scopes: state them in facts.json, whose row \`npm run reference -- ${nameOf(each)}\` drafts`,
    );
  const { auth, mediaUpload, uploadPath } = operation;
  const stated = Object.fromEntries(statedFacts.map((name) => [name, operation[name]]));
  return withoutAbsent({
    reservedIds: reservedIdsOf(each),
    query: queryOf(each),
    units: quotaCostOf(each.client, nameOf(each), operation),
    unitsAreAssumed: isAssumed(each) || undefined,
    downloadUnits: downloadUnitsOf(each.client, operation),
    bucket: bucketOf(each),
    auth: auth?.required === 'key-or-oauth' ? 'public' : 'user',
    userParams: auth?.oauthWhenParams,
    scopes: operation.scopes,
    idempotent: operation.idempotent ?? operation.method !== 'POST',
    ...stated,
    parts: partsOf(operation, service),
    ownerOnlyParts: auth?.oauthWhenParts,
    filters: operation.filters,
    idsPerCall: operation.method === 'GET' ? operation.parameters['id']?.maxItems : undefined,
    page: pageOf(each),
    writable: writableOf(each),
    requiredBody: operation.requiredBodyFields,
    conditional: operation.conditional ?? isConditional(each),
    fieldsRequired: operation.fieldsParamRequired,
    upload: uploadPath && {
      path: uploadPath,
      mediaTypes: mediaUpload?.mime,
      maxBytes: mediaUpload?.maxSize,
      ...(mediaUpload?.acceptsEmpty && { acceptsEmpty: true }),
      multipart: true,
      resumable: true,
    },
    download: downloads[operation.mediaDownload ?? ''],
    upstream: states[operation.upstream ?? ''],
    deprecated: operation.deprecated,
  }) as Descriptor;
}

/**
 * By the name of a key in the path: the names of operations in its place. Only those count that a
 * call with such an id could become: an operation with the same method and the key at the end.
 */
function reservedIdsOf({ operation, service }: KeyedOperation): object | undefined {
  const { path } = operation;
  const all = Object.values(service.operations);
  const reserved = [...path.matchAll(/\{(\w+)\}/g)].flatMap(({ index, 1: name }) => {
    const before = path.slice(0, index);
    const methods = new Set(
      all.filter((each) => each.path === `${before}{${name}}`).map(({ method }) => method),
    );
    const names = all
      .filter((each) => methods.has(each.method) && each.path.startsWith(before))
      .map((each) => each.path.slice(before.length))
      .filter((rest) => /^\w+$/.test(rest));
    return names.length === 0 ? [] : [[name, names.toSorted()]];
  });
  return reserved.length === 0 ? undefined : Object.fromEntries(reserved);
}

/** Whether no page states the quota units of the operation. */
function isAssumed(each: KeyedOperation): boolean {
  const { assumedUnits = [] } = each.service;
  return assumedUnits.includes(nameOf(each)) || assumedUnits.includes(`${resourceOf(each)}.*`);
}

const bucketOf = ({ key, operation: { bucket } }: KeyedOperation): string =>
  ownBuckets[bucket ?? ''] ?? key.split(':', 1)[0]!.replace('live', 'video').toUpperCase();

/** Google Calendar honours `If-Match` in all writes of an entity that exists. */
const isConditional = ({ client, operation: { method } }: KeyedOperation): true | undefined =>
  client === 'calendar' && /^(PUT|PATCH|DELETE)$/.test(method) ? true : undefined;

function writableOf(each: KeyedOperation): readonly string[] | undefined {
  const paths = each.operation.body === undefined ? [] : writablePathsOf(each);
  return paths.length > 0 ? paths : undefined;
}

function queryOf({ client, operation }: KeyedOperation): Record<string, DescribedParameter> {
  const { parameters, notSent = {} } = operation;
  const reasonOf = (name: string): string | undefined =>
    Object.keys(notSent).find(
      (reason) => notSent[reason] === '*' || notSent[reason]!.includes(name),
    );
  const inQuery = Object.entries(parameters)
    .filter(([, each]) => each.in === 'query')
    // Requests have their parameters in this order: `part` comes first.
    .toSorted(([, a], [, b]) => Number(b.required) - Number(a.required));
  return Object.fromEntries(
    inQuery.map(([name, parameter]) => {
      const described = parameterOf(name, parameter, client === 'calendar');
      return [name, withoutAbsent({ ...described, notSent: reasonOf(name) })];
    }),
  ) as Record<string, DescribedParameter>;
}

/** @param repeats how a list is sent that is not joined by commas */
function parameterOf(name: string, parameter: Parameter, repeats: boolean): object {
  const { type, enum: values, enumUnspecified = [], knownValues } = parameter;
  const isList = type.endsWith('[]');
  const single = isList ? type.slice(0, -2) : type;
  const list = repeats && !parameter.commaSeparated ? 'repeat' : 'comma';
  return {
    // No parameter is a fraction.
    type: single === 'number' ? 'integer' : single,
    list: isList || parameter.commaSeparated ? list : undefined,
    values: values?.filter((value) => !enumUnspecified.includes(value)),
    known: values ? undefined : knownValues,
    min: parameter.min,
    max: parameter.max,
    maxItems: parameter.maxItems,
    required: parameter.required || undefined,
    deprecated: parameter.deprecated || undefined,
    id: isId(name, parameter),
  };
}

const isId = (name: string, { type, commaSeparated, id }: Parameter): true | undefined =>
  id !== false && type === 'string' && !commaSeparated && namesId(name) ? true : undefined;

/** The answers of all paged lists of YouTube have the field. */
const totalOf = (total: 'exact' | undefined): object => ({
  path: 'pageInfo.totalResults',
  exact: total === 'exact',
});

/** How a list is paged, and where its answer says how many items there are. */
function pageOf({ client, operation, service }: KeyedOperation): object | undefined {
  const items = itemsFieldOf(operation, service);
  if (items === undefined) return undefined;
  const { parameters, answer, total } = operation;
  if (!Object.hasOwn(parameters, 'pageToken')) return { items };
  const fields = service.types[answer!]!;
  const size = ['maxResults', 'pageSize'].find((name) => Object.hasOwn(parameters, name));
  const facts = parameters[size ?? ''];
  const sync = ['nextSyncToken', 'newStartPageToken'].find((name) => fields[name]);
  return withoutAbsent({
    items,
    size,
    minSize: facts?.min,
    maxSize: facts?.max,
    defaultSize: facts?.default,
    token: 'pageToken',
    next: fields['nextPageToken'] && 'nextPageToken',
    sync,
    total: client === 'youtube' ? totalOf(total) : undefined,
  });
}
