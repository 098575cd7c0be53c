import { describe, expect, it } from 'vitest';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import {
  globalId,
  parseGlobalId,
  refFrom,
  typeNamed,
} from '../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../src/services/schema.ts';
import { Video } from '../../../src/services/video/resources.ts';
import { otherSpellings } from '../../support/base64.ts';

/** Keys whose global ids have all lengths modulo 4, and characters of both alphabets. */
const keys = ['a', 'ab', 'abc', '~~~???>>>', 'ÿþý'];

const rejection = expect.objectContaining({ name: 'InvalidInput', argument: 'videoId' });

describe('a global id', () => {
  it('belongs to a type of the schema', () => {
    expect(schema.getType('Video')).toBeDefined();
  });
  it.each(keys)('decodes to its type and key: %s', (key) => {
    expect(parseGlobalId(resourcesOf(schema), globalId('Video', [key]))).toEqual({
      resource: Video.resource,
      key: [key],
    });
  });
  it.each(keys)('is rejected in any other spelling, so that an entity has one id: %s', (key) => {
    const id = globalId('Video', [key]);
    const others = otherSpellings(id.slice(1)).map((other) => `~${other}`);
    for (const other of [...others, `~${id}`]) {
      expect(() => parseGlobalId(resourcesOf(schema), other, 'videoId')).toThrow(rejection);
      expect(() => refFrom(Video.resource, other, 'videoId')).toThrow(rejection);
    }
  });
  it('is tried with padding, other trailing bits and the standard alphabet', () => {
    const all = keys.flatMap((key) => otherSpellings(globalId('Video', [key]).slice(1)));
    const bytes = new Set(all.map((text) => Buffer.from(text, 'base64url').toString('base64url')));
    expect(bytes.size).toBe(keys.length);
    expect(all.some((text) => text.endsWith('=='))).toBe(true);
    expect(all.some((text) => /[+/]/.test(text))).toBe(true);
    const canonical = new Set(keys.map((key) => globalId('Video', [key]).slice(1)));
    expect(all.some((text) => /^[\w-]+$/.test(text) && !canonical.has(text))).toBe(true);
  });
});

describe('a type by its name', () => {
  it('has the resource that is registered under it', () => {
    const type = typeNamed('Video');
    type.bind(resourcesOf(schema));
    expect(type.resource).toBe(Video.resource);
  });
  it('can be declared before the resource is registered', () => {
    const type = typeNamed('Elsewhere');
    expect(() => type.resource).toThrow('no resource is registered as Elsewhere');
  });
});
