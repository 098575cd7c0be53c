/**
 * Compares the writable paths of the descriptors with the sandbox's own list of them, and checks
 * that list against the schemas and the read-only paths of Google's documents.
 */
import type { Schemas } from '../../../src/engine/api/api.ts';
import { describe, expect, it } from 'vitest';
import data from '../../../src/sandbox/data/writable.json' with { type: 'json' };
import { fieldTypeOf, shapeOf } from '../../../src/engine/rest/operation/answer-check.ts';
import { schemasOf, signatureOf } from '../../../src/services/rest-schema.ts';
import { writablePathsOf } from '../../../src/sandbox/call/writable-path.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import type { Service } from '../../../src/engine/api/register.ts';
import { serviceOf } from '../../../src/engine/api/operation.ts';
import readOnly from '../../data/read-only.json' with { type: 'json' };
import { isWithin, plainPath } from './rest-field.ts';

const withBody = [...catalogue.values()].filter(({ hasRequestBody }) => hasRequestBody);

/** Writes whose body has no writable path. */
const withoutPaths: Readonly<Record<string, string>> = {
  'video:activities.insert': 'Bulletin posts are no longer served.',
  'video:channelBanners.insert': 'A banner is an image without metadata.',
};

/** Whether the type has the path; a step `*` or `(key)` stands for any field. */
function hasPath(schemas: Schemas, type: string, path: string): boolean {
  const [name, ...rest] = path.replaceAll('[]', '').split('.') as [string, ...string[]];
  const shape = shapeOf(schemas, type);
  if (shape === undefined) return false;
  if (name === '*') return rest.length === 0;
  const fieldType = fieldTypeOf(shape, name);
  if (fieldType === undefined) return false;
  return rest.length === 0 || hasPath(schemas, fieldType, rest.join('.'));
}

/** All paths of a type; lists and maps are one path each. */
function pathsOf(schemas: Schemas, type: string, ancestors: readonly string[] = []): string[] {
  const fields = /[[{]/.test(type) || ancestors.includes(type) ? undefined : schemas[type];
  if (fields === undefined) return [''];
  return Object.entries(fields).flatMap(([name, fieldType]) =>
    pathsOf(schemas, fieldType, [...ancestors, type]).map((path) =>
      path === '' ? name : `${name}.${path}`,
    ),
  );
}

describe('the writable paths of the descriptors', () => {
  it.each(withBody)('$key has those of the schema', ({ key, writable = [] }) => {
    expect(writable.toSorted()).toEqual(writablePathsOf(key).toSorted());
    expect(writable.length === 0).toBe(Object.hasOwn(withoutPaths, key));
  });
  it('are stated for operations with a body only', () => {
    const others = [...catalogue.values()].filter(({ hasRequestBody }) => !hasRequestBody);
    expect(others.filter(({ writable }) => writable !== undefined)).toEqual([]);
    expect(others.filter(({ key }) => writablePathsOf(key).length > 0)).toEqual([]);
  });
});

describe("the sandbox's list of writable paths", () => {
  it.each(withBody)('has only paths that the body of $key can have', (operation) => {
    const { body = '' } = signatureOf(operation.key);
    const schemas = schemasOf(serviceOf(operation));
    const unknown = writablePathsOf(operation.key).filter((path) => !hasPath(schemas, body, path));
    expect(unknown).toEqual([]);
  });
  // `read-only.json` has the paths that Google's documents mark or describe as read-only.
  it.each(Object.entries(readOnly))(
    'has all paths of %s that are not read-only',
    (name, listed) => {
      const [service, body] = name.split(':') as [Service, string];
      const operations = withBody.filter(
        (each) => serviceOf(each) === service && signatureOf(each.key).body === body,
      );
      const known = [...listed, ...operations.flatMap(({ key }) => writablePathsOf(key))];
      const missing = pathsOf(schemasOf(service), body).filter(
        (path) => !known.some((each) => isWithin(path, plainPath(each))),
      );
      expect(missing).toEqual([]);
    },
  );
  it('has operations with a body only', () => {
    expect(Object.keys(data).toSorted()).toEqual(withBody.map(({ key }) => key).toSorted());
  });
});
