/** Details of files: media metadata, restrictions, encryption, links, export formats. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { exportFormats } from '../../../../src/sandbox/storage/content/export-format.ts';
import { mime } from '../../../../src/sandbox/storage/content/mime.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { introTake1, pressKit, script, logo } = ids.file;

const masks = () => studio.calls().map(({ query }) => query['fields']);

describe('the metadata of media', () => {
  it('has the size and the duration of a video', async () => {
    const { data } = await studio.query(
      `{ file(id: "${introTake1}") { imageMediaMetadata { width } videoMediaMetadata { width height duration } } }`,
    );
    expect(data.file).toEqual({
      imageMediaMetadata: null,
      videoMediaMetadata: { width: 3840, height: 2160, duration: 'PT38S' },
    });
    expect(masks()).toEqual([
      ['imageMediaMetadata/width,videoMediaMetadata(durationMillis,height,width)'],
    ]);
  });
});

it('shows the formats that a document can be exported to, without the links', async () => {
  const { data } = await studio.query(
    `{ file(id: "${script}") { exportFormats } other: file(id: "${logo}") { exportFormats } }`,
  );
  expect(data).toEqual({
    file: { exportFormats: exportFormats[mime.document]!.toSorted() },
    other: { exportFormats: null },
  });
  expect(masks()).toEqual([['exportLinks'], ['exportLinks']]);
});

describe('sharing', () => {
  it('by a link has a resource key', async () => {
    const { data } = await studio.query(
      `{ file(id: "${pressKit}") { resourceKey linkShareMetadata { securityUpdateEligible securityUpdateEnabled } inheritedPermissionsDisabled capabilities { canChangeSecurityUpdateEnabled } } other: file(id: "${logo}") { resourceKey } }`,
    );
    expect(data).toEqual({
      file: {
        resourceKey: expect.stringMatching(/^0-[\w-]{22}$/),
        linkShareMetadata: { securityUpdateEligible: false, securityUpdateEnabled: true },
        inheritedPermissionsDisabled: null,
        capabilities: { canChangeSecurityUpdateEnabled: false },
      },
      other: { resourceKey: null },
    });
  });
});
