import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { fileIdFromUrl } from '../../../src/services/shared/url.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { changeEvent, eventNow, eventsOn } from '../../support/scenario/calendar.ts';
import { successfulMutator } from '../../support/client/mutation.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio({ env: { MAX_QUERY_CALLS: '2000' } });
const mutate = successfulMutator(studio);
const { release } = ids.calendar;
const launch = [release, ids.event.launchMeeting] as const;

const ofEvent = (selection: string): string =>
  `{ event(by: { key: { calendarId: "${launch[0]}", eventId: "${launch[1]}" } }) { attachments { ${selection} } } }`;

describe('the file of an attachment', () => {
  it('is found by the URL if the attachment has no file id; other URLs give null', async () => {
    const [known] = eventNow(studio.sandbox, launch).attachments!;
    const { fileId, ...byAddress } = known!;
    changeEvent(studio.sandbox, launch, {
      attachments: [
        byAddress,
        { fileUrl: 'https://elsewhere.example/report.pdf', title: 'Report' },
      ],
    });
    const { data } = await studio.query(ofEvent('title fileId file { fileId name }'));
    expect(data.event.attachments).toEqual([
      { title: known!.title, fileId: null, file: { fileId, name: known!.title } },
      { title: 'Report', fileId: null, file: null },
    ]);
    expect(studio.operations()).toEqual(['calendar:events.get', 'storage:files.get']);
  });
});

describe('the events of a file', () => {
  const wide = 'from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z"';

  it('are those with the file as an attachment, by its id or by its URL', async () => {
    const [known] = eventNow(studio.sandbox, launch).attachments!;
    const { fileId, ...byAddress } = known!;
    changeEvent(studio.sandbox, [release, ids.event.pressCall], { attachments: [byAddress] });
    const { data, errors } = await studio.query(
      `{ file(id: "${fileId}") { events(calendarId: "${release}", ${wide}) { nodes { eventId } } } }`,
    );
    expect(errors).toBeUndefined();
    const attached = [...eventsOn(studio.sandbox, release).values()].filter(
      ({ attachments = [], status }) =>
        status !== 'cancelled' && attachments.some(({ fileUrl }) => fileUrl.includes(fileId!)),
    );
    expect(attached.map(({ id }) => id)).toContain(ids.event.pressCall);
    expect(data.file.events.nodes.map(({ eventId }: any) => eventId).toSorted()).toEqual(
      attached.map(({ id }) => id).toSorted(),
    );
    expect(studio.operations()).toEqual(['calendar:events.list']);
    expect(studio.calls()[0]!.query['fields']).toEqual([
      'items(attachments(fileId,fileUrl),id),nextPageToken',
    ]);
  });
});

describe('an attachment in a mutation', () => {
  it('names its file by a global id or a Google Drive id, in new and in changed events', async () => {
    const attach = (fileId: string) => ({ fileId, title: fileId });
    const input = {
      calendarId: release,
      start: { date: '2026-04-01' },
      end: { date: '2026-04-02' },
      attachments: [attach(globalId('File', [ids.file.deck]))],
    };
    const selection = 'event { id attachments { fileId file { fileId } } }';
    const { event } = await mutate('createEvent', input, selection);
    const attached = (fileId: string) => ({ fileId, file: { fileId } });
    expect(event.attachments).toEqual([attached(ids.file.deck)]);
    const set = [attach(ids.file.script)];
    const by = { id: event.id };
    const added = await mutate('updateEvent', { by, attachments: { set } }, selection);
    expect(added.event.attachments).toEqual([attached(ids.file.deck), attached(ids.file.script)]);
    const remove = [{ fileId: globalId('File', [ids.file.deck]) }];
    const removed = await mutate('updateEvent', { by, attachments: { remove } }, selection);
    expect(removed.event.attachments).toEqual([attached(ids.file.script)]);
  });
});

describe('the file id in a URL', () => {
  const id = '1tgMMvsTCDb7Y5ZYRBQhvScZqDWRK60ia';
  it.each([
    `https://drive.google.com/file/d/${id}/view?usp=drive_web`,
    `https://drive.google.com/file/d/${id}`,
    `https://drive.google.com/open?id=${id}&authuser=0`,
    `https://drive.google.com/uc?export=download&id=${id}`,
    `https://drive.google.com/drive/folders/${id}`,
    `https://drive.google.com/drive/u/1/folders/${id}`,
    `https://docs.google.com/document/d/${id}/edit`,
    `https://docs.google.com/document/u/0/d/${id}/edit`,
    `https://docs.google.com/a/studio.example/spreadsheets/d/${id}/edit#gid=0`,
    `https://docs.google.com/presentation/d/${id}`,
  ])('is found: %s', (address) => expect(fileIdFromUrl(address)).toBe(id));
  it.each([
    '',
    'not an address',
    `ftp://drive.google.com/file/d/${id}`,
    `https://elsewhere.example/file/d/${id}`,
    `https://drive.google.com/file/d/`,
    `https://drive.google.com/drive/my-drive`,
    `https://drive.google.com/open?id=a/b`,
    `https://docs.google.com/forms/d/${id}`,
    `https://www.youtube.com/watch?v=${id}`,
  ])('is not found: %s', (address) => expect(fileIdFromUrl(address)).toBeNull());
});
