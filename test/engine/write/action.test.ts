import { describe, expect, it } from 'vitest';
import { Paths } from '../../../src/engine/read/path.ts';
import { callForEntity } from '../../../src/engine/write/action.ts';
import { Broadcast } from '../../../src/services/live/resources.ts';
import { liveBroadcasts } from '../../../src/services/live/operations.ts';
import { executionOn } from '../../support/write-execution.ts';

const ref = { resource: Broadcast.resource, key: ['b'] };
const stored = { id: 'b', snippet: { title: 'stored' }, status: { lifeCycleStatus: 'live' } };

/** The broadcast that a payload shows after a transition with this answer. */
async function shownAfter(answer: object | undefined): Promise<object | null> {
  const { execution } = executionOn(stored, () => answer);
  const paths = Paths.of('snippet.title', 'status.lifeCycleStatus');
  await callForEntity({
    execution,
    ref,
    operation: liveBroadcasts.transition,
    resource: ref.resource,
    changes: [],
    parameters: { broadcastStatus: 'live' },
    settings: {},
    selected: paths,
  });
  return execution.load(ref, { paths, downstream: new Set() });
}

const answered = { snippet: { title: 'answered' }, status: { lifeCycleStatus: 'liveStarting' } };

describe('an action whose answer is the entity', () => {
  it('shows the answer', async () => {
    expect(await shownAfter({ id: 'b', ...answered })).toMatchObject(answered);
  });
  it.each([
    ['of another entity', { id: 'other', ...answered }],
    ['without a body', undefined],
  ])('reads the entity after an answer %s', async (_, answer) => {
    expect(await shownAfter(answer)).toMatchObject(stored);
  });
  it('reads a part that the answer lacks', async () => {
    const answer = { id: 'b', status: answered.status };
    expect(await shownAfter(answer)).toMatchObject({ snippet: stored.snippet });
  });
});
