/** Two processes without a shared store that divide one series at one occurrence. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/sandbox.ts';
import { type RunningGateway, startGateway } from '../../../support/gateway.ts';
import { promised } from '../../../support/promised-size.ts';
import { randomNumbers } from '../../../support/random-number.ts';
import { seedOf } from '../../../support/repeatable-seed.ts';
import { ask, start } from '../../../support/sandbox.ts';

const calendarId = ids.calendar.release;
const seriesId = 'meetings';
const rounds = promised(200, 20);
const seed = seedOf(process.env);

interface Occurrence {
  readonly location: string;
  readonly description?: string;
  readonly start: { readonly dateTime: string };
}

describe('two processes that divide one series', () => {
  let sandbox: Sandbox;
  let gateways: readonly RunningGateway[];
  beforeAll(async () => {
    sandbox = await startSandbox({ now: start });
    gateways = [await startGateway({ sandbox }), await startGateway({ sandbox })];
  });
  beforeEach(() => sandbox.reset(start));
  afterAll(async () => {
    for (const gateway of gateways) await gateway.close();
    await sandbox.close();
  });

  const api = async (path: string, method = 'GET', body?: object): Promise<any> => {
    const url = `${sandbox.bases.calendar}/calendars/${encodeURIComponent(calendarId)}/events${path}`;
    const answer = await ask(url, { method, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const divide = async (gateway: RunningGateway, changes: object): Promise<boolean> => {
    const eventId = `${seriesId}_20270118T090000Z`;
    const input = { by: { key: { calendarId, eventId } }, scope: 'FOLLOWING', ...changes };
    const { body } = await gateway.query(
      'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { errors { code } } }',
      { input },
      { authorization: 'Bearer studio-owner' },
    );
    expect(body.errors).toBeUndefined();
    return body.data.updateEvent.errors.length === 0;
  };
  const occurrences = async (): Promise<Occurrence[]> => {
    const window = 'timeMin=2027-01-01T00:00:00Z&timeMax=2027-03-01T00:00:00Z';
    const { items } = await api(`?singleEvents=true&orderBy=startTime&q=Standup&${window}`);
    return items;
  };

  it('loses no change that was acknowledged, and doubles no occurrence', {
    tags: ['R12', 'fullSize'],
    timeout: 300_000,
  }, async () => {
    const random = randomNumbers(seed);
    let both = 0;
    for (let round = 0; round < rounds; round += 1) {
      sandbox.reset(start);
      await api('', 'POST', {
        id: seriesId,
        summary: 'Standup',
        location: 'Room 1',
        start: { dateTime: '2027-01-04T10:00:00', timeZone: 'Europe/Berlin' },
        end: { dateTime: '2027-01-04T11:00:00', timeZone: 'Europe/Berlin' },
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
      });
      await api(`/${seriesId}_20270201T090000Z`, 'DELETE');
      for (const method of ['insert', 'patch', 'update', 'get'])
        sandbox.fault({
          match: { operation: `calendar:events.${method}` },
          delayMs: Math.floor(random() * 8),
          times: 2,
        });
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const changes = [{ location: 'Room 2' }, { description: 'Bring coffee' }];
      const done = await Promise.all(
        gateways.map(async (gateway, index) => {
          await pause(random() * 30);
          return divide(gateway, changes[index]!);
        }),
      );
      sandbox.clearFaults();
      const found = await occurrences();
      const rest = found.slice(2);
      const hasAll = [
        rest.every(({ location }) => location === 'Room 2'),
        rest.every(({ description }) => description === 'Bring coffee'),
      ];
      const result = {
        context: `seed ${seed}, round ${round}`,
        days: found.map(({ start }) => start.dateTime.slice(0, 10)),
        lost: done.map((isDone, index) => isDone && !hasAll[index]!),
      };
      expect(result).toEqual({
        context: result.context,
        days: ['2027-01-04', '2027-01-11', '2027-01-18', '2027-01-25', '2027-02-08'],
        lost: [false, false],
      });
      both += done.every(Boolean) ? 1 : 0;
    }
    expect(both).toBeLessThan(rounds);
  });
});
