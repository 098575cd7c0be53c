/** Sends the example of a request with a file in `docs/files.md`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { png } from '../support/page/image.ts';
import { useStudio } from '../support/gateway/studio.ts';

const studio = useStudio();
const page = readFileSync(new URL('../../docs/files.md', import.meta.url), 'utf8');

it('the request with a file in docs/files.md sets a thumbnail', async () => {
  const recipe = /```sh\n(curl [^`]*-F operations=[^`]*)```/.exec(page)![1]!;
  const headers = Object.fromEntries(
    [...recipe.matchAll(/-H '([\w-]+): ([^']*)'/g)].map(([, name, value]) => [name!, value!]),
  );
  const form = new FormData();
  for (const [, name, text, file] of recipe.matchAll(/-F (\w+)=(?:'([^']*)'|@(\S+))/g))
    if (file === undefined) form.append(name!, text!);
    else form.append(name!, new Blob([png], { type: 'image/png' }), file);
  const { body } = await studio.gateway.send('/graphql', { method: 'POST', headers, body: form });
  expect(body.data.setVideoThumbnail).toMatchObject({
    video: { thumbnails: expect.arrayContaining([expect.objectContaining({ size: 'MAXRES' })]) },
    errors: [],
  });
  expect(studio.calls()).toMatchObject([
    { operation: 'video:thumbnails.set', query: { videoId: [ids.video.trailer] } },
  ]);
  expect(studio.sandbox.uploads()).toMatchObject([{ type: 'image/png', size: png.length }]);
});
