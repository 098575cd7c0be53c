/** The values of an answer are counted without parsing it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTooManyValues, ValueCount } from '../../../../src/engine/rest/call/response-body.ts';
import {
  json,
  type Behaviour,
  faultyServer,
  respond,
} from '../../../support/upstream/faulty-server.ts';
import {
  failureOf,
  upstreamAt,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

/** Lists, objects and their elements; the first element of each is counted by its bracket. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  return inside.reduce((sum: number, each) => sum + valuesIn(each), Math.max(1, inside.length));
}

const accepts = (text: string, max: number): boolean => new ValueCount(max).add(Buffer.from(text));

describe('the count of values', () => {
  it('is that of the parsed text, whatever its strings contain', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '\\', ',', '{', '[', ':', 'a', '\n', 'é'),
    });
    const { tree } = fc.letrec((self) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(self('tree'), { maxLength: 4 }),
        fc.dictionary(text, self('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const count = valuesIn(value);
        const json = JSON.stringify(value);
        expect([accepts(json, count), count > 0 && accepts(json, count - 1)]).toEqual([
          true,
          false,
        ]);
      }),
    );
  });
  it('is limited for the names of properties, however often each comes', () => {
    const objects = (names: number, times: number): string =>
      JSON.stringify(
        Array.from({ length: names * times }, (_, index) => ({ [`name${index % names}`]: 1 })),
      );
    expect(accepts(objects(100, 1_000), Infinity)).toBe(true);
    expect(accepts(objects(40_000, 1), Infinity)).toBe(true);
    // Some names have the bit of another one.
    expect(accepts(objects(60_000, 1), Infinity)).toBe(false);
  });
  it('ends with a text that is no JSON', () => {
    expect(accepts('{"a', 10)).toBe(true);
    expect(accepts('{"a\\', 10)).toBe(true);
  });
});

const fill = (unit: (index: number) => unknown, count: number): string =>
  JSON.stringify({ items: Array.from({ length: count }, (_, index) => unit(index)) });

const max = 450_000;
const empty = (count: number): string => fill(() => ({ a: 0 }), count);

describe('an answer', () => {
  const read = async (behaviour: Behaviour): Promise<object> => {
    await using server = await faultyServer(behaviour);
    await using upstream = upstreamAt({ url: server.url, retry: { maxAttempts: 1 } });
    return failureOf(upstream.call(videosList, { part: ['id'] }, withDeadline(20_000)));
  };

  it('with too many values is UPSTREAM_TOO_LARGE', { tags: ['S29'] }, async () => {
    expect(await read(respond(200, empty(max / 2 + 1)))).toMatchObject({
      code: 'UPSTREAM_TOO_LARGE',
      operation: 'video:videos.list',
    });
  });
  it('with too many names is UPSTREAM_TOO_LARGE', { tags: ['S29'] }, async () => {
    const named = fill((index) => ({ [`name${index}`]: 1 }), 100_000);
    expect(await read(respond(200, named))).toMatchObject({ code: 'UPSTREAM_TOO_LARGE' });
  });
  it('that is an error is not counted', async () => {
    expect(await read(respond(404, empty(max)))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(await read(respond(503, empty(max)))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });
});

/** A full event of Google Calendar with so many attendees. */
const fullEvent = (index: number, attendees: number): object => ({
  kind: 'calendar#event',
  etag: '"3181161784712000"',
  id: `event${index}`,
  status: 'confirmed',
  htmlLink: 'https://www.google.com/calendar/event?eid=MTIzNDU2Nzg5MA',
  created: '2024-01-01T00:00:00.000Z',
  updated: '2024-01-01T00:00:00.000Z',
  summary: 'A meeting, with "quotes" and [brackets]',
  description: 'One, two, three. '.repeat(100),
  creator: { email: 'ava@studio.example', self: true },
  organizer: { email: 'ava@studio.example', self: true },
  start: { dateTime: '2024-01-01T00:00:00Z', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2024-01-01T01:00:00Z', timeZone: 'Europe/Berlin' },
  iCalUID: `event${index}@google.com`,
  sequence: 0,
  attendees: Array.from({ length: attendees }, (_, at) => ({
    email: `person${at}@studio.example`,
    displayName: `Person ${at}`,
    optional: true,
    responseStatus: 'needsAction',
  })),
  extendedProperties: { private: { [`app${index % 50}`]: 'x' }, shared: { studio: 'y' } },
  reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
  attachments: [{ fileUrl: 'https://drive.google.com/x', title: 'File', mimeType: 'text/plain' }],
  eventType: 'default',
});

/** A full file of Google Drive. */
const fullFile = (index: number): object => ({
  id: `file${index}`,
  name: `Name ${index}`,
  properties: Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`property${(index * 30 + at) % 3_000}`, 'x']),
  ),
  ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, `value ${at}`])),
  capabilities: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`can${at}`, true])),
  permissions: Array.from({ length: 30 }, (_, at) => ({
    id: `permission${at}`,
    type: 'user',
    role: 'reader',
    emailAddress: `person${at}@studio.example`,
    displayName: `Person ${at}`,
    deleted: false,
    pendingOwner: false,
  })),
});

describe('an honest answer', () => {
  it.each([
    ['2,500 events with 25 attendees', fill((index) => fullEvent(index, 25), 2_500)],
    ['1,000 files with 30 permissions', fill(fullFile, 1_000)],
  ])('is accepted: %s', { tags: ['S29'] }, async (_, text) => {
    expect(hasTooManyValues(Buffer.from(text), max)).toBe(false);
    await using server = await faultyServer(json(JSON.parse(text)));
    await using upstream = upstreamAt(server);
    const answer = await upstream.call(videosList, { part: ['id'] }, withDeadline(20_000));
    expect(answer.items).toHaveLength((JSON.parse(text) as { items: [] }).items.length);
  });
});
