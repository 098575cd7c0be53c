/** Documents about those who watch: search, subscriptions, activities, members. */
import { fanId, ids, subscriptionId } from '../../../src/sandbox/seed/ids.ts';

const { channel, membershipLevel } = ids;

export const documents: readonly string[] = [
  `{ search(query: "ferry", filter: { video: { duration: LONG, definition: HIGH }, near: { latitude: 59.3, longitude: 18.07, radiusMeters: 9000 } }, order: DATE, first: 2) { estimatedCount nodes { title target { ... on Video { title } } } } }`,
  `{ viewer { subscriptions(first: 3, order: ALPHABETICAL, channelIds: ["${channel.kite}", "${channel.ben}"]) { nodes { title channel { title viewerSubscription { publishedAt } } } } } }`,
  `{ viewer { subscribers(first: 2, recent: true) { nodes { subscriberDetails { title } } } activities(first: 2, regionCode: "SE") { nodes { title } } } }`,
  `{ viewer { members(first: 2, level: "${membershipLevel.mate}", channelIds: ["${fanId(1)}"]) { nodes { displayName level { displayName } } } memberUpdates { cursor members { displayName } } } }`,
  `mutation { subscribeToChannel(input: { channelId: "${channel.sable}" }) { subscription { title } errors { code } } }`,
  `mutation { unsubscribeFromChannel(input: { by: { subscriptionId: "${subscriptionId(channel.studio, channel.sable)}" } }) { deletedId errors { code } } }`,
];
