/** Values that no schema describes, in what a request replaces. */
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../../src/engine/write/change.ts';
import { addUndescribed, bodySchemaOf } from '../../../src/engine/write/undescribed.ts';
import { liveBroadcasts } from '../../../src/services/live/operations.ts';
import { googleApis } from '../../../src/services/api.ts';

/** What is added to a body that has only the changes. */
function added(read: JsonRecord, changed: readonly string[] = [], target: JsonRecord = {}) {
  const schema = bodySchemaOf(googleApis, liveBroadcasts.update);
  addUndescribed(target, read, schema, new Set(changed));
  return target;
}

describe('values that no schema describes', () => {
  it('are added to the objects that are replaced, at any depth', () => {
    const read = {
      contentDetails: { novel: { deep: [1] }, monitorStream: { alsoNovel: 'kept' } },
    };
    expect(added(read)).toEqual(read);
  });
  it('are not added to objects of which the request writes nothing', () => {
    expect(
      added({ statistics: { novel: 1 }, contentDetails: { boundStreamId: 'read-only' } }),
    ).toEqual({});
  });
  it('do not come back in an object that the client clears or replaces', () => {
    const read = { contentDetails: { monitorStream: { novel: 1 } } };
    expect(added(read, ['contentDetails.monitorStream'])).toEqual({});
  });
  it('do not replace what is there, and leave what was read as it is', () => {
    const read = { contentDetails: { novel: 1, monitorStream: { novel: 2 } } };
    const copy = structuredClone(read);
    const body = { contentDetails: { novel: 3, monitorStream: {} } };
    expect(added(read, [], body)).toEqual({
      contentDetails: { novel: 3, monitorStream: { novel: 2 } },
    });
    expect(read).toEqual(copy);
  });
});
