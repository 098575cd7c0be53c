import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { estimateOfDocument } from '../../../support/report/estimate.ts';
import { changeEvent, eventNow } from '../../../support/scenario/calendar.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();

describe('first, of a list of links inside a response', () => {
  const page = (first: string): string =>
    `query ${first === '$first' ? '($first: Int! = 2) ' : ''}{ channel(by: { id: "${ids.channel.studio}" }) { sections { playlists(first: ${first}) { playlistId title items(first: 1) { totalCount } } } } }`;
  /** The number of sections that an estimate counts. */
  const maxSections = 12;

  it.each(['1', '$first', '3'])(
    'limits the entries, the reads and the estimate: %s',
    async (first) => {
      const count = first === '$first' ? 2 : Number(first);
      const all = await studio.query(
        `{ channel(by: { id: "${ids.channel.studio}" }) { sections { playlistIds } } }`,
      );
      const shown = all.data.channel.sections.map(
        ({ playlistIds }: { playlistIds: readonly string[] }) => playlistIds.slice(0, count),
      );
      studio.sandbox.clearCalls();
      const { data, errors } = await studio.query(page(first));
      expect(errors).toBeUndefined();
      expect(
        data.channel.sections.map(({ playlists }: { playlists: { playlistId: string }[] }) =>
          playlists.map(({ playlistId }) => playlistId),
        ),
      ).toEqual(shown);
      const read = new Set(studio.calls().flatMap(({ query }) => query['playlistId'] ?? []));
      expect(read).toEqual(new Set(shown.flat()));
      const [most, one] = [count, 1].map(
        (each) => estimateOfDocument(page('$first'), { first: each }).calls,
      );
      expect([most! - one!, estimateOfDocument(page(first)).calls]).toEqual([
        (count - 1) * maxSections,
        most,
      ]);
    },
  );
  it.each([0, -1, 101])('is rejected beyond its range: %i', async (first) => {
    const { errors } = await studio.query(
      `{ channel(by: { id: "${ids.channel.studio}" }) { sections { playlists(first: ${first}) { playlistId } } } }`,
    );
    expect(errors![0]).toMatchObject({
      extensions: { code: 'INVALID_INPUT', argument: 'first' },
      message: `first: ${first} is out of range; expected a whole number from 1 to 100`,
    });
  });
});

describe('first, of a list of objects inside a response', () => {
  it('reads no links of the objects that are left out', async () => {
    const document = (arguments_: string): string =>
      `{ calendar(id: "${ids.calendar.release}") { events(first: 50) { nodes { attachments${arguments_} } } } }`;
    const idsOf = ({ data }: Awaited<ReturnType<typeof studio.query>>): string[][] =>
      data.calendar.events.nodes.map(
        ({ attachments }: { attachments: { fileId: string }[] | null }) =>
          (attachments ?? []).map(({ fileId }) => fileId),
      );
    const event = [ids.calendar.release, ids.event.launchMeeting] as const;
    const attached = eventNow(studio.sandbox, event).attachments!;
    const leftOut = { fileId: ids.file.benDiary, fileUrl: '', title: 'A diary' };
    changeEvent(studio.sandbox, event, { attachments: [...attached, leftOut] });
    const all = idsOf(await studio.query(document(' { fileId }')));
    expect(all.flat().filter((each) => each === leftOut.fileId)).toHaveLength(1);
    studio.sandbox.clearCalls();
    const response = await studio.query(document('(first: 1) { fileId file { name } }'));
    expect(response.errors).toBeUndefined();
    const shown = idsOf(response);
    expect(shown).toEqual(all.map((each) => each.slice(0, 1)));
    const reads = studio.operations().filter((each) => each === 'storage:files.get');
    expect(reads).toHaveLength(new Set(shown.flat()).size);
  });
  it('limits the estimate', () => {
    const document = (first: number): string =>
      `{ calendar(id: "c") { events(first: 20) { nodes { attachments(first: ${first}) { file { name } } } } } }`;
    const [one, three] = [1, 3].map((first) => estimateOfDocument(document(first)).calls);
    expect(three! - one!).toBe(2 * 20);
  });
});
