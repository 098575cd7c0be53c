/** Times in the zone of the user. */
import { describe, expect, it } from 'vitest';
import { inZone, later, pointInTime, timeInWords } from '../../../src/mcp/tools/local-time.ts';
import { connectAgent } from '../../support/client/mcp-client.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const zone = 'Europe/Stockholm';

describe('a time of the agent', () => {
  it.each([
    ['2027-03-14T09:30', '2027-03-14T09:30:00+01:00'],
    ['2027-07-14T09:30:15', '2027-07-14T09:30:15+02:00'],
    ['2027-03-14', '2027-03-14T00:00:00+01:00'],
    ['2027-03-14T09:30:00Z', '2027-03-14T10:30:00+01:00'],
    ['2027-03-14T09:30:00-05:00', '2027-03-14T15:30:00+01:00'],
    // The first of both.
    ['2027-10-31T02:30', '2027-10-31T02:30:00+02:00'],
  ])('is read: %s', (time, expected) => {
    expect(pointInTime('start', time, zone)).toBe(expected);
  });
  it.each(['2027-03-28T02:30', 'tomorrow', '', '2027-13-01', '2027-02-30T10:00', '10:00'])(
    'is refused, as no time or one that the clocks skip: %j',
    (time) => {
      expect(() => pointInTime('start', time, zone)).toThrow(
        expect.objectContaining({
          errors: [
            expect.objectContaining({
              argument: 'start',
              message: expect.stringContaining('2027-03-14T09:30'),
            }),
          ],
        }),
      );
    },
  );
});

describe('a time of an answer', () => {
  it.each([
    ['2026-11-30T19:00:00.000Z', '2026-11-30T20:00:00+01:00'],
    ['2026-06-30T19:00:00+00:00', '2026-06-30T21:00:00+02:00'],
    ['not a time', 'not a time'],
  ])('is that of the zone: %s', (time, expected) => {
    expect(inZone(time, zone)).toBe(expected);
  });
  it('counts days by the clocks, and minutes by time', () => {
    const before = '2027-03-27T09:00:00+01:00';
    expect(later(before, { days: 1 }, zone)).toBe('2027-03-28T09:00:00+02:00');
    expect(later(before, { hours: 24 }, zone)).toBe('2027-03-28T10:00:00+02:00');
  });
  it('has words for questions', () => {
    expect(timeInWords('2026-12-03T09:00:00Z', zone)).toBe('3 December 2026, 10:00');
    expect(timeInWords('2026-12-03', zone)).toBe('3 December 2026');
  });
});

describe('the zone of the user', () => {
  const studio = useStudio({ env: { MCP: 'on' } });

  it('is asked for once', async () => {
    await using agent = await connectAgent(studio.gateway.url, 'studio-owner', 'modern');
    for (let count = 0; count < 3; count += 1)
      await agent.call('list_mine', { kind: 'videos', max: 1 });
    const asked = studio.sandbox
      .calls()
      .filter(({ operation }) => operation === 'calendar:settings.get');
    expect(asked).toHaveLength(1);
  });
  it('is UTC for those whose calendar cannot be asked', async () => {
    const match = { operation: 'calendar:settings.get' };
    studio.sandbox.fault({ match, status: 403, reason: 'forbidden' });
    await using agent = await connectAgent(studio.gateway.url, 'studio-owner', 'modern');
    const { body, isError } = await agent.call('list_mine', { kind: 'videos', max: 1 });
    expect(isError).toBe(false);
    expect(body.items[0].publishedAt).toMatch(/(Z|\+00:00)$/);
  });
});
