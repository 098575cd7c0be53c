/** The channels of the seed that publish videos: the studio's, Ben's and those of others. */
import type { ids } from '../ids.ts';

/** Name of a channel in `ids.channel`. */
export type ChannelName = Exclude<keyof typeof ids.channel, 'missing'>;

/** The properties of a channel that are not generated. */
interface ChannelProfile {
  readonly title: string;
  /** Without `@`. */
  readonly handle: string;
  /** Legacy user name. */
  readonly username?: string;
  readonly description: string;
  /** ISO 3166 code. */
  readonly country: string;
  /** Topic of the channel and of its videos: the last part of a Wikipedia URL. */
  readonly topic: string;
  /** Category of its videos. */
  readonly categoryId: string;
  /** Titles of its series: the titles of its videos start with one. */
  readonly series: readonly string[];
}

/** The channels by name, in the order in which they are seeded. */
export const channelProfiles: Readonly<Record<ChannelName, ChannelProfile>> = {
  studio: {
    title: 'Northlight Studio',
    handle: 'northlightstudio',
    username: 'northlight',
    description: 'Short documentaries from the north, and how we make them.',
    country: 'SE',
    topic: 'Film',
    categoryId: '1',
    series: ['Field Notes', 'Northern Trades', 'Behind the Lens'],
  },
  ben: {
    title: 'Ben Okafor',
    handle: 'benokafor',
    description: 'Scores and sound design for film.',
    country: 'GB',
    topic: 'Music',
    categoryId: '10',
    series: ['Score Diary', 'One Mic'],
  },
  harbor: {
    title: 'Harbor & Hull',
    handle: 'harborandhull',
    description: 'Wooden boats, cold water.',
    country: 'NO',
    topic: 'Tourism',
    categoryId: '19',
    series: ['Dry Dock', 'Tide Table'],
  },
  orchard: {
    title: 'The Slow Orchard',
    handle: 'sloworchard',
    description: 'Apples, bees and patience.',
    country: 'DE',
    topic: 'Food',
    categoryId: '26',
    series: ['Grafting Days', 'Cellar Talk'],
  },
  cinder: {
    title: 'Cinder Kitchen',
    handle: 'cinderkitchen',
    description: 'Cooking over open fire.',
    country: 'MX',
    topic: 'Food',
    categoryId: '26',
    series: ['Ember Basics', 'Smoke School'],
  },
  kite: {
    title: 'Kite Lab',
    handle: 'kitelab',
    description: 'Wind, sensors and string.',
    country: 'NL',
    topic: 'Technology',
    categoryId: '28',
    series: ['Bench Test', 'Lift & Drag'],
  },
  lumen: {
    title: 'Lumen Lighting Lessons',
    handle: 'lumenlessons',
    username: 'lumenlessons',
    description: 'Light for small crews.',
    country: 'US',
    topic: 'Film',
    categoryId: '27',
    series: ['One Lamp', 'Gaffer Hour'],
  },
  meridian: {
    title: 'Meridian Maps',
    handle: 'meridianmaps',
    description: 'Geography with scissors and glue.',
    country: 'FR',
    topic: 'Knowledge',
    categoryId: '27',
    series: ['Borderline', 'Scale Model'],
  },
  pinewood: {
    title: 'Pinewood Radio',
    handle: 'pinewoodradio',
    description: 'Sessions recorded in a sauna.',
    country: 'FI',
    topic: 'Music',
    categoryId: '10',
    series: ['Sauna Session', 'Tape Loop'],
  },
  quarry: {
    title: 'Quarry Climbing Club',
    handle: 'quarryclimbs',
    description: 'Grit, chalk and long falls.',
    country: 'CZ',
    topic: 'Sport',
    categoryId: '17',
    series: ['First Ascent', 'Rope Talk'],
  },
  sable: {
    title: 'Sable Type',
    handle: 'sabletype',
    description: 'Letterforms, metal and ink.',
    country: 'IT',
    topic: 'Knowledge',
    categoryId: '27',
    series: ['Specimen', 'Press Check'],
  },
  tidal: {
    title: 'Tidal Physics',
    handle: 'tidalphysics',
    description: 'Waves explained by waves.',
    country: 'IN',
    topic: 'Knowledge',
    categoryId: '28',
    series: ['Wave Packet', 'Back of the Napkin'],
  },
  umbra: {
    title: 'استوديو ظل',
    handle: 'umbrastudio',
    description: 'أفلام قصيرة عن المدينة ليلا.',
    country: 'EG',
    topic: 'Film',
    categoryId: '1',
    series: ['City at Night', 'Rooftop'],
  },
};

/** Names of all channels. */
export const channelNames = Object.keys(channelProfiles) as ChannelName[];
