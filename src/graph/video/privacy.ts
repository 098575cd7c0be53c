/** Privacy status of videos, playlists, channels and broadcasts. */
import { enumeration } from '../field/enumeration.ts';

export const PrivacyStatus = enumeration('PrivacyStatus', 'Who may watch or see it.', {
  public: 'Everybody, and it turns up in search and lists.',
  unlisted: 'Everybody who has the link.',
  private: 'Only its owner and those the owner has invited.',
});
