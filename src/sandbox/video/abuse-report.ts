/** Reasons for reporting a video, and the reports. */
import type { Handler } from '../call/handler.ts';
import { throwForbidden, throwInvalidValue } from './error.ts';
import { parseLanguage } from './language.ts';
import { listResponse } from './list-response.ts';
import { videoState } from './state.ts';
import { findVisibleVideo, isOwnVideo } from './video/access.ts';

interface Label {
  readonly en: string;
  /** The Swedish text; absent: not translated. */
  readonly sv?: string;
}

interface Reason {
  readonly label: Label;
  /** Secondary reasons by id. */
  readonly secondary: Readonly<Record<string, Label>>;
}

const reasons: Readonly<Record<string, Reason>> = {
  N: {
    label: { en: 'Sex or nudity', sv: 'Sex eller nakenhet' },
    secondary: { 32: { en: 'Graphic sex' }, 33: { en: 'Nudity' } },
  },
  V: {
    label: { en: 'Violent, hateful or dangerous', sv: 'Våldsamt, hatiskt eller farligt' },
    secondary: {
      35: { en: 'Promotes violence' },
      36: { en: 'Bullying', sv: 'Mobbning' },
      38: { en: 'Harmful acts' },
    },
  },
  S: {
    label: { en: 'Spam or misleading', sv: 'Spam eller vilseledande' },
    secondary: { 27: { en: 'Spam' }, 28: { en: 'Misleading title' } },
  },
  C: { label: { en: 'Child safety' }, secondary: {} },
};

/** Number of reports that the sandbox accepts from one person. */
const maxReports = 10;
const domain = 'youtube.video';

/** `videoAbuseReportReasons.list`: all reasons, with labels in English or Swedish. */
export const listAbuseReportReasons: Handler = (call) => {
  const isSwedish = parseLanguage(call)?.startsWith('sv') ?? false;
  return listResponse(call, Object.entries(reasons), ([id, reason]) =>
    serializeReason(id, reason, isSwedish),
  );
};

function serializeReason(id: string, { label, secondary }: Reason, isSwedish: boolean): object {
  const translate = ({ en, sv }: Label): string => (isSwedish ? (sv ?? en) : en);
  const secondaryReasons = Object.entries(secondary).map(([secondaryId, secondaryLabel]) => ({
    id: secondaryId,
    label: translate(secondaryLabel),
  }));
  return {
    id,
    snippet: { label: translate(label), secondaryReasons },
  };
}

type ReportBody = {
  readonly videoId: string;
  readonly reasonId: string;
  readonly secondaryReasonId?: string | null;
};

/** `videos.reportAbuse`: stores a report of another channel's video. */
export const reportAbuse: Handler = (call) => {
  const { abuseReports } = videoState(call.simulation);
  const { videoId, reasonId, secondaryReasonId } = call.body as ReportBody;
  const reason = Object.hasOwn(reasons, reasonId) ? reasons[reasonId] : undefined;
  if (!reason) return throwInvalidValue(domain, 'invalidAbuseReason', 'body.reasonId');
  if (secondaryReasonId && !Object.hasOwn(reason.secondary, secondaryReasonId))
    throwInvalidValue(domain, 'invalidAbuseReason', 'body.secondaryReasonId');
  const video = findVisibleVideo(call, videoId, domain, 'body.videoId');
  if (isOwnVideo(call, video)) throwForbidden(domain);
  if (abuseReports.filter(({ by }) => by === call.user.email).length >= maxReports)
    throwInvalidValue(domain, 'rateLimitExceeded', 'body');
  abuseReports.push({ ...call.body, by: call.user.email });
  return undefined;
};
