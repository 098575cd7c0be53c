/** How one setting is read from the text of an environment variable: the kinds there are, each with the words it refuses with. */
import { z } from 'zod';

export interface Setting<T> {
  /** What stands for it when nothing is given, as it would be written; absent: it has no value then. */
  readonly byDefault?: string | undefined;
  /** For people: what it does, its unit. */
  readonly about: string;
  /** Never printed. */
  readonly secret?: true;
  readonly read: z.ZodType<T, string>;
}

export interface Defaulted<T> extends Setting<T> {
  readonly byDefault: string;
}

const most = Number.MAX_SAFE_INTEGER;

export const count = (
  byDefault: number,
  about: string,
  { min = 1, max = most } = {},
): Defaulted<number> => {
  const range = max === most ? `of at least ${min}` : `from ${min} to ${max}`;
  const read = z
    .string()
    .refine(
      (text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number ${range}`,
    )
    .transform(Number);
  return { byDefault: String(byDefault), about, read };
};

/** Up to a day: a timer takes no more than 24.8. */
export const milliseconds = (byDefault: number, about: string): Defaulted<number> =>
  count(byDefault, about, { max: 86_400_000 });

export const ratio = (byDefault: number, about: string): Defaulted<number> => ({
  byDefault: String(byDefault),
  about,
  read: z
    .string()
    .refine((text) => /^(0(\.\d+)?|1(\.0+)?)$/.test(text), 'must be a number from 0 to 1')
    .transform(Number),
});

export const oneOf = <const T extends string>(
  values: readonly T[],
  byDefault: T,
  about: string,
): Defaulted<T> => ({
  byDefault,
  about,
  read: z.enum(values, { error: `must be one of ${values.join(', ')}` }),
});

/** Without a default: what it is when nothing is given depends on other settings. */
export const flag = (about: string): Setting<boolean> => ({
  about,
  read: z
    .enum(['1', '0', 'true', 'false'], { error: 'must be 1 or 0' })
    .transform((text) => text === '1' || text === 'true'),
});

export const host = (byDefault: string, about: string): Defaulted<string> => ({
  byDefault,
  about,
  read: z.string().regex(/^[\w.:-]+$/, 'must be a host name or address'),
});

/** Printable and without blanks: it goes into a header or a query string. */
export const secret = (about: string, { min = 1 } = {}): Setting<string> => ({
  about,
  secret: true,
  read: z.string().refine((text) => /^[!-~]+$/.test(text) && text.length >= min, secretWords(min)),
});

const secretWords = (min: number): string =>
  `must be printable ASCII without blanks${min > 1 ? `, at least ${min} characters` : ''}`;

/** @param path how the address's path must end: a pattern, and words for it. */
export const base = (
  about: string,
  path: { readonly like: RegExp; readonly words: string },
): Setting<string> => ({
  about,
  read: z
    .string()
    .refine(
      (text) => isBase(text, path.like),
      `must be an http or https address ${path.words}${path.words && ', '}without user, query and fragment`,
    )
    .transform((text) => text.replace(/\/+$/, '')),
});

function isBase(text: string, path: RegExp): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, username, password, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && path.test(pathname);
}

/** Whole numbers by name, `video=2000,search=20`; none for a name that isn't there. */
export const amounts = <const N extends string>(
  names: readonly N[],
  about: string,
): Defaulted<Readonly<Partial<Record<N, number>>>> => ({
  byDefault: '',
  about,
  read: z
    .string()
    .transform((text) =>
      text.split(',').flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim().split('=')])),
    )
    .refine(
      (pairs) =>
        pairs.every(
          ([name, amount, ...rest]) =>
            names.some((each) => each === name) &&
            rest.length === 0 &&
            /^\d{1,9}$/.test(amount ?? ''),
        ),
      `must be a list like ${names[0]}=100, of whole numbers for ${names.join(', ')}`,
    )
    .transform(
      (pairs) =>
        Object.fromEntries(pairs.map(([name, amount]) => [name, Number(amount)])) as Partial<
          Record<N, number>
        >,
    ),
});

/** Origins as a browser spells them: scheme, host and port, nothing more. */
export const origins = (about: string): Defaulted<readonly string[]> => ({
  byDefault: '',
  about,
  read: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .transform((all) => all.filter((origin) => origin !== ''))
    .refine(
      (all) => all.every(isOrigin),
      'must be a list of origins like https://example.org; * and null are no origins',
    ),
});

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
