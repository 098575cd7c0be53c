/** Makes, lists and ends access keys in their file. */
import { resolve } from 'node:path';
import { catalogue } from '../services/catalogue.ts';
import { splitList } from '../setting.ts';
import { settings } from '../settings.ts';
import { makeKey } from '../sign-in/keys/access-key.ts';
import { readServiceAccount } from '../sign-in/keys/credential.ts';
import {
  changeKeyFile,
  type KeyCredential,
  readKeyFile,
  type StoredKey,
} from '../sign-in/keys/key-file.ts';
import { accessOf, servicesOf } from './access-option.ts';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './usage-error.ts';

/** Prints lines: results on standard output, all else on standard error. */
export interface Output {
  readonly print: (line: string) => void;
  readonly note: (line: string) => void;
}

type Options = CommandLine['options'];

/** @throws UsageError, CredentialError or FileError */
export async function key({ rest, options, env }: CommandLine, output: Output): Promise<void> {
  const [action = '', name, ...others] = rest;
  const path = options['file'] ?? env['ACCESS_KEYS'];
  if (path === undefined) throw new UsageError('key: expected --file, or the setting ACCESS_KEYS');
  if (others.length > 0 || (name !== undefined && action !== 'end'))
    throw new UsageError(`key: unexpected ${others[0] ?? name}`);
  if (action === 'create') return create(path, options, output);
  if (action === 'list') return list(path, output);
  if (action === 'end') return end(path, name, output);
  throw new UsageError('key: expected create, list or end');
}

async function create(path: string, options: Options, { print, note }: Output): Promise<void> {
  const { name = '' } = options;
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new UsageError(
      'key create: expected --name of up to 64 letters, digits, "_", "." or "-"',
    );
  const services = servicesOf(options['services']);
  if (services === undefined)
    throw new UsageError('key create: expected --services, some of youtube, drive, calendar');
  const credential = await credentialOf(options);
  if ('serviceAccount' in credential && services.includes('youtube'))
    throw new UsageError(
      'key create: YouTube refuses service accounts; give the key a --refresh-token-env, or other --services',
    );
  const { key: text, id, digest } = makeKey();
  const stored: StoredKey = {
    id,
    name,
    digest,
    createdAt: new Date().toISOString(),
    credential,
    services,
    access: accessOf(options['access']),
    operations: operationsOf(options['operations']),
    budget: budgetOf(options['budget']),
  };
  await changeKeyFile(path, (keys) => {
    if (keys.some((each) => each.name === name))
      throw new UsageError(`key create: ${name} exists; end it first, or take another --name`);
    return [...keys, stored];
  });
  note(`The key ${name} is shown this once:`);
  print(text);
}

async function credentialOf(options: Options): Promise<KeyCredential> {
  const { subject, 'service-account': file, 'refresh-token-env': variable } = options;
  if ((file === undefined) === (variable === undefined))
    throw new UsageError('key create: expected --service-account or --refresh-token-env');
  if (file !== undefined) {
    const serviceAccount = resolve(file);
    await readServiceAccount(serviceAccount);
    return { serviceAccount, ...(subject !== undefined && { subject }) };
  }
  if (subject !== undefined)
    throw new UsageError('key create: --subject is for a --service-account');
  if (!/^[a-z_]\w*$/i.test(variable!))
    throw new UsageError('key create: --refresh-token-env: expected the name of a variable');
  return { refreshTokenVariable: variable! };
}

function operationsOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const operations = splitList(text);
  const unknown = operations.filter((operation) => !catalogue.has(operation));
  if (unknown.length > 0 || operations.length === 0)
    throw new UsageError(
      `key create: --operations: unknown: ${unknown.join(', ')}; expected keys such as storage:files.list`,
    );
  return operations;
}

function budgetOf(text: string | undefined): StoredKey['budget'] {
  if (text === undefined) return undefined;
  const { success, data, error } = settings.QUOTA_BUDGET.read.safeParse(text);
  if (!success) throw new UsageError(`key create: --budget ${error.issues[0]!.message}`);
  return data;
}

async function list(path: string, { print }: Output): Promise<void> {
  for (const each of await readKeyFile(path)) print(describe(each));
}

function describe({ name, createdAt, credential, services, access, ...limits }: StoredKey): string {
  const who =
    'serviceAccount' in credential
      ? `service account ${credential.serviceAccount}${credential.subject === undefined ? '' : ` as ${credential.subject}`}`
      : `refresh token in ${credential.refreshTokenVariable}`;
  const { operations = [], budget = {} } = limits;
  return [
    name,
    `${access} ${services.join(', ')}`,
    who,
    ...(operations.length > 0 ? [`only ${operations.join(', ')}`] : []),
    ...Object.entries(budget).map(([bucket, units]) => `${bucket}=${units}`),
    `since ${createdAt}`,
  ].join('; ');
}

async function end(path: string, name: string | undefined, { note }: Output): Promise<void> {
  if (name === undefined) throw new UsageError('key end: expected the name of a key');
  // Not in a file that is not there.
  await readKeyFile(path);
  await changeKeyFile(path, (keys) => {
    const others = keys.filter((each) => each.name !== name);
    if (others.length === keys.length) throw new UsageError(`key end: no key has the name ${name}`);
    return others;
  });
  note(`The key ${name} is of no use any more: gateways see it within a second.`);
}
