/** The checks with a second account: each finds a service that behaves otherwise. */
import { describe, expect, it } from 'vitest';
import type { Difference } from '../../compare/difference.ts';
import type { AlteredCall } from './altering-proxy.ts';
import { named, useService } from './service.ts';

const service = useService();

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
];

describe('npm run compare with a second account', () => {
  it.each(otherwise)('finds $about', async ({ check, change, expected }) => {
    await change();
    const { differences, undecided, unchecked } = await service.compare({ only: named(check) });
    expect(differences).toEqual(expected.map((each) => ({ check, ...each })));
    expect([undecided, unchecked]).toEqual([[], []]);
  });

  it('reports as unchecked what two tokens of one account cannot show', async () => {
    const check = 'changes of a guest';
    const report = await service.compare({ only: named(check), secondToken: 'studio-reader' });
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
