/** Reasons for which a video can be reported, and the reports themselves. */
import type { Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { parseLanguage } from './language.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { listResponse } from './list-response.ts';
import { videoState } from './state.ts';
import { isOwnVideo, isVisibleVideo } from './video.ts';

interface Label {
  readonly en: string;
  readonly sv?: string;
}

interface Reason {
  readonly label: Label;
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

/** How many reports the service takes from one person. */
const mostReports = 10;

export const listAbuseReportReasons: Handler = (call) => {
  const swede = parseLanguage(call)?.startsWith('sv');
  const said = ({ en, sv }: Label): string => (swede ? (sv ?? en) : en);
  return listResponse(
    call,
    'videoAbuseReportReasonListResponse',
    Object.entries(reasons),
    ([id, { label, secondary }]) => ({
      kind: 'youtube#videoAbuseReportReason',
      id,
      snippet: {
        label: said(label),
        secondaryReasons: Object.entries(secondary).map(([inner, text]) => ({
          id: inner,
          label: said(text),
        })),
      },
    }),
  );
};

const domain = 'youtube.video';

const wrong = (reason: string, location: string): never => {
  throw new ApiError(400, reason, { domain, location, locationType: 'other' });
};

interface Report {
  readonly videoId: string;
  readonly reasonId: string;
  readonly secondaryReasonId?: string | null;
}

export const reportAbuse: Handler = (call) => {
  const { videos, abuseReports } = videoState(call.simulation);
  const report = call.body as unknown as Report;
  const reason = Object.hasOwn(reasons, report.reasonId)
    ? reasons[report.reasonId]!
    : wrong('invalidAbuseReason', 'body.reasonId');
  if (report.secondaryReasonId && !Object.hasOwn(reason.secondary, report.secondaryReasonId))
    wrong('invalidAbuseReason', 'body.secondaryReasonId');
  const video = videos.get(report.videoId);
  if (!video || !isVisibleVideo(call, video))
    return throwNotFound(domain, 'videoNotFound', 'body.videoId');
  if (isOwnVideo(call, video)) return throwForbidden(domain);
  if (abuseReports.filter(({ by }) => by === call.user.email).length >= mostReports)
    wrong('rateLimitExceeded', 'body');
  abuseReports.push({ ...call.body, by: call.user.email });
  return undefined;
};
