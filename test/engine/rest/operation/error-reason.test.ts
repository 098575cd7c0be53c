/** The table of error reasons. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../../src/services/api.ts';
import { errorReasonOf } from '../../../../src/engine/rest/operation/error-reason.ts';

describe('an error reason', () => {
  it('has a meaning where it is listed, and none otherwise', () => {
    expect(errorReasonOf(googleApis, { service: 'video', reason: 'rateLimitExceeded' })).toEqual({
      code: 'RATE_LIMITED',
      limit: 'short',
    });
    expect(
      errorReasonOf(googleApis, { service: 'video', reason: 'videoNotFound' }),
    ).toBeUndefined();
    expect(errorReasonOf(googleApis, { service: 'video' })).toBeUndefined();
  });
  it('has no meaning where it is the name of an object method', () => {
    for (const reason of ['constructor', 'toString', '__proto__'])
      expect(errorReasonOf(googleApis, { service: 'calendar', reason })).toBeUndefined();
  });
  it.each([
    ['expirationDatesMustBeInTheFuture', 'INVALID_INPUT'],
    ['organizerOnNonTeamDriveNotSupported', 'INVALID_INPUT'],
    ['parentNotAFolder', 'INVALID_INPUT'],
    ['propertyLengthLimitExceeded', 'INVALID_INPUT'],
    // Restrictions that somebody can lift, and permissions that somebody else has.
    ['teamDriveDomainUsersOnlyRestriction', undefined],
    ['insufficientParentPermissions', undefined],
    ['cannotModifyInheritedPermission', undefined],
  ])('of Google Drive with the status 403 is a wrong value or not: %s', (reason, code) => {
    expect(errorReasonOf(googleApis, { service: 'storage', reason })?.code).toBe(code);
  });
  it.each([
    ['video', true],
    ['live', true],
    ['calendar', undefined],
  ] as const)('quotaExceeded of %s exhausts the quota bucket: %s', (service, exhaustsBucket) => {
    expect(errorReasonOf(googleApis, { service, reason: 'quotaExceeded' })).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      limit: 'long',
    });
    expect(errorReasonOf(googleApis, { service, reason: 'quotaExceeded' })?.exhaustsBucket).toBe(
      exhaustsBucket,
    );
  });
  it('quotaExceeded of storage is about the room of the user, and no quota', () => {
    expect(errorReasonOf(googleApis, { service: 'storage', reason: 'quotaExceeded' })).toEqual({
      limit: 'long',
    });
  });
});
