/** Interface languages and content regions: the supported ones, and their parameters. */
import type { ApiCall, Handler } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import { listResponse } from './list-response.ts';

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

/** Whether the text has the form of a language tag, for example `sv` or `pt-BR`. */
export const isLanguageTag = (text: string): boolean => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text);

/** Whether the language of a tag is supported, with or without its region. */
export const isSupportedLanguage = (tag: string): boolean =>
  languages.includes(tag) || languages.includes(tag.split('-')[0]!);

/** Whether the region is supported. Upper and lower case are equal. */
export const isSupportedRegion = (code: string): boolean => regions.includes(code.toUpperCase());

/**
 * Returns the language of the parameter `hl`, with a hyphen before the region.
 * @returns undefined if the call does not name a language
 * @throws ApiError 400 for a text that is not a language tag, and for an unsupported language
 */
export function parseLanguage({ query }: ApiCall): string | undefined {
  const text = query.text('hl');
  if (text === undefined) return undefined;
  const tag = text.replaceAll('_', '-');
  const detail = { domain: 'youtube.parameter', message: text, location: 'hl' };
  if (!isLanguageTag(tag)) throw new ApiError(400, 'invalidLanguage', detail);
  if (!isSupportedLanguage(tag)) throw new ApiError(400, 'unsupportedLanguageCode', detail);
  return tag;
}

/** @throws ApiError 400 for a `regionCode` that is invalid or not supported */
export function checkRegion({ query }: ApiCall): void {
  const code = query.text('regionCode');
  if (code === undefined) return;
  const detail = { domain: 'youtube.parameter', message: code, location: 'regionCode' };
  if (!/^[A-Za-z]{2}$/.test(code)) throw new ApiError(400, 'invalidRegionCode', detail);
  if (!isSupportedRegion(code)) throw new ApiError(400, 'unsupportedRegionCode', detail);
}

/** Returns a function that names a code in the language of the call. */
function displayNames(call: ApiCall, type: 'language' | 'region'): (code: string) => string {
  const names = new Intl.DisplayNames([parseLanguage(call) ?? 'en-US'], { type });
  return (code) => names.of(code) ?? code;
}

/** `i18nLanguages.list`. */
export const listLanguages: Handler = (call) => {
  const nameOf = displayNames(call, 'language');
  return listResponse(call, languages, (hl) => ({
    id: hl,
    snippet: { hl, name: nameOf(hl) },
  }));
};

/** `i18nRegions.list`. */
export const listRegions: Handler = (call) => {
  const nameOf = displayNames(call, 'region');
  return listResponse(call, regions, (gl) => ({
    id: gl,
    snippet: { gl, name: nameOf(gl) },
  }));
};
