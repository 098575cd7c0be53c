/** Many objects are created while a third of the answers is lost: each exists exactly once. */
import { expect, it } from 'vitest';
import { calendarState } from '../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { promised } from '../../support/report/promised-size.ts';

const studio = useStudio({
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '100000', MAX_ALIASES: '40' },
});

/** The answers of the first 200 have every kind of failure. */
const count = promised(2_000, 200);

/** Mutations of one request; the gateway accepts no more. */
const perRequest = 10;

/** Requests at a time. */
const atOnce = 8;

interface Created {
  readonly made: { readonly key: string; readonly title: string } | null;
  readonly errors: readonly unknown[];
}

const time = (hour: number): string => `{ dateTime: "2026-05-01T${hour}:00:00Z" }`;

const kinds = [
  {
    kind: 'events',
    operation: 'calendar:events.insert',
    create: (name: string): string =>
      `createEvent(input: { calendarId: "${ids.calendar.release}", summary: "${name}", start: ${time(10)}, end: ${time(11)} }) { made: event { key: eventId title: summary } errors { code } }`,
    titles: () => {
      const { calendars } = calendarState(studio.sandbox.simulation());
      const { events } = calendars.get(ids.calendar.release)!;
      return new Map([...events].map(([id, { summary }]) => [id, summary]));
    },
  },
  {
    kind: 'files',
    operation: 'storage:files.create',
    create: (name: string): string =>
      `createFile(input: { name: "${name}" }) { made: file { key: fileId title: name } errors { code } }`,
    titles: () => {
      const { files } = storageState(studio.sandbox.simulation());
      return new Map([...files].map(([id, { fields }]) => [id, fields.name]));
    },
  },
];

it.each(kinds)(
  'creates exactly 2,000 $kind although a third of the answers is lost',
  { tags: ['fullSize'], timeout: 120_000 },
  async ({ operation, create, titles }) => {
    const before = titles().size;
    // One answer in six is never sent, and one in five of the others breaks off.
    studio.sandbox.fault({ match: { operation }, drop: 'after', every: 6 });
    studio.sandbox.fault({ match: { operation }, cut: true, every: 5 });
    const starts = Array.from({ length: count / perRequest }, (_, index) => index * perRequest);
    const created: Created[] = [];
    const work = async (): Promise<void> => {
      for (let first = starts.pop(); first !== undefined; first = starts.pop()) {
        const fields = Array.from(
          { length: perRequest },
          (_, index) => `m${index}: ${create(`New ${first + index}`)}`,
        );
        const data = await studio.data(`mutation { ${fields.join(' ')} }`);
        created.push(...Object.values<Created>(data));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(created.filter(({ errors }) => errors.length > 0)).toEqual([]);
    expect(created).toHaveLength(count);
    const stored = titles();
    expect(stored.size - before).toBe(count);
    expect(new Set(created.map(({ made }) => made!.key)).size).toBe(count);
    for (const { made } of created) expect(stored.get(made!.key)).toBe(made!.title);
  },
);
