/** Accounts of Google without a YouTube channel. */
import { sharedReason } from '../error-reason.ts';

/** Error reason for an account without a channel. Fields return null: the token is valid. */
export const noChannel = [sharedReason.youtubeSignupRequired];
