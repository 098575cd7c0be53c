/** Translations of titles and descriptions: reading and validation. */
import type { TitleAndDescription } from './state.ts';
import { isLongerThan } from '../text.ts';

/**
 * Returns title and description in a language. A text without a translation keeps its original.
 * @param hl language tag, for example `sv` or `pt-BR`; absent: the original texts
 */
export function localize(
  { title, description }: TitleAndDescription,
  localizations: Readonly<Record<string, TitleAndDescription>> = {},
  hl?: string,
): TitleAndDescription {
  const translation =
    hl === undefined ? undefined : (localizations[hl] ?? localizations[hl.split('-')[0]!]);
  return {
    title: translation?.title ?? title,
    description: translation?.description ?? description,
  };
}

/** The `localizations` of a request body, by language. */
export type LocalizationsBody = Readonly<
  Record<string, { readonly title?: string | null; readonly description?: string | null }>
>;

/** Whether every translation has a title and no text is too long. Lengths are code points. */
export const areValidLocalizations = (
  localizations: LocalizationsBody,
  maxTitleLength: number,
  maxDescriptionLength: number,
): boolean =>
  Object.values(localizations).every(
    ({ title, description }) =>
      Boolean(title) &&
      !isLongerThan(title, maxTitleLength) &&
      !isLongerThan(description, maxDescriptionLength),
  );
