/** The keys of languages and regions, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { resource, wholeListRead } from '../../../engine/schema/field/field-factory.ts';
import { i18nLanguages, i18nRegions } from '../operations.ts';

export const Language = resource<youtube_v3.Schema$I18nLanguage>({
  name: 'Language',
  key: ['code'],
  read: wholeListRead(i18nLanguages.list),
});

export const Region = resource<youtube_v3.Schema$I18nRegion>({
  name: 'Region',
  key: ['code'],
  read: wholeListRead(i18nRegions.list),
});
