/** Plans of videos: the properties that are chosen, before the others are generated. */
import type { Privacy, VideoEntity } from '../../video/state.ts';
import type { ChannelName } from './channel-profile.ts';

/** A video of the seed before it becomes an entity. Properties left out get generated values. */
export interface VideoPlan {
  readonly id: string;
  readonly channel: ChannelName;
  readonly title: string;
  readonly description?: string;
  /** Days since the publication; negative for a publication in the future. */
  readonly age: number;
  readonly privacy?: Privacy;
  readonly categoryId?: string;
  readonly tags?: readonly string[];
  /** Duration in seconds; 0 for a broadcast that has not started. */
  readonly seconds?: number;
  readonly extra?: Partial<Pick<VideoEntity, 'localizations'>> & {
    readonly snippet?: Partial<VideoEntity['snippet']>;
    readonly publishAt?: string;
  };
}
