/** Every rule of search, subscriptions, activities and members: one call that breaks it, and what comes back. */
import { describe, expect, it } from 'vitest';
import { ids, subscriptionId } from '../../src/sandbox/seed/ids.ts';
import { type Ask, useSandbox } from '../support/sandbox.ts';

const { ask } = useSandbox();
const { channel, account } = ids;
type Row = readonly [law: string, call: string, status: number, reason: string, options?: Ask];
const guest: Ask = { token: 'studio-guest' };

const subscribe = (channelId?: string, token = 'studio-owner'): Ask => ({
  method: 'POST',
  body: {
    snippet: {
      resourceId: { kind: 'youtube#channel', ...(channelId === undefined ? {} : { channelId }) },
    },
  },
  token,
});

const search = (query: string): string => `/search?part=snippet&${query}`;

const searches: readonly Row[] = [
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
  ].flatMap((filter): Row[] => [
    [`${filter} of anything`, search(filter), 400, 'invalidSearchFilter'],
    [
      `${filter} of videos and channels`,
      search(`${filter}&type=video,channel`),
      400,
      'invalidSearchFilter',
    ],
  ]),
  ['a place without a radius', search('type=video&location=59.3,18'), 400, 'invalidSearchFilter'],
  ['a radius without a place', search('type=video&locationRadius=5km'), 400, 'invalidSearchFilter'],
  [
    'the videos of nameless content owners',
    search('type=video&forContentOwner=true'),
    400,
    'invalidSearchFilter',
  ],
  [
    "a definition among one's own videos",
    search('type=video&forMine=true&videoDefinition=high'),
    400,
    'invalidSearchFilter',
  ],
  [
    'two owners at once',
    search('type=video&forMine=true&forDeveloper=true'),
    400,
    'incompatibleParameters',
  ],
  ['a filter that is gone', search('type=video&relatedToVideoId=x'), 400, 'invalid'],
  ['a channel that can be none', search('channelId=studio'), 400, 'invalidChannelId'],
  [
    'a place that is none',
    search('type=video&location=here&locationRadius=5km'),
    400,
    'invalidLocation',
  ],
  [
    'a place beyond the poles',
    search('type=video&location=91,18&locationRadius=5km'),
    400,
    'invalidLocation',
  ],
  [
    'a radius of more than a thousand kilometres',
    search('type=video&location=59.3,18&locationRadius=1001km'),
    400,
    'invalidLocation',
  ],
  ['a language that is none', search('relevanceLanguage=12'), 400, 'invalidRelevanceLanguage'],
  ['a region that is not supported', search('regionCode=AQ'), 400, 'unsupportedRegionCode'],
  ['a date that is none', search('publishedAfter=yesterday'), 400, 'invalidParameter'],
  ['more than fifty results a page', search('maxResults=51'), 400, 'invalidParameter'],
  [
    "one's own videos without a person",
    search('type=video&forMine=true&key=sandbox-key'),
    401,
    'authorizationRequired',
    { token: null },
  ],
];

const subscriptions: readonly Row[] = [
  ['no filter', '/subscriptions?part=id', 400, 'missingRequiredParameter'],
  [
    'two filters',
    `/subscriptions?part=id&mine=true&channelId=${channel.ben}`,
    400,
    'incompatibleParameters',
  ],
  [
    'those of a channel that is not there',
    `/subscriptions?part=id&channelId=${channel.missing}`,
    404,
    'subscriberNotFound',
  ],
  [
    'those that a channel keeps to itself',
    `/subscriptions?part=id&channelId=${channel.harbor}`,
    403,
    'subscriptionForbidden',
  ],
  [
    'those of a closed account',
    `/subscriptions?part=id&channelId=${account.closed}`,
    403,
    'accountClosed',
  ],
  [
    'those of a suspended account',
    `/subscriptions?part=id&channelId=${account.suspended}`,
    403,
    'accountSuspended',
  ],
  [
    "one's own without a channel",
    '/subscriptions?part=id&mine=true',
    401,
    'youtubeSignupRequired',
    { token: 'no-channel' },
  ],
  [
    'a new one to nobody',
    '/subscriptions?part=snippet',
    400,
    'publisherRequired',
    { method: 'POST', body: { snippet: {} } },
  ],
  [
    'a new one to a nameless channel',
    '/subscriptions?part=snippet',
    400,
    'publisherRequired',
    subscribe(),
  ],
  [
    'a new one to nothing',
    '/subscriptions?part=snippet',
    404,
    'publisherNotFound',
    subscribe(channel.missing),
  ],
  [
    'a new one to oneself',
    '/subscriptions?part=snippet',
    400,
    'subscriptionForbidden',
    subscribe(channel.studio),
  ],
  [
    'a second one to the same channel',
    '/subscriptions?part=snippet',
    400,
    'subscriptionDuplicate',
    subscribe(channel.kite),
  ],
  [
    'a new one without the scope',
    '/subscriptions?part=snippet',
    403,
    'insufficientPermissions',
    subscribe(channel.sable, 'studio-reader'),
  ],
  [
    'the end of what never was',
    '/subscriptions?id=nothing',
    404,
    'subscriptionNotFound',
    { method: 'DELETE' },
  ],
  [
    "the end of somebody's",
    `/subscriptions?id=${subscriptionId(channel.studio, channel.kite)}`,
    403,
    'subscriptionForbidden',
    { method: 'DELETE', ...guest },
  ],
  [
    "the end of somebody's that nobody sees",
    `/subscriptions?id=${subscriptionId(channel.harbor, channel.kite)}`,
    404,
    'subscriptionNotFound',
    { method: 'DELETE' },
  ],
];

const activities: readonly Row[] = [
  ['the home feed', '/activities?part=id&home=true', 400, 'homeParameterDeprecated'],
  ['nobody', '/activities?part=id', 400, 'missingRequiredParameter'],
  [
    'a channel that is not there',
    `/activities?part=id&channelId=${channel.missing}`,
    404,
    'channelNotFound',
  ],
  [
    'a region that is none',
    '/activities?part=id&mine=true&regionCode=SWE',
    400,
    'invalidRegionCode',
  ],
  [
    'a date that is none',
    '/activities?part=id&mine=true&publishedBefore=2026',
    400,
    'invalidParameter',
  ],
];

const members: readonly Row[] = [
  [
    'a channel without memberships',
    '/members?part=snippet',
    400,
    'channelMembershipsNotEnabled',
    guest,
  ],
  ['its levels', '/membershipsLevels?part=snippet', 400, 'channelMembershipsNotEnabled', guest],
  [
    'a token without the scope',
    '/members?part=snippet',
    403,
    'insufficientPermissions',
    { token: 'studio-reader' },
  ],
  ['nobody', '/members?part=snippet', 401, 'required', { token: null }],
  [
    'a level that is not there',
    `/members?part=snippet&hasAccessToLevel=${ids.membershipLevel.missing}`,
    400,
    'invalidFilters',
  ],
  [
    'updates of one level',
    `/members?part=snippet&mode=updates&hasAccessToLevel=${ids.membershipLevel.mate}`,
    400,
    'invalidFilters',
  ],
  [
    'updates of one channel',
    `/members?part=snippet&mode=updates&filterByMemberChannelId=${channel.ben}`,
    400,
    'invalidFilters',
  ],
  [
    'updates from nowhere',
    '/members?part=snippet&mode=updates&pageToken=x',
    400,
    'invalidPageToken',
  ],
  [
    'a hundred and one channels',
    `/members?part=snippet&filterByMemberChannelId=${Array(101).fill('UCx').join()}`,
    400,
    'invalidFilters',
  ],
  ['a mode nobody knows', '/members?part=snippet&mode=sometimes', 400, 'invalid'],
];

describe.each([
  ['searches', searches],
  ['subscriptions', subscriptions],
  ['activities', activities],
  ['members', members],
])('the video service refuses, of %s,', (_, rows) => {
  it.each(
    rows.map(([law, call, status, reason, options]) => ({ law, call, status, reason, options })),
  )('$law', async ({ call, status, reason, options }) => {
    const got = await ask(`/youtube/v3${call}`, options);
    expect([got.status, got.reason]).toEqual([status, reason]);
  });
});
