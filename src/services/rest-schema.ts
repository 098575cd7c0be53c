/** The schemas of what the services receive and return, from `rest-schema.json`. */
import type { Schemas, Signature } from '../engine/api/api.ts';
import type { Service } from '../engine/api/register.ts';
import data from './rest-schema.json' with { type: 'json' };

const groups: Readonly<Record<Service, keyof typeof data.schema>> = {
  video: 'youtube',
  live: 'youtube',
  storage: 'drive',
  calendar: 'calendar',
};

/** The schemas of a service. */
export const schemasOf = (service: Service): Schemas => data.schema[groups[service]];

/** Names of the schemas of an operation's response and request body, by its key. */
export const signatures: Readonly<Record<string, Signature>> = data.operation;

/** @param key operation key */
export const signatureOf = (key: string): Signature => signatures[key] ?? {};

/** The values of a type `=a|b`, or `=Name` for those of an enum. */
export const valuesOf = (type: string): readonly string[] =>
  enums[type.slice(1)] ?? type.slice(1).split('|');

const enums: Readonly<Record<string, readonly string[]>> = data.enum;

/** Whether the schemas of an operation are known. */
export const hasSignature = (key: string): boolean => Object.hasOwn(signatures, key);
