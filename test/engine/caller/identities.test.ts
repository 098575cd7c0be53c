/** The identities of one request. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { files } from '../../../src/services/storage/operations.ts';
import { videos } from '../../../src/services/video/operations.ts';
import {
  callerKey,
  Identities,
  type ServiceIdentities,
} from '../../../src/engine/caller/identities.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { serviceOf } from '../../../src/engine/api/operation.ts';

const [youtube, drive, calendar] = [{ token: 'y' }, { token: 'd' }, { token: 'c' }];
const own: ServiceIdentities = { video: youtube, live: youtube, storage: drive, calendar };

const accepting =
  (...accepted: readonly { readonly token: string }[]) =>
  (key: string): boolean =>
    accepted.some((identity) => callerKey(identity) === key);

const from = (own: ServiceIdentities, isAccepted: (key: string) => boolean): Identities =>
  Identities.from({ api: googleApis, own }, isAccepted);

describe('the identities of a request', () => {
  it('are those of the services of operations, and of their buckets', () => {
    const identities = from(own, accepting());
    for (const operation of catalogue.values()) {
      const expected = own[serviceOf(operation)];
      expect(identities.of(operation)).toBe(expected);
      expect(identities.ofService(serviceOf(operation))).toBe(expected);
    }
  });
  it('are one if all services have the same', () => {
    const same = { video: drive, live: drive, storage: drive, calendar: drive };
    const identities = from(same, accepting());
    expect(identities.key).toBe(new Identities(drive).key);
    expect(identities.main).toBe(drive);
  });
  it.each([
    ['the first one with a token', own, [], youtube],
    ['the first one that a service has accepted', own, [calendar], calendar],
    ['the only one with a token', { ...own, video: {}, live: {}, calendar: {} }, [], drive],
    ['one without a token', { video: {}, live: {}, storage: {}, calendar: {} }, [], {}],
  ] as const)('have a main one: %s', (_, given, accepted, main) => {
    expect(from(given, accepting(...accepted)).main).toEqual(main);
  });
  it('have all tokens, or some', () => {
    const some = from({ ...own, storage: {} }, accepting());
    expect([some.hasToken, some.hasAllTokens]).toEqual([true, false]);
    expect([some.hasTokenFor(videos.list), some.hasTokenFor(files.list)]).toEqual([true, false]);
    const all = from(own, accepting());
    expect([all.hasToken, all.hasAllTokens]).toEqual([true, true]);
    expect([new Identities({}).hasToken, new Identities({}).hasAllTokens]).toEqual([false, false]);
  });
  it('have a key that differs with each token and shows none', () => {
    const keys = [
      own,
      { ...own, storage: calendar },
      { ...own, calendar: drive },
      { ...own, video: drive, live: drive },
      { ...own, storage: {} },
      { ...own, storage: { ...drive, onBehalfOf: 'CMS' } },
    ].map((each) => from(each, accepting()).key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(from({ ...own, storage: { token: 'secret' } }, accepting()).key).not.toContain('secret');
  });
  it('have a key of their tokens, whoever acts with them and whichever are accepted', () => {
    const keys = [
      own,
      { ...own, storage: calendar },
      { ...own, video: drive, live: drive, storage: youtube },
      { ...own, storage: {} },
      { video: youtube, live: youtube, storage: youtube, calendar: youtube },
    ].map((each) => from(each, accepting()).tokensKey);
    expect(new Set(keys).size).toBe(keys.length);
    const accepted = from(own, accepting(calendar));
    expect(accepted.main).toBe(calendar);
    const others = { ...own, storage: { ...drive, onBehalfOf: 'CMS', subaccount: 'UC' } };
    expect([accepted.tokensKey, from(others, accepting()).tokensKey]).toEqual([keys[0], keys[0]]);
  });
  it('have the main one of another moment when they are renewed', () => {
    const identities = from(own, accepting());
    const renewed = identities.renewed(accepting(drive));
    expect([identities.main, renewed.main]).toEqual([youtube, drive]);
    expect(renewed.key).toBe(identities.key);
    const one = new Identities(drive);
    expect(one.renewed(accepting(drive))).toBe(one);
  });
});
