/** The visibility of what a channel has: videos, playlists and broadcasts. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';

export const PrivacyStatus = enumeration(
  'PrivacyStatus',
  'The visibility of a video, a playlist or a channel.',
  {
    public: 'Visible to everyone, and listed in search results.',
    unlisted: 'Visible to everyone with the link, and not listed in search results.',
    private: 'Visible to the owner and to invited users only.',
  },
);
