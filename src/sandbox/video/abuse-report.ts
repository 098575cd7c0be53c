/** Reasons for which a video can be reported, and the reports themselves. */
import type { Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { languageOf } from './language.ts';
import { forbid, list, notFound } from './list.ts';
import { videoState } from './state.ts';
import { isOwn, isVisible } from './video.ts';

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

export const listReasons: Handler = (call) => {
  const swede = languageOf(call)?.startsWith('sv');
  const said = ({ en, sv }: Label): string => (swede ? (sv ?? en) : en);
  return list(
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
  const { videos, reports } = videoState(call.simulation);
  const report = call.body as unknown as Report;
  const reason = Object.hasOwn(reasons, report.reasonId)
    ? reasons[report.reasonId]!
    : wrong('invalidAbuseReason', 'body.reasonId');
  if (report.secondaryReasonId && !Object.hasOwn(reason.secondary, report.secondaryReasonId))
    wrong('invalidAbuseReason', 'body.secondaryReasonId');
  const video = videos.get(report.videoId);
  if (!video || !isVisible(call, video)) return notFound(domain, 'videoNotFound', 'body.videoId');
  if (isOwn(call, video)) return forbid(domain);
  if (reports.filter(({ by }) => by === call.user.email).length >= mostReports)
    wrong('rateLimitExceeded', 'body');
  reports.push({ ...call.body, by: call.user.email });
  return undefined;
};
