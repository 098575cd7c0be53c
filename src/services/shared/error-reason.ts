/**
 * The error reasons of the REST APIs that the gateway handles, and the meaning of each. A reason
 * that is not listed here has the meaning of its HTTP status.
 *
 * Sources: the error pages of the YouTube Data, YouTube Live Streaming, Google Drive and Google
 * Calendar API; for the names in capital letters `google/api/error_reason.proto`.
 */
import type { ErrorReason, ReasonTable } from '../../engine/api/error.ts';
import type { Service } from '../../engine/api/register.ts';
import { byOwnName } from '../../engine/api/operation.ts';

/** Reasons that mean the same in all services that use them. */
const sharedReasons = {
  // Too many calls within seconds.
  rateLimitExceeded: { code: 'RATE_LIMITED', limit: 'short' },
  userRateLimitExceeded: { code: 'RATE_LIMITED', limit: 'short', limitsUser: true },
  servingLimitExceeded: { code: 'RATE_LIMITED', limit: 'short' },
  userRequestsExceedRateLimit: { code: 'RATE_LIMITED', limit: 'short', limitsUser: true },
  RATE_LIMIT_EXCEEDED: { code: 'RATE_LIMITED', limit: 'short' },

  // Too many shared files, or uploads of thumbnails or videos, within a day.
  sharingRateLimitExceeded: { code: 'RATE_LIMITED', limit: 'long' },
  uploadRateLimitExceeded: { code: 'RATE_LIMITED', limit: 'long' },
  uploadLimitExceeded: { code: 'RATE_LIMITED', limit: 'long' },

  // The quota of a day.
  quotaExceeded: { code: 'QUOTA_EXCEEDED', limit: 'long', exhaustsBucket: true },
  dailyLimitExceeded: { code: 'QUOTA_EXCEEDED', limit: 'long', exhaustsBucket: true },

  // The same limits of calls that Google assigns to no project, for all such callers together.
  rateLimitExceededUnreg: { code: 'RATE_LIMITED', limit: 'short' },
  userRateLimitExceededUnreg: { code: 'RATE_LIMITED', limit: 'short', limitsUser: true },
  dailyLimitExceededUnreg: { code: 'QUOTA_EXCEEDED', limit: 'long' },

  // The service has failed, with the status 409: "The operation was aborted." So users of client
  // libraries quote the answers to one of several playlistItems.insert (assumed: not tried).
  SERVICE_UNAVAILABLE: { code: 'UPSTREAM_UNAVAILABLE', isOutage: true },
  aborted: { code: 'UPSTREAM_UNAVAILABLE', isOutage: true },
  ABORTED: { code: 'UPSTREAM_UNAVAILABLE', isOutage: true },

  // The user's storage is full.
  storageQuotaExceeded: { limit: 'long' },

  // The life cycle of a live broadcast.
  invalidTransition: { code: 'INVALID_TRANSITION' },
  redundantTransition: { code: 'INVALID_TRANSITION' },
  errorStreamInactive: { code: 'STREAM_INACTIVE' },

  // The service could not process the request. In a read no value can be the cause.
  processingFailure: { readCode: 'UPSTREAM_UNAVAILABLE' },

  // The gateway's own API key, or what it is restricted to: only its operator can correct it.
  keyInvalid: { code: 'UPSTREAM_UNAVAILABLE' },
  keyExpired: { code: 'UPSTREAM_UNAVAILABLE' },
  ipRefererBlocked: { code: 'UPSTREAM_UNAVAILABLE' },
  API_KEY_INVALID: { code: 'UPSTREAM_UNAVAILABLE' },
  API_KEY_SERVICE_BLOCKED: { code: 'UPSTREAM_UNAVAILABLE' },
  API_KEY_HTTP_REFERRER_BLOCKED: { code: 'UPSTREAM_UNAVAILABLE' },
  API_KEY_IP_ADDRESS_BLOCKED: { code: 'UPSTREAM_UNAVAILABLE' },
  API_KEY_ANDROID_APP_BLOCKED: { code: 'UPSTREAM_UNAVAILABLE' },
  API_KEY_IOS_APP_BLOCKED: { code: 'UPSTREAM_UNAVAILABLE' },

  // The scopes of the access token, in the older and in the newer form.
  insufficientPermissions: { missingScope: 'likely' },
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: { missingScope: 'certain' },

  // The account has no YouTube channel. The status is 401, but the access token is valid.
  youtubeSignupRequired: { code: 'FORBIDDEN', accountWide: true },

  // The account may not stream live.
  insufficientLivePermissions: { accountWide: true },
  liveStreamingNotEnabled: { accountWide: true },
  livePermissionBlocked: { accountWide: true },

  // The API is not enabled for the project, or Google has suspended the project.
  accessNotConfigured: { accountWide: true, ofProject: true },
  SERVICE_DISABLED: { accountWide: true, ofProject: true },
  CONSUMER_INVALID: { accountWide: true, ofProject: true },
  CONSUMER_SUSPENDED: { accountWide: true, ofProject: true },

  // A page token that is unknown or has expired.
  invalidPageToken: { rejectsPageToken: true },
  pageTokenInvalid: { rejectsPageToken: true },
} as const satisfies ReasonTable;

type SharedReason = keyof typeof sharedReasons;

/** The names of the reasons that several operations share. */
export const sharedReason = byOwnName(Object.keys(sharedReasons) as SharedReason[]);

/** The status is 403, but the value is wrong for every caller. */
const wrongValue = { code: 'INVALID_INPUT' } as const satisfies ErrorReason;

/** Reasons with another meaning in one service. */
const ownReasons: Readonly<Partial<Record<Service, ReasonTable>>> = {
  video: {
    // The status is 400, but no value is wrong: the object exists already.
    subscriptionDuplicate: { code: 'CONFLICT' },
    videoAlreadyInPlaylist: { code: 'CONFLICT' },
  },
  storage: {
    // The storage of the user is full, as for `storageQuotaExceeded`: not a quota of calls.
    quotaExceeded: { limit: 'long' },

    // Too many downloads of one file within a day, by all of its readers.
    downloadQuotaExceeded: { code: 'RATE_LIMITED', limit: 'long' },

    // An administrator does not allow apps to use Google Drive.
    domainPolicy: { accountWide: true },

    // Permissions: the time when they expire, the role, the grantee.
    cannotSetExpiration: wrongValue,
    cannotSetExpirationOnAnyoneOrDomain: wrongValue,
    expirationDateNotAllowedForSharedDriveMembers: wrongValue,
    expirationDatesMustBeInTheFuture: wrongValue,
    fileOrganizerOnNonTeamDriveNotSupported: wrongValue,
    organizerOnNonTeamDriveItemNotSupported: wrongValue,
    organizerOnNonTeamDriveNotSupported: wrongValue,
    ownerOnTeamDriveItemNotSupported: wrongValue,
    cannotShareTeamDriveTopFolderWithAnyoneOrDomains: wrongValue,
    cannotShareTeamDriveWithNonGoogleAccounts: wrongValue,
    consentRequiredForOwnershipTransfer: wrongValue,
    invalidSharingRequest: wrongValue,
    ownershipChangeAcrossDomainNotPermitted: wrongValue,

    // Files: the parent folder, the custom properties, the target of a shortcut.
    cannotAddParent: wrongValue,
    parentNotAFolder: wrongValue,
    propertyCountLimitExceeded: wrongValue,
    propertyLengthLimitExceeded: wrongValue,
    teamDrivesFolderMoveInNotSupported: wrongValue,
    teamDrivesParentLimit: wrongValue,
    shortcutTargetInvalid: wrongValue,
  },
  calendar: {
    // A usage limit of one calendar: other calls of the bucket still succeed.
    quotaExceeded: { code: 'QUOTA_EXCEEDED', limit: 'long' },
    // The status is 410, but the argument is wrong; no entity is gone.
    updatedMinTooLongAgo: { code: 'INVALID_INPUT' },
  },
};

/** The meaning of the reasons that a service uses. */
export const reasonsOf = (service: Service): ReasonTable => ({
  ...sharedReasons,
  ...ownReasons[service],
});
