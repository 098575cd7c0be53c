/** The chart of the most popular videos. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import type { VideoEntity } from '../state.ts';
import { isVideoCategory } from '../category/video-category.ts';

const maxChartLength = 200;

/** The category id that means all categories. */
const allCategories = '0';

/**
 * Returns the public videos of the requested category and region, most viewed first.
 * @throws ApiError 400 for an unknown category
 */
export function selectChart(
  { query }: ApiCall,
  videos: readonly VideoEntity[],
): readonly VideoEntity[] {
  const category = query.text('videoCategoryId') ?? allCategories;
  const region = query.text('regionCode')?.toUpperCase() ?? 'US';
  if (category !== allCategories && !isVideoCategory(category))
    throw new ApiError(400, 'videoChartNotFound', {
      domain: 'youtube.video',
      message: 'There is no chart for this category.',
      location: 'chart',
    });
  return videos
    .filter(
      (video) =>
        video.status.privacyStatus === 'public' &&
        (category === allCategories || video.snippet.categoryId === category) &&
        isAvailableIn(video, region),
    )
    .toSorted(compareViews)
    .slice(0, maxChartLength);
}

/** Videos with equal views are sorted by id. */
const compareViews = (a: VideoEntity, b: VideoEntity): number =>
  Number(b.statistics.viewCount) - Number(a.statistics.viewCount) || (a.id < b.id ? -1 : 1);

interface RegionRestriction {
  readonly allowed?: readonly string[];
  readonly blocked?: readonly string[];
}

function isAvailableIn({ contentDetails }: VideoEntity, region: string): boolean {
  const restriction = contentDetails['regionRestriction'] as RegionRestriction | undefined;
  const { allowed, blocked } = restriction ?? {};
  return (allowed?.includes(region) ?? true) && !blocked?.includes(region);
}
