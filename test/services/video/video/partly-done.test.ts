/** Writes of several calls of which a later one meets a channel that others keep changing. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { png } from '../../../support/image.ts';
import { useStudio } from '../../../support/studio.ts';
import { useEditingProxy } from '../../../support/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('video');

/** A request is out of calls before its writes stop meeting other writes. */
const env = { MAX_QUERY_CALLS: '5' };
const studio = useStudio(async () => ({ ...(await options()), env }));

const id = ids.channel.studio;
const stored = () => videoState(studio.sandbox.simulation()).channels.get(id)!;
const operations = () => studio.calls().map(({ operation }) => operation);

/** Changes the channel before each PUT request from now on. */
function changeBeforePuts(): void {
  proxy.beforeNext('PUT', async () => {
    changeBeforePuts();
    stored().brandingSettings.channel['keywords'] += ' more';
  });
}

const errors =
  'errors { __typename code message path reason ... on PartlyDoneError { done remaining } }';

describe('a conflict of a later call', () => {
  it('makes an update of several parts partly done, with the reason CONFLICT', async () => {
    proxy.beforeNext('PUT', async () => changeBeforePuts());
    const { data } = await studio.query(
      `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { channel { channelId } ${errors} } }`,
      { input: { id, description: 'New', selfDeclaredMadeForKids: true } },
    );
    expect(data.updateChannel).toEqual({
      channel: { channelId: id },
      errors: [
        {
          __typename: 'PartlyDoneError',
          code: 'PARTLY_DONE',
          message:
            'Done: description. Not done: selfDeclaredMadeForKids. Another write changed the object in the meantime. Read it again, then repeat the mutation.',
          path: null,
          reason: 'CONFLICT',
          done: ['description'],
          remaining: ['selfDeclaredMadeForKids'],
        },
      ],
    });
    expect(operations()).toEqual([
      'video:channels.list',
      'video:channels.update',
      'video:channels.update',
      'video:channels.list',
      'video:channels.update',
    ]);
    expect(stored().brandingSettings.channel['description']).toBe('New');
    expect(stored().status.selfDeclaredMadeForKids).toBe(false);
  });
  it('makes a new banner partly done, with the reason CONFLICT: the image is uploaded', async () => {
    const before = structuredClone(stored().brandingSettings.image);
    changeBeforePuts();
    const { data } = await studio.upload({
      document: `mutation ($input: SetChannelBannerInput!) { setChannelBanner(input: $input) { channel { channelId } ${errors} } }`,
      variables: { input: { id, file: null } },
      files: { 'input.file': { type: 'image/png', bytes: png } },
    });
    expect(data.setChannelBanner).toEqual({
      channel: null,
      errors: [
        {
          __typename: 'PartlyDoneError',
          code: 'PARTLY_DONE',
          message:
            'Done: video:channelBanners.insert. Not done: video:channels.update. Another write changed the object in the meantime. Read it again, then repeat the mutation.',
          path: null,
          reason: 'CONFLICT',
          done: ['video:channelBanners.insert'],
          remaining: ['video:channels.update'],
        },
      ],
    });
    expect(operations()[0]).toBe('video:channelBanners.insert');
    expect(stored().brandingSettings.image).toEqual(before);
  });
});
