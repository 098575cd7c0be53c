import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../support/calendar.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();
const root = new URL('../../../', import.meta.url);

const document = readFileSync(
  new URL('schema/operations/01-across-services.graphql', root),
  'utf8',
);

/** Each call as `docs/across-services.md` prints it. */
const lines = () =>
  studio.calls().map(({ call: { method, path, search } }) => {
    const query = decodeURIComponent(search).replace(/&prettyPrint=false$/, '');
    return `${method} ${decodeURIComponent(path)}?${query}`;
  });

const attachments = () =>
  eventNow(studio.sandbox, [ids.calendar.release, ids.event.launchMeeting]).attachments!;

describe('a query through all four services', () => {
  it('makes one call per resource and no other', async () => {
    const { data, errors } = await studio.query(document);
    expect(errors).toBeUndefined();
    expect(data.event.attachments).toHaveLength(attachments().length);
    const files = new Set(attachments().map(({ fileId }) => fileId));
    expect(studio.operations()).toEqual(
      [
        'calendar:events.get',
        ...[...files].map(() => 'storage:files.get'),
        'live:liveBroadcasts.list',
        'live:liveStreams.list',
        'video:videos.list',
        'video:channels.list',
        'video:commentThreads.list',
      ].toSorted(),
    );
  });
  it('makes the calls that docs/across-services.md shows', async () => {
    await studio.query(document);
    const page = readFileSync(new URL('docs/across-services.md', root), 'utf8');
    expect(page).toContain(document.replace(/^#.*\n/gm, ''));
    const [, shown] = /<!-- calls -->\s*```\n([\s\S]*?)```/.exec(page)!;
    expect(shown!.trimEnd().split('\n').toSorted()).toEqual(lines().toSorted());
  });
});
