/** The checks with other tokens: each finds a service that behaves otherwise. */
import { describe, expect, it } from 'vitest';
import type { Difference } from '../../compare/difference.ts';
import { otherTokens } from '../../compare/other-token.ts';
import type { Check } from '../../compare/session.ts';
import type { AlteredCall } from './altering-proxy.ts';
import { named, useService } from './service.ts';

const service = useService();

const owner = 'studio-owner';

const isOfGuest = ({ headers }: AlteredCall): boolean =>
  headers.authorization === 'Bearer studio-guest';

async function setStorageModel(model: object): Promise<void> {
  const response = await fetch(`${service.sandbox.url}/_sandbox/storage`, {
    method: 'POST',
    body: JSON.stringify(model),
  });
  expect(response.status).toBe(204);
}

interface Otherwise {
  readonly about: string;
  readonly check: string;
  readonly change: () => Promise<void> | void;
  readonly expected: readonly Omit<Difference, 'check'>[];
}

const otherwise: readonly Otherwise[] = [
  {
    about: 'changes of a guest that are ignored',
    check: 'changes of a guest',
    change: () => service.sandbox.setSeriesModel({ ignoresGuests: true }),
    expected: ['title by a guest', 'end of a series by a guest'].map((step) => ({
      operation: 'calendar:events.patch',
      aspect: 'status',
      step,
      sandbox: 403,
      service: 200,
    })),
  },
  {
    about: 'a deletion by a guest that is ignored',
    check: 'changes of a guest',
    change: () =>
      service.sandbox.fault({
        ignore: true,
        times: 1,
        match: { operation: 'calendar:events.delete' },
      }),
    expected: [
      {
        operation: 'calendar:events.get',
        aspect: 'behaviour',
        step: 'deletion by a guest: event of the guest',
        sandbox: 'cancelled',
        service: 'unchanged',
      },
    ],
  },
  {
    about: 'permissions of which only the last one takes effect',
    check: 'permissions that two accounts write at once',
    change: async () => {
      await setStorageModel({ lastPermissionWins: true });
      // So that both writes have begun before one ends.
      service.sandbox.fault({ delayMs: 300, match: { pathIncludes: '/permissions' } });
    },
    expected: [
      {
        operation: 'storage:permissions.list',
        aspect: 'behaviour',
        step: 'writes at once',
        sandbox: 'both take effect',
        service: 'only one takes effect',
      },
    ],
  },
  {
    about: 'a permission that is rejected for its email',
    check: 'permission whose email cannot be delivered',
    change: () => setStorageModel({ undeliverable: true }),
    expected: [
      {
        operation: 'storage:permissions.create',
        aspect: 'status',
        sandbox: 200,
        service: 400,
      },
    ],
  },
  {
    about: 'a private video that others can list',
    check: 'private video of another account',
    change: () =>
      service.proxy.alter([
        {
          operation: 'video:videos.list',
          when: (call) => isOfGuest(call) && call.query.get('part') === 'id',
          answer: ({ body }) => {
            body.items = [{ kind: 'youtube#video', id: 'x', etag: 'x' }];
          },
        },
      ]),
    expected: [
      {
        operation: 'video:videos.list',
        aspect: 'behaviour',
        step: 'video',
        sandbox: 'absent',
        service: 'present',
      },
    ],
  },
  {
    about: 'a folder with limited access whose files others read',
    check: 'folder with limited access',
    change: () =>
      service.proxy.alter([
        {
          operation: 'storage:files.list',
          when: isOfGuest,
          answer: ({ body }) => {
            body.files = [{ id: 'x' }];
          },
        },
      ]),
    expected: [
      {
        operation: 'storage:files.list',
        aspect: 'behaviour',
        step: 'its content',
        sandbox: 0,
        service: 1,
      },
    ],
  },
  {
    about: 'a calendar that each of its owners can delete',
    check: 'deletion of a calendar by an owner who is not the data owner',
    change: () =>
      service.proxy.alter([
        {
          operation: 'calendar:calendars.delete',
          when: isOfGuest,
          answer: (answer) => {
            answer.status = 204;
          },
        },
      ]),
    expected: [
      {
        operation: 'calendar:calendars.delete',
        aspect: 'status',
        step: 'by another owner',
        sandbox: 403,
        service: 204,
      },
    ],
  },
  {
    about: 'a full storage with another reason',
    check: 'full storage',
    change: () => setStorageModel({ fullStorage: 'quotaExceeded' }),
    expected: [
      ...['folder', 'document', 'file without content', 'file with content'].map((step) => ({
        operation: 'storage:files.create',
        step,
      })),
      { operation: 'storage:files.copy', step: 'copy of a file' },
    ].map((place) => ({
      ...place,
      aspect: 'reason',
      sandbox: 'storageQuotaExceeded',
      service: 'quotaExceeded',
    })),
  },
  {
    about: 'a full storage that takes what has no content',
    check: 'full storage',
    change: () => {
      otherTokens.fullStorage.enter!(service.sandbox);
      service.proxy.alter([
        {
          operation: 'storage:files.create',
          when: ({ path }) => !path.startsWith('/upload/'),
          before: () => otherTokens.fullStorage.leave!(service.sandbox),
          answer: () => otherTokens.fullStorage.enter!(service.sandbox),
        },
      ]);
    },
    expected: ['folder', 'document', 'file without content'].map((step) => ({
      operation: 'storage:files.create',
      aspect: 'status',
      step,
      sandbox: 403,
      service: 200,
    })),
  },
  {
    about: 'a spent day with another reason',
    check: 'spent day of SEARCH',
    change: () => service.sandbox.fault({ status: 403, reason: 'dailyLimitExceeded' }),
    expected: [
      {
        operation: 'video:search.list',
        aspect: 'reason',
        sandbox: 'quotaExceeded',
        service: 'dailyLimitExceeded',
      },
    ],
  },
  {
    about: 'a spent day that only the details name',
    check: 'spent day of STORAGE',
    change: () =>
      service.sandbox.fault({
        status: 429,
        reason: 'rateLimitExceeded',
        details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_unit: '1/d/{project}' } }],
      }),
    expected: ['storage:about.get', 'storage:files.list'].flatMap((operation) => [
      { operation, aspect: 'status', sandbox: 403, service: 429 },
      {
        operation,
        aspect: 'reason',
        sandbox: 'dailyLimitExceeded',
        service: 'rateLimitExceeded',
      },
    ]),
  },
  {
    about: 'an API whose day is not spent with that of another one',
    check: 'spent day of VIDEO',
    change: () =>
      service.sandbox.fault({ status: 403, reason: 'quotaExceeded', match: { service: 'video' } }),
    expected: [
      { operation: 'live:liveBroadcasts.list', aspect: 'status', sandbox: 403, service: 200 },
    ],
  },
  {
    about: 'a read that takes a read-only scope',
    check: 'read-only scopes of YouTube',
    change: () =>
      service.proxy.alter([
        {
          operation: 'video:commentThreads.list',
          answer: (answer) => {
            answer.status = 200;
            answer.body = { kind: 'youtube#commentThreadListResponse' };
          },
        },
      ]),
    expected: [
      { operation: 'video:commentThreads.list', aspect: 'status', sandbox: 403, service: 200 },
    ],
  },
  {
    about: 'a missing scope that the details do not name',
    check: 'read-only scopes of Google Drive',
    change: () =>
      service.proxy.alter([
        {
          operation: 'storage:files.delete',
          answer: ({ body }) => {
            delete body.error.details;
          },
        },
      ]),
    expected: [
      {
        operation: 'storage:files.delete',
        aspect: 'behaviour',
        step: 'missing scope in the details',
        sandbox: 'present',
        service: 'absent',
      },
    ],
  },
  {
    about: 'a read that needs more than a read-only scope',
    check: 'read-only scopes of Google Calendar',
    change: () =>
      service.sandbox.fault({
        status: 403,
        reason: 'insufficientPermissions',
        match: { operation: 'calendar:settings.list' },
      }),
    expected: [
      { operation: 'calendar:settings.list', aspect: 'status', sandbox: 200, service: 403 },
    ],
  },
];

describe('npm run compare with another token', () => {
  it.each([
    ['full storage', 'fullStorage', 1],
    ['spent day', 'spentDay', 5],
    ['read-only scopes', 'readOnly', 3],
  ] as const)('finds nothing in an equal service: %s', async (name, state, count) => {
    otherTokens[state].enter?.(service.sandbox);
    const report = await service.compare({ only: named(name) });
    expect([report.differences, report.undecided, report.unchecked]).toEqual([[], [], []]);
    expect(report.checks).toBe(count);
    const statuses = service.sandbox.calls().map(({ status }) => status);
    expect(statuses.filter((status) => status === 403).length).toBeGreaterThan(count);
  });

  it.each([
    ['full storage', 'The account has no full storage: it has room for a megabyte.'],
    ['spent day of CALENDAR', 'The day of CALENDAR is not spent.'],
    ['read-only scopes of Google Drive', 'The token has more than read-only scopes.'],
  ])('finds nothing with a token of another kind: %s', async (check, reason) => {
    const tokens = { fullStorage: owner, spentDay: owner, readOnly: 'studio-guest' };
    const report = await service.compare({ only: named(check), otherTokens: tokens });
    expect(report.differences).toEqual([]);
    expect(report.unchecked).toEqual([{ check, side: 'service', reason }]);
    const calls = service.sandbox.calls().map(({ operation }) => operation);
    expect(calls).not.toContain('storage:files.create');
  });

  it.each(otherwise)('finds $about', async ({ check, change, expected }) => {
    await change();
    const { differences, undecided, unchecked } = await service.compare({ only: named(check) });
    expect(differences).toEqual(expected.map((each) => ({ check, ...each })));
    expect([undecided, unchecked]).toEqual([[], []]);
  });

  it('has the sandbox in a state only during the checks of it', async () => {
    const only = ({ needs }: Check): boolean => needs === 'spentDay' || needs === 'readOnly';
    const { differences, unchecked } = await service.compare({ only });
    expect(differences).toEqual([]);
    const reasons = unchecked.map(({ reason }) => reason);
    expect(reasons.toSorted()).toEqual(
      ['CALENDAR', 'SEARCH', 'STORAGE', 'VIDEO', 'VIDEO_STATISTICS'].map(
        (each) => `The day of ${each} is not spent.`,
      ),
    );
  });

  it('reports as unchecked what two tokens of one account cannot show', async () => {
    const check = 'changes of a guest';
    const report = await service.compare({
      only: named(check),
      otherTokens: { second: 'studio-reader' },
    });
    expect(report.differences).toEqual([]);
    const reason = 'Both tokens are those of one account.';
    expect(report.unchecked).toEqual([{ check, side: 'service', reason }]);
  });

  it('says that it is the second account that lacks something', async () => {
    const check = 'permissions that two accounts write at once';
    // Only the second account reads the file.
    const match = { operation: 'storage:files.get' };
    service.sandbox.fault({ status: 403, reason: 'insufficientPermissions', match });
    const report = await service.compare({ only: named(check) });
    const reason = '403 insufficientPermissions (second account)';
    expect(report.unchecked).toEqual([{ check, side: 'service', reason }]);
  });

  it('skips the check of a private video if the account has none', async () => {
    const check = 'private video of another account';
    service.proxy.alter([
      {
        operation: 'video:videos.list',
        when: ({ query }) => query.get('part') === 'status',
        answer: ({ body }) => {
          for (const { status } of body.items) status.privacyStatus = 'public';
        },
      },
    ]);
    const report = await service.compare({ only: named(check) });
    const reason = 'The account has no private video.';
    expect(report.unchecked).toEqual([{ check, side: 'service', reason }]);
  });
});
