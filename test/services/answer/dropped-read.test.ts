/**
 * Reads below a list that an error has made null: nobody needs them. Those that are not sent when
 * the response is complete are never sent, so that the cost in the response is the whole cost.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useEditingProxy } from '../../support/proxy/use-editing-proxy.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const { options, proxy } = useEditingProxy('storage');
const studio = useStudio(async () => ({ ...(await options()), env: { RETRY_BASE_MS: '1' } }));

/** Removes the id of the last file of a list, which may not be null. */
function withoutLastId(answer: Record<string, unknown>): void {
  const files = answer['files'] as { id?: string }[] | undefined;
  if (files) delete files.at(-1)!.id;
}

/** Takes longer than the gateway waits before it repeats a call. */
async function passSomeRequests(): Promise<void> {
  for (let index = 0; index < 20; index += 1) await studio.gateway.query('{ __typename }');
}

const sent = (): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(studio.calls(), ({ operation }) => operation)].map(([operation, calls]) => [
      operation,
      calls.length,
    ]),
  );

const files = 'files(first: 4) { nodes { comments(first: 5) { nodes { content } } fileId } }';

describe('a read below a list that became null', () => {
  it('is not sent if the response is complete', async () => {
    proxy.edit(withoutLastId);
    const { data, errors, extensions } = await studio.query(`{ ${files} }`);
    expect(data).toEqual({ files: null });
    expect(errors).toHaveLength(1);
    await passSomeRequests();
    expect(sent()).toEqual({ 'storage:files.list': 1 });
    expect(extensions['cost'].operations).toEqual(sent());
  });
  it('is counted if it was sent before, and is not sent again', async () => {
    proxy.edit(withoutLastId);
    const operation = 'storage:comments.list';
    const [failure, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    studio.sandbox.fault({ match: { operation }, until: failure.promise, status: 503 });
    studio.sandbox.fault({ match: { operation: 'video:videos.list' }, until: answer.promise });
    const answered = studio.query(`{ ${files} video(id: "${ids.video.trailer}") { title } }`);
    const statuses = () =>
      studio.calls().flatMap(({ call }) => (call.operation === operation ? [call.status] : []));
    await expect.poll(statuses).toContain(0);
    failure.resolve();
    await expect.poll(statuses).toContain(503);
    answer.resolve();
    const { data, extensions } = await answered;
    expect(data.files).toBeNull();
    expect(data.video.title).toEqual(expect.any(String));
    await passSomeRequests();
    const { cost } = extensions;
    expect(cost.operations).toEqual(sent());
    expect(cost.requests).toBe(studio.calls().length);
    expect(sent()['storage:comments.list']).toBeGreaterThan(0);
  });
});
