/** Video categories: the same in all regions of the sandbox. */
import type { Handler } from '../handler.ts';
import { checkRegion, parseLanguage } from './language.ts';
import { findByIds, listResponse } from './list-response.ts';

export const platformChannelId = 'UCBR8-60-B28hp2BmDPdntcQ';

/** Title by id; a star: videos cannot be put into it. */
const titles: Readonly<Record<string, string>> = {
  '1': 'Film & Animation',
  '2': 'Autos & Vehicles',
  '10': 'Music',
  '15': 'Pets & Animals',
  '17': 'Sports',
  '18': 'Short Movies*',
  '19': 'Travel & Events',
  '20': 'Gaming',
  '22': 'People & Blogs',
  '23': 'Comedy',
  '24': 'Entertainment',
  '25': 'News & Politics',
  '26': 'Howto & Style',
  '27': 'Education',
  '28': 'Science & Technology',
  '30': 'Movies*',
};

const swedish: Readonly<Record<string, string>> = {
  '1': 'Film och animering',
  '10': 'Musik',
  '27': 'Utbildning',
};

export const isVideoCategory = (id: string): boolean => Object.hasOwn(titles, id);
export const isAssignableCategory = (id: string): boolean => titles[id]?.endsWith('*') === false;

export const listVideoCategories: Handler = (call) => {
  checkRegion(call);
  const swede = parseLanguage(call)?.startsWith('sv');
  const known = Object.keys(titles);
  const chosen = call.query.has('id')
    ? findByIds(call.query.list('id'), (id) => known.find((one) => one === id))
    : known;
  return listResponse(call, 'videoCategoryListResponse', chosen, (id) => ({
    kind: 'youtube#videoCategory',
    id,
    snippet: {
      title: (swede ? swedish[id] : undefined) ?? titles[id]!.replace('*', ''),
      assignable: isAssignableCategory(id),
      channelId: platformChannelId,
    },
  }));
};
