/** The seeded approvals of files. */
import type { Simulation } from '../../simulation.ts';
import type { ApprovalEntity } from '../../storage/approval/entity.ts';
import { hour } from '../../time.ts';
import { ids } from '../ids.ts';
import type { FileName } from './file-plan.ts';

const { ava, ben, chloe, dana, emeka } = ids.person;

/** The approvals of a file, oldest first. */
export function buildApprovals(simulation: Simulation, file: FileName): ApprovalEntity[] {
  if (file !== 'releasePlan') return [];
  const at = (hours: number): string => simulation.at(hours * hour).toISOString();
  return [
    {
      id: ids.approval.releasePlan,
      status: 'APPROVED',
      initiator: ava,
      reviewerEmails: [chloe],
      responses: { [chloe]: 'APPROVED' },
      createTime: at(-90),
      modifyTime: at(-80),
      completeTime: at(-80),
      dueTime: at(-70),
      fileContentChangeBehavior: 'NO_APPROVAL_ACTION',
    },
    {
      id: ids.approval.nextReleasePlan,
      status: 'IN_PROGRESS',
      initiator: chloe,
      reviewerEmails: [ava, ben, dana, emeka],
      responses: { [emeka]: 'APPROVED' },
      createTime: at(-20),
      modifyTime: at(-10),
      dueTime: at(60),
      fileContentChangeBehavior: 'NO_APPROVAL_ACTION',
    },
  ];
}
