/** The input fields that all mutations that open a watch channel have. */
import { receiverOrigin } from '../../../support/gateway/server.ts';
import type { FieldValues, Rejected } from '../fixture/fixture.ts';

const ends = ['2099-03-10T11:00:00Z', '2099-03-10T12:00:00Z'] as const;

/** Fields of all mutations that open a channel. */
export const channelFields: Readonly<Record<string, FieldValues>> = {
  address: { values: [`${receiverOrigin}/one`, `${receiverOrigin}/two`] },
  token: { values: ['one', 'two'] },
  expiresAt: {
    values: ends,
    stored: [String(Date.parse(ends[0])), String(Date.parse(ends[1]))],
  },
  newWatchChannelId: { values: ['channel-1', 'channel/2'] },
  payload: { values: [true, false] },
  ttl: { values: ['PT10M', 'PT20M'], stored: [{ ttl: '600' }, { ttl: '1200' }] },
};

/** Ids of all of them. */
export const channelIds = { newWatchChannelId: { isInBody: true } } as const;

/** Values that all of them reject. */
export const rejectedChannels: Readonly<Record<string, readonly Rejected[]>> = {
  address: [
    { value: 'http://127.0.0.1:1/one' },
    { value: 'https://elsewhere.example/one' },
    { value: 'https://user:password@127.0.0.1:1/one' },
    { value: `${receiverOrigin}/one#two` },
  ],
  token: [{ value: 'x'.repeat(257) }],
  expiresAt: [{ value: '2020-01-01T00:00:00Z' }],
  newWatchChannelId: [{ value: 'a b' }, { value: '' }, { value: 'x'.repeat(65) }],
  ttl: [{ value: 'PT0S' }],
};
