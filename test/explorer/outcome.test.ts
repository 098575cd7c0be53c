/** What the explorer says of responses that the gateway really sends. */
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/explorer/outcome.ts';
import { failure, type Response } from '../../src/explorer/response.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Studio, useStudio } from '../support/gateway/studio.ts';

const headers = { authorization: 'Bearer studio-owner', 'x-trace': '1' };

const outcomeFor = async ({ gateway }: Studio, document: string) =>
  outcomeOf((await gateway.query(document, {}, headers)).body as Response);

/** Of a subscription, whose first event it is. */
const firstOutcome = async (studio: Studio, document: string) =>
  outcomeOf((await studio.query(document, {}, 'studio-owner', headers)) as Response);

const large = `{ playlist(id: "${ids.playlist.long}") { items(first: 500) { nodes { video { title } } } } }`;

describe('the outcome', () => {
  const studio = useStudio({ env: { MAX_QUERY_UNITS: '10' } });
  const poor = useStudio({ env: { QUOTA_BUDGET: 'VIDEO=1', CACHE: 'off' } });
  const untraced = useStudio({ env: { TRACE: 'off' } });

  it('of a refused operation names the field', async () => {
    expect(await outcomeFor(studio, large)).toEqual({
      kind: 'refused',
      sentence:
        'The gateway has refused the operation: it could cost more than is allowed. Most of it is for `playlist.items`. No REST call was made.',
    });
  });
  it('of an operation beyond the quota says so', async () => {
    expect(await outcomeFor(poor, large)).toEqual({
      kind: 'refused',
      sentence:
        'The gateway has refused the operation: it could cost more than is left of the quota. No REST call was made.',
    });
  });
  it.each([
    [
      'syntax',
      '{ viewer { ',
      'The text is not GraphQL, at line 1, column 12. No REST call was made.',
    ],
    [
      'invalid',
      '{ viewer { nothing } }',
      'The operation does not fit the schema, at line 1, column 12. No REST call was made.',
    ],
    [
      'invalid',
      'query ($id: ID!) { video(id: $id) { title } }',
      'The gateway does not accept a value. No REST call was made.',
    ],
    ['ran', '{ __typename }', 'No REST call was needed.'],
    ['ran', `{ video(id: "${ids.video.trailer}") { title } }`, '1 REST call was made.'],
  ] as const)('of what is %s: %s', async (kind, document, sentence) => {
    expect(await outcomeFor(studio, document)).toEqual({ kind, sentence });
  });
  it.each([
    ['syntax', 'subscription { ', 'The text is not GraphQL'],
    ['invalid', 'subscription { nothing }', 'The operation does not fit the schema'],
    [
      'invalid',
      `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}", after: "bogus") { cursor } }`,
      'The gateway does not accept a value',
    ],
    [
      'ran',
      'subscription { chatMessages(liveChatId: "none") { cursor } }',
      'It ended with `live:liveChatMessages.list`',
    ],
    [
      'ran',
      `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`,
      'No REST call was needed, beside the polling.',
    ],
  ] as const)('of a subscription that is %s: %s', async (kind, document, sentence) => {
    expect(await firstOutcome(studio, document)).toEqual({
      kind,
      sentence: expect.stringContaining(sentence),
    });
  });
  it('speaks of the trace only if calls were made and none came', async () => {
    const found = await outcomeFor(untraced, `{ video(id: "${ids.video.trailer}") { title } }`);
    expect(found).toEqual({
      kind: 'untraced',
      sentence: expect.stringMatching(/^1 REST call was made, .* setting `TRACE` is on\.$/),
    });
    for (const document of ['{ __typename }', '{ viewer { nothing } }', '{ viewer {'])
      expect((await outcomeFor(untraced, document)).sentence).not.toContain('TRACE');
  });
  it('of what has no answer is that', () => {
    expect(outcomeOf(failure('Failed to fetch')).kind).toBe('noAnswer');
  });
  it('of an answer without its cost says that', () => {
    expect(outcomeOf({ data: {} })).toEqual({
      kind: 'ran',
      sentence: 'The answer does not say which REST calls it took.',
    });
  });
});
