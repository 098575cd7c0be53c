/** The keys of categories, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import {
  type GuideCategory as GuideCategoryShape,
  guideCategories,
  videoCategories,
} from '../operations.ts';

export const GuideCategory = resource<GuideCategoryShape>({
  name: 'GuideCategory',
  key: ['guideCategoryId'],
  read: batchRead(guideCategories.list),
});

export const VideoCategory = resource<youtube_v3.Schema$VideoCategory>({
  name: 'VideoCategory',
  key: ['categoryId'],
  read: batchRead(videoCategories.list),
});
