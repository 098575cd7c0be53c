/** The address of a receiver, as Google Drive gets it. */
import { expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { receiverOrigin } from '../../../support/server.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();

it.each([
  ['\\@elsewhere.example/', '/@elsewhere.example/'],
  ['\\elsewhere.example', '/elsewhere.example'],
])('has one origin for all parsers: %s', async (path, sent) => {
  const { data, errors } = await studio.query(
    `mutation Watch($input: WatchFileInput!) {
      watchFile(input: $input) { errors { message } }
    }`,
    { input: { fileId: ids.file.script, address: receiverOrigin + path } },
  );
  expect([errors, data.watchFile.errors]).toEqual([undefined, []]);
  const call = studio.calls().find(({ operation }) => operation === 'storage:files.watch');
  expect(call!.body).toMatchObject({ address: receiverOrigin + sent });
});
