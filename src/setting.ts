/** Kinds of settings: how each is parsed from an environment variable, and its error message. */
import * as z from 'zod/mini';

/** One setting: its documentation and its parser. */
export interface Setting<T> {
  /** Default value as text; undefined if the setting has none of its own. */
  readonly byDefault?: string | undefined;
  /** Default value as text outside and in production, if they differ or `about` has to say it. */
  readonly byProfile?: readonly [development: string, production: string];
  /** The effect of the setting, with its unit. Printed in `docs/settings.md`. */
  readonly about: string;
  /** The only values, if they are words. */
  readonly values?: readonly string[];
  /** Whether the value must never be printed. */
  readonly secret?: true;
  /** The type of the value in TypeScript. */
  readonly type: string;
  readonly read: z.ZodMiniType<T, string>;
}

/** A setting that always has a value. */
export type DefaultedSetting<T> = Setting<T> &
  ({ readonly byDefault: string } | Required<Pick<Setting<T>, 'byProfile'>>);

/** The elements of a comma-separated list, without empty ones. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');

const list = z.pipe(z.string(), z.transform(splitList));

const maxCount = Number.MAX_SAFE_INTEGER;

/** A whole number from `min` to `max`. */
export const count = (
  byDefault: number,
  about: string,
  { min = 1, max = maxCount } = {},
): DefaultedSetting<number> => {
  const range = max === maxCount ? `of at least ${min}` : `from ${min} to ${max}`;
  const isInRange = (text: string): boolean =>
    /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max;
  const text = z.string().check(z.refine(isInRange, `must be a whole number ${range}`));
  const read = z.pipe(text, z.transform(Number));
  return { byDefault: String(byDefault), about, type: 'number', read };
};

/** A port; 0 is any free one. */
export const port = (about: string, byDefault = 0): DefaultedSetting<number> =>
  count(byDefault, about, { min: 0, max: 65_535 });

/** A duration of up to a day; timers support up to 24.8 days. */
export const milliseconds = (byDefault: number, about: string): DefaultedSetting<number> =>
  count(byDefault, about, { max: 86_400_000 });

/** A setting without a default, or whose default depends on other settings. */
export const withoutDefault = <T>({ about, type, read }: Setting<T>): Setting<T> => ({
  about,
  type,
  read,
});

export const quoted = (names: readonly string[]): string =>
  names.map((name) => `'${name}'`).join(' | ');

const texts = 'readonly string[]';

/** A number from 0 to 1. */
export const ratio = (byDefault: number, about: string): DefaultedSetting<number> => ({
  byDefault: String(byDefault),
  about,
  type: 'number',
  read: z.pipe(
    z.string().check(z.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')),
    z.transform(Number),
  ),
});

/** One of the given values. */
export const oneOf = <const T extends string>(
  values: readonly T[],
  byDefault: T,
  about: string,
): DefaultedSetting<T> => ({
  byDefault,
  about,
  values,
  type: quoted(values),
  read: z.enum(values, { error: `must be one of ${values.join(', ')}` }),
});

/** On or off. @param byProfile whether it is on by default, outside and in production */
export const flag = (
  about: string,
  byProfile: readonly [string, string] = ['off', 'off'],
): DefaultedSetting<boolean> => ({
  about,
  byProfile,
  type: 'boolean',
  read: z.pipe(
    z.enum(['1', '0', 'on', 'off', 'true', 'false'], { error: 'must be 1 or 0' }),
    z.transform((text) => ['1', 'on', 'true'].includes(text)),
  ),
});

/** A path of a file or folder. */
export const path = (about: string): Setting<string> => ({
  about,
  type: 'string',
  read: z.string().check(z.regex(/^\P{Cc}+$/u, 'must be the path of a file or folder')),
});

/** A host name or an IP address. */
export const host = (byDefault: string, about: string): DefaultedSetting<string> => ({
  byDefault,
  about,
  type: 'string',
  read: z.string().check(z.regex(/^[\w.:-]+$/, 'must be a host name or address')),
});

/** A name of letters, digits and a few signs. */
export const label = (byDefault: string, about: string): DefaultedSetting<string> => ({
  byDefault,
  about,
  type: 'string',
  read: z.string().check(z.regex(/^[\w.:/-]{1,100}$/, 'must be letters, digits and .:/_- only')),
});

/** Names as `label` has them. */
export const labels = (about: string): DefaultedSetting<readonly string[]> => ({
  byDefault: '',
  about,
  type: texts,
  read: list.check(
    z.refine(
      (all) => all.every((text) => /^[\w.:/-]{1,100}$/.test(text)),
      'must be names of letters, digits and .:/_- only, separated by commas',
    ),
  ),
});

/** Email addresses, and domains that begin with `@`; in lower case. */
export const accounts = (about: string): DefaultedSetting<readonly string[]> => ({
  byDefault: '',
  about,
  type: texts,
  read: z.pipe(
    list.check(
      z.refine(
        (all) => all.every((text) => /^[^\s@,]*@[\w-]+(\.[\w-]+)+$/.test(text)),
        'must be a list of addresses and domains like ann@example.org, @example.com',
      ),
    ),
    z.transform((all) => all.map((text) => text.toLowerCase())),
  ),
});

/** Printable ASCII without spaces, valid in a header and in a query string. */
export const secret = (about: string): Setting<string> => ({
  about,
  secret: true,
  type: 'string',
  read: z.string().check(z.regex(/^[!-~]+$/, 'must be printable ASCII without spaces')),
});

/** Secrets that are separated by commas, each at least 32 characters long. */
export const secrets = (about: string): Setting<readonly string[]> => ({
  about,
  secret: true,
  type: texts,
  read: list.check(
    z.refine(
      (all) => all.length > 0 && all.every((text) => /^[!-~]{32,}$/.test(text)),
      'must be printable ASCII without spaces, at least 32 characters between commas',
    ),
  ),
});

/** A URL that can contain a password. @param rule what it must be, in the error message */
const urlWithPassword = (
  isValid: (text: string) => boolean,
  rule: string,
  about: string,
): Setting<string> => ({
  about,
  secret: true,
  type: 'string',
  read: z.string().check(z.refine(isValid, rule)),
});

/** The URL of a proxy. It can contain a user and a password. */
export const proxyUrl = (about: string): Setting<string> =>
  urlWithPassword(
    isProxyUrl,
    'must be a URL like http://user:password@proxy:3128, or https:// for TLS, without path, query and fragment',
    about,
  );

function isProxyUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, username, password, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && isEncoded(username + password);
}

/** The URL of a Redis server. It can contain a password. */
export const redisUrl = (about: string): Setting<string> =>
  urlWithPassword(
    isRedisUrl,
    'must be a URL like redis://user:password@host:6379/0, or rediss:// for TLS, without query and fragment',
    about,
  );

function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, username, password, hostname, pathname } = new URL(text);
  return (
    /^rediss?:$/.test(protocol) &&
    hostname !== '' &&
    /^(\/\d{0,4})?$/.test(pathname) &&
    isEncoded(username + password)
  );
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Rule for the path of a base URL, and its description for the error message. */
interface PathRule {
  readonly pattern: RegExp;
  readonly text: string;
}

/** An http or https URL without trailing slashes. */
export const base = (about: string, path: PathRule): Setting<string> => ({
  about,
  type: 'string',
  read: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => isBaseUrl(text, path.pattern),
          `must be an http or https URL ${path.text}without user, query and fragment`,
        ),
      ),
    z.transform((text) => text.replace(/\/+$/, '')),
  ),
});

function isBaseUrl(text: string, path: RegExp): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, username, password, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && path.test(pathname);
}

/** Origins as browsers send them: scheme, host and port only. A trailing slash is removed. */
export const origins = (about: string, byDefault = ''): DefaultedSetting<readonly string[]> => ({
  byDefault,
  about,
  type: texts,
  read: z.pipe(
    list.check(
      z.refine(
        (all) => all.every(isOrigin),
        'must be a list of origins like https://example.org; * and null are not allowed',
      ),
    ),
    z.transform((all) => all.map((text) => new URL(text).origin)),
  ),
});

/** Origins that are reached over https. */
export const httpsOrigins = (about: string): DefaultedSetting<readonly string[]> => {
  const setting = origins(about);
  const isHttps = (all: readonly string[]): boolean =>
    all.every((origin) => origin.startsWith('https://'));
  return {
    ...setting,
    read: setting.read.check(
      z.refine(isHttps, 'must be a list of https origins like https://example.org'),
    ),
  };
};

/** Headers of GraphQL clients, server-sent events, OpenTelemetry and Sentry, in lower case. */
export const clientHeaders: readonly string[] = [
  'apollographql-client-name',
  'apollographql-client-version',
  'apollographql-library-name',
  'apollographql-library-version',
  'graphql-client-name',
  'graphql-client-version',
  'x-apollo-operation-name',
  'last-event-id',
  'cache-control',
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
];

/** Names of HTTP headers; compared without regard to case. */
export const headerNames = (
  byDefault: readonly string[],
  about: string,
): DefaultedSetting<readonly string[]> => ({
  byDefault: byDefault.join(', '),
  about,
  type: texts,
  read: z.pipe(
    list.check(
      z.refine(
        (all) => all.every((name) => /^[\w-]+$/.test(name)),
        'must be a list of header names like x-client-name; * is not allowed',
      ),
    ),
    z.transform((all) => all.map((name) => name.toLowerCase())),
  ),
});

/** Names of hosts as `NO_PROXY` has them everywhere: what is not understood matches none. */
export const exceptedHosts = (about: string): DefaultedSetting<readonly string[]> => ({
  byDefault: '',
  about,
  type: texts,
  read: list.check(
    z.refine(
      (all) => all.every((text) => /^[\w.*:/[\]-]+$/.test(text)),
      'must be a list of hosts like example.com, .example.com:8443',
    ),
  ),
});

/** Addresses, and ranges of addresses as CIDR writes them. */
export const networks = (about: string): DefaultedSetting<readonly string[]> => ({
  byDefault: '',
  about,
  type: texts,
  read: list.check(
    z.refine(
      (all) => all.every((text) => network.safeParse(text).success),
      'must be a list of addresses and ranges like 10.0.0.0/8, 2001:db8::1',
    ),
  ),
});

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const isOrigin = (text: string): boolean => isBaseUrl(text, /^\/$/) && !text.includes('*');
