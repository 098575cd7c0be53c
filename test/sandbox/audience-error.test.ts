/** Rules of searches, subscriptions, activities and members: one rejected request for each. */
import { describe, expect, it } from 'vitest';
import { ids, subscriptionId } from '../../src/sandbox/seed/ids.ts';
import { namedRequests, type RejectedRequest } from '../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../support/gateway/sandbox.ts';

const { ask } = useSandbox();
const { channel, account } = ids;

const guest: RequestOptions = { token: 'studio-guest' };

const subscribe = (channelId?: string, token = 'studio-owner'): RequestOptions => ({
  method: 'POST',
  body: {
    snippet: {
      resourceId: { kind: 'youtube#channel', ...(channelId === undefined ? {} : { channelId }) },
    },
  },
  token,
});

const search = (query: string): string => `/search?part=snippet&${query}`;

const searches: readonly RejectedRequest[] = [
  ...[
    'eventType=live',
    'videoCaption=none',
    'videoCategoryId=1',
    'videoDefinition=high',
    'videoDimension=2d',
    'videoDuration=short',
    'videoEmbeddable=true',
    'videoLicense=youtube',
    'videoPaidProductPlacement=true',
    'videoSyndicated=true',
    'videoType=movie',
    'location=59.3,18&locationRadius=5km',
    'forMine=true',
  ].flatMap((filter): RejectedRequest[] => [
    [`${filter} without a type`, search(filter), 400, 'invalidSearchFilter'],
    [
      `${filter} with the types video and channel`,
      search(`${filter}&type=video,channel`),
      400,
      'invalidSearchFilter',
    ],
  ]),
  [
    'location without locationRadius',
    search('type=video&location=59.3,18'),
    400,
    'invalidSearchFilter',
  ],
  [
    'locationRadius without location',
    search('type=video&locationRadius=5km'),
    400,
    'invalidSearchFilter',
  ],
  [
    'forContentOwner without onBehalfOfContentOwner',
    search('type=video&forContentOwner=true'),
    400,
    'invalidSearchFilter',
  ],
  [
    'videoDefinition with forMine',
    search('type=video&forMine=true&videoDefinition=high'),
    400,
    'invalidSearchFilter',
  ],
  [
    'forMine with forDeveloper',
    search('type=video&forMine=true&forDeveloper=true'),
    400,
    'incompatibleParameters',
  ],
  [
    'relatedToVideoId, which YouTube has removed',
    search('type=video&relatedToVideoId=x'),
    400,
    'invalid',
  ],
  ['an invalid channel id', search('channelId=studio'), 400, 'invalidChannelId'],
  [
    'an invalid location',
    search('type=video&location=here&locationRadius=5km'),
    400,
    'invalidLocation',
  ],
  [
    'a latitude above 90',
    search('type=video&location=91,18&locationRadius=5km'),
    400,
    'invalidLocation',
  ],
  [
    'a radius above 1000 km',
    search('type=video&location=59.3,18&locationRadius=1001km'),
    400,
    'invalidLocation',
  ],
  ['an invalid language', search('relevanceLanguage=12'), 400, 'invalidRelevanceLanguage'],
  ['an unsupported region', search('regionCode=AQ'), 400, 'unsupportedRegionCode'],
  ['an invalid date', search('publishedAfter=yesterday'), 400, 'invalidParameter'],
  ['more than 50 results per page', search('maxResults=51'), 400, 'invalidParameter'],
  [
    'forMine with an API key only',
    search('type=video&forMine=true&key=sandbox-key'),
    401,
    'authorizationRequired',
    { token: null },
  ],
];

const subscriptions: readonly RejectedRequest[] = [
  ['no filter', '/subscriptions?part=id', 400, 'missingRequiredParameter'],
  [
    'two filters',
    `/subscriptions?part=id&mine=true&channelId=${channel.ben}`,
    400,
    'incompatibleParameters',
  ],
  [
    'subscriptions of an unknown channel',
    `/subscriptions?part=id&channelId=${channel.missing}`,
    404,
    'subscriberNotFound',
  ],
  [
    'private subscriptions of another channel',
    `/subscriptions?part=id&channelId=${channel.harbor}`,
    403,
    'subscriptionForbidden',
  ],
  [
    'subscriptions of a closed account',
    `/subscriptions?part=id&channelId=${account.closed}`,
    403,
    'accountClosed',
  ],
  [
    'subscriptions of a suspended account',
    `/subscriptions?part=id&channelId=${account.suspended}`,
    403,
    'accountSuspended',
  ],
  [
    'subscriptions of a caller without a channel',
    '/subscriptions?part=id&mine=true',
    401,
    'youtubeSignupRequired',
    { token: 'no-channel' },
  ],
  [
    'an insert without a resource id',
    '/subscriptions?part=snippet',
    400,
    'publisherRequired',
    { method: 'POST', body: { snippet: {} } },
  ],
  [
    'an insert with an empty channel id',
    '/subscriptions?part=snippet',
    400,
    'publisherRequired',
    subscribe(),
  ],
  [
    'an insert for an unknown channel',
    '/subscriptions?part=snippet',
    404,
    'publisherNotFound',
    subscribe(channel.missing),
  ],
  [
    "an insert for the caller's own channel",
    '/subscriptions?part=snippet',
    400,
    'subscriptionForbidden',
    subscribe(channel.studio),
  ],
  [
    'a second insert for one channel',
    '/subscriptions?part=snippet',
    400,
    'subscriptionDuplicate',
    subscribe(channel.kite),
  ],
  [
    'an insert without the required scope',
    '/subscriptions?part=snippet',
    403,
    'insufficientPermissions',
    subscribe(channel.sable, 'studio-reader'),
  ],
  [
    'deleting an unknown subscription',
    '/subscriptions?id=nothing',
    404,
    'subscriptionNotFound',
    { method: 'DELETE' },
  ],
  [
    "deleting another channel's subscription",
    `/subscriptions?id=${subscriptionId(channel.studio, channel.kite)}`,
    403,
    'subscriptionForbidden',
    { method: 'DELETE', ...guest },
  ],
  [
    "deleting another channel's private subscription",
    `/subscriptions?id=${subscriptionId(channel.harbor, channel.kite)}`,
    404,
    'subscriptionNotFound',
    { method: 'DELETE' },
  ],
];

const activities: readonly RejectedRequest[] = [
  ['the removed parameter home', '/activities?part=id&home=true', 400, 'homeParameterDeprecated'],
  ['nobody', '/activities?part=id', 400, 'missingRequiredParameter'],
  [
    'an unknown channel',
    `/activities?part=id&channelId=${channel.missing}`,
    404,
    'channelNotFound',
  ],
  ['an invalid region', '/activities?part=id&mine=true&regionCode=SWE', 400, 'invalidRegionCode'],
  [
    'an invalid date',
    '/activities?part=id&mine=true&publishedBefore=2026',
    400,
    'invalidParameter',
  ],
];

const members: readonly RejectedRequest[] = [
  [
    'a channel without memberships',
    '/members?part=snippet',
    400,
    'channelMembershipsNotEnabled',
    guest,
  ],
  [
    'membership levels of a channel without memberships',
    '/membershipsLevels?part=snippet',
    400,
    'channelMembershipsNotEnabled',
    guest,
  ],
  [
    'a token without the required scope',
    '/members?part=snippet',
    403,
    'insufficientPermissions',
    { token: 'studio-reader' },
  ],
  ['nobody', '/members?part=snippet', 401, 'required', { token: null }],
  [
    'an unknown level',
    `/members?part=snippet&hasAccessToLevel=${ids.membershipLevel.missing}`,
    400,
    'invalidFilters',
  ],
  [
    'mode=updates with hasAccessToLevel',
    `/members?part=snippet&mode=updates&hasAccessToLevel=${ids.membershipLevel.mate}`,
    400,
    'invalidFilters',
  ],
  [
    'mode=updates with filterByMemberChannelId',
    `/members?part=snippet&mode=updates&filterByMemberChannelId=${channel.ben}`,
    400,
    'invalidFilters',
  ],
  [
    'mode=updates with an invalid page token',
    '/members?part=snippet&mode=updates&pageToken=x',
    400,
    'invalidPageToken',
  ],
  [
    '101 channel ids',
    `/members?part=snippet&filterByMemberChannelId=${Array(101).fill('UCx').join()}`,
    400,
    'invalidFilters',
  ],
  ['an unknown mode', '/members?part=snippet&mode=sometimes', 400, 'invalid'],
];

describe.each([
  ['searches', searches],
  ['subscriptions', subscriptions],
  ['activities', activities],
  ['members', members],
])('%s', (_, rows) => {
  it.each(namedRequests(rows))('rejects $request', async ({ call, status, reason, options }) => {
    const response = await ask(`/youtube/v3${call}`, options);
    expect([response.status, response.reason]).toEqual([status, reason]);
  });
});
