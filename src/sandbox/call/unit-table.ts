/**
 * Quota units as Google's pages state them on 28 November 2026, by a table of the sandbox: it knows
 * nothing of the units that the gateway states. Each request counts, also one that is refused.
 */
import type { RecordedCall } from './recorder.ts';

type CountedCall = Pick<RecordedCall, 'method' | 'operation' | 'query'>;

/** A row: the operations, and the bucket and units of a request, or how they follow from it. */
type Row = readonly [
  operations: RegExp,
  bucket: string,
  units: number | ((call: CountedCall) => number),
];

/** A read of a file, or of its content. */
const readOrDownload = ({ query }: CountedCall): number =>
  query['alt']?.includes('media') ? 200 : 5;

/** The first row that fits counts. */
const rows: readonly Row[] = [
  // developers.google.com/youtube/v3/determine_quota_cost
  [/^video:search\.list$/, 'SEARCH', 1],
  [/^video:videos\.insert$/, 'VIDEO_UPLOAD', 1],
  [/^video:videos\.batchGetStats$/, 'VIDEO_STATISTICS', 1],
  [/^video:captions\.list$/, 'VIDEO', 50],
  [/^video:captions\.insert$/, 'VIDEO', 400],
  [/^video:captions\.update$/, 'VIDEO', 450],
  // Assumed: no page states it.
  [/^video:captions\.download$/, 'VIDEO', 200],
  // developers.google.com/youtube/v3/live/docs/liveChatMessages/list and /streamList
  [/^live:liveChatMessages\.(list|streamList)$/, 'VIDEO', 5],
  // Assumed for YouTube Live, whose other pages state no units.
  [/^(video|live):/, 'VIDEO', ({ method }) => (method === 'GET' ? 1 : 50)],
  // developers.google.com/workspace/drive/api/guides/limits; assumed: `download`, `watch`, `stop`.
  [/^storage:files\.(export|download)$/, 'STORAGE', 200],
  [/^storage:\w+\.(watch|stop|generateIds)$/, 'STORAGE', 5],
  [/^storage:\w+\.list\w*$/, 'STORAGE', 100],
  [/^storage:(files|revisions)\.get$/, 'STORAGE', readOrDownload],
  [/^storage:/, 'STORAGE', ({ method }) => (method === 'GET' ? 5 : 50)],
  // developers.google.com/workspace/calendar/api/guides/quota
  [/^calendar:/, 'CALENDAR', 1],
];

/** @returns the units that the calls have cost, by bucket */
export function unitsOfCalls(calls: readonly CountedCall[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const call of calls) {
    // The parts of an upload belong to the request that began it.
    if (call.operation === undefined || call.query['upload_id']) continue;
    const [, bucket, units] = rows.find(([operations]) => operations.test(call.operation!))!;
    sums[bucket] = (sums[bucket] ?? 0) + (typeof units === 'number' ? units : units(call));
  }
  return sums;
}
