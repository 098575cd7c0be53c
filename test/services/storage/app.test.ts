/** Apps of Google Drive: the list of the caller, and lookups by id. */
import { describe, expect, it } from 'vitest';
import { appPlans } from '../../../src/sandbox/seed/storage/app.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { docs: docsId, sheets, storyboards } = ids.driveApp;
const requests = () => studio.calls().map(({ operation, query }) => [operation, query]);
const idsIn = (data: any): string[] => data.viewer.driveApps.map(({ appId }: any) => appId);

describe('the apps of the caller', () => {
  it('can be those that open some formats, with names in a language', async () => {
    const { data } = await studio.query(
      '{ viewer { driveApps(extensions: ["txt", "csv"], language: "sv") { appId name } } }',
    );
    expect(data.viewer.driveApps).toEqual([
      { appId: docsId, name: 'Dokument' },
      { appId: sheets, name: 'Kalkylark' },
    ]);
    expect(requests()).toEqual([
      [
        'storage:apps.list',
        {
          appFilterExtensions: ['txt,csv'],
          languageCode: ['sv'],
          fields: ['items(id,name)'],
          prettyPrint: ['false'],
        },
      ],
    ]);
    const either = await studio.query(
      '{ viewer { driveApps(extensions: ["pdf"], mimeTypes: ["text/csv"]) { appId } } }',
    );
    expect(idsIn(either.data)).toEqual([sheets, storyboards]);
    const all = await studio.query('{ viewer { driveApps(extensions: []) { appId } } }');
    expect(idsIn(all.data)).toHaveLength(appPlans.length);
  });
});
