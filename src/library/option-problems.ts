/** What is wrong with options: a slip in one must not pass, or fail somewhere else. */
import type { ConfigError } from '../config.ts';
import { showValue } from '../engine/api/error.ts';
import { optionName, optionNames, settings } from '../settings.ts';
import type { Setting } from '../setting.ts';

type Given = Readonly<Record<string, unknown>>;

/** What an option that is no setting accepts. */
interface Accepted {
  /** As messages say it. */
  readonly text: string;
  readonly has: (value: unknown) => boolean;
}

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Whether a value has what a gateway reads of a running sandbox. */
function isSandbox(value: unknown): boolean {
  const { apiKey, users, bases, oauthClient } = isObject(value) ? value : {};
  if (!Array.isArray(users) || !isObject(bases) || !isObject(oauthClient)) return false;
  const { video, storage, calendar } = bases;
  const texts = [apiKey, video, storage, calendar, oauthClient['authorizationUrl']];
  return texts.every((text) => typeof text === 'string');
}

const hostOptions: Readonly<Record<string, Accepted>> = {
  basePath: {
    text: 'a path such as "/api", without a host, a query and a fragment',
    has: (value) => typeof value === 'string' && /^(?:|\/(?!\/)[^?#\\]*)$/.test(value),
  },
  identify: { text: 'a function', has: isFunction },
  extend: {
    text: 'an object with typeDefs (a text) and resolvers (functions by type and field)',
    has: (value) =>
      isObject(value) &&
      typeof value['typeDefs'] === 'string' &&
      isObject(value['resolvers']) &&
      Object.values(value['resolvers']).every(
        (fields) => isObject(fields) && Object.values(fields).every(isFunction),
      ),
  },
  log: {
    text: 'an object with a function write',
    has: (value) => isObject(value) && isFunction(value['write']),
  },
  sandbox: {
    text: 'true, false or what startSandbox() has resolved with',
    has: (value) => typeof value === 'boolean' || isSandbox(value),
  },
};

const keys = new Map(Object.keys(settings).map((key) => [optionName(key), key]));

/** @returns the environment variable of an option; undefined if no setting has this name */
export const keyOf = (name: string): string | undefined => keys.get(name);

/** @returns a line for each option that does not exist, or that no setting checks */
export function optionProblems(given: unknown): string[] {
  if (!isObject(given)) return [`expected an object with options, not ${showValue(given)}`];
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const accepted = Object.hasOwn(hostOptions, name) ? hostOptions[name] : undefined;
    if (accepted?.has(value)) return [];
    if (accepted) return [`${name} must be ${accepted.text}; it is ${showValue(value)}`];
    if (!keys.has(name)) return [`${name} is no option`];
    return value === null ? [`${name} must not be null: leave it out for its default`] : [];
  });
}

/** @returns the lines of an error about settings, as the options of a host are named and given */
export function settingProblems(error: ConfigError, given: Given): string[] {
  return error.message.split('\n').map((line) => {
    const key = /^\w+/.exec(line)![0];
    const { type, secret } = (settings as Readonly<Record<string, Setting<unknown>>>)[key]!;
    const value = given[optionName(key)];
    const text =
      type === 'boolean' ? line.replace('must be 1 or 0', 'must be true or false') : line;
    const isShown = value !== undefined && !secret && line.startsWith(`${key} must be`);
    return optionNames(text) + (isShown ? `; it is ${showValue(value)}` : '');
  });
}
