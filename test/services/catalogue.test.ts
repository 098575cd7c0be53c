/**
 * Compares the catalogue with the table of operations in `test/data/operations.json`, row by row.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/services/catalogue.ts';
import {
  type AnyOperation,
  pathKeys,
  serviceOf,
} from '../../src/engine/rest/operation/operation.ts';
import type { Param } from '../../src/engine/rest/operation/param.ts';

interface ParamRow {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: Param['type'];
  readonly required?: true;
  readonly repeated?: true;
  readonly commaSeparated?: true;
  readonly deprecated?: true;
  readonly min?: number;
  readonly max?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly enumUnspecified?: readonly string[];
  readonly knownValues?: readonly string[];
}

interface ListRow {
  readonly itemsField: string;
  readonly pageTokenParam?: string;
  readonly nextPageTokenField?: string;
  readonly maxResultsParam?: string;
  readonly maxResultsMin?: number;
  readonly maxResultsMax?: number;
  readonly maxResultsDefault?: number;
  readonly nextSyncTokenField?: string;
  readonly newStartPageTokenField?: string;
}

interface Row {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly params: readonly ParamRow[];
  readonly body: boolean;
  readonly parts?: readonly string[];
  readonly list?: ListRow;
  readonly quotaCost: number | null;
  readonly bucket?: string;
  readonly scopes: readonly string[];
  readonly auth: {
    readonly required: string;
    readonly oauthWhenParams?: readonly string[];
    readonly oauthWhenParts?: readonly string[];
  };
  readonly idempotent: boolean;
  readonly filters?: AnyOperation['filters'];
  readonly requiredBodyFields?: AnyOperation['requiredBody'];
  readonly fieldsParamRequired?: true;
  readonly mediaUpload?: {
    readonly path: string;
    readonly mime: readonly string[];
    readonly maxSize: number;
  };
  readonly mediaDownload?: string;
  readonly upstream?: string;
  readonly deprecated?: true;
}

const rows: readonly Row[] = JSON.parse(
  readFileSync(new URL('../data/operations.json', import.meta.url), 'utf8'),
) as Row[];

const serviceOfRow = (row: Row): string => row.key.slice(0, row.key.indexOf(':'));

/** YouTube takes lists joined by commas, Google Calendar repeats the parameter. */
function listForm(row: Row, param: ParamRow): Param['list'] {
  if (param.commaSeparated) return 'comma';
  if (!param.repeated) return undefined;
  return serviceOfRow(row) === 'calendar' ? 'repeat' : 'comma';
}

const paramsOfRow = (row: Row): object[] =>
  row.params.map((param) => ({
    name: param.name,
    in: param.in,
    type: param.type,
    required: param.required ?? false,
    deprecated: param.deprecated ?? false,
    list: listForm(row, param),
    values: param.enum?.filter((value) => !param.enumUnspecified?.includes(value)),
    known: param.enum ? undefined : param.knownValues,
    min: param.min,
    max: param.max,
    maxItems: param.maxItems,
  }));

function paramsOf(operation: AnyOperation): object[] {
  const inPath = pathKeys(operation.path).map((name) => ({
    name,
    in: 'path',
    type: 'string',
    required: true,
    deprecated: false,
  }));
  const inQuery = Object.entries(operation.query as Record<string, Param>).map(([name, param]) => ({
    name,
    in: 'query',
    type: param.type,
    required: param.required ?? false,
    deprecated: param.deprecated ?? false,
    list: param.list,
    values: param.values,
    known: param.known,
    min: param.min,
    max: param.max,
    maxItems: param.maxItems,
  }));
  return [...inPath, ...inQuery];
}

const byName = (params: readonly object[]): object[] =>
  params.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

const nameOf = (param: object): string => (param as ParamRow).name;

function pageOfRow({ list }: Row): object | undefined {
  if (list === undefined) return undefined;
  if (list.pageTokenParam === undefined) return { items: list.itemsField };
  return {
    items: list.itemsField,
    size: list.maxResultsParam,
    minSize: list.maxResultsMin,
    maxSize: list.maxResultsMax,
    defaultSize: list.maxResultsDefault,
    token: list.pageTokenParam,
    next: list.nextPageTokenField,
    sync: list.nextSyncTokenField ?? list.newStartPageTokenField,
  };
}

const ownBuckets: Readonly<Record<string, string>> = {
  'search.list': 'SEARCH',
  'videos.insert': 'VIDEO_UPLOAD',
};

const bucketOfRow = (row: Row): string =>
  row.bucket === undefined
    ? serviceOfRow(row).replace('live', 'video').toUpperCase()
    : ownBuckets[row.bucket]!;

const downloads: Readonly<Record<string, string>> = { always: 'always', 'alt=media': 'alt' };

const states: Readonly<Record<string, string>> = {
  removed: 'retired',
  moved: 'moved',
  deprecated: 'noEffect',
};

/** The ids that one read takes; the ids of a write are no batch read. */
const idsOfRow = ({ method, params }: Row): number | undefined =>
  method === 'GET' ? params.find(({ name }) => name === 'id')?.maxItems : undefined;

const expected = (row: Row): object => ({
  key: row.key,
  method: row.method,
  path: row.path,
  params: byName(paramsOfRow(row)),
  body: row.body,
  parts: row.parts?.toSorted(),
  page: pageOfRow(row),
  units: row.quotaCost,
  bucket: bucketOfRow(row),
  scopes: row.scopes,
  auth: row.auth.required === 'oauth' ? 'user' : 'public',
  userParams: row.auth.oauthWhenParams,
  guardedParts: row.auth.oauthWhenParts,
  idempotent: row.idempotent,
  filters: row.filters,
  idsPerCall: idsOfRow(row),
  requiredBody: row.requiredBodyFields,
  upload: row.mediaUpload,
  download: row.mediaDownload && downloads[row.mediaDownload],
  upstream: row.upstream && states[row.upstream],
  deprecated: row.deprecated,
});

const actual = (operation: AnyOperation): object => ({
  key: operation.key,
  method: operation.method,
  path: operation.path,
  params: byName(paramsOf(operation)),
  body: operation.hasRequestBody,
  parts: operation.parts?.toSorted(),
  page: pagingOf(operation),
  units: operation.units,
  bucket: operation.bucket,
  scopes: operation.scopes,
  auth: operation.auth,
  userParams: operation.userParams,
  guardedParts: operation.ownerOnlyParts,
  idempotent: operation.idempotent,
  filters: operation.filters,
  idsPerCall: operation.idsPerCall,
  requiredBody: operation.requiredBody,
  upload: uploadOf(operation),
  download: operation.download,
  upstream: operation.upstream,
  deprecated: operation.deprecated,
});

/** The table does not say where a response states how many items there are. */
function pagingOf({ page }: AnyOperation): object | undefined {
  if (page === undefined) return undefined;
  const { total: _, ...paging } = page;
  return paging;
}

const uploadOf = ({ upload }: AnyOperation): object | undefined => {
  if (upload === undefined) return undefined;
  const { maxBytes: maxSize, mediaTypes: mime, ...rest } = upload;
  return { ...rest, maxSize, mime };
};

describe('the operation catalogue', () => {
  it('has the operations of the table and no others', () => {
    expect([...catalogue.keys()].toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
  });
  it.each(rows.map((row) => [row.key, row] as const))('%s agrees with its row', (key, row) => {
    expect(actual(catalogue.get(key)!)).toEqual(expected(row));
  });
  it('has no value that means "unspecified"', () => {
    const unspecified = new Set(
      rows.flatMap(({ params }) => params.flatMap((param) => param.enumUnspecified ?? [])),
    );
    const offered = [...catalogue.values()].flatMap(({ query }) =>
      Object.values(query as Record<string, Param>).flatMap(({ values, known }) => [
        ...(values ?? []),
        ...(known ?? []),
      ]),
    );
    expect(unspecified.size).toBeGreaterThan(0);
    expect(offered.filter((value) => unspecified.has(value))).toEqual([]);
  });
});

const all = [...catalogue.values()];

const keys = (operations: readonly AnyOperation[]): string[] =>
  operations.map(({ key }) => key).toSorted();

describe('the facts that only the catalogue has', () => {
  it('require a mask for the operations of the table and for replies to comments', () => {
    const replies = ['create', 'get', 'list', 'update'].map(
      (method) => `storage:replies.${method}`,
    );
    const stated = rows
      .filter(({ fieldsParamRequired }) => fieldsParamRequired)
      .map(({ key }) => key);
    expect(keys(all.filter(({ fieldsRequired }) => fieldsRequired))).toEqual(
      [...stated, ...replies].toSorted(),
    );
  });
  it('allow conditions for updates, patches and deletions of Google Calendar only', () => {
    const changing = all.filter(
      (operation) =>
        serviceOf(operation) === 'calendar' &&
        ['PUT', 'PATCH', 'DELETE'].includes(operation.method),
    );
    expect(keys(all.filter(({ conditional }) => conditional))).toEqual(keys(changing));
  });
  it('state the writable paths of every write with a body', () => {
    const unstated = all.filter(
      ({ hasRequestBody: hasBody, writable }) => hasBody && writable === undefined,
    );
    // Bulletin posts are no longer served, and a banner is an image without metadata.
    expect(keys(unstated)).toEqual(['video:activities.insert', 'video:channelBanners.insert']);
  });
  it('let an update of an event write all paths that are not fixed at its creation', () => {
    const { writable } = catalogue.get('calendar:events.update')!;
    expect(writable).toEqual(
      expect.arrayContaining([
        'summary',
        'start.dateTime',
        'attendees[]',
        'attendeesOmitted',
        'extendedProperties.private.(key)',
      ]),
    );
    const fixed =
      /^(id|iCalUID|eventType|birthdayProperties|organizer|creator|etag|kind|created|updated|htmlLink)\b/;
    expect(writable!.filter((path: string) => fixed.test(path))).toEqual([]);
  });
  it('state a total for the paged lists of YouTube, exact only for playlist items', () => {
    const paged = all.filter(
      (operation) =>
        operation.page?.next !== undefined &&
        operation.bucket !== 'STORAGE' &&
        operation.bucket !== 'CALENDAR',
    );
    const counted = all.filter(({ page }) => page?.total !== undefined);
    expect(keys(counted)).toEqual(keys(paged));
    expect(new Set(counted.map(({ page }) => page!.total!.path))).toEqual(
      new Set(['pageInfo.totalResults']),
    );
    expect(keys(counted.filter(({ page }) => page!.total!.exact))).toEqual([
      'video:playlistItems.list',
    ]);
  });
  it('mark the one read that is a POST', () => {
    expect(keys(all.filter(({ readOnly }) => readOnly))).toEqual(['calendar:freebusy.query']);
  });
  it('put the one operation of another API below the host', () => {
    expect(keys(all.filter(({ root }) => root === 'host'))).toEqual(['live:liveCuepoints.insert']);
  });
  it('let a file get its id and parents at creation only', () => {
    const created = new Set(catalogue.get('storage:files.create')!.writable);
    const updated = new Set(catalogue.get('storage:files.update')!.writable);
    expect(
      ['id', 'parents[]', 'createdTime'].map((path) => [created.has(path), updated.has(path)]),
    ).toEqual(Array.from({ length: 3 }, () => [true, false]));
  });
});
