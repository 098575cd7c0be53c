/** Documents of channels and their sections for the agreement with the official clients. */
import { globalId } from '../../../src/graph/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';

const { channel, channelSection, playlist } = ids;

export const documents: readonly string[] = [
  `{ channels(by: { ids: ["${channel.studio}"] }) { nodes { title auditDetails { copyrightStrikesGoodStanding } } } }`,
  `{ channels(by: { mySubscribers: true }, first: 60) { nodes { title } } }`,
  `{ channels(by: { categoryId: "GCTXVzaWM" }) { nodes { title } } channel(by: { username: "northlight" }) { title } }`,
  `{ viewer { channelSections { type } } node(id: "${globalId('ChannelSection', [channelSection.series])}") { ... on ChannelSection { title channel { title } } } }`,
  `mutation { createChannelSection(input: { type: SINGLE_PLAYLIST, playlistIds: ["${playlist.long}"], position: 1 }) { channelSection { position } errors { code } } }`,
  `mutation { updateChannelSection(input: { id: "${channelSection.shelf}", position: 0 }) { channelSection { position } errors { code } } }`,
  `mutation { deleteChannelSection(input: { id: "${channelSection.popular}" }) { deletedId errors { code } } }`,
];
