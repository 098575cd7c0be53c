/** Errors of the graph in the words of tools. */
import { describe, expect, it } from 'vitest';
import { shownError } from '../../../src/mcp/tools/shown-error.ts';
import { agentError } from '../../../src/mcp/tool-result.ts';

const shown = (message: string, inputs: readonly string[], facts = {}) => {
  const { message: text, argument } = shownError(
    agentError('INVALID_INPUT', message, { path: ['a', 0], ...facts }),
    inputs,
  );
  return [text, argument];
};

describe('an error', () => {
  it.each([
    ['scheduledStartAt: is past', ['start', 'title'], ['start: is past', 'start']],
    ['start.dateTime: is none', ['start'], ['start: is none', 'start']],
    ['entries.2.videoId: is none', ['id', 'add'], ['add.2: is none', 'add.2']],
    ['ids.0: is none', ['ids'], ['ids.0: is none', 'ids.0']],
    ['by.id: is none', ['id'], ['id: is none', 'id']],
    ['filter.parentId: is none', ['within', 'text'], ['within: is none', 'within']],
    ['by.key: is none', ['text'], ['is none', undefined]],
    ['No prefix, one word: none', ['start'], ['No prefix, one word: none', undefined]],
  ] as const)('%s', (message, inputs, expected) => {
    expect(shown(message, inputs)).toEqual(expected);
  });
  it('has nothing of fields and calls, and an argument without a prefix', () => {
    const error = agentError('NOT_FOUND', 'None.', {
      path: ['event'],
      service: 'calendar',
      operation: 'calendar:events.get',
      requestId: '1',
      argument: 'calendarId',
      reason: null,
      retryAfter: 3,
    });
    const { next } = error;
    expect(shownError(error, ['calendar'])).toEqual({
      code: 'NOT_FOUND',
      message: 'None.',
      argument: 'calendar',
      retryAfter: 3,
      next,
    });
  });
  it('has the id of its request if it is to be reported', () => {
    const error = agentError('INTERNAL_SERVER_ERROR', 'None.', { requestId: '1' });
    expect(shownError(error, [])).toMatchObject({ requestId: '1' });
  });
});
