/** Interface languages and content regions, and texts in the language that `hl` asks for. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { listResponse } from './list-response.ts';
import type { TitleAndDescription } from './state.ts';

const languages = [
  'ar',
  'cs',
  'da',
  'de',
  'en',
  'en-GB',
  'es',
  'es-419',
  'fi',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-PT',
  'sv',
  'uk',
  'zh-CN',
];

const regions = [
  'AR',
  'BR',
  'CL',
  'CZ',
  'DE',
  'DK',
  'EG',
  'ES',
  'FI',
  'FR',
  'GB',
  'IN',
  'IT',
  'JP',
  'KR',
  'MX',
  'NL',
  'NO',
  'PL',
  'SE',
  'UA',
  'US',
];

/** Whether a tag is one of a language that is known, of whichever country. */
export const isSupportedLanguage = (tag: string): boolean =>
  languages.some((known) => known === tag || known === tag.slice(0, tag.indexOf('-')));

export const isSupportedRegion = (code: string): boolean => regions.includes(code.toUpperCase());

/** The language asked for, as a tag with a hyphen; absent: none. Refuses what is no language, and what is not supported. */
export function parseLanguage({ query }: ApiCall): string | undefined {
  const given = query.text('hl');
  if (given === undefined) return undefined;
  const tag = given.replaceAll('_', '-');
  const detail = { domain: 'youtube.parameter', message: given, location: 'hl' };
  if (!/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/.test(tag))
    throw new ApiError(400, 'invalidLanguage', detail);
  if (!isSupportedLanguage(tag)) throw new ApiError(400, 'unsupportedLanguageCode', detail);
  return tag;
}

/** Refuses a `regionCode` that is none, or not supported. */
export function checkRegion({ query }: ApiCall): void {
  const code = query.text('regionCode');
  if (code === undefined) return;
  const detail = { domain: 'youtube.parameter', message: code, location: 'regionCode' };
  if (!/^[A-Za-z]{2}$/.test(code)) throw new ApiError(400, 'invalidRegionCode', detail);
  if (!isSupportedRegion(code)) throw new ApiError(400, 'unsupportedRegionCode', detail);
}

/** Title and description in a language, where there is a translation; else as they stand. */
export function localize(
  { title, description }: TitleAndDescription,
  localizations: Readonly<Record<string, TitleAndDescription>> = {},
  hl?: string,
): TitleAndDescription {
  const found =
    hl === undefined ? undefined : (localizations[hl] ?? localizations[hl.split('-')[0]!]);
  return { title: found?.title ?? title, description: found?.description ?? description };
}

const names = (type: 'language' | 'region', hl: string): Intl.DisplayNames =>
  new Intl.DisplayNames([hl], { type });

export const listLanguages: Handler = (call) => {
  const display = names('language', parseLanguage(call) ?? 'en-US');
  const show = (hl: string): object => ({
    kind: 'youtube#i18nLanguage',
    id: hl,
    snippet: { hl, name: display.of(hl) ?? hl },
  });
  return listResponse(call, 'i18nLanguageListResponse', languages, show);
};

export const listRegions: Handler = (call) => {
  const display = names('region', parseLanguage(call) ?? 'en-US');
  const show = (gl: string): object => ({
    kind: 'youtube#i18nRegion',
    id: gl,
    snippet: { gl, name: display.of(gl) ?? gl },
  });
  return listResponse(call, 'i18nRegionListResponse', regions, show);
};
