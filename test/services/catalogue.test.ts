/**
 * The catalogue of operations. Its descriptors are generated from `reference/`; that they are right
 * is shown by the calls of Google's own clients (`test/contract/operation`), and by the sandbox.
 */
import { describe, expect, it } from 'vitest';
import { readClients } from '../../reference/generate.ts';
import { facts, modelOf } from '../../reference/model.ts';
import { catalogue } from '../../src/services/catalogue.ts';
import type { Param } from '../../src/engine/api/param.ts';

const all = [...catalogue.values()];

describe('the operation catalogue', () => {
  it('has every operation of the reference once', () => {
    const stated = Object.values(modelOf(readClients(), facts)).flatMap(({ operations }) =>
      Object.entries(operations).map(([key, { name = key }]) => name),
    );
    const names = all.map(({ key }) => key.slice(key.indexOf(':') + 1));
    expect(names.toSorted()).toEqual(stated.toSorted());
  });
  it('has no value that means "unspecified"', () => {
    const stated = Object.values(modelOf(readClients(), facts)).flatMap(({ operations }) =>
      Object.values(operations).flatMap(({ parameters }) => Object.values(parameters)),
    );
    const unspecified = new Set(stated.flatMap(({ enumUnspecified = [] }) => enumUnspecified));
    const offered = all.flatMap(({ query }) =>
      Object.values(query as Record<string, Param>).flatMap(({ values = [], known = [] }) => [
        ...values,
        ...known,
      ]),
    );
    expect(unspecified.size).toBeGreaterThan(0);
    expect(offered.filter((value) => unspecified.has(value))).toEqual([]);
  });
  it('says what a write with a body may set', () => {
    const unstated = all.filter(({ hasRequestBody, writable }) => hasRequestBody && !writable);
    // Bulletin posts are no longer served, and a banner is an image without metadata.
    expect(unstated.map(({ key }) => key).toSorted()).toEqual([
      'video:activities.insert',
      'video:channelBanners.insert',
    ]);
  });
});
