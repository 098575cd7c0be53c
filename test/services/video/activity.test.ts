import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation());
const { channel, video } = ids;

describe('activities of a channel', () => {
  it('link to the entity of each kind of activity, or null if it names none', async () => {
    const { activities } = seeded();
    const resourceId = { kind: 'youtube#video', videoId: video.trailer };
    const details = {
      favorite: { resourceId },
      comment: { resourceId: { kind: 'youtube#channel', channelId: channel.ben } },
      bulletin: { resourceId },
      recommendation: { resourceId, reason: 'videoLiked' },
      social: { resourceId, type: 'unspecified' },
      promotedItem: { videoId: video.trailer },
    };
    for (const [type, detail] of Object.entries(details))
      activities.push({
        id: `deed-${type}`,
        channelId: channel.umbra,
        publishedAt: '2026-03-10T10:00:00Z',
        type,
        title: type,
        contentDetails: { [type]: detail },
      });
    activities.push({
      id: 'deed-new',
      channelId: channel.umbra,
      publishedAt: '2026-03-10T11:00:00Z',
      type: 'danced',
      title: '💃',
      contentDetails: {},
    });
    const { data, errors, extensions } = await studio.query(
      `{ channel(by: { id: "${channel.umbra}" }) { activities(first: 7) { nodes { activityId type title targetId target { ... on Video { videoId } ... on Channel { channelId } } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.channel.activities.nodes).toEqual([
      { activityId: 'deed-new', type: null, title: '💃', targetId: null, target: null },
      {
        activityId: 'deed-favorite',
        type: 'FAVORITE',
        title: 'favorite',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
      {
        activityId: 'deed-comment',
        type: 'COMMENT',
        title: 'comment',
        targetId: channel.ben,
        target: { channelId: channel.ben },
      },
      {
        activityId: 'deed-bulletin',
        type: 'BULLETIN',
        title: 'bulletin',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
      {
        activityId: 'deed-recommendation',
        type: 'RECOMMENDATION',
        title: 'recommendation',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
      {
        activityId: 'deed-social',
        type: 'SOCIAL',
        title: 'social',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
      {
        activityId: 'deed-promotedItem',
        type: 'PROMOTED_ITEM',
        title: 'promotedItem',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
    ]);
    expect(extensions['warnings']).toMatchObject([{ code: 'UNKNOWN_VALUE', value: 'danced' }]);
    expect(studio.operations()).toEqual(['video:activities.list']);
  });
});
