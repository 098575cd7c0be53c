/** Rules of searches, subscriptions, activities and members: one rejected request for each. */
import { describe } from 'vitest';
import { ids, subscriptionId } from '../../src/sandbox/seed/ids.ts';
import { type RejectedRequests, testRejected } from '../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
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

const needVideos = [
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
];

const searches: RejectedRequests = {
  '400 invalidSearchFilter': [
    ...needVideos.map((filter) => ({
      [`${filter} without a type`]: search(filter),
      [`${filter} with the types video and channel`]: search(`${filter}&type=video,channel`),
    })),
    {
      'location without locationRadius': search('type=video&location=59.3,18'),
      'locationRadius without location': search('type=video&locationRadius=5km'),
      'forContentOwner without onBehalfOfContentOwner': search('type=video&forContentOwner=true'),
      'videoDefinition with forMine': search('type=video&forMine=true&videoDefinition=high'),
    },
  ],
  '400 incompatibleParameters': {
    'forMine with forDeveloper': search('type=video&forMine=true&forDeveloper=true'),
  },
  '400 invalid': {
    'relatedToVideoId, which YouTube has removed': search('type=video&relatedToVideoId=x'),
  },
  '400 invalidChannelId': { 'an invalid channel id': search('channelId=studio') },
  '400 invalidLocation': {
    'an invalid location': search('type=video&location=here&locationRadius=5km'),
    'a latitude above 90': search('type=video&location=91,18&locationRadius=5km'),
    'a radius above 1000 km': search('type=video&location=59.3,18&locationRadius=1001km'),
  },
  '400 invalidRelevanceLanguage': { 'an invalid language': search('relevanceLanguage=12') },
  '400 unsupportedRegionCode': { 'an unsupported region': search('regionCode=AQ') },
  '400 invalidParameter': {
    'an invalid date': search('publishedAfter=yesterday'),
    'more than 50 results per page': search('maxResults=51'),
  },
  '401 authorizationRequired': {
    'forMine with an API key only': [
      search('type=video&forMine=true&key=sandbox-key'),
      { token: null },
    ],
  },
};

const subscriptions: RejectedRequests = {
  '400 missingRequiredParameter': { 'no filter': '/subscriptions?part=id' },
  '400 incompatibleParameters': {
    'two filters': `/subscriptions?part=id&mine=true&channelId=${channel.ben}`,
  },
  '404 subscriberNotFound': {
    'subscriptions of an unknown channel': `/subscriptions?part=id&channelId=${channel.missing}`,
  },
  '403 subscriptionForbidden': {
    'private subscriptions of another channel': `/subscriptions?part=id&channelId=${channel.harbor}`,
    "deleting another channel's subscription": [
      `/subscriptions?id=${subscriptionId(channel.studio, channel.kite)}`,
      { method: 'DELETE', ...guest },
    ],
  },
  '403 accountClosed': {
    'subscriptions of a closed account': `/subscriptions?part=id&channelId=${account.closed}`,
  },
  '403 accountSuspended': {
    'subscriptions of a suspended account': `/subscriptions?part=id&channelId=${account.suspended}`,
  },
  '401 youtubeSignupRequired': {
    'subscriptions of a caller without a channel': [
      '/subscriptions?part=id&mine=true',
      { token: 'no-channel' },
    ],
  },
  '400 publisherRequired': {
    'an insert without a resource id': [
      '/subscriptions?part=snippet',
      { method: 'POST', body: { snippet: {} } },
    ],
    'an insert with an empty channel id': ['/subscriptions?part=snippet', subscribe()],
  },
  '404 publisherNotFound': {
    'an insert for an unknown channel': ['/subscriptions?part=snippet', subscribe(channel.missing)],
  },
  '400 subscriptionForbidden': {
    "an insert for the caller's own channel": [
      '/subscriptions?part=snippet',
      subscribe(channel.studio),
    ],
  },
  '400 subscriptionDuplicate': {
    'a second insert for one channel': ['/subscriptions?part=snippet', subscribe(channel.kite)],
  },
  '403 insufficientPermissions': {
    'an insert without the required scope': [
      '/subscriptions?part=snippet',
      subscribe(channel.sable, 'studio-reader'),
    ],
  },
  '404 subscriptionNotFound': {
    'deleting an unknown subscription': ['/subscriptions?id=nothing', { method: 'DELETE' }],
    "deleting another channel's private subscription": [
      `/subscriptions?id=${subscriptionId(channel.harbor, channel.kite)}`,
      { method: 'DELETE' },
    ],
  },
};

const activities: RejectedRequests = {
  '400 homeParameterDeprecated': { 'the removed parameter home': '/activities?part=id&home=true' },
  '400 missingRequiredParameter': { nobody: '/activities?part=id' },
  '404 channelNotFound': {
    'an unknown channel': `/activities?part=id&channelId=${channel.missing}`,
  },
  '400 invalidRegionCode': { 'an invalid region': '/activities?part=id&mine=true&regionCode=SWE' },
  '400 invalidParameter': {
    'an invalid date': '/activities?part=id&mine=true&publishedBefore=2026',
  },
};

const members: RejectedRequests = {
  '400 channelMembershipsNotEnabled': {
    'a channel without memberships': ['/members?part=snippet', guest],
    'membership levels of a channel without memberships': [
      '/membershipsLevels?part=snippet',
      guest,
    ],
  },
  '403 insufficientPermissions': {
    'a token without the required scope': ['/members?part=snippet', { token: 'studio-reader' }],
  },
  '401 required': { nobody: ['/members?part=snippet', { token: null }] },
  '400 invalidFilters': {
    'an unknown level': `/members?part=snippet&hasAccessToLevel=${ids.membershipLevel.missing}`,
    'mode=updates with hasAccessToLevel': `/members?part=snippet&mode=updates&hasAccessToLevel=${ids.membershipLevel.mate}`,
    'mode=updates with filterByMemberChannelId': `/members?part=snippet&mode=updates&filterByMemberChannelId=${channel.ben}`,
    '101 channel ids': `/members?part=snippet&filterByMemberChannelId=${Array(101).fill('UCx').join()}`,
  },
  '400 invalidPageToken': {
    'mode=updates with an invalid page token': '/members?part=snippet&mode=updates&pageToken=x',
  },
  '400 invalid': { 'an unknown mode': '/members?part=snippet&mode=sometimes' },
};

describe.each([
  ['searches', searches],
  ['subscriptions', subscriptions],
  ['activities', activities],
  ['members', members],
])('%s', (_, rows) => {
  testRejected(box, rows);
});
