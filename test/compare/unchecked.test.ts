/** What an account, a token or a limit prevents is no difference: it could not be checked. */
import { describe, expect, it } from 'vitest';
import { InvalidToken } from '../../compare/client.ts';
import type { Fault } from '../../src/sandbox/fault.ts';
import { named, useService } from './service.ts';

const service = useService();
const operation = 'storage:drives.get';
const check = 'storage:drives.get: unknown id';

describe('npm run compare', () => {
  it.each<[string, Fault]>([
    ['503 backendError', { status: 503 }],
    ['500 internalError', { status: 500 }],
    ['403 userRateLimitExceeded', { status: 403, reason: 'userRateLimitExceeded' }],
    ['429 rateLimitExceeded', { status: 429 }],
    ['403 accessNotConfigured', { status: 403, reason: 'accessNotConfigured' }],
    ['403 SERVICE_DISABLED', { status: 403, reason: 'SERVICE_DISABLED' }],
    ['403 insufficientPermissions', { status: 403, reason: 'insufficientPermissions' }],
    ['403 domainPolicy', { status: 403, reason: 'domainPolicy' }],
    ['403 dailyLimitExceeded', { status: 403, reason: 'dailyLimitExceeded' }],
    ['no answer', { drop: 'before' }],
    ['502', { page: 'html' }],
  ])('reports %s as unchecked', async (reason, fault) => {
    service.sandbox.fault({ ...fault, match: { operation } });
    const { differences, unchecked } = await service.compare({ only: named(check) });
    expect(differences).toEqual([]);
    expect(unchecked).toEqual([
      { check, side: 'service', reason: expect.stringMatching(new RegExp(`^${reason}`)) },
    ]);
  });

  it.each<Fault>([{ status: 503 }, { status: 403, reason: 'rateLimitExceeded' }])(
    'repeats a call after %o',
    async (fault) => {
      service.sandbox.clearCalls();
      service.sandbox.fault({ ...fault, times: 2, match: { operation } });
      const report = await service.compare({ only: named(check) });
      expect([report.differences, report.unchecked]).toEqual([[], []]);
      expect(service.sandbox.calls().map(({ status }) => status)).toEqual([
        fault.status,
        fault.status,
        404,
      ]);
    },
  );

  it('does not repeat a write that may have had an effect', async () => {
    const insert = 'video:playlists.insert';
    service.sandbox.clearCalls();
    service.sandbox.fault({ status: 503, match: { operation: insert } });
    const { differences, unchecked } = await service.compare({ only: named('new playlist') });
    expect(differences).toEqual([]);
    expect(unchecked).toEqual([
      { check: 'new playlist', side: 'service', reason: '503 backendError' },
    ]);
    expect(service.sandbox.calls().filter((call) => call.operation === insert)).toHaveLength(1);
  });

  it.each<Fault>([
    { status: 403, reason: 'quotaExceeded' },
    { status: 429, details: [{ metadata: { quota_unit: '1/d/{project}' } }] },
  ])('makes no further call of a bucket that is exhausted: %o', async (fault) => {
    service.sandbox.clearCalls();
    service.sandbox.fault({ ...fault, match: { operation: 'video:playlists.list' } });
    const { differences, unchecked } = await service.compare({
      only: named('video:playlists.list: unknown'),
    });
    expect(differences).toEqual([]);
    expect(unchecked.length).toBeGreaterThan(3);
    expect(service.sandbox.calls()).toHaveLength(1);
  });

  it('checks what it can of an account without a channel', async () => {
    const { differences, unchecked } = await service.compare({
      only: ({ writes }) => writes === true,
      token: 'no-channel',
    });
    expect(differences).toEqual([]);
    const reason = '401 youtubeSignupRequired';
    expect(unchecked).toEqual(
      expect.arrayContaining([
        { check: 'new playlist', side: 'service', reason },
        { check: 'new broadcast', side: 'service', reason },
      ]),
    );
    const services = unchecked.map(({ check: name }) => name);
    expect(services).not.toContain('new files');
    expect(services).not.toContain('new calendar');
  });

  it('ends at the first call if the token is not accepted', async () => {
    service.sandbox.clearCalls();
    const run = service.compare({ only: named('fields'), token: 'studio-expired' });
    await expect(run).rejects.toThrow(InvalidToken);
    expect(service.sandbox.calls()).toHaveLength(1);
  });
});
