/** The tokens beside that of the account: each makes checks possible that run only with it. */
import type { ErrorReason } from '../src/engine/api/error.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { controlStorage } from '../src/sandbox/storage/control.ts';

/** Whose token a call of a check has, if not the account's. */
export type OtherCredential = 'second' | 'fullStorage' | 'spentDay' | 'readOnly';

/** The tokens that the user has given. */
export type OtherTokens = Readonly<Partial<Record<OtherCredential, string>>>;

interface OtherToken {
  /** The environment variable that has it. */
  readonly variable: string;
  /** Words for what it is the token of. */
  readonly owner: string;
  /** What checks with it do, as the user reads it before the run. */
  readonly announcement: readonly string[];
  /** The token of the user of the sandbox who does the same there. */
  readonly sandboxToken: string;
  /** Puts the sandbox into the state in which the account or the project is. */
  readonly enter?: (sandbox: Sandbox) => void;
  /** Ends that state. */
  readonly leave?: (sandbox: Sandbox) => void;
  /** Whether a rejection is what its checks are about; others could not be checked for it. */
  readonly isAbout?: (meaning: ErrorReason) => boolean;
}

export const otherTokens: Readonly<Record<OtherCredential, OtherToken>> = {
  second: {
    variable: 'SECOND_ACCESS_TOKEN',
    owner: 'second account',
    announcement: [
      'Also makes four events in the primary calendar, with the second account as their guest;',
      'shares a calendar and a folder with it, a file with it and by a link, and another file with',
      'nobody@example.invalid, by an e-mail that can reach nobody.',
    ],
    sandboxToken: 'studio-guest',
  },
  fullStorage: {
    variable: 'FULL_STORAGE_ACCESS_TOKEN',
    owner: 'full storage',
    announcement: [
      'In the account with the full storage it tries to make a folder, a file, a document and a',
      'copy of a file, and removes what it could make.',
    ],
    sandboxToken: 'studio-owner',
    enter: (sandbox) =>
      void controlStorage(sandbox.simulation(), { fullStorage: 'storageQuotaExceeded' }),
    leave: (sandbox) => void controlStorage(sandbox.simulation(), {}),
    isAbout: ({ limit }) => limit === 'long',
  },
  spentDay: {
    variable: 'SPENT_DAY_ACCESS_TOKEN',
    owner: 'spent day',
    announcement: ['With the project whose day is spent it only reads.'],
    sandboxToken: 'studio-owner',
    // `quotaExceeded` of Drive is a full storage, and of Calendar a limit of one calendar.
    enter: (sandbox) => {
      for (const service of ['video', 'live'])
        sandbox.fault({ status: 403, reason: 'quotaExceeded', match: { service } });
      for (const service of ['storage', 'calendar'])
        sandbox.fault({ status: 403, reason: 'dailyLimitExceeded', match: { service } });
    },
    leave: (sandbox) => sandbox.clearFaults(),
    isAbout: ({ limit }) => limit === 'long',
  },
  readOnly: {
    variable: 'READ_ONLY_ACCESS_TOKEN',
    owner: 'read-only scopes',
    announcement: [
      'With the read-only token it tries to delete a playlist, a file and a calendar that do not',
      'exist.',
    ],
    sandboxToken: 'studio-reader',
    isAbout: ({ missingScope }) => missingScope !== undefined,
  },
};

export const otherCredentials = Object.keys(otherTokens) as readonly OtherCredential[];

interface MayNeed {
  readonly needs?: OtherCredential;
}

/** The other tokens that checks need. */
export const neededBy = (checks: readonly MayNeed[]): ReadonlySet<OtherCredential> =>
  new Set(checks.flatMap(({ needs }) => needs ?? []));

/** The variable with the token of a check that needs one. */
export const variableOf = ({ needs }: MayNeed): string => otherTokens[needs!].variable;
