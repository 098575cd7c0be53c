/** The seeded requests for access to files. */
import type { AccessProposalEntity } from '../../storage/state.ts';
import type { Simulation } from '../../simulation.ts';
import { hour } from '../../time.ts';
import { ids } from '../ids.ts';
import type { FileName } from './file-plan.ts';

const { ben, dana } = ids.person;

type ProposalPlan = Omit<AccessProposalEntity, 'id' | 'createTime'> & {
  readonly id: keyof typeof ids.accessProposal;
  readonly hoursAgo: number;
};

/** By file, oldest first. */
const proposalPlans: Partial<Record<FileName, readonly ProposalPlan[]>> = {
  budget: [
    { id: 'danaBudget', requester: dana, recipient: dana, roles: ['reader'], hoursAgo: 30 },
    {
      id: 'benBudget',
      requester: ben,
      recipient: ben,
      roles: ['writer', 'commenter'],
      message: 'I pay for the boat. «Please» & thanks!',
      hoursAgo: 20,
    },
    {
      id: 'danaForBenBudget',
      requester: dana,
      recipient: ben,
      roles: ['reader'],
      message: 'Ben needs it too.',
      hoursAgo: 10,
    },
  ],
};

/** The requests for access to a file. */
export const buildProposals = (simulation: Simulation, file: FileName): AccessProposalEntity[] =>
  (proposalPlans[file] ?? []).map(({ id, hoursAgo, ...proposal }) => ({
    id: ids.accessProposal[id],
    ...proposal,
    createTime: simulation.at(-hoursAgo * hour).toISOString(),
  }));
